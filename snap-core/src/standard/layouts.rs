//! A stage for each array between the stages, under any layout of that array: for studies of layouts. What the stage reads
//! or writes beside it is in `LayoutLeft`.
//!
//! The stages are the cheapest that go through the whole array: each layout is compiled once more for every executor.

use std::fmt;

use portax::layout::Layout;
use portax::view::ViewElement;
use portax::{AoSoA, Complex, LayoutLeft, LayoutRight, Prepared, Result, Space, TeamKernel, View};

use super::deal::{Deal, Dealt};
use super::deidrj::ComputeDeidrj;
use super::levels::{full, half};
use super::room::Room;
use super::sums::{SumUi, Transpose};
use super::symmetry::sources;
use crate::snap::list;

type C64 = Complex<f64>;

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
}

impl Array {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::U, Self::Ulisttot, Self::Ylist, Self::Du];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::U => "U",
            Self::Ulisttot => "Ulisttot",
            Self::Ylist => "Ylist",
            Self::Du => "dU",
        }
    }

    /// The stage that reads it.
    #[must_use]
    pub fn stage(self) -> &'static str {
        match self {
            Self::U => "sum_ui",
            Self::Ulisttot => "transpose_ui",
            Self::Ylist | Self::Du => "compute_deidrj",
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
    /// Do the elements of arrays differ? That takes a host's time, and matters to who looks at results.
    pub distinct: bool,
}

/// A stage under a layout of the array.
pub struct Case {
    /// The launch.
    pub launch: Prepared,
    /// Bytes of its arrays, each read or written once.
    pub bytes: usize,
    /// What it leaves.
    pub result: CaseResult,
}

/// What a stage leaves, in `LayoutLeft`.
pub enum CaseResult {
    /// Ulisttot.
    Complex(View<C64, 2>),
    /// The derivatives of the energy.
    Real(View<f64, 3>),
}

