//! Views of structs: each scalar of the elements has a place of its own, which the layout decides.
//!
//! A view of a struct is one allocation. In a kernel it is a view of every scalar, all of that allocation: its first
//! element's address, its identity for proofs and messages, and the strides of the whole in scalars of its own size.

use super::{
    InView, StoreInView, ViewElement, ViewIn,
    coords::{Coords, VaryingClass},
};
use crate::{
    kernel::{
        exec::{
            Exec, Lane, Scalar,
            native::{NativeInfo, NativePtr},
        },
        value::{
            Complex, IndexOf, LaneStep, Value,
            mask::{Checking, Lex, MaskType, NoMask, Unchecked},
        },
    },
    layout::{Layout, LayoutLeft, Mapping, Place, Scalars},
};
use std::{fmt, marker::PhantomData};

/// One scalar of the elements of a view.
pub struct Part<E: Exec, S: Scalar> {
    /// Address of the first element's.
    pub(crate) ptr: E::Ptr,
    /// Who it is, for messages and summaries.
    pub(crate) info: E::Info,
    /// Check accesses in this launch.
    pub(crate) check: bool,
    scalar: PhantomData<S>,
}

impl<E: Exec, S: Scalar> Clone for Part<E, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Exec, S: Scalar> Copy for Part<E, S> {}

impl<E: Exec, S: Scalar> Part<E, S> {
    /// The scalar at an address.
    #[inline(always)]
    pub(crate) fn new(ptr: E::Ptr, info: E::Info, check: bool) -> Self {
        Part {
            ptr,
            info,
            check,
            scalar: PhantomData,
        }
    }
}

/// An array of parts is indexed as a local array is.
impl<E: Exec, S: Scalar> Value<E> for Part<E, S> {
    #[inline(always)]
    fn var(self) -> Self {
        self
    }
    #[inline(always)]
    fn read(&self) -> Self {
        *self
    }
}

/// The places of all scalars of an element, or of a field: [`Part`]s in the shape of the value. `()` where the elements
/// of a view are numbers.
pub trait Parts<E: Exec>: Copy + Send + Sync + 'static {
    /// Each of them moved.
    fn moved(self, by: &impl Mover<E>) -> Self;
}

/// Moves places.
pub trait Mover<E: Exec> {
    /// One of them.
    fn part<S: Scalar>(&self, part: Part<E, S>) -> Part<E, S>;
}

/// Places that are read at indices of one class.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not read from a view",
    label = "no part of an element"
)]
pub trait LoadParts<E: Exec, Class>: Parts<E> {
    /// What they hold.
    type Value: Copy;
    /// Reads them.
    #[track_caller]
    fn load(self, from: &impl Reader<E, Class>) -> Self::Value;
}

/// Places that are written at indices of one class.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not written whole to a view at such an index",
    note = "write its fields one by one: `view[k].field = value`",
    note = "put arrays of tuples of a type parameter into a struct with `#[derive(Element)]`"
)]
pub trait StoreParts<E: Exec, Class>: LoadParts<E, Class> {
    /// Writes them.
    #[track_caller]
    fn store(self, v: Self::Value, to: &impl Writer<E, Class>);
}

/// Reads scalars of one element.
pub trait Reader<E: Exec, Class> {
    /// One of them.
    #[track_caller]
    fn read<S: Scalar + InView<E, Class>>(&self, part: Part<E, S>) -> S::Value;
}

/// Writes scalars of one element.
pub trait Writer<E: Exec, Class> {
    /// One of them.
    #[track_caller]
    fn write<S: Scalar + StoreInView<E, Class>>(&self, part: Part<E, S>, v: S::Value);
}

impl<E: Exec> Parts<E> for () {
    #[inline(always)]
    fn moved(self, _: &impl Mover<E>) -> Self {}
}

