//! What a position of Hive is worth.
//!
//! Everything is counted for the side to move ("own") against the other ("enemy"). Most terms
//! are differences and have one weight. Those about the queens come twice, for the own queen
//! and for the enemy's, because it matters who moves next.
//!
//! What must hold: swapping the colours and the side to move leaves every count as it is.
//!
//! Not here: the numbers (`weights/hive.txt`, `weights/hive-2020.txt`), wins by the next move
//! (`HiveBrain::evaluate`).

use schwarm_core::{Game, Side};
use schwarm_hive::{Bug, Hive, Kernel, Law, Piece, Siege, Survey, pieces};

use crate::weights::{LATE, Tally, terms};

terms! {
    /// What is counted.
    HiveTerm {
        /// The side to move.
        Tempo = "tempo",

        /// The queen can move. A piece on the board that cannot move is worth nothing.
        MobileQueen = "mobile-queen",
        /// A spider can move.
        MobileSpider = "mobile-spider",
        /// A beetle can move.
        MobileBeetle = "mobile-beetle",
        /// A grasshopper can move.
        MobileGrasshopper = "mobile-grasshopper",
        /// An ant can move.
        MobileAnt = "mobile-ant",
        /// The mosquito can move.
        MobileMosquito = "mobile-mosquito",
        /// The ladybug can move.
        MobileLadybug = "mobile-ladybug",
        /// The pillbug can move.
        MobilePillbug = "mobile-pillbug",

        /// The queen is in hand.
        HandQueen = "hand-queen",
        /// A spider is in hand.
        HandSpider = "hand-spider",
        /// A beetle is in hand.
        HandBeetle = "hand-beetle",
        /// A grasshopper is in hand.
        HandGrasshopper = "hand-grasshopper",
        /// An ant is in hand.
        HandAnt = "hand-ant",
        /// The mosquito is in hand.
        HandMosquito = "hand-mosquito",
        /// The ladybug is in hand.
        HandLadybug = "hand-ladybug",
        /// The pillbug is in hand.
        HandPillbug = "hand-pillbug",

        /// A piece other than the queen has one on it.
        Covered = "covered",
        /// A piece stands on another one.
        Raised = "raised",
        /// A piece is free to be lifted, but has nowhere to go.
        Blocked = "blocked",
        /// At most one piece can move.
        Frozen = "frozen",

        /// A cell to place pieces on, with pieces in hand; up to `MOST_ROOM` count.
        Room = "room",
        /// Pieces in hand and nowhere to place them.
        ShutOut = "shut-out",

        /// No cell beside the own queen is free. (Only possible in the middle of a round.)
        OwnFree0 = "own-queen-free-0",
        /// One cell is free; with six she is worth nothing.
        OwnFree1 = "own-queen-free-1",
        /// Two cells.
        OwnFree2 = "own-queen-free-2",
        /// Three cells.
        OwnFree3 = "own-queen-free-3",
        /// Four cells.
        OwnFree4 = "own-queen-free-4",
        /// Five cells.
        OwnFree5 = "own-queen-free-5",
        /// No cell beside the enemy queen is free.
        EnemyFree0 = "enemy-queen-free-0",
        /// One cell.
        EnemyFree1 = "enemy-queen-free-1",
        /// Two cells.
        EnemyFree2 = "enemy-queen-free-2",
        /// Three cells.
        EnemyFree3 = "enemy-queen-free-3",
        /// Four cells.
        EnemyFree4 = "enemy-queen-free-4",
        /// Five cells.
        EnemyFree5 = "enemy-queen-free-5",

        /// The enemy can fill the last free cell beside the own queen.
        OwnFills1 = "own-queen-fills-1",
        /// Cells beside her he has pieces to fill, with two free.
        OwnFills2 = "own-queen-fills-2",
        /// The same with three free.
        OwnFills3 = "own-queen-fills-3",
        /// The same with four or more free.
        OwnFills4 = "own-queen-fills-4",
        /// The last free cell beside the enemy queen can be filled.
        EnemyFills1 = "enemy-queen-fills-1",
        /// Cells beside her that there are pieces to fill, with two free.
        EnemyFills2 = "enemy-queen-fills-2",
        /// The same with three free.
        EnemyFills3 = "enemy-queen-fills-3",
        /// The same with four or more free.
        EnemyFills4 = "enemy-queen-fills-4",
        /// Pieces that can reach the enemy queen beyond those counted above.
        SpareAttackers = "spare-attackers",

        /// A piece beside its own queen can leave.
        HomeMobile = "home-mobile",
        /// A piece beside its own queen cannot leave.
        HomeStuck = "home-stuck",
        /// A piece beside the enemy queen can leave: it is counted as mobile but had better stay.
        GuestMobile = "guest-mobile",
        /// A piece stands on the enemy queen.
        Lid = "lid",
        /// A piece stands on its own queen.
        OwnLid = "own-lid",
        /// A beetle that can move stands beside the enemy queen, who is not covered.
        BeetleBeside = "beetle-beside",
        /// A cell beside the enemy queen can be filled from the hand.
        Drop = "drop",

        /// Steps by which a beetle is nearer to the enemy queen than `FAR`.
        BeetleNear = "beetle-near",
        /// The same for a mobile grasshopper.
        GrasshopperNear = "grasshopper-near",
        /// The same for a mobile spider.
        SpiderNear = "spider-near",

        /// The pillbug stands beside its own queen.
        PillbugHome = "pillbug-home",
        /// The mosquito stands beside its own queen.
        MosquitoHome = "mosquito-home",
        /// The own queen can be thrown to safety.
        Rescue = "rescue",
        /// The enemy can throw the queen about.
        Hostage = "hostage",
        /// An enemy piece beside the own queen can be thrown off.
        Unload = "unload",

        /// Whose queen has more free cells: that decides when the rounds are over.
        Lead = "lead",
    }
}

