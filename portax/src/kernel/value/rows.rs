//! Elements of arrays of rows: `array[row][index]`, at indices of which either may be known at run time only.

use super::{
    Conv, Value,
    local::{
        ArrayIndex, AssignIndex, Local, LocalElement, RunTimeIndex, SharedAndVarying, checked,
        coordinate,
    },
    mask::{Checking, Lex, MaskType},
    sharing::{Shared, Sharing},
};
use crate::kernel::exec::{Coordinate, Exec, LocalPlace};
use std::panic::Location;

/// `array[row][index].part`, where the macro does not know the row.
#[inline(always)]
#[track_caller]
pub fn read_in_row<E, L, P, Q, I, J, const N: usize, const ROWS: usize>(
    at: L,
    array: &[[P; N]; ROWS],
    (row, index): (I, J),
    part: impl Fn(&P) -> &Q,
    name: &'static str,
) -> Q
where
    E: Exec,
    Q: Value<E>,
    I: RowIndex<E, P, J, L>,
{
    row.read_in(array, index, part, name, at)
}

/// `array[row][index].part = v`
#[inline(always)]
#[track_caller]
pub fn assign_in_row<E, L, P, Q, V, I, J, const N: usize, const ROWS: usize>(
    at: L,
    array: &mut [[P; N]; ROWS],
    (row, index): (I, J),
    part: impl Fn(&mut P) -> &mut Q,
    name: &'static str,
    v: V,
) where
    E: Exec,
    I: AssignRow<E, P, Q, J, V, L>,
{
    row.assign_in(array, index, part, name, v, at);
}

/// An index of an array of rows, with an index `J` of a row.
#[diagnostic::on_unimplemented(
    message = "an array of rows of `{P}` is indexed with `{Self}` and `{J}`",
    label = "an index is an integer: an `i32`, an `Int`, an `Index`, a literal",
    note = "at run time rows are of numbers, complex numbers, tuples of them, or `#[derive(Element)]` structs"
)]
pub trait RowIndex<E: Exec, P, J, L> {
    /// Part `part` of an element.
    #[track_caller]
    fn read_in<Q: Value<E>, const N: usize, const ROWS: usize>(
        self,
        array: &[[P; N]; ROWS],
        index: J,
        part: impl Fn(&P) -> &Q,
        name: &'static str,
        at: L,
    ) -> Q;
}

/// Such indices, at which a `V` can be assigned to a part `Q` of an element.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot be assigned to an element of type `{Q}` at indices `{Self}` and `{J}`",
    note = "an index is an integer: an `i32`, an `Int`, an `Index`, a literal; convert with `as i32`",
    note = "convert values with `as`, for example `i as f64`"
)]
pub trait AssignRow<E: Exec, P, Q, J, V, L> {
    /// Assigns part `part` of an element.
    #[track_caller]
    fn assign_in<const N: usize, const ROWS: usize>(
        self,
        array: &mut [[P; N]; ROWS],
        index: J,
        part: impl Fn(&mut P) -> &mut Q,
        name: &'static str,
        v: V,
        at: L,
    );
}

macro_rules! known_rows {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec, P, J: ArrayIndex<E, P, L>, L> RowIndex<E, P, J, L> for $t {
            #[inline(always)]
            #[track_caller]
            fn read_in<Q: Value<E>, const N: usize, const ROWS: usize>(
                self,
                array: &[[P; N]; ROWS],
                index: J,
                part: impl Fn(&P) -> &Q,
                name: &'static str,
                at: L,
            ) -> Q {
                index.read(&array[self as usize], part, name, at)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Exec, P, Q, J: AssignIndex<E, P, Q, V, L>, V, L> AssignRow<E, P, Q, J, V, L> for $t {
            #[inline(always)]
            #[track_caller]
            fn assign_in<const N: usize, const ROWS: usize>(
                self,
                array: &mut [[P; N]; ROWS],
                index: J,
                part: impl Fn(&mut P) -> &mut Q,
                name: &'static str,
                v: V,
                at: L,
            ) {
                index.assign(&mut array[self as usize], part, name, v, at);
            }
        }
    )* };
}
known_rows! { usize i32 }

#[diagnostic::do_not_recommend]
impl<E, P, I, J, M, C> RowIndex<E, P, J, Lex<M, C>> for I
where
    E: Exec,
    P: LocalElement<E>,
    I: RunTimeIndex<Exec = E>,
    J: AnyIndex<E>,
    M: MaskType<E>,
    C: Checking,
{
    #[inline(always)]
    #[track_caller]
    fn read_in<Q: Value<E>, const N: usize, const ROWS: usize>(
        self,
        array: &[[P; N]; ROWS],
        index: J,
        part: impl Fn(&P) -> &Q,
        name: &'static str,
        at: Lex<M, C>,
    ) -> Q {
        const {
            assert!(N > 0 && ROWS > 0, "an array without elements is indexed");
            assert!(
                !P::SHARED,
                "portax: an array of rows that all lanes share is indexed at run time: give its type, `let a: [[f64; 3]; 3] = a;`"
            );
        }
        let row = coordinate(self.at_run_time(), ROWS);
        let lengths = (N, N * ROWS);
        let (place, mask) = checked_item::<E, P, M, C>(row, index.of_any(N), lengths, name, at);
        let whole = Local::of(array.as_flattened());
        // SAFETY: the whole array; its indices are proven, checked, or promised by the author.
        *part(&unsafe { P::load(whole, &place, mask) })
    }
}

