//! The instructions that the compiled evaluator uses, the best that the processor has:
//!
//! - AVX-512 with VL, DQ, BW and VPOPCNTDQ: Intel since Ice Lake (2019), AMD since Zen 4 (2022);
//! - popcnt, lzcnt, BMI and AVX2: Intel since Haswell (2013), AMD since Excavator (2015);
//! - popcnt and SSE4.1: Intel since Nehalem (2008), AMD since Bulldozer (2011);
//! - none in particular.
//!
//! They do not change the results. `docs/testing.md` has the speeds.

use super::lanes::{Lanes, Portable};
#[cfg(target_arch = "x86_64")]
use super::vector_lanes::{Avx2, Avx512, Sse4};

/// Work in two lanes that is compiled for each set of instructions; `run` has to be inlined.
pub(super) trait LaneWork {
    fn run<L: Lanes>(self);
}

/// Safety: other sets than the portable one are made by [`Instructions::available`] alone, which tests for every feature that
/// their functions are compiled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Sse4,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Whether the processor has every feature.
#[cfg(target_arch = "x86_64")]
macro_rules! has_all {
    ($($feature:tt),*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
}

impl Instructions {
    /// The sets that this processor has, best last.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let sets = {
            let sse4 = has_all!("popcnt", "ssse3", "sse4.1");
            let avx2 = sse4 && has_all!("lzcnt", "bmi1", "bmi2", "avx2");
            let avx512 =
                avx2 && has_all!("avx512f", "avx512vl", "avx512dq", "avx512bw", "avx512vpopcntdq");
            let sets = [(sse4, Set::Sse4), (avx2, Set::Avx2), (avx512, Set::Avx512)];
            sets.into_iter().filter(|(has, _)| *has).map(|(_, set)| set)
        };
        #[cfg(not(target_arch = "x86_64"))]
        let sets = std::iter::empty();
        std::iter::once(Set::Portable).chain(sets).map(Self)
    }

    /// The best set of this processor.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self(Set::Portable))
    }

    /// Does `work` with these instructions.
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "calls functions compiled for features that were detected")
    )]
    pub fn run(self, work: impl LaneWork) {
        match self.0 {
            Set::Portable => work.run::<Portable>(),
            // SAFETY: see `Instructions`.
            #[cfg(target_arch = "x86_64")]
            Set::Sse4 => unsafe { run_sse4(work) },
            // SAFETY: see `Instructions`.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { run_avx2(work) },
            // SAFETY: see `Instructions`.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { run_avx512(work) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,ssse3,sse4.1")]
fn run_sse4(work: impl LaneWork) {
    work.run::<Sse4>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,ssse3,sse4.1,lzcnt,bmi1,bmi2,avx2")]
fn run_avx2(work: impl LaneWork) {
    work.run::<Avx2>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,ssse3,sse4.1,lzcnt,bmi1,bmi2,avx2")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx512vpopcntdq")]
fn run_avx512(work: impl LaneWork) {
    work.run::<Avx512>();
}
