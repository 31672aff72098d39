//! Counted results, seen from the first bot.

/// What one game brought the first bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Points {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

/// Pairs of games by the points of the first bot: LL, LD, DD or WL, WD, WW.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair; a full counter stays full.
    pub fn record(&mut self, pair: [Points; 2]) {
        let cell = &mut self.0[pair[0] as usize + pair[1] as usize];
        *cell = cell.saturating_add(1);
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u128 {
        self.0.iter().map(|&count| u128::from(count)).sum()
    }

    /// Pairs won per pair lost; `None` before the first lost pair.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.0.map(|count| count as f64);
        (ll + ld > 0.0).then(|| (wd + ww) / (ll + ld))
    }
}

/// Single games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Trinomial {
    /// Games the first bot won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games the first bot lost.
    pub losses: u64,
}

impl Trinomial {
    /// Counts a game; a full counter stays full.
    pub fn record(&mut self, points: Points) {
        let cell = match points {
            Points::Loss => &mut self.losses,
            Points::Draw => &mut self.draws,
            Points::Win => &mut self.wins,
        };
        *cell = cell.saturating_add(1);
    }

    /// Number of games.
    pub fn games(&self) -> u128 {
        [self.wins, self.draws, self.losses].map(u128::from).iter().sum()
    }
}

/// Either way of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counts {
    /// Pairs of games with sides swapped.
    Pairs(Pentanomial),
    /// Single games.
    Games(Trinomial),
}

impl Counts {
    /// Number of units: pairs or games.
    pub fn units(&self) -> u128 {
        match self {
            Counts::Pairs(pairs) => pairs.pairs(),
            Counts::Games(games) => games.games(),
        }
    }

    /// Number of games.
    pub fn games(&self) -> u128 {
        self.units() * u128::from(self.games_per_unit())
    }

    /// Games in one unit.
    pub(super) fn games_per_unit(&self) -> u8 {
        match self {
            Counts::Pairs(_) => 2,
            Counts::Games(_) => 1,
        }
    }

    /// The cells from the worst result to the best; their scores are evenly spaced from 0 to 1.
    pub(super) fn cells(&self) -> Vec<u64> {
        match self {
            Counts::Pairs(Pentanomial(cells)) => cells.to_vec(),
            Counts::Games(Trinomial { wins, draws, losses }) => vec![*losses, *draws, *wins],
        }
    }
}

impl From<Pentanomial> for Counts {
    fn from(pairs: Pentanomial) -> Counts {
        Counts::Pairs(pairs)
    }
}

impl From<Trinomial> for Counts {
    fn from(games: Trinomial) -> Counts {
        Counts::Games(games)
    }
}

/// The score of each of `cells` cells, from 0 to 1.
pub(super) fn scores(cells: usize) -> impl Iterator<Item = f64> {
    (0..cells).map(move |cell| cell as f64 / (cells - 1) as f64)
}