#[diagnostic::do_not_recommend]
impl<E, P, Q, I, J, V, M, C> AssignRow<E, P, Q, J, V, Lex<M, C>> for I
where
    E: Exec,
    Q: LocalElement<E>,
    I: RunTimeIndex<Exec = E>,
    J: AnyIndex<E>,
    V: Conv<Q>,
    M: MaskType<E>,
    C: Checking,
{
    #[inline(always)]
    #[track_caller]
    fn assign_in<const N: usize, const ROWS: usize>(
        self,
        array: &mut [[P; N]; ROWS],
        index: J,
        part: impl Fn(&mut P) -> &mut Q,
        name: &'static str,
        v: V,
        at: Lex<M, C>,
    ) {
        const { assert!(N > 0 && ROWS > 0, "an array without elements is indexed") };
        let row = coordinate(self.at_run_time(), ROWS);
        let lengths = (N, N * ROWS);
        let (place, mask) = checked_item::<E, P, M, C>(row, index.of_any(N), lengths, name, at);
        let parts = Local::parts_of(array.as_flattened_mut(), part);
        // SAFETY: the whole array; its indices are proven, checked, or promised by the author.
        unsafe { Q::store(parts, &place, v.conv(), mask) };
    }
}

/// An index of an array of rows or of a row, known when the kernel is compiled or not.
#[diagnostic::on_unimplemented(
    message = "a row is indexed with `{Self}`",
    label = "an index is an integer: an `i32`, an `Int`, an `Index`, a literal"
)]
pub trait AnyIndex<E: Exec> {
    /// Does it differ between lanes?
    type Sharing: Sharing<E>;
    /// What all lanes share, or each has.
    #[track_caller]
    fn of_any(self, len: usize) -> SharedAndVarying<E>;
}
macro_rules! known {
    ($($t:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Exec> AnyIndex<E> for $t {
            type Sharing = Shared;
            #[inline(always)]
            #[track_caller]
            fn of_any(self, len: usize) -> SharedAndVarying<E> {
                assert!((self as usize) < len, "portax: {self} is no index of {len} items");
                (E::int(self as i64), None)
            }
        }
    )* };
}
known! { usize i32 }
#[diagnostic::do_not_recommend]
impl<E: Exec, I: RunTimeIndex<Exec = E>> AnyIndex<E> for I {
    type Sharing = I::Sharing;
    #[inline(always)]
    fn of_any(self, _: usize) -> SharedAndVarying<E> {
        self.at_run_time()
    }
}

/// The place of an item of a row, of which all have `len` and there are `total`.
#[inline(always)]
#[track_caller]
pub(super) fn checked_item<E: Exec, P, M: MaskType<E>, C: Checking>(
    row: Coordinate<E>,
    item: SharedAndVarying<E>,
    (len, total): (usize, usize),
    name: &'static str,
    at: Lex<M, C>,
) -> (LocalPlace<E>, Option<E::Mask>) {
    let location = Location::caller();
    let parts = [row, coordinate(item, len)];
    checked(
        place_of_item::<E, P>(parts, (len, total), name, location),
        at,
    )
}

/// The place of an item of a row.
#[inline(always)]
fn place_of_item<E: Exec, P>(
    [row, item]: [Coordinate<E>; 2],
    (len, total): (usize, usize),
    name: &'static str,
    location: &'static Location<'static>,
) -> LocalPlace<E> {
    let each = |x: &Coordinate<E>| match x.varying {
        Some(x) => x,
        None => E::splat(E::int_to::<i32>(x.base)),
    };
    let varying = (row.varying.is_some() || item.varying.is_some()).then(|| {
        let first = E::mul::<i32>(each(&row), E::splat(E::lit(len as i32)));
        E::add::<i32>(first, each(&item))
    });
    let base = E::iadd(E::imul(row.base, E::int(len as i64)), item.base);
    LocalPlace {
        at: coordinate((base, varying), total),
        of_row: Some([row, item]),
        stride: size_of::<P>(),
        name,
        location,
    }
}

/// Rows are read and assigned item by item.
// SAFETY: its items.
unsafe impl<E: Exec, P: LocalElement<E>, const N: usize> LocalElement<E> for [P; N] {
    const SHARED: bool = P::SHARED;
    #[inline(always)]
    unsafe fn load(rows: Local<Self>, place: &LocalPlace<E>, m: Option<E::Mask>) -> Self {
        let load = |k| {
            let (items, place) = item_of_rows(rows, place, k);
            // SAFETY: the caller's promise: the item of a row inside is inside.
            unsafe { P::load(items, &place, m) }
        };
        crate::tab!(P, N, k => load(k))
    }
    #[inline(always)]
    unsafe fn store(rows: Local<Self>, place: &LocalPlace<E>, v: Self, m: Option<E::Mask>) {
        let mut k = 0;
        while k < N {
            let (items, place) = item_of_rows(rows, place, k);
            // SAFETY: as in `load`.
            unsafe { P::store(items, &place, v[k], m) };
            k += 1;
        }
    }
}

/// Where item `k` of a row is: in the array of all items, where rows lie side by side; otherwise they are fields of structs,
/// and the items `k` of all structs are an array of their own.
#[inline(always)]
fn item_of_rows<E: Exec, P, const N: usize>(
    rows: Local<[P; N]>,
    place: &LocalPlace<E>,
    k: usize,
) -> (Local<P>, LocalPlace<E>) {
    if place.stride != size_of::<[P; N]>() {
        return (rows.part(k * size_of::<P>()), *place);
    }
    let parts = [place.at, coordinate((E::int(k as i64), None), N)];
    let lengths = (N, N * rows.len());
    let place = place_of_item::<E, P>(parts, lengths, place.name, place.location);
    (rows.items(), place)
}