impl<E: Exec, S: Scalar> Parts<E> for Part<E, S> {
    #[inline(always)]
    fn moved(self, by: &impl Mover<E>) -> Self {
        by.part(self)
    }
}
impl<E: Exec, Class, S: Scalar + InView<E, Class, Value: Copy>> LoadParts<E, Class> for Part<E, S> {
    type Value = S::Value;
    #[inline(always)]
    #[track_caller]
    fn load(self, from: &impl Reader<E, Class>) -> S::Value {
        from.read(self)
    }
}
impl<E: Exec, Class, S: Scalar + StoreInView<E, Class, Value: Copy>> StoreParts<E, Class>
    for Part<E, S>
{
    #[inline(always)]
    #[track_caller]
    fn store(self, v: S::Value, to: &impl Writer<E, Class>) {
        to.write(self, v);
    }
}

impl<E: Exec, P: Parts<E>, const N: usize> Parts<E> for [P; N] {
    #[inline(always)]
    fn moved(self, by: &impl Mover<E>) -> Self {
        crate::tab!(P, N, k => self[k].moved(by))
    }
}
impl<E: Exec, Class, P: LoadParts<E, Class>, const N: usize> LoadParts<E, Class> for [P; N] {
    type Value = [P::Value; N];
    #[inline(always)]
    #[track_caller]
    fn load(self, from: &impl Reader<E, Class>) -> Self::Value {
        crate::tab!(P::Value, N, k => self[k].load(from))
    }
}
impl<E: Exec, Class, P: StoreParts<E, Class>, const N: usize> StoreParts<E, Class> for [P; N] {
    #[inline(always)]
    #[track_caller]
    fn store(self, v: Self::Value, to: &impl Writer<E, Class>) {
        let mut k = 0;
        while k < N {
            self[k].store(v[k], to);
            k += 1;
        }
    }
}

impl<E: Exec, P: Parts<E>> Parts<E> for Complex<P> {
    #[inline(always)]
    fn moved(self, by: &impl Mover<E>) -> Self {
        Complex {
            re: self.re.moved(by),
            im: self.im.moved(by),
        }
    }
}
impl<E: Exec, Class, P: LoadParts<E, Class>> LoadParts<E, Class> for Complex<P> {
    type Value = Complex<P::Value>;
    #[inline(always)]
    #[track_caller]
    fn load(self, from: &impl Reader<E, Class>) -> Self::Value {
        Complex {
            re: self.re.load(from),
            im: self.im.load(from),
        }
    }
}
impl<E: Exec, Class, P: StoreParts<E, Class>> StoreParts<E, Class> for Complex<P> {
    #[inline(always)]
    #[track_caller]
    fn store(self, v: Self::Value, to: &impl Writer<E, Class>) {
        self.re.store(v.re, to);
        self.im.store(v.im, to);
    }
}

macro_rules! tuples {
    ($($p:ident $k:tt),*) => {
        impl<E: Exec, $($p: Parts<E>),*> Parts<E> for ($($p,)*) {
            #[inline(always)]
            fn moved(self, by: &impl Mover<E>) -> Self {
                ($(self.$k.moved(by),)*)
            }
        }
        impl<E: Exec, Class, $($p: LoadParts<E, Class>),*> LoadParts<E, Class> for ($($p,)*) {
            type Value = ($($p::Value,)*);
            #[inline(always)]
            #[track_caller]
            fn load(self, from: &impl Reader<E, Class>) -> Self::Value {
                ($(self.$k.load(from),)*)
            }
        }
        impl<E: Exec, Class, $($p: StoreParts<E, Class>),*> StoreParts<E, Class> for ($($p,)*) {
            #[inline(always)]
            #[track_caller]
            fn store(self, v: Self::Value, to: &impl Writer<E, Class>) {
                $(self.$k.store(v.$k, to);)*
            }
        }
    };
}
tuples! { A 0, B 1 }
tuples! { A 0, B 1, C 2 }
tuples! { A 0, B 1, C 2, D 3 }

