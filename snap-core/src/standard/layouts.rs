//! A stage for each array between the stages, under any layout of that array: for studies of layouts. What the stage reads
//! or writes beside it is in `LayoutLeft`.
//!
//! The stages are the cheapest that go through the whole array: each layout is compiled once more for every executor.

use std::fmt;

use portax::layout::Layout;
use portax::view::ViewElement;
use portax::{
    AoSoA, Complex, Float, LayoutLeft, LayoutRight, Prepared, Result, Space, TeamKernel, View,
};

use super::deal::{Deal, Dealt};
use super::deidrj::ComputeDeidrj;
use super::fast::{ComputeBi, GradientToC};
use super::levels::{full, half};
use super::room::Room;
use super::sums::{SumUi, Transpose};
use super::symmetry::sources;
use crate::error::Error;
use crate::snap::{is_f64, list, rounded, rows};
use crate::tables::{
    BasisChange, BispectrumTerms, CubicForm, HalfPlane, MomentLayout, radial_count,
};

/// An array between the stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// U of every pair, all rows.
    U,
    /// Its sum over neighbours, half the rows.
    Ulisttot,
    /// Y, half the rows.
    Ylist,
    /// The derivatives of U of every pair, all rows, in three directions.
    Du,
    /// V of `fast`, Ulisttot without signs.
    V,
    /// G of `fast`, the derivatives of the energy by V.
    G,
}

impl Array {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::U,
        Self::Ulisttot,
        Self::Ylist,
        Self::Du,
        Self::V,
        Self::G,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::U => "U",
            Self::Ulisttot => "Ulisttot",
            Self::Ylist => "Ylist",
            Self::Du => "dU",
            Self::V => "V",
            Self::G => "G",
        }
    }

    /// The stage that reads it.
    #[must_use]
    pub fn stage(self) -> &'static str {
        match self {
            Self::U => "sum_ui",
            Self::Ulisttot => "transpose_ui",
            Self::Ylist | Self::Du => "compute_deidrj",
            Self::V => "compute_bi",
            Self::G => "gradient_to_c",
        }
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The layouts, as they are written in Rust.
pub const LAYOUTS: [&str; 9] = [
    "LayoutRight",
    "LayoutLeft",
    "AoSoA<1>",
    "AoSoA<2>",
    "AoSoA<4>",
    "AoSoA<8>",
    "AoSoA<16>",
    "AoSoA<32>",
    "AoSoA<64>",
];

/// How many atoms with how many neighbours, and the largest angular momentum.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Atoms, rounded up to whole vectors.
    pub natoms: usize,
    /// Neighbours of each.
    pub neighbors: usize,
    /// Twice the largest angular momentum.
    pub twojmax: usize,
    /// Bytes of memory, at most.
    pub memory: usize,
    /// The numbers.
    pub numbers: Numbers,
    /// What they are at first.
    pub content: Content,
}

/// What the elements of arrays are before the stage runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// All the same and not zero: arrays of zeros on hosts would lie on one page.
    Alike,
    /// Different ones, which takes a host's time: to check what the stage leaves.
    Different,
}

/// The type of the numbers of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Double precision.
    F64,
    /// Single precision, which devices have alone, with the feature `f32`: each layout is compiled once more.
    F32,
}

impl Numbers {
    /// `double` or `single`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "double",
            Self::F32 => "single",
        }
    }
}

/// A stage under a layout of the array.
pub struct Case {
    /// The launch.
    pub launch: Prepared,
    /// Bytes of its arrays, each read or written once.
    pub bytes: usize,
    result: Box<dyn Fn() -> Result<Vec<f64>>>,
}

impl Case {
    /// Prepares the stage of an array under a layout, one of [`LAYOUTS`]; `None` for other names.
    ///
    /// # Errors
    /// [`Error::NoStandard`] without the feature `standard`; [`portax::Error::OutOfMemory`]; what the space refuses;
    /// [`Error::NoF32`].
    pub fn new(
        space: &Space,
        array: Array,
        layout: &str,
        deal: Deal,
        size: Size,
    ) -> std::result::Result<Option<Self>, Error> {
        match size.numbers {
            #[cfg(not(feature = "standard"))]
            _ => Err(Error::NoStandard),
            #[cfg(feature = "standard")]
            Numbers::F64 => Ok(Self::of::<f64>(space, array, layout, deal, size)?),
            #[cfg(all(feature = "standard", feature = "f32"))]
            Numbers::F32 => Ok(Self::of::<f32>(space, array, layout, deal, size)?),
            #[cfg(all(feature = "standard", not(feature = "f32")))]
            Numbers::F32 => Err(Error::NoF32),
        }
    }

