//! Launches on hosts: the executors with their instructions, and which of them a launch runs on.
//!
//! Each pattern is a file: what a task of the launch does, generic over the executor ([`Code`]), and how the launch is
//! divided into tasks ([`Launcher`]). Everything below [`Native::inside`] is inlined into it.

mod deal;
pub(crate) mod md_range;
pub(crate) mod range;
pub(crate) mod reduce;
pub(crate) mod reduce_md_range;
mod rows;
pub(crate) mod scan;
pub(crate) mod series;
mod tasks;
pub(crate) mod team;

use super::{
    bind::NativeBinder,
    check::{CheckedLaunch, check_everything},
};
use crate::{
    backend::{Host, HostExecutor},
    ir::Promise,
    kernel::{
        exec::{
            Exec,
            lane::Portable,
            native::{FaultSink, NativeInfo, NativePtr, NativeTeam},
        },
        functor::Functor,
        simd::Simd,
        value::{IndexOf, LaneStep},
    },
};

/// Code that runs inside a function with an executor's instructions: its `run` is `#[inline(always)]`.
pub(crate) trait Code {
    /// The bound functor. It is an argument of its own, by which the compiler knows that no store of a kernel changes it.
    type Functor;
    /// The kernel of which it is made.
    type Kernel;
    /// What it gives.
    type Output;
    /// Runs it.
    fn run(self, functor: &Self::Functor) -> Self::Output;
}

/// An executor of hosts with its instructions.
pub(crate) trait Native:
    Exec<Ptr = NativePtr, Info = NativeInfo, Int = i64, Team = NativeTeam>
{
    /// Runs what whole packs leave over: of ranges, of boxes and of reductions over ranges in functions that all instruction
    /// sets share.
    type Tail: Native;

    /// Runs code in a function that has the instructions.
    ///
    /// # Safety
    /// The CPU has them.
    unsafe fn inside<C: Code>(functor: &C::Functor, code: C) -> C::Output;
    /// The same in a function of its own.
    ///
    /// # Safety
    /// As for [`inside`](Self::inside).
    unsafe fn inside_apart<C: Code>(functor: &C::Functor, code: C) -> C::Output;
}

/// Stamps the executors of an instruction set.
///
/// The functions that have its instructions are methods of the kernel's type: rustc then cuts a crate into other units, and inlines
/// within them. Before one lane had hardware's FMA, a large kernel took 17 % fewer instructions on it than where they were
/// functions of this module or methods of a type that rustc knows when it picks the unit (`impl<C: Code<Kernel = K>, K> Inside<C> for K`).
macro_rules! native {
    ($isa:ty, $with:ident) => {
        impl<const CHECKS: bool> Native for Simd<$isa, CHECKS> {
            type Tail = Simd<Portable, CHECKS>;

            #[inline(always)]
            unsafe fn inside<C: Code>(functor: &C::Functor, code: C) -> C::Output {
                trait Inside<C: Code> {
                    $with! { unsafe fn inside(functor: &C::Functor, code: C) -> C::Output { code.run(functor) } }
                }
                impl<C: Code> Inside<C> for C::Kernel {}
                // SAFETY: the caller's promise.
                unsafe { <C::Kernel as Inside<C>>::inside(functor, code) }
            }

            #[inline(always)]
            unsafe fn inside_apart<C: Code>(functor: &C::Functor, code: C) -> C::Output {
                trait Inside<C: Code> {
                    $with! { #[inline(never)] unsafe fn inside(functor: &C::Functor, code: C) -> C::Output { code.run(functor) } }
                }
                impl<C: Code> Inside<C> for C::Kernel {}
                // SAFETY: the caller's promise.
                unsafe { <C::Kernel as Inside<C>>::inside(functor, code) }
            }
        }
    };
}

/// Compiles a function for every CPU with fused multiply-add.
macro_rules! with_fma {
    ($item:item) => {
        #[cfg_attr(target_arch = "x86_64", target_feature(enable = "fma"))]
        $item
    };
}
native!(Portable, with_fma);

/// What prepares or runs a launch, whatever its executor.
pub(crate) trait Launcher {
    /// What the kernel's author vouches for. Packs that check are not compiled for an unchecked kernel.
    const PROMISE: Promise;
    /// What it gives.
    type Output;
    /// Goes on with an executor that the CPU has.
    fn on<N: Native>(self) -> Self::Output;
}

/// Stamps the executors of all instruction sets, and picks one for a launch.
macro_rules! launch_on {
    ($($(#[$doc:meta])* $isa:ident, $name:tt, $lanes:literal, $family:tt, $detected:ident, $with:ident, $features:tt;)*) => {
        $(
            #[cfg(target_arch = $family)]
            native!(crate::kernel::simd::$isa, $with);
        )*

        /// Goes on with an executor; with one that checks where an access of the launch needs it.
        pub(crate) fn launch_on<L: Launcher>(
            executor: HostExecutor,
            launch: &CheckedLaunch,
            launcher: L,
        ) -> L::Output {
            match executor {
                $(
                    #[cfg(all(target_arch = $family, not(portax_without = $name)))]
                    HostExecutor::$isa => {
                        if const { L::PROMISE.is_unchecked() } || (cfg!(not(debug_assertions)) && !launch.is_guarded()) {
                            launcher.on::<Simd<crate::kernel::simd::$isa, false>>()
                        } else {
                            launcher.on::<Simd<crate::kernel::simd::$isa, true>>()
                        }
                    }
                )*
                _ => on_one_lane(launch, launcher),
            }
        }
    };
}
for_each_instruction_set!(launch_on);

/// Goes on with one lane, which checks kernels of any promise where the launch asks for it.
///
/// Debug builds have no executor but those that check for kernels that may be checked: a branch an access that is never
/// taken, for half the code to compile.
fn on_one_lane<L: Launcher>(launch: &CheckedLaunch, launcher: L) -> L::Output {
    if cfg!(not(debug_assertions)) && !launch.is_guarded() {
        launcher.on::<Simd<Portable, false>>()
    } else {
        launcher.on::<Simd<Portable, true>>()
    }
}

/// The executor that launches of a host use now: one checked lane under `PORTAX_CHECK=1`.
pub(crate) fn executor(host: &dyn Host) -> HostExecutor {
    if check_everything() {
        HostExecutor::Lane
    } else {
        host.executor()
    }
}

/// A functor bound for whole packs and for what they leave over.
pub(crate) struct Bound<N: Native, K: Functor> {
    pub packs: K::In<N>,
    pub rest: K::In<N::Tail>,
}

impl<N: Native, K: Functor> Bound<N, K> {
    /// Binds to the views of a launch, which outlive what is bound, as the sink does.
    pub(crate) fn new(functor: &K, launch: &CheckedLaunch, sink: &FaultSink) -> Self {
        Bound {
            packs: functor.bind::<N>(&mut NativeBinder::new(launch, sink)),
            rest: functor.bind::<N::Tail>(&mut NativeBinder::new(launch, sink)),
        }
    }
}

/// Where the whole packs of `first..last` end.
#[inline(always)]
fn end_of_packs<N: Native>(first: usize, last: usize) -> usize {
    last - (last - first) % const { N::LANES }
}

/// An index whose lanes count up.
#[inline(always)]
fn index<E: Native>(i: usize) -> IndexOf<E> {
    IndexOf {
        base: i as i64,
        step: LaneStep,
    }
}
