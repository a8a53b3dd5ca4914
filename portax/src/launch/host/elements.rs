//! Elements of packs: how their lanes become values of the host and back.

use crate::kernel::{
    exec::{Exec, Lane, Memory, Scalar, native::NativePtr},
    value::{Element, MOST_SCALARS, Reducer, Varying, Visitor},
};

/// Scalars of a pack of elements, lane by lane: at most eight scalars of eight lanes.
#[derive(Clone, Copy)]
struct Spilled {
    scalars: [[u64; 8]; MOST_SCALARS],
    next: usize,
}

impl Spilled {
    #[inline(always)]
    fn new() -> Self {
        Spilled {
            scalars: [[0; 8]; MOST_SCALARS],
            next: 0,
        }
    }
}

/// Writes each scalar of a pack.
struct Spill<'a>(&'a mut Spilled);
impl<E: Exec<Ptr = NativePtr, Int = i64>> Visitor<E> for Spill<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>) {
        let row = NativePtr((&raw mut self.0.scalars[self.0.next]).cast());
        // SAFETY: a row of eight scalars of 64 bits, ours.
        unsafe { E::store_lanes::<T>(row, 0, v.0, None) };
        self.0.next += 1;
    }
}

/// Reads each scalar of one lane.
struct Pick<'a> {
    from: &'a Spilled,
    lane: usize,
    next: usize,
}
impl Visitor<Lane> for Pick<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<Lane, T>) {
        let row = NativePtr((&raw const self.from.scalars[self.next]).cast_mut().cast());
        // SAFETY: a row of eight scalars of 64 bits, ours.
        *v = Varying(unsafe { Lane::load_lanes::<T>(row, self.lane as i64, None) });
        self.next += 1;
    }
}

/// Reads each scalar of a pack.
struct Fill<'a> {
    from: &'a Spilled,
    next: usize,
}
impl<E: Exec<Ptr = NativePtr, Int = i64>> Visitor<E> for Fill<'_> {
    #[inline(always)]
    fn scalar<T: Scalar>(&mut self, v: &mut Varying<E, T>) {
        let row = NativePtr((&raw const self.from.scalars[self.next]).cast_mut().cast());
        // SAFETY: a row of eight scalars of 64 bits, ours.
        *v = Varying(unsafe { E::load_lanes::<T>(row, 0, None) });
        self.next += 1;
    }
}

/// The elements of a pack's lanes.
#[inline(always)]
pub(super) fn unpack<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(
    mut pack: V::In<E>,
    default: V,
    lanes: &mut [V; 8],
) {
    let mut spilled = Spilled::new();
    V::visit::<E>(&mut pack, &mut Spill(&mut spilled));
    let mut lane = 0;
    while lane < E::LANES {
        let mut v = default.splat::<Lane>();
        V::visit::<Lane>(
            &mut v,
            &mut Pick {
                from: &spilled,
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
pub(super) fn first<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(
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
        let row = NativePtr((&raw mut self.to.scalars[self.next]).cast());
        // SAFETY: a row of eight scalars of 64 bits, ours.
        unsafe { Lane::store_lanes::<T>(row, self.lane as i64, v.0, None) };
        self.next += 1;
    }
}

/// The pack of elements.
#[inline(always)]
pub(super) fn pack<E: Exec<Ptr = NativePtr, Int = i64>, V: Element>(lanes: &[V]) -> V::In<E> {
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
            from: &spilled,
            next: 0,
        },
    );
    result
}

/// Joins two host elements.
#[inline(always)]
pub(super) fn join<V: Element, R: Reducer<V>>(a: V, b: V) -> V {
    V::from_lane(R::join::<Lane>(a.splat(), b.splat()))
}