    /// What the launch has left in the array that it writes, complex numbers as their two parts.
    ///
    /// # Errors
    /// What reading from the device gives.
    pub fn result(&self) -> Result<Vec<f64>> {
        (self.result)()
    }

    fn of<T: Float>(
        space: &Space,
        array: Array,
        layout: &str,
        deal: Deal,
        size: Size,
    ) -> Result<Option<Self>> {
        let maker = Maker {
            room: Room::new(space, size.memory),
            deal,
            slots: size.natoms.next_multiple_of(space.natural_width()),
            size,
        };
        let case = match layout {
            "LayoutRight" => maker.case::<T, LayoutRight>(array),
            "LayoutLeft" => maker.case::<T, LayoutLeft>(array),
            "AoSoA<1>" => maker.case::<T, AoSoA<1>>(array),
            "AoSoA<2>" => maker.case::<T, AoSoA<2>>(array),
            "AoSoA<4>" => maker.case::<T, AoSoA<4>>(array),
            "AoSoA<8>" => maker.case::<T, AoSoA<8>>(array),
            "AoSoA<16>" => maker.case::<T, AoSoA<16>>(array),
            "AoSoA<32>" => maker.case::<T, AoSoA<32>>(array),
            "AoSoA<64>" => maker.case::<T, AoSoA<64>>(array),
            _ => return Ok(None),
        };
        case.map(Some)
    }
}

struct Maker<'a> {
    room: Room<'a>,
    deal: Deal,
    slots: usize,
    size: Size,
}

