//! Instruction sets of CPUs: what each consists of is listed once, for detection and for `#[target_feature]`; and the
//! executors that are made of them.

/// Makes a function that detects the features, and a macro that gives them to the functions in it.
macro_rules! instruction_set {
    ($(#[$doc:meta])* $is_available:ident, $with:ident, $($feature:tt),+) => {
        $(#[$doc])*
        pub(crate) fn $is_available() -> bool {
            $(std::arch::is_x86_feature_detected!($feature))&&+
        }

        /// Compiles a function for the instruction set.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $with {
            ($item:item) => {
                $(#[target_feature(enable = $feature)])+
                $item
            };
        }
    };
}

#[cfg(target_arch = "x86_64")]
instruction_set! {
    /// Has this CPU AVX-512 as servers have it since Skylake?
    has_avx512, __px_with_avx512,
    "avx512f", "avx512dq", "avx512vl", "avx512bw", "avx512cd", "avx2", "fma", "bmi1", "bmi2", "lzcnt", "popcnt"
}

#[cfg(target_arch = "x86_64")]
instruction_set! {
    /// Has this CPU AVX2 as desktops have it since Haswell?
    has_avx2, __px_with_avx2,
    "avx2", "fma", "bmi1", "bmi2", "lzcnt", "popcnt"
}

/// Which native executor a host space runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HostExecutor {
    /// 8 lanes of AVX-512
    Avx512,
    /// 4 lanes of AVX2 with FMA
    Avx2,
    /// One lane
    Lane,
}

impl HostExecutor {
    /// Widest first.
    pub const ALL: [HostExecutor; 3] =
        [HostExecutor::Avx512, HostExecutor::Avx2, HostExecutor::Lane];

    /// Is it supported by the CPU that runs this?
    pub fn is_supported(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            HostExecutor::Avx512 => has_avx512(),
            #[cfg(target_arch = "x86_64")]
            HostExecutor::Avx2 => has_avx2(),
            #[cfg(not(target_arch = "x86_64"))]
            HostExecutor::Avx512 | HostExecutor::Avx2 => false,
            HostExecutor::Lane => true,
        }
    }

    /// The widest that the CPU supports.
    pub fn best() -> HostExecutor {
        [HostExecutor::Avx512, HostExecutor::Avx2]
            .into_iter()
            .find(|e| e.is_supported())
            .unwrap_or(HostExecutor::Lane)
    }

    /// Lanes, which is also the width of a natural tile.
    pub fn lanes(self) -> usize {
        match self {
            HostExecutor::Avx512 => 8,
            HostExecutor::Avx2 => 4,
            HostExecutor::Lane => 1,
        }
    }

    /// `avx512`, `avx2` or `lane`.
    pub fn name(self) -> &'static str {
        match self {
            HostExecutor::Avx512 => "avx512",
            HostExecutor::Avx2 => "avx2",
            HostExecutor::Lane => "lane",
        }
    }
}
