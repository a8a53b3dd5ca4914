//! One kernel for one executor, chosen by `--cfg kernel="..."` and `--cfg executor="..."`: what a launch compiles.

#![allow(dead_code, unused_imports)]

use portax::{
    Float, Functor, MdRangeKernel, RangeKernel, ReduceKernel, TeamKernel, View,
    kernel::{
        exec::{self, Exec},
        simd::{self, Simd},
        team::TeamIn,
        trace::Trace,
        value::{AnyStep, Element, IndexOf, LaneStep},
    },
};
use snap_core::{descriptors, fused, staged, yi_direct};

#[cfg(executor = "avx512")]
type E = Simd<simd::Avx512, false>;
#[cfg(executor = "avx2")]
type E = Simd<simd::Avx2, false>;
#[cfg(executor = "lane")]
type E = exec::Lane;
#[cfg(executor = "trace")]
type E = Trace;

#[cfg(executor = "avx512")]
use portax::__px_with_avx512 as with_instructions;
#[cfg(executor = "avx2")]
use portax::__px_with_avx2 as with_instructions;
#[cfg(not(any(executor = "avx512", executor = "avx2")))]
macro_rules! with_instructions {
    ($item:item) => {
        $item
    };
}

/// A launch function with the executor's instructions.
macro_rules! launch {
    ($name:literal, $k:ty, $trait:ident, |$this:ident, $i:ident: $index:ty| $run:expr) => {
        #[cfg(all(kernel = $name, not(executor = "none")))]
        with_instructions! {
            pub fn launch($this: &<$k as Functor>::In<E>, $i: $index) {
                $run
            }
        }
    };
}

/// A team kernel.
macro_rules! team {
    ($name:literal, $k:ty) => {
        launch!($name, $k, TeamKernel, |k, team: TeamIn<E>| <$k as TeamKernel>::run::<E>(k, team));
    };
}

#[cfg(kernel = "axpy")]
mod axpy {
    use super::*;

    #[derive(Functor)]
    pub struct Axpy<T: Float> {
        a: T,
        x: View<T, 1>,
        y: View<T, 1>,
    }

    #[kernel]
    impl<T: Float> RangeKernel for Axpy<T> {
        fn axpy(&self, i: Index) {
            self.y[i] += self.a * self.x[i];
        }
    }
}
launch!("axpy", axpy::Axpy<f64>, RangeKernel, |k, i: IndexOf<E>| <axpy::Axpy<f64> as RangeKernel>::run::<E>(k, i));

#[cfg(kernel = "dot")]
mod dot {
    use super::*;

    #[derive(Functor)]
    pub struct Dot<T: Float> {
        x: View<T, 1>,
        y: View<T, 1>,
    }

    #[kernel]
    impl<T: Float> ReduceKernel for Dot<T> {
        type Value = T;
        fn dot(&self, i: Index) -> T {
            self.x[i] * self.y[i]
        }
    }
}
launch!("dot", dot::Dot<f64>, ReduceKernel, |k, i: (IndexOf<E>, &mut <f64 as Element>::In<E>)| {
    *i.1 = <dot::Dot<f64> as ReduceKernel>::run::<E>(k, i.0);
});

#[cfg(kernel = "seven_point")]
mod seven_point {
    use super::*;

    #[derive(Functor)]
    pub struct SevenPoint<T: Float> {
        centre: T,
        side: T,
        a: View<T, 3>,
        b: View<T, 3>,
    }

    #[kernel]
    impl<T: Float> MdRangeKernel<3> for SevenPoint<T> {
        fn seven_point(&self, i: Index, j: Index, k: Index) {
            let x = self.a[(i - 1, j, k)] + self.a[(i + 1, j, k)];
            let y = self.a[(i, j - 1, k)] + self.a[(i, j + 1, k)];
            let z = self.a[(i, j, k - 1)] + self.a[(i, j, k + 1)];
            self.b[(i, j, k)] = self.centre * self.a[(i, j, k)] + self.side * (x + y + z);
        }
    }
}
launch!("seven_point", seven_point::SevenPoint<f64>, MdRangeKernel, |k, i: [IndexOf<E, AnyStep>; 3]| {
    <seven_point::SevenPoint<f64> as MdRangeKernel<3>>::run::<E>(k, i)
});

team!("compute_ui", staged::ComputeUi<f64>);
team!("moments_to_v", staged::MomentsToV<f64>);
team!("compute_bi", descriptors::ComputeBi<f64>);
team!("yi_direct", yi_direct::ComputeYiDirect<f64, 0>);
team!("yi_reverse", staged::ComputeYiReverse<f64, 0>);
team!("gradient_to_c", staged::GradientToC<f64>);
team!("compute_deidrj", staged::ComputeDeidrj<f64, 4, 2>);
team!("ui_fused", fused::ComputeUiFused<f64>);
team!("yi_orbit", fused::ComputeYiOrbit<f64>);
team!("gradient_to_pairs", fused::GradientToPairs<f64>);
team!("deidrj_fused", fused::ComputeDeidrjFused<f64>);