impl Maker<'_> {
    fn case<T: Float, L: Layout>(&self, array: Array) -> Result<Case> {
        match array {
            Array::U => self.sum_ui::<T, L>(),
            Array::Ulisttot => self.transpose_ui::<T, L>(),
            Array::Ylist => self.deidrj::<T, L, LayoutLeft>(),
            Array::Du => self.deidrj::<T, LayoutLeft, L>(),
            Array::V => self.bi::<T, L>(),
            Array::G => self.gradient_to_c::<T, L>(),
        }
    }

    fn dealt(&self, items: usize) -> Dealt {
        self.deal.of(self.room.space, self.slots, items)
    }

    fn view<T: ViewElement, const R: usize, L: Layout>(
        &self,
        label: &'static str,
        extents: [usize; R],
        value: fn(usize) -> T,
    ) -> Result<View<T, R, L>> {
        let view = self.room.view(label, extents)?;
        match self.size.content {
            Content::Alike => view.fill(value(1)).map(|()| view),
            Content::Different => numbered(self.room.space, &view, value),
        }
    }

    fn launch<T: Float, K: TeamKernel>(
        &self,
        name: &'static str,
        deal: &Dealt,
        functor: &K,
    ) -> Result<Prepared> {
        match const { is_f64::<T>() } {
            true => deal.prepare(self.room.space, name, functor),
            false => deal.prepare_on_device(self.room.space, name, functor),
        }
    }

    fn sum_ui<T: Float, L: Layout>(&self) -> Result<Case> {
        let (values, neighbors) = (full(self.size.twojmax), self.size.neighbors);
        let deal = self.dealt(values);
        let ulisttot = self.view("ulisttot", [self.slots, values], complex::<T>)?;
        let functor = SumUi::<T, L> {
            ulist: self.view("ulist", [self.slots, neighbors, values], complex)?,
            weight: self.view("weight", [self.slots, neighbors], real)?,
            ulisttot: ulisttot.clone(),
            deal: deal.clone(),
        };
        let bytes = Complex::<T>::BYTES * values * (neighbors + 1) + T::BYTES * neighbors;
        Ok(Case {
            launch: self.launch::<T, _>("sum_ui", &deal, &functor)?,
            bytes: self.slots * bytes,
            result: parts(ulisttot),
        })
    }

    fn transpose_ui<T: Float, L: Layout>(&self) -> Result<Case> {
        let twojmax = self.size.twojmax;
        let (from, sources) = (half(twojmax), sources(twojmax, true));
        let deal = self.dealt(sources.len());
        let to = self.view("ulisttot", [self.slots, sources.len()], complex::<T>)?;
        let functor = Transpose::<T, L, LayoutLeft> {
            from: self.view("ulisttot_half", [self.slots, from], complex)?,
            source: rows(self.room.space, "sources", &sources)?,
            to: to.clone(),
            deal: deal.clone(),
        };
        Ok(Case {
            launch: self.launch::<T, _>("transpose_ui", &deal, &functor)?,
            bytes: self.slots * Complex::<T>::BYTES * (from + sources.len()),
            result: parts(to),
        })
    }

    fn deidrj<T: Float, Y: Layout, D: Layout>(&self) -> Result<Case> {
        let Size {
            neighbors, twojmax, ..
        } = self.size;
        let deal = self.dealt(neighbors);
        let dedr = self.view("dedr", [self.slots, neighbors, 3], real::<T>)?;
        let extents = [self.slots, neighbors, full(twojmax), 3];
        let functor = ComputeDeidrj::<T, Y, D> {
            ylist: self.view("ylist", [self.slots, half(twojmax)], complex)?,
            dulist: self.view("dulist", extents, complex)?,
            dedr: dedr.clone(),
            deal: deal.clone(),
            twojmax,
        };
        // Of the derivatives half the rows are read.
        let of_pair = 3 * (Complex::<T>::BYTES * half(twojmax) + T::BYTES);
        let of_atom = Complex::<T>::BYTES * half(twojmax) + neighbors * of_pair;
        Ok(Case {
            launch: self.launch::<T, _>("compute_deidrj", &deal, &functor)?,
            bytes: self.slots * of_atom,
            result: numbers(dedr),
        })
    }

    fn bi<T: Float, L: Layout>(&self) -> Result<Case> {
        let space = self.room.space;
        let form = CubicForm::new(self.size.twojmax, false);
        let terms = BispectrumTerms::new(&form);
        let descriptors = terms.starts.len() - 1;
        let deal = self.dealt(descriptors);
        let blist = self.view("blist", [self.slots, descriptors], real::<f64>)?;
        let functor = ComputeBi::<T, L> {
            ulisttot: self.view("v", [self.slots, form.nvalues()], complex)?,
            items: rows(space, "items", &terms.items)?,
            w0: list(space, "w0", &rounded(&terms.w0))?,
            starts: list(space, "starts", &terms.starts)?,
            blist: blist.clone(),
            deal: deal.clone(),
        };
        let of_atom = Complex::<T>::BYTES * form.nvalues() + f64::BYTES * descriptors;
        Ok(Case {
            launch: self.launch::<T, _>("compute_bi", &deal, &functor)?,
            bytes: self.slots * of_atom,
            result: numbers(blist),
        })
    }

    fn gradient_to_c<T: Float, L: Layout>(&self) -> Result<Case> {
        let (space, twojmax) = (self.room.space, self.size.twojmax);
        let layout = MomentLayout::new(twojmax);
        let (values, moments) = (HalfPlane::new(twojmax).nvalues(), layout.nvalues());
        let change = BasisChange::new(&layout);
        let deal = self.dealt(change.items.len());
        let c = self.view("c", [self.slots, moments], real::<T>)?;
        let functor = GradientToC::<T, L> {
            ylist: self.view("g", [self.slots, values], complex)?,
            items: rows(space, "items", &change.items)?,
            t: list(space, "t", &rounded(&change.t))?,
            c: c.clone(),
            deal: deal.clone(),
            shapes: radial_count(twojmax, 0),
        };
        let of_atom = Complex::<T>::BYTES * values + T::BYTES * moments;
        Ok(Case {
            launch: self.launch::<T, _>("gradient_to_c", &deal, &functor)?,
            bytes: self.slots * of_atom,
            result: numbers(c),
        })
    }
}

fn real<T: Float>(n: usize) -> T {
    T::from_f64(n as f64 / 64.0)
}

fn complex<T: Float>(n: usize) -> Complex<T> {
    Complex {
        re: real(n),
        im: T::from_f64((n * n) as f64 / -64.0),
    }
}

fn numbers<T: Float, const R: usize>(view: View<T, R>) -> Box<dyn Fn() -> Result<Vec<f64>>> {
    Box::new(move || Ok(view.to_vec()?.into_iter().map(T::to_f64).collect()))
}

/// A view like this one, whose elements differ.
fn numbered<T: ViewElement, const R: usize, L: Layout>(
    space: &Space,
    view: &View<T, R, L>,
    value: fn(usize) -> T,
) -> Result<View<T, R, L>> {
    let number = |index: [usize; R]| index.iter().fold(1, |n, i| 31 * n + i) % 97;
    View::from_fn(space, "numbered", view.extents(), |index| {
        value(number(index))
    })
}

fn parts<T: Float>(view: View<Complex<T>, 2>) -> Box<dyn Fn() -> Result<Vec<f64>>> {
    Box::new(move || {
        let parts = view.to_vec()?.into_iter().flat_map(|z| [z.re, z.im]);
        Ok(parts.map(T::to_f64).collect())
    })
}
