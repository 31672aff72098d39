//! The positions both benches count, as GameStrings (facts and counts: `crates/catalog/tests/perft`).

/// A position and the depth it is counted to.
#[allow(dead_code)] // Each bench uses its part of this file.
pub struct Job {
    pub name: &'static str,
    pub game: &'static str,
    pub position: &'static str,
    pub depth: u32,
    /// Leaves at that depth.
    pub nodes: u64,
}

pub const BASE: &str = "Base;NotStarted;White[1]";
pub const MLP: &str = "Base+MLP;NotStarted;White[1]";
pub const MID_A: &str = r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1";
pub const MID_B: &str = r"Base+MLP;InProgress;Black[10];wL;bL wL\;wM \wL;bM bL\;wA1 /wM;bA1 /bL;wQ wM/;bQ bM-;wA2 wQ\;bA2 bA1\;wA2 /bA2;bA1 /wA1;wB1 wQ\;bP bA2-;wM wB1\;bB1 \bA2;wA3 -wQ;bS1 /bA1;wA3 -bS1";