// ---- where they are
/// One step from an element to a scalar of it.
#[derive(Clone, Copy, Debug)]
pub enum PartStep {
    /// A field of a struct
    Field(&'static str),
    /// An element of an array, or a field of a tuple
    Item(usize),
}

/// The way from an element to a scalar, as in `.position[2]`.
pub struct PartPath<'a>(pub &'a [PartStep]);

impl fmt::Display for PartPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|step| match step {
            PartStep::Field(name) => write!(f, ".{name}"),
            PartStep::Item(k) => write!(f, "[{k}]"),
        })
    }
}

/// Gives the scalars of an element their places, in order.
pub trait Placer<E: Exec> {
    /// The next scalar.
    fn scalar<S: Scalar>(&mut self) -> Part<E, S>;
    /// A struct begins or ends, whose largest scalar has so many bytes.
    fn align(&mut self, bytes: usize);
    /// What follows is a part of the last.
    fn enter(&mut self, step: PartStep);
    /// Back to the whole.
    fn leave(&mut self);
}

/// The scalars of one element in host memory.
struct HostPlacer {
    /// Start of the memory, or of the element's tile
    memory: *mut u8,
    scalars: Scalars,
    /// Scalars of a plane
    plane: usize,
    /// Where the element is in its tile or in the planes
    at: usize,
}

impl HostPlacer {
    fn new<T: ViewElement, const R: usize>(
        memory: *mut u8,
        mapping: &Mapping<R>,
        index: [usize; R],
    ) -> Self {
        let (tile, at) = mapping.tile_of(index);
        HostPlacer {
            memory: memory.wrapping_add(tile * T::tile(mapping.tile)),
            scalars: Scalars::new(mapping.tile),
            plane: mapping.plane,
            at,
        }
    }
}

impl Placer<Lane> for HostPlacer {
    #[inline(always)]
    fn scalar<S: Scalar>(&mut self) -> Part<Lane, S> {
        let first = match self.scalars.next(size_of::<S>()) {
            Place::Plane(before) => before * self.plane,
            Place::Tile(at) => at,
        };
        let byte = first + self.at * size_of::<S>();
        let ptr = NativePtr(self.memory.wrapping_add(byte));
        Part::new(ptr, NativeInfo::local("host"), false)
    }
    #[inline(always)]
    fn align(&mut self, bytes: usize) {
        self.scalars.align(bytes);
    }
    fn enter(&mut self, _: PartStep) {}
    fn leave(&mut self) {}
}

/// Places nothing: for elements that are numbers.
pub(crate) struct NoPlaces;

impl<E: Exec> Placer<E> for NoPlaces {
    fn scalar<S: Scalar>(&mut self) -> Part<E, S> {
        unreachable!("a number has no parts")
    }
    fn align(&mut self, _: usize) {}
    fn enter(&mut self, _: PartStep) {}
    fn leave(&mut self) {}
}

/// Accesses what a part is at the address of.
struct Here;

impl Here {
    fn view<S: Scalar + ViewElement>(part: Part<Lane, S>) -> ViewIn<Lane, S, 1, LayoutLeft> {
        ViewIn {
            ptr: part.ptr,
            extents: [1],
            strides: [1],
            plane: 1,
            info: part.info,
            natural_width: 1,
            check: false,
            element: PhantomData,
            parts: S::placed(&mut NoPlaces),
        }
    }
    const FIRST: IndexOf<Lane> = IndexOf {
        base: 0,
        step: LaneStep,
    };
    fn context() -> Lex<NoMask, Unchecked> {
        Lex {
            mask: NoMask,
            check: PhantomData,
        }
    }
}
impl Reader<Lane, VaryingClass> for Here {
    #[inline(always)]
    fn read<S: Scalar + InView<Lane, VaryingClass>>(&self, part: Part<Lane, S>) -> S::Value {
        S::load(&Here::view(part), Here::FIRST, Here::context())
    }
}
impl Writer<Lane, VaryingClass> for Here {
    #[inline(always)]
    fn write<S: Scalar + StoreInView<Lane, VaryingClass>>(&self, part: Part<Lane, S>, v: S::Value) {
        S::store(&Here::view(part), Here::FIRST, v, Here::context());
    }
}

