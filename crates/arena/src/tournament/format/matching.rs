//! The cheapest way to pair everybody with somebody.
//!
//! Edmonds' blossom algorithm with dual variables, in cubic time, as Galil described it (1986). Vertices
//! are counted from 1, with 0 for none; numbers above the last vertex are blossoms: odd cycles
//! that are shrunk to one vertex while the search goes on around them.

use std::collections::VecDeque;

/// The partner of each of `n` (an even number), so that the sum of the costs, none below 0, is the
/// smallest possible. The same costs always give the same pairs.
pub(super) fn cheapest(n: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    debug_assert!(n.is_multiple_of(2), "an odd number cannot be paired");
    let mut dearest = 0;
    for a in 0..n {
        for b in a + 1..n {
            dearest = dearest.max(cost(a, b));
        }
    }
    // All weights are above 0, so the heaviest matching leaves nobody out.
    let mut search = Search::new(n, |a, b| dearest + 1 - cost(a, b));
    while search.grow() {}
    search.mate[1..=n].iter().map(|&mate| mate - 1).collect()
}

/// Where a vertex stands in the alternating forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Outside,
    /// An even number of edges from a root.
    Outer,
    /// An odd number.
    Inner,
}

/// An edge between real vertices; the weight is 0 where there is none.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    from: usize,
    to: usize,
    weight: i64,
}

struct Search {
    /// Real vertices.
    n: usize,
    /// Vertices and blossoms in use.
    used: usize,
    edges: Vec<Vec<Edge>>,
    dual: Vec<i64>,
    mate: Vec<usize>,
    /// The outer vertex with the tightest edge to each.
    slack: Vec<usize>,
    /// The outermost blossom of each; 0 for a blossom that is not in use.
    top: Vec<usize>,
    parent: Vec<usize>,
    place: Vec<Place>,
    /// Which child of a blossom holds a real vertex.
    holder: Vec<Vec<usize>>,
    children: Vec<Vec<usize>>,
    visited: Vec<usize>,
    visit: usize,
    queue: VecDeque<usize>,
}

impl Search {
    fn new(n: usize, weight: impl Fn(usize, usize) -> i64) -> Search {
        let all = n + n / 2 + 2;
        let mut edges = vec![vec![Edge::default(); all]; all];
        let mut holder = vec![vec![0; n + 1]; all];
        let mut heaviest = 0;
        for a in 1..=n {
            holder[a][a] = a;
            for (b, edge) in edges[a].iter_mut().enumerate().take(n + 1).skip(1) {
                let weight = if a == b { 0 } else { weight(a.min(b) - 1, a.max(b) - 1) };
                *edge = Edge { from: a, to: b, weight };
                heaviest = heaviest.max(weight);
            }
        }
        let mut dual = vec![0; all];
        dual[1..=n].fill(heaviest);
        Search {
            n,
            used: n,
            edges,
            dual,
            mate: vec![0; all],
            slack: vec![0; all],
            top: (0..all).map(|vertex| if vertex <= n { vertex } else { 0 }).collect(),
            parent: vec![0; all],
            place: vec![Place::Outside; all],
            holder,
            children: vec![Vec::new(); all],
            visited: vec![0; all],
            visit: 0,
            queue: VecDeque::new(),
        }
    }

    /// How far an edge is from being tight.
    fn gap(&self, edge: Edge) -> i64 {
        self.dual[edge.from] + self.dual[edge.to] - self.edges[edge.from][edge.to].weight * 2
    }

    fn tighten(&mut self, from: usize, to: usize) {
        let now = self.slack[to];
        if now == 0 || self.gap(self.edges[from][to]) < self.gap(self.edges[now][to]) {
            self.slack[to] = from;
        }
    }

    fn find_slack(&mut self, to: usize) {
        self.slack[to] = 0;
        for from in 1..=self.n {
            let outer = self.place[self.top[from]] == Place::Outer;
            if self.edges[from][to].weight > 0 && self.top[from] != to && outer {
                self.tighten(from, to);
            }
        }
    }

    fn enqueue(&mut self, vertex: usize) {
        if vertex <= self.n {
            self.queue.push_back(vertex);
        } else {
            for child in self.children[vertex].clone() {
                self.enqueue(child);
            }
        }
    }

    fn set_top(&mut self, vertex: usize, top: usize) {
        self.top[vertex] = top;
        if vertex > self.n {
            for child in self.children[vertex].clone() {
                self.set_top(child, top);
            }
        }
    }