use HiveTerm as Is;

/// By kind of bug.
const MOBILE: [Is; 8] = [
    Is::MobileQueen,
    Is::MobileSpider,
    Is::MobileBeetle,
    Is::MobileGrasshopper,
    Is::MobileAnt,
    Is::MobileMosquito,
    Is::MobileLadybug,
    Is::MobilePillbug,
];
const HAND: [Is; 8] = [
    Is::HandQueen,
    Is::HandSpider,
    Is::HandBeetle,
    Is::HandGrasshopper,
    Is::HandAnt,
    Is::HandMosquito,
    Is::HandLadybug,
    Is::HandPillbug,
];

/// By number of free cells beside the queen.
const OWN_FREE: [Is; 6] = [Is::OwnFree0, Is::OwnFree1, Is::OwnFree2, Is::OwnFree3, Is::OwnFree4, Is::OwnFree5];
const ENEMY_FREE: [Is; 6] =
    [Is::EnemyFree0, Is::EnemyFree1, Is::EnemyFree2, Is::EnemyFree3, Is::EnemyFree4, Is::EnemyFree5];

/// By number of free cells beside the queen, from one on; more than four are like four.
const OWN_FILLS: [Is; 4] = [Is::OwnFills1, Is::OwnFills2, Is::OwnFills3, Is::OwnFills4];
const ENEMY_FILLS: [Is; 4] = [Is::EnemyFills1, Is::EnemyFills2, Is::EnemyFills3, Is::EnemyFills4];

/// Cells for placing that count: more are as good.
const MOST_ROOM: u32 = 6;

/// Steps from the enemy queen at which nearness begins to count.
const FAR: u32 = 5;

/// Pieces on the board when a game without limit counts as late.
const LATE_PIECES: u32 = 22;

/// How late it is, 0 to [`LATE`].
#[inline(always)]
pub(super) fn phase<B: Kernel, L: Law>(state: &Hive<B, L>) -> i32 {
    let (done, all) = match state.book().ply_limit() {
        Some(limit) => (state.turn(), limit),
        None => (state.pieces_placed(), LATE_PIECES),
    };
    let (done, all) = (done as i32, all as i32);
    (done * LATE / all).min(LATE)
}