/// Reads a struct on the host.
///
/// # Safety
/// The memory is that of a view of `T` with this mapping, valid for reads, and the index is inside.
pub unsafe fn read_on_host<T, const R: usize>(
    memory: *mut u8,
    mapping: &Mapping<R>,
    index: [usize; R],
) -> <T::Parts<Lane> as LoadParts<Lane, VaryingClass>>::Value
where
    T: ViewElement,
    T::Parts<Lane>: LoadParts<Lane, VaryingClass>,
{
    let parts = T::placed::<Lane>(&mut HostPlacer::new::<T, R>(memory, mapping, index));
    parts.load(&Here)
}

/// Writes a struct on the host.
///
/// # Safety
/// As for [`read_on_host`], valid for writes.
pub unsafe fn write_on_host<T, const R: usize>(
    memory: *mut u8,
    mapping: &Mapping<R>,
    index: [usize; R],
    v: <T::Parts<Lane> as LoadParts<Lane, VaryingClass>>::Value,
) where
    T: ViewElement,
    T::Parts<Lane>: StoreParts<Lane, VaryingClass>,
{
    let parts = T::placed::<Lane>(&mut HostPlacer::new::<T, R>(memory, mapping, index));
    parts.store(v, &Here);
}

// ---- accesses in kernels
/// One element of a view of structs, at an index.
struct Element<'a, E: Exec, T: ViewElement, const R: usize, L: Layout, I, M, C> {
    view: &'a ViewIn<E, T, R, L>,
    i: I,
    at: Lex<M, C>,
}

impl<E, T, const R: usize, L, I, M, C> Reader<E, I::Class> for Element<'_, E, T, R, L, I, M, C>
where
    E: Exec,
    T: ViewElement,
    L: Layout,
    I: Coords<E, R>,
    M: MaskType<E>,
    C: Checking,
{
    #[inline(always)]
    #[track_caller]
    fn read<S: Scalar + InView<E, I::Class>>(&self, part: Part<E, S>) -> S::Value {
        S::load(&self.view.part(part), self.i, self.at)
    }
}
impl<E, T, const R: usize, L, I, M, C> Writer<E, I::Class> for Element<'_, E, T, R, L, I, M, C>
where
    E: Exec,
    T: ViewElement,
    L: Layout,
    I: Coords<E, R>,
    M: MaskType<E>,
    C: Checking,
{
    #[inline(always)]
    #[track_caller]
    fn write<S: Scalar + StoreInView<E, I::Class>>(&self, part: Part<E, S>, v: S::Value) {
        S::store(&self.view.part(part), self.i, v, self.at);
    }
}

/// Reads these parts of the struct at an index.
#[inline(always)]
#[track_caller]
pub fn load_parts<E, T, const R: usize, L, I, M, C, P>(
    view: &ViewIn<E, T, R, L>,
    i: I,
    parts: P,
    at: Lex<M, C>,
) -> P::Value
where
    E: Exec,
    T: ViewElement,
    L: Layout,
    I: Coords<E, R>,
    M: MaskType<E>,
    C: Checking,
    P: LoadParts<E, I::Class>,
{
    parts.load(&Element { view, i, at })
}

/// Writes these parts of the struct at an index.
#[inline(always)]
#[track_caller]
pub fn store_parts<E, T, const R: usize, L, I, M, C, P>(
    view: &ViewIn<E, T, R, L>,
    i: I,
    parts: P,
    v: P::Value,
    at: Lex<M, C>,
) where
    E: Exec,
    T: ViewElement,
    L: Layout,
    I: Coords<E, R>,
    M: MaskType<E>,
    C: Checking,
    P: StoreParts<E, I::Class>,
{
    parts.store(v, &Element { view, i, at });
}