    /// The even place of a child in its blossom, after turning the cycle round if need be.
    fn even_place(&mut self, blossom: usize, child: usize) -> usize {
        let children = &mut self.children[blossom];
        let place = children.iter().position(|&other| other == child).unwrap_or(0);
        if place % 2 == 1 {
            children[1..].reverse();
            children.len() - place
        } else {
            place
        }
    }

    fn marry(&mut self, a: usize, b: usize) {
        let edge = self.edges[a][b];
        self.mate[a] = edge.to;
        if a > self.n {
            let child = self.holder[a][edge.from];
            let place = self.even_place(a, child);
            for i in 0..place {
                let (one, other) = (self.children[a][i], self.children[a][i ^ 1]);
                self.marry(one, other);
            }
            self.marry(child, b);
            self.children[a].rotate_left(place);
        }
    }

    /// Swaps the edges on the way from `a` to its root.
    fn augment(&mut self, mut a: usize, mut b: usize) {
        loop {
            let next = self.top[self.mate[a]];
            self.marry(a, b);
            if next == 0 {
                return;
            }
            let above = self.top[self.parent[next]];
            self.marry(next, above);
            (a, b) = (above, next);
        }
    }

    /// Where the ways of two outer vertices to their roots meet; 0 if they do not.
    fn meeting(&mut self, mut a: usize, mut b: usize) -> usize {
        self.visit += 1;
        while a != 0 || b != 0 {
            if a != 0 {
                if self.visited[a] == self.visit {
                    return a;
                }
                self.visited[a] = self.visit;
                a = self.top[self.mate[a]];
                if a != 0 {
                    a = self.top[self.parent[a]];
                }
            }
            std::mem::swap(&mut a, &mut b);
        }
        0
    }

    /// The vertices from an outer one up to, but without, `end`.
    fn way(&mut self, from: usize, end: usize) -> Vec<usize> {
        let (mut way, mut vertex) = (Vec::new(), from);
        while vertex != end {
            let mate = self.top[self.mate[vertex]];
            way.extend([vertex, mate]);
            self.enqueue(mate);
            vertex = self.top[self.parent[mate]];
        }
        way
    }

    fn shrink(&mut self, a: usize, meeting: usize, b: usize) {
        let blossom = (self.n + 1..=self.used).find(|&blossom| self.top[blossom] == 0).unwrap_or(self.used + 1);
        self.used = self.used.max(blossom);
        self.dual[blossom] = 0;
        self.place[blossom] = Place::Outer;
        self.mate[blossom] = self.mate[meeting];
        let mut children = vec![meeting];
        children.extend(self.way(a, meeting));
        children[1..].reverse();
        children.extend(self.way(b, meeting));
        self.children[blossom] = children.clone();
        self.set_top(blossom, blossom);
        for vertex in 1..=self.used {
            self.edges[blossom][vertex].weight = 0;
            self.edges[vertex][blossom].weight = 0;
        }
        self.holder[blossom].fill(0);
        for child in children {
            for vertex in 1..=self.used {
                let closer = self.gap(self.edges[child][vertex]) < self.gap(self.edges[blossom][vertex]);
                if self.edges[blossom][vertex].weight == 0 || closer {
                    self.edges[blossom][vertex] = self.edges[child][vertex];
                    self.edges[vertex][blossom] = self.edges[vertex][child];
                }
            }
            for vertex in 1..=self.n {
                if self.holder[child][vertex] != 0 {
                    self.holder[blossom][vertex] = child;
                }
            }
        }
        self.find_slack(blossom);
    }

    fn expand(&mut self, blossom: usize) {
        for child in self.children[blossom].clone() {
            self.set_top(child, child);
        }
        let entry = self.holder[blossom][self.edges[blossom][self.parent[blossom]].from];
        let place = self.even_place(blossom, entry);
        let children = self.children[blossom].clone();
        for pair in children[..place].chunks_exact(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parent[inner] = self.edges[outer][inner].from;
            self.place[inner] = Place::Inner;
            self.place[outer] = Place::Outer;
            self.slack[inner] = 0;
            self.find_slack(outer);
            self.enqueue(outer);
        }
        self.place[entry] = Place::Inner;
        self.parent[entry] = self.parent[blossom];
        for &child in &children[place + 1..] {
            self.place[child] = Place::Outside;
            self.find_slack(child);
        }
        self.top[blossom] = 0;
    }