/// Counts everything.
#[inline(always)]
pub(super) fn judge<B: Kernel, L: Law, T: Tally<Is>>(state: &Hive<B, L>, survey: &Survey, tally: &mut T) {
    let view = View { survey, own: state.side_to_move() };
    tally.count(Is::Tempo, 1);
    count_pieces(&view, tally);
    count_placing(&view, tally);
    count_queens(&view, tally);
    count_guards_and_guests(&view, tally);
    count_nearness(state, &view, tally);
    if L::EXPANSIONS {
        count_pillbugs(&view, tally);
    }
    if L::BOUNDED {
        let [own, enemy] = view.sides().map(|side| state.free_cells_round_queen(side));
        tally.count(Is::Lead, (own - enemy).signum());
    }
}

/// A survey seen by a side.
struct View<'a> {
    survey: &'a Survey,
    own: Side,
}

/// The pieces of one side in a mask, as slots.
#[inline(always)]
fn of(mask: u32, side: Side) -> u32 {
    mask >> (16 * side.index()) & 0xffff
}

impl View<'_> {
    #[inline(always)]
    fn sides(&self) -> [Side; 2] {
        [self.own, self.own.other()]
    }

    /// Own pieces of a mask minus the enemy's.
    #[inline(always)]
    fn lead(&self, mask: u32) -> i32 {
        self.lead_of(mask, 0xffff)
    }

    /// The same among some slots.
    #[inline(always)]
    fn lead_of(&self, mask: u32, slots: u32) -> i32 {
        let count = |side| (of(mask, side) & slots).count_ones() as i32;
        count(self.own) - count(self.own.other())
    }

    /// What a question gives for the own side minus what it gives for the enemy.
    #[inline(always)]
    fn difference(&self, question: impl Fn(Side) -> u32) -> i32 {
        question(self.own) as i32 - question(self.own.other()) as i32
    }

    #[inline(always)]
    fn queen(&self, side: Side) -> &Siege {
        &self.survey.queens[side.index()]
    }
}

/// Who can move, who waits in the hand, who is held.
#[inline(always)]
fn count_pieces<T: Tally<Is>>(view: &View, tally: &mut T) {
    let survey = view.survey;
    for bug in Bug::ALL {
        tally.count(MOBILE[bug as usize], view.lead_of(survey.mobile, bug.slot_mask()));
        tally.count(HAND[bug as usize], view.lead_of(survey.hand, bug.slot_mask()));
    }
    tally.count(Is::Covered, view.lead_of(survey.covered, !Bug::Queen.slot_mask()));
    tally.count(Is::Raised, view.lead(survey.raised));
    tally.count(Is::Blocked, view.lead(survey.placed & !(survey.mobile | survey.pinned | survey.covered)));
    tally.count(Is::Frozen, view.difference(|side| u32::from(of(survey.mobile, side).count_ones() <= 1)));
}

#[inline(always)]
fn count_placing<T: Tally<Is>>(view: &View, tally: &mut T) {
    let survey = view.survey;
    let room = |side: Side| survey.placements[side.index()];
    tally.count(Is::Room, view.difference(|side| room(side).min(MOST_ROOM)));
    tally.count(Is::ShutOut, view.difference(|side| u32::from(of(survey.hand, side) != 0 && room(side) == 0)));
}

