//! Work that is compiled for what the machine has.
//!
//! Programs are built for any machine of their kind, and the oldest ones cannot count the bits of a word. What a search asks for
//! at every node is compiled twice and run as the machine allows, with the same results.
//!
//! Unsafe is the one call of a function with features, which may come only after the machine was asked for them.
#![allow(unsafe_code)]

/// What the machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Machine {
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    has_bits: bool,
}

impl Machine {
    /// What every machine has.
    #[cfg(test)]
    pub const PLAIN: Machine = Machine { has_bits: false };

    /// What this machine has.
    pub fn detect() -> Machine {
        #[cfg(target_arch = "x86_64")]
        let has_bits = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let has_bits = false;
        Machine { has_bits }
    }

    /// Does work, compiled for the machine as far as it is inlined.
    #[inline(always)]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        if self.has_bits {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn go<W: Work>(work: W) -> W::Output {
                work.run()
            }
            // SAFETY: the features were detected.
            return unsafe { go(work) };
        }
        work.run()
    }
}

/// Something to do. Not a closure: whether those are inlined is not ours to say.
pub(crate) trait Work {
    /// What comes out.
    type Output;

    /// Does it; to be inlined always.
    fn run(self) -> Self::Output;
}