    /// Uses a tight edge from an outer vertex. Says whether the matching has grown.
    fn follow(&mut self, edge: Edge) -> bool {
        let (a, b) = (self.top[edge.from], self.top[edge.to]);
        match self.place[b] {
            Place::Outside => {
                self.parent[b] = edge.from;
                self.place[b] = Place::Inner;
                let mate = self.top[self.mate[b]];
                self.slack[b] = 0;
                self.slack[mate] = 0;
                self.place[mate] = Place::Outer;
                self.enqueue(mate);
            }
            Place::Outer => {
                let meeting = self.meeting(a, b);
                if meeting == 0 {
                    self.augment(a, b);
                    self.augment(b, a);
                    return true;
                }
                self.shrink(a, meeting, b);
            }
            Place::Inner => {}
        }
        false
    }

    /// Grows a forest from all that are alone until one more couple is found. `false` when nobody is alone.
    fn grow(&mut self) -> bool {
        self.place[1..=self.used].fill(Place::Outside);
        self.slack[1..=self.used].fill(0);
        self.queue.clear();
        for vertex in 1..=self.used {
            if self.top[vertex] == vertex && self.mate[vertex] == 0 {
                self.parent[vertex] = 0;
                self.place[vertex] = Place::Outer;
                self.enqueue(vertex);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.search_tight() {
                return true;
            }
            if !self.move_duals() {
                return false;
            }
            self.queue.clear();
            for vertex in 1..=self.used {
                let from = self.slack[vertex];
                if self.top[vertex] == vertex && from != 0 && self.top[from] != vertex {
                    let edge = self.edges[from][vertex];
                    if self.gap(edge) == 0 && self.follow(edge) {
                        return true;
                    }
                }
            }
            for blossom in self.n + 1..=self.used {
                let spent = self.place[blossom] == Place::Inner && self.dual[blossom] == 0;
                if self.top[blossom] == blossom && spent {
                    self.expand(blossom);
                }
            }
        }
    }

    fn search_tight(&mut self) -> bool {
        while let Some(from) = self.queue.pop_front() {
            if self.place[self.top[from]] == Place::Inner {
                continue;
            }
            for to in 1..=self.n {
                let edge = self.edges[from][to];
                if edge.weight == 0 || self.top[from] == self.top[to] {
                    continue;
                }
                if self.gap(edge) == 0 {
                    if self.follow(edge) {
                        return true;
                    }
                } else {
                    self.tighten(from, self.top[to]);
                }
            }
        }
        false
    }

    /// Moves the duals until an edge becomes tight or a blossom is spent. `false` when nothing more is to be gained.
    fn move_duals(&mut self) -> bool {
        let mut by = i64::MAX;
        for vertex in 1..=self.used {
            if self.top[vertex] != vertex {
                continue;
            }
            if vertex > self.n && self.place[vertex] == Place::Inner {
                by = by.min(self.dual[vertex] / 2);
            }
            if self.slack[vertex] != 0 {
                let gap = self.gap(self.edges[self.slack[vertex]][vertex]);
                match self.place[vertex] {
                    Place::Outside => by = by.min(gap),
                    Place::Outer => by = by.min(gap / 2),
                    Place::Inner => {}
                }
            }
        }
        for vertex in 1..=self.n {
            match self.place[self.top[vertex]] {
                Place::Outer if self.dual[vertex] <= by => return false,
                Place::Outer => self.dual[vertex] -= by,
                Place::Inner => self.dual[vertex] += by,
                Place::Outside => {}
            }
        }
        for blossom in self.n + 1..=self.used {
            if self.top[blossom] == blossom {
                match self.place[blossom] {
                    Place::Outer => self.dual[blossom] += by * 2,
                    Place::Inner => self.dual[blossom] -= by * 2,
                    Place::Outside => {}
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The smallest sum, by trying everything.
    fn brute(left: &[usize], cost: &dyn Fn(usize, usize) -> i64) -> i64 {
        let Some((&first, rest)) = left.split_first() else { return 0 };
        let with = |&mate: &usize| {
            let others: Vec<_> = rest.iter().copied().filter(|&other| other != mate).collect();
            cost(first, mate) + brute(&others, cost)
        };
        rest.iter().map(with).min().unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn nothing_is_cheaper(half in 0usize..5, costs in prop::collection::vec(0i64..12, 100), big in any::<bool>()) {
            let n = 2 * half;
            let cost = |a: usize, b: usize| {
                let cost = costs[a.min(b) * 10 + a.max(b)];
                if big { cost * 1_000_000_000_000 } else { cost }
            };
            let mates = cheapest(n, cost);
            for (a, &b) in mates.iter().enumerate() {
                prop_assert!(a != b && mates[b] == a);
            }
            let sum: i64 = mates.iter().enumerate().filter(|&(a, &b)| a < b).map(|(a, &b)| cost(a, b)).sum();
            prop_assert_eq!(sum, brute(&(0..n).collect::<Vec<_>>(), &cost));
        }
    }
}
