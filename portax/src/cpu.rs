//! Instruction sets of CPUs and the executors of hosts that are made of them. One list has them all: names, detection,
//! `#[target_feature]`, what launches run on and what lambdas are written for come from it.
//!
//! Each costs compile time in every kernel. `RUSTFLAGS='--cfg portax_without="avx512"'` leaves one out of a program.

/// Gives a macro every instruction set, widest first: its name here and in [`simd`](crate::kernel::simd), in names of
/// spaces, lanes, the CPU family, the macro of the standard library that detects features, the macro that gives them to a
/// function, and the features.
macro_rules! for_each_instruction_set {
    ($then:ident) => {
        $then! {
            /// 8 lanes of AVX-512 as servers have it since Skylake
            Avx512, "avx512", 8, "x86_64", is_x86_feature_detected, __px_with_avx512,
            ["avx512f", "avx512dq", "avx512vl", "avx512bw", "avx512cd", "avx2", "fma", "f16c", "bmi1", "bmi2", "lzcnt", "popcnt"];
            /// 4 lanes of AVX2 with FMA and F16C as desktops have them since Haswell
            Avx2, "avx2", 4, "x86_64", is_x86_feature_detected, __px_with_avx2,
            ["avx2", "fma", "f16c", "bmi1", "bmi2", "lzcnt", "popcnt"];
        }
    };
}

/// Makes the executors, and for each instruction set a macro that gives its features to a function.
macro_rules! executors {
    ($($(#[$doc:meta])* $isa:ident, $name:tt, $lanes:literal, $family:tt, $detected:ident, $with:ident, [$($feature:tt),+];)*) => {
        $(
            /// Compiles a function for the instruction set.
            #[cfg(target_arch = $family)]
            #[doc(hidden)]
            #[macro_export]
            macro_rules! $with {
                ($item:item) => {
                    $(#[target_feature(enable = $feature)])+
                    $item
                };
            }
        )*

        /// Which native executor a host space runs.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum HostExecutor {
            $($(#[$doc])* $isa,)*
            /// One lane; on x86-64 with FMA, without which each fused product would be a call of a function
            Lane,
        }

        impl HostExecutor {
            /// Widest first.
            pub const ALL: [HostExecutor; HostExecutor::Lane as usize + 1] =
                [$(HostExecutor::$isa,)* HostExecutor::Lane];

            /// Whether the CPU that runs this supports it, and it is compiled.
            pub fn is_supported(self) -> bool {
                match self {
                    $(
                        #[cfg(all(target_arch = $family, not(portax_without = $name)))]
                        HostExecutor::$isa => $(std::arch::$detected!($feature))&&+,
                        #[cfg(not(all(target_arch = $family, not(portax_without = $name))))]
                        HostExecutor::$isa => false,
                    )*
                    HostExecutor::Lane => has_fma(),
                }
            }

            /// Lanes, which is also the width of a natural tile.
            pub fn lanes(self) -> usize {
                match self {
                    $(HostExecutor::$isa => $lanes,)*
                    HostExecutor::Lane => 1,
                }
            }

            /// `avx512`, `avx2` or `lane`.
            pub fn name(self) -> &'static str {
                match self {
                    $(HostExecutor::$isa => $name,)*
                    HostExecutor::Lane => "lane",
                }
            }
        }
    };
}
for_each_instruction_set!(executors);

/// Has the CPU fused multiply-add? All but those of x86-64 before Haswell (2013) and Piledriver have.
fn has_fma() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    return true;
}

impl HostExecutor {
    /// The widest that the CPU supports, if any.
    pub fn best() -> Option<HostExecutor> {
        HostExecutor::ALL.into_iter().find(|e| e.is_supported())
    }
}