impl Case {
    /// Prepares the stage of an array under a layout, one of [`LAYOUTS`]; `None` for other names.
    ///
    /// # Errors
    /// [`portax::Error::OutOfMemory`]; what the space refuses.
    pub fn new(
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
            "LayoutRight" => maker.case::<LayoutRight>(array),
            "LayoutLeft" => maker.case::<LayoutLeft>(array),
            "AoSoA<1>" => maker.case::<AoSoA<1>>(array),
            "AoSoA<2>" => maker.case::<AoSoA<2>>(array),
            "AoSoA<4>" => maker.case::<AoSoA<4>>(array),
            "AoSoA<8>" => maker.case::<AoSoA<8>>(array),
            "AoSoA<16>" => maker.case::<AoSoA<16>>(array),
            "AoSoA<32>" => maker.case::<AoSoA<32>>(array),
            "AoSoA<64>" => maker.case::<AoSoA<64>>(array),
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
    fn case<L: Layout>(&self, array: Array) -> Result<Case> {
        match array {
            Array::U => self.sum_ui::<L>(),
            Array::Ulisttot => self.transpose_ui::<L>(),
            Array::Ylist => self.deidrj::<L, LayoutLeft>(),
            Array::Du => self.deidrj::<LayoutLeft, L>(),
        }
    }

    fn dealt(&self, items: usize) -> Dealt {
        self.deal.of(self.room.space, self.slots, items)
    }

    /// A view without zeros: those of hosts would all lie on one page.
    fn view<T: ViewElement, const R: usize, L: Layout>(
        &self,
        label: &'static str,
        extents: [usize; R],
        value: fn(usize) -> T,
    ) -> Result<View<T, R, L>> {
        let view = self.room.view(label, extents)?;
        if !self.size.distinct {
            view.fill(value(1))?;
            return Ok(view);
        }
        let number = |index: [usize; R]| index.iter().fold(1, |n, i| 31 * n + i) % 97;
        View::from_fn(self.room.space, label, extents, |index| {
            value(number(index))
        })
    }

    fn launch<K: TeamKernel>(
        &self,
        name: &'static str,
        deal: &Dealt,
        functor: &K,
    ) -> Result<Prepared> {
        self.room.space.prepare(name, deal.policy(), functor)
    }

    fn sum_ui<L: Layout>(&self) -> Result<Case> {
        let (values, neighbors) = (full(self.size.twojmax), self.size.neighbors);
        let deal = self.dealt(values);
        let ulisttot = self.view("ulisttot", [self.slots, values], complex)?;
        let functor = SumUi::<L> {
            ulist: self.view("ulist", [self.slots, neighbors, values], complex)?,
            weight: self.view("weight", [self.slots, neighbors], real)?,
            ulisttot: ulisttot.clone(),
            deal: deal.clone(),
        };
        Ok(Case {
            launch: self.launch("sum_ui", &deal, &functor)?,
            bytes: self.slots * (C64::BYTES * values * (neighbors + 1) + f64::BYTES * neighbors),
            result: CaseResult::Complex(ulisttot),
        })
    }

    fn transpose_ui<L: Layout>(&self) -> Result<Case> {
        let twojmax = self.size.twojmax;
        let (from, sources) = (half(twojmax), sources(twojmax, true));
        let deal = self.dealt(sources.len());
        let to = self.view("ulisttot", [self.slots, sources.len()], complex)?;
        let functor = Transpose::<L, LayoutLeft> {
            from: self.view("ulisttot_half", [self.slots, from], complex)?,
            source: list(self.room.space, "sources", &sources)?,
            to: to.clone(),
            deal: deal.clone(),
        };
        Ok(Case {
            launch: self.launch("transpose_ui", &deal, &functor)?,
            bytes: self.slots * C64::BYTES * (from + sources.len()),
            result: CaseResult::Complex(to),
        })
    }

    fn deidrj<Y: Layout, D: Layout>(&self) -> Result<Case> {
        let Size {
            neighbors, twojmax, ..
        } = self.size;
        let deal = self.dealt(neighbors);
        let dedr = self.view("dedr", [self.slots, neighbors, 3], real)?;
        let extents = [self.slots, neighbors, full(twojmax), 3];
        let functor = ComputeDeidrj::<Y, D> {
            ylist: self.view("ylist", [self.slots, half(twojmax)], complex)?,
            dulist: self.view("dulist", extents, complex)?,
            dedr: dedr.clone(),
            deal: deal.clone(),
            twojmax,
        };
        // Of the derivatives half the rows are read.
        let of_pair = 3 * (C64::BYTES * half(twojmax) + f64::BYTES);
        Ok(Case {
            launch: self.launch("compute_deidrj", &deal, &functor)?,
            bytes: self.slots * (C64::BYTES * half(twojmax) + neighbors * of_pair),
            result: CaseResult::Real(dedr),
        })
    }
}

fn real(n: usize) -> f64 {
    n as f64 / 64.0
}

fn complex(n: usize) -> C64 {
    Complex {
        re: real(n),
        im: -real(n * n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_gives_the_same() {
        let space = portax_backends::by_name("rayon").unwrap();
        let size = Size {
            natoms: 20,
            neighbors: 3,
            twojmax: 2,
            memory: usize::MAX,
            distinct: true,
        };
        for array in Array::ALL {
            for deal in [Deal::Atoms, Deal::ItemsFastest, Deal::AtomsFastest] {
                let results = LAYOUTS.map(|layout| {
                    let case = Case::new(&space, array, layout, deal, size)
                        .unwrap()
                        .unwrap();
                    case.launch.launch().unwrap();
                    space.fence().unwrap();
                    match case.result {
                        CaseResult::Complex(view) => {
                            let parts = view.to_vec().unwrap().into_iter();
                            parts.flat_map(|z| [z.re, z.im]).collect::<Vec<f64>>()
                        }
                        CaseResult::Real(view) => view.to_vec().unwrap(),
                    }
                });
                let first = &results[0];
                assert!(first.iter().any(|x| *x != first[0]), "{array}");
                assert!(results.iter().all(|r| r == first), "{array}, {deal:?}");
            }
        }
    }
}