/// How near the queens are to their ends, and who can bring it about.
#[inline(always)]
fn count_queens<T: Tally<Is>>(view: &View, tally: &mut T) {
    let mut spare = 0;
    let sides = [(view.own, OWN_FREE, OWN_FILLS, -1), (view.own.other(), ENEMY_FREE, ENEMY_FILLS, 1)];
    for (side, by_free, by_fills, sign) in sides {
        if view.survey.placed & Piece::queen(side).bit() == 0 {
            continue;
        }
        let (siege, attacker) = (view.queen(side), side.other().index());
        let free = siege.liberties() as usize;
        if let Some(&term) = by_free.get(free) {
            tally.count(term, 1);
        }
        let cells = (siege.reached[attacker] | siege.drops[attacker]).count_ones();
        let attackers = siege.fillers[attacker].count_ones() + u32::from(siege.drops[attacker] != 0);
        // Each piece fills one cell, and each cell takes one piece.
        let fills = attackers.min(cells);
        if free > 0 {
            tally.count(by_fills[free.min(4) - 1], fills as i32);
        }
        spare += sign * (attackers - fills) as i32;
    }
    tally.count(Is::SpareAttackers, spare);
}

/// Who stands beside and on the queens.
#[inline(always)]
fn count_guards_and_guests<T: Tally<Is>>(view: &View, tally: &mut T) {
    let survey = view.survey;
    let home = |side: Side| of(view.queen(side).beside, side);
    let guests = |side: Side| of(view.queen(side.other()).beside, side);
    let mobile = |side: Side| of(survey.mobile, side);
    tally.count(Is::HomeMobile, view.difference(|side| (home(side) & mobile(side)).count_ones()));
    tally.count(Is::HomeStuck, view.difference(|side| (home(side) & !mobile(side)).count_ones()));
    tally.count(Is::GuestMobile, view.difference(|side| (guests(side) & mobile(side)).count_ones()));
    tally.count(Is::Lid, view.difference(|side| of(view.queen(side.other()).above, side).count_ones()));
    tally.count(Is::OwnLid, view.difference(|side| of(view.queen(side).above, side).count_ones()));
    let beetles = |side: Side| match view.queen(side.other()).above {
        0 => (guests(side) & mobile(side) & Bug::Beetle.slot_mask()).count_ones(),
        _ => 0,
    };
    tally.count(Is::BeetleBeside, view.difference(beetles));
    tally.count(Is::Drop, view.difference(|side| view.queen(side.other()).drops[side.index()].count_ones()));
}

/// How far the slow bugs have to go.
#[inline(always)]
fn count_nearness<B: Kernel, L: Law, T: Tally<Is>>(state: &Hive<B, L>, view: &View, tally: &mut T) {
    let survey = view.survey;
    let kinds = [
        (Is::BeetleNear, Bug::Beetle, survey.placed & !survey.covered),
        (Is::GrasshopperNear, Bug::Grasshopper, survey.mobile),
        (Is::SpiderNear, Bug::Spider, survey.mobile),
    ];
    for (term, bug, mask) in kinds {
        let near = |side: Side| {
            let Some(queen) = state.cell_of(Piece::queen(side.other())) else { return 0 };
            let own = mask & bug.slot_mask() << (16 * side.index());
            let cells = pieces(own).filter_map(|piece| state.cell_of(piece));
            cells.map(|cell| FAR.saturating_sub(state.distance(cell, queen))).sum()
        };
        tally.count(term, view.difference(near));
    }
}

/// What the pillbug does for its queen and to the enemy's.
#[inline(always)]
fn count_pillbugs<T: Tally<Is>>(view: &View, tally: &mut T) {
    let throwable = |by: Side, of_side: Side| of(view.survey.throwable[by.index()], of_side);
    let home = |side: Side, bug: Bug| (of(view.queen(side).beside, side) & bug.slot_mask()).count_ones();
    let queen = Bug::Queen.slot_mask();
    tally.count(Is::PillbugHome, view.difference(|side| home(side, Bug::Pillbug)));
    tally.count(Is::MosquitoHome, view.difference(|side| home(side, Bug::Mosquito)));
    tally.count(Is::Rescue, view.difference(|side| throwable(side, side) & queen));
    tally.count(Is::Hostage, view.difference(|side| throwable(side.other(), side) & queen));
    let unload = |side: Side| {
        let enemy = side.other();
        (of(view.queen(side).beside, enemy) & throwable(side, enemy)).count_ones()
    };
    tally.count(Is::Unload, view.difference(unload));
}
