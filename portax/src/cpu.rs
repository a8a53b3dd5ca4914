//! Instruction sets of CPUs: what each consists of is listed once, for detection and for `#[target_feature]`.

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
