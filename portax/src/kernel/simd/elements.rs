//! Elements of packs: how their lanes become values of the host and back.

use crate::kernel::{
    exec::{Exec, Lane, Memory, Scalar, native::NativePtr},
    value::{Element, MOST_SCALARS, Reducer, Varying, Visitor},
};
use std::mem::MaybeUninit;

/// Scalars of a pack of elements, lane by lane: at most eight scalars of eight lanes. Not zeroed, which would take as long as
/// the rest.
struct Spilled {
    scalars: MaybeUninit<[[u64; 8]; MOST_SCALARS]>,
}

impl Spilled {
    #[inline(always)]
    fn new() -> Self {
        Spilled {
            scalars: MaybeUninit::uninit(),
        }
    }

    /// Where the lanes of a scalar are.
    #[inline(always)]
    fn row(&mut self, scalar: usize) -> NativePtr {
        assert!(scalar < MOST_SCALARS);
        let rows = self.scalars.as_mut_ptr().cast::<[u64; 8]>();
        // SAFETY: there are so many rows.
        NativePtr(unsafe { rows.add(scalar) }.cast())
    }
}

/// Writes each scalar of a pack.
struct Spill<'a> {
    to: &'a mut Spilled,
    next: usize,
}
impl<E: Exec<Ptr = NativePtr, Int = i64>> Visitor<E> for Spill<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>) {
        // SAFETY: a row of eight scalars of 64 bits, ours.
        unsafe { E::store_lanes::<T>(self.to.row(self.next), 0, v.0, None) };
        self.next += 1;
    }
}

/// Reads each scalar of one lane.
struct Pick<'a> {
    from: &'a mut Spilled,
    lane: usize,
    next: usize,
}
impl Visitor<Lane> for Pick<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Lane, T>) {
        let row = self.from.row(self.next);
        // SAFETY: a row of eight scalars of 64 bits, ours, of which this lane is written.
        *v = Varying(unsafe { Lane::load_lanes::<T>(row, self.lane as i64, None) });
        self.next += 1;
    }
}

/// Reads each scalar of a pack.
struct Fill<'a> {
    from: &'a mut Spilled,
    next: usize,
}
impl<E: Exec<Ptr = NativePtr, Int = i64>> Visitor<E> for Fill<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>) {
        // SAFETY: a row of eight scalars of 64 bits, ours, of which all lanes of a pack are written.
        *v = Varying(unsafe { E::load_lanes::<T>(self.from.row(self.next), 0, None) });
        self.next += 1;
    }
}

/// The elements of a pack's lanes.
#[inline(always)]
pub(crate) fn unpack<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(
    mut pack: V::In<E>,
    default: V,
    lanes: &mut [V],
) {
    let mut spilled = Spilled::new();
    V::visit::<E>(
        &mut pack,
        &mut Spill {
            to: &mut spilled,
            next: 0,
        },
    );
    let mut lane = 0;
    while lane < E::LANES {
        let mut v = default.splat::<Lane>();
        V::visit::<Lane>(
            &mut v,
            &mut Pick {
                from: &mut spilled,
                lane,
                next: 0,
            },
        );
        lanes[lane] = V::from_lane(v);
        lane += 1;
    }
}

/// The element of the first lane.
#[inline(always)]
pub(crate) fn first<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(
    pack: V::In<E>,
    default: V,
) -> V {
    let mut lanes = [default; 8];
    unpack::<E, V>(pack, default, &mut lanes);
    lanes[0]
}

/// Writes each scalar of one element to its lane.
struct Put<'a> {
    to: &'a mut Spilled,
    lane: usize,
    next: usize,
}
impl Visitor<Lane> for Put<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Lane, T>) {
        let row = self.to.row(self.next);
        // SAFETY: a row of eight scalars of 64 bits, ours.
        unsafe { Lane::store_lanes::<T>(row, self.lane as i64, v.0, None) };
        self.next += 1;
    }
}

/// The pack of elements.
#[inline(always)]
pub(crate) fn pack<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(lanes: &[V]) -> V::In<E> {
    let mut spilled = Spilled::new();
    let mut lane = 0;
    while lane < E::LANES {
        let mut v = lanes[lane].splat::<Lane>();
        V::visit::<Lane>(
            &mut v,
            &mut Put {
                to: &mut spilled,
                lane,
                next: 0,
            },
        );
        lane += 1;
    }
    let mut result = lanes[0].splat::<E>();
    V::visit::<E>(
        &mut result,
        &mut Fill {
            from: &mut spilled,
            next: 0,
        },
    );
    result
}

/// Joins two host elements.
#[inline(always)]
pub(crate) fn join<V: Element, R: Reducer<V>>(a: V, b: V) -> V {
    V::from_lane(R::join::<Lane>(a.splat(), b.splat()))
}

/// Joins the lanes of a pack, by a fixed tree.
#[inline(always)]
pub(crate) fn join_lanes<E: Exec<Ptr = NativePtr, Int = i64>, V: Element, R: Reducer<V>>(
    pack: V::In<E>,
) -> V {
    let identity = R::identity();
    let mut lanes = [identity; 8];
    unpack::<E, V>(pack, identity, &mut lanes);
    let mut half = E::LANES / 2;
    while half > 0 {
        let mut l = 0;
        while l < half {
            lanes[l] = join::<V, R>(lanes[l], lanes[l + half]);
            l += 1;
        }
        half /= 2;
    }
    lanes[0]
}
