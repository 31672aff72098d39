//! Ostseeschach written a second time, as simply as possible: letters and heights on a board.
//! Slow, and shares nothing with the crate but the text formats.

use std::collections::BTreeSet;

/// A cell: the letter of the top piece and the height.
pub type Cell = Option<(char, i32)>;

/// A position; `cells[row][column]`, row 0 is red's home line.
#[derive(Clone, Debug)]
pub struct Naive {
    pub cells: [[Cell; 8]; 8],
    pub turn: usize,
    pub ambers: [i32; 2],
}

/// Winner (`-` for a draw), reason, score lines.
pub type Verdict = (char, &'static str, [[i32; 3]; 2]);

impl Naive {
    fn is_red_to_move(&self) -> bool {
        self.turn.is_multiple_of(2)
    }

    pub fn text(&self) -> String {
        let cell = |cell: &Cell| match cell {
            None => ".".to_string(),
            Some((letter, 1)) => letter.to_string(),
            Some((letter, height)) => format!("{letter}{height}"),
        };
        let rows: Vec<String> = self.cells.iter().rev().map(|row| row.iter().map(cell).collect()).collect();
        let side = if self.is_red_to_move() { 'r' } else { 'b' };
        format!("{} {side} {} {}:{}", rows.join("/"), self.turn, self.ambers[0], self.ambers[1])
    }

    fn pieces_of(&self, red: bool) -> Vec<(i32, i32, char)> {
        let cells = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        cells
            .filter_map(|(row, column)| {
                let (letter, _) = self.cells[row as usize][column as usize]?;
                (letter.is_uppercase() == red).then_some((row, column, letter.to_ascii_uppercase()))
            })
            .collect()
    }

    /// The moves of the side to move, whether or not the game is over.
    pub fn moves(&self) -> BTreeSet<String> {
        let red = self.is_red_to_move();
        let mut moves = BTreeSet::new();
        for (row, column, letter) in self.pieces_of(red) {
            for target_row in 0..8 {
                for target_column in 0..8 {
                    let forward = if red { target_row - row } else { row - target_row };
                    let sideways = target_column - column;
                    let can_step = match letter {
                        'H' => forward == 1 && sideways.abs() == 1,
                        'M' => forward.abs() + sideways.abs() == 1,
                        'S' => forward.abs() == 1 && sideways.abs() == 1 || forward == 1 && sideways == 0,
                        _ => forward.abs() * sideways.abs() == 2,
                    };
                    let on_it = self.cells[target_row as usize][target_column as usize];
                    if can_step && on_it.is_none_or(|(letter, _)| letter.is_uppercase() != red) {
                        moves.insert(format!("{}-{}", name(row, column), name(target_row, target_column)));
                    }
                }
            }
        }
        moves
    }

    pub fn play(&self, text: &str) -> Naive {
        let mut next = self.clone();
        let digits: Vec<usize> = text.bytes().map(usize::from).collect();
        let (from, to) = ((digits[1] - 49, digits[0] - 97), (digits[4] - 49, digits[3] - 97));
        let (letter, mut height) = next.cells[from.0][from.1].take().unwrap();
        height += self.cells[to.0][to.1].map_or(0, |(_, height)| height);
        let is_far = to.0 == if self.is_red_to_move() { 7 } else { 0 };
        let mut ambers = 0;
        if height >= 3 {
            ambers += 1;
        }
        if is_far && !letter.eq_ignore_ascii_case(&'R') {
            ambers += 1;
        }
        next.cells[to.0][to.1] = if ambers == 0 { Some((letter, height)) } else { None };
        next.ambers[self.turn % 2] += ambers;
        next.turn += 1;
        next
    }

    /// Rows between a side's light pieces and its home line, most first.
    fn distances(&self, red: bool) -> Vec<i32> {
        let light = self.pieces_of(red).into_iter().filter(|&(_, _, letter)| letter != 'R');
        let mut distances: Vec<i32> = light.map(|(row, _, _)| if red { row } else { 7 - row }).collect();
        distances.sort_unstable_by(|one, other| other.cmp(one));
        distances
    }

    pub fn verdict(&self) -> Option<Verdict> {
        let (red, blue) = (self.distances(true), self.distances(false));
        let difference = red.iter().zip(&blue).map(|(red, blue)| red - blue).find(|&difference| difference != 0);
        let lead = match self.ambers[0] - self.ambers[1] {
            0 => difference.unwrap_or(0),
            lead => lead,
        };
        let leader = ['b', '-', 'r'][(lead.signum() + 1) as usize];
        let has_ambers = self.ambers.iter().any(|&ambers| ambers >= 2);
        let (winner, reason) = match self.turn {
            turn if turn.is_multiple_of(2) && has_ambers => (leader, "ambers"),
            60 => (leader, "round-limit"),
            turn if self.moves().is_empty() => (['b', 'r'][turn % 2], "no-move"),
            _ => return None,
        };
        let points = match winner {
            'r' => [2, 0],
            'b' => [0, 2],
            _ => [1, 1],
        };
        let best = |distances: &[i32]| distances.first().copied().unwrap_or(0);
        let scores = [[points[0], self.ambers[0], best(&red)], [points[1], self.ambers[1], best(&blue)]];
        Some((winner, reason, scores))
    }
}

fn name(row: i32, column: i32) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}
