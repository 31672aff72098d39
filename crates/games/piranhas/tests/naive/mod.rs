//! Piranhas written a second time, as simply as possible: characters on a board, walked cell by
//! cell. Slow, and shares nothing with the crate but the text formats.

use std::collections::BTreeSet;

/// A position as characters; `cells[y][x]`, row 0 at the bottom.
#[derive(Clone, Debug)]
pub struct Naive {
    pub cells: [[char; 10]; 10],
    pub turn: usize,
    /// `None` in 2019, else one of `-`, `r`, `b`.
    pub first_union: Option<char>,
    pub is_server: bool,
}

/// Winner (`-` for a draw), reason, sizes of the biggest swarms.
pub type Verdict = (char, &'static str, [i32; 2]);

impl Naive {
    pub fn to_move(&self) -> char {
        ['r', 'b'][self.turn % 2]
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self.cells.iter().rev().map(|row| row.iter().collect()).collect();
        let last = self.first_union.map_or(String::new(), |union| format!(" {union}"));
        format!("{} {} {}{last}", rows.join("/"), self.to_move(), self.turn)
    }

    fn at(&self, x: i32, y: i32) -> Option<char> {
        ((0..10).contains(&x) && (0..10).contains(&y)).then(|| self.cells[y as usize][x as usize])
    }

    /// The colour of a fish, if the cell holds one.
    fn colour(&self, cell: char) -> Option<char> {
        match (self.first_union.is_some(), cell) {
            (false, 'r') | (true, '1' | '2' | '3') => Some('r'),
            (false, 'b') | (true, 'a' | 'b' | 'c') => Some('b'),
            _ => None,
        }
    }

    fn weight(&self, cell: char) -> i32 {
        match cell {
            '2' => 2,
            'b' if self.first_union.is_some() => 2,
            '3' | 'c' => 3,
            _ => 1,
        }
    }

    fn fish_of(&self, colour: char) -> Vec<(i32, i32)> {
        let cells = (0..10).flat_map(|y| (0..10).map(move |x| (x, y)));
        cells.filter(|&(x, y)| self.colour(self.cells[y as usize][x as usize]) == Some(colour)).collect()
    }

    /// The moves of the side to move, whether or not the game is over.
    pub fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for (x, y) in self.fish_of(self.to_move()) {
            for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
                if let Some((tx, ty)) = self.target(x, y, dx, dy) {
                    moves.insert(format!("{}-{}", name(x, y), name(tx, ty)));
                }
            }
        }
        moves
    }

    fn target(&self, x: i32, y: i32, dx: i32, dy: i32) -> Option<(i32, i32)> {
        let is_fish = |n: &i32| self.at(x + n * dx, y + n * dy).is_some_and(|cell| self.colour(cell).is_some());
        let distance = (-9..=9).filter(is_fish).count() as i32;
        for n in 1..distance {
            let colour = self.at(x + n * dx, y + n * dy).and_then(|cell| self.colour(cell));
            if colour.is_some_and(|colour| colour != self.to_move()) {
                return None;
            }
        }
        let (tx, ty) = (x + distance * dx, y + distance * dy);
        let target = self.at(tx, ty)?;
        (target != 'O' && self.colour(target) != Some(self.to_move())).then_some((tx, ty))
    }

    pub fn play(&self, text: &str) -> Naive {
        let mut next = self.clone();
        let digits: Vec<usize> = text.bytes().map(usize::from).collect();
        let (from, to) = ((digits[0] - 97, digits[1] - 48), (digits[3] - 97, digits[4] - 48));
        next.cells[to.1][to.0] = self.cells[from.1][from.0];
        next.cells[from.1][from.0] = '.';
        next.turn += 1;
        if next.first_union == Some('-') {
            next.first_union = ['r', 'b'].into_iter().find(|&colour| next.is_united(colour)).or(Some('-'));
        }
        next
    }

    /// Fish and weight of every swarm of a colour.
    fn swarms(&self, colour: char) -> Vec<(i32, i32)> {
        let mut left: BTreeSet<(i32, i32)> = self.fish_of(colour).into_iter().collect();
        let mut swarms = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut fish, mut weight, mut open) = (0, 0, vec![first]);
            while let Some((x, y)) = open.pop() {
                fish += 1;
                weight += self.weight(self.cells[y as usize][x as usize]);
                for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
                    open.extend(left.take(&(x + dx, y + dy)));
                }
            }
            swarms.push((fish, weight));
        }
        swarms
    }

    fn is_united(&self, colour: char) -> bool {
        let swarms = self.swarms(colour).len();
        swarms == 1 || (swarms == 0 && self.is_server)
    }

    fn size(&self, colour: char) -> i32 {
        let swarms = self.swarms(colour).into_iter();
        match self.first_union {
            None => swarms.map(|(fish, _)| fish).max().unwrap_or(0),
            Some(_) => swarms.map(|(_, weight)| weight).max().unwrap_or(-1),
        }
    }

    pub fn verdict(&self) -> Option<Verdict> {
        let [red, blue] = ['r', 'b'].map(|colour| self.is_united(colour));
        let sizes = ['r', 'b'].map(|colour| self.size(colour));
        let larger = if sizes[0] > sizes[1] { 'r' } else { 'b' };
        let larger = if sizes[0] == sizes[1] { '-' } else { larger };
        let other = ['b', 'r'][self.turn % 2];
        let is_stuck = self.moves().is_empty();
        let (is_round, is_last) = (self.turn.is_multiple_of(2), self.turn >= 60);
        let (winner, reason) = match self.first_union {
            Some(first) => match (red || blue, is_stuck) {
                (true, stuck) if is_round || stuck => (if larger == '-' { first } else { larger }, "swarm-united"),
                (false, true) => (other, "no-move"),
                _ if is_last => (larger, "round-limit"),
                _ => return None,
            },
            None => match (is_round, red, blue) {
                (true, true, false) => ('r', "swarm-united"),
                (true, false, true) => ('b', "swarm-united"),
                (true, true, true) if larger != '-' || !self.is_server => (larger, "swarm-united"),
                _ if is_last => (larger, "round-limit"),
                _ if is_stuck => (other, "no-move"),
                _ => return None,
            },
        };
        Some((winner, reason, sizes))
    }
}

fn name(x: i32, y: i32) -> String {
    format!("{}{y}", char::from(b'a' + x as u8))
}
