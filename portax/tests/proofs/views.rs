//! Views of the kernel language, bound to the recorder: every access goes the way that a kernel's takes.

use crate::case::Case;
use crate::memory::{Memory, SCRATCH, SCRATCH_GRID, TILE};
use portax::ir::{Id, Ty};
use portax::kernel::exec::{Scalar, Values};
use portax::kernel::functor::{Bind, Binder, BoundView};
use portax::kernel::team::{TeamIn, single_context};
use portax::kernel::trace::{self, Trace};
use portax::kernel::value::mask::{Checked, Lex, NoMask, Single};
use portax::kernel::value::{
    Bool, Complex, IndexOf, IntOf, LaneStep, UniformBool, UniformOf, Varying,
};
use portax::kernel::view::{At, AtSet, Coords, InView, PartPath, ViewIn};
use portax::layout::{InTile, Layout};
use portax::{AoSoA, IntRow, LayoutLeft, LayoutRight, LayoutStride, View};
use std::sync::LazyLock;

/// The team of a recorded kernel.
// SAFETY: the recorder's team is `()`, which has no bytes.
pub const TEAM: TeamIn<Trace> = unsafe { std::mem::transmute::<(), TeamIn<Trace>>(()) };

/// The context of a body that is checked.
pub fn lex() -> Lex<NoMask, Checked> {
    // SAFETY: what is recorded here never runs.
    unsafe { Lex::top() }
}

/// The context in which places that all lanes share are stored to, too.
fn single() -> Lex<Single, Checked> {
    single_context(lex())
}

/// One view of each kind, for its type: launches are judged with numbers of their own.
struct Views {
    table: View<i32, 1>,
    left: View<f64, 2>,
    right: View<i32, 2, LayoutRight>,
    tiles: View<i32, 2, AoSoA<TILE>>,
    cube: View<f64, 3, LayoutRight>,
    flags: View<bool, 1>,
    rows: View<IntRow<4>, 1>,
    floats: View<f64, 1>,
    pairs: View<Complex<f64>, 1>,
    strided: View<i32, 2, LayoutStride>,
}

static VIEWS: LazyLock<Views> = LazyLock::new(|| Views::new().expect("small views in host memory"));

impl Views {
    fn new() -> portax::Result<Views> {
        let space = portax_backends::by_name("rayon")?;
        Ok(Views {
            table: View::new(&space, "table", [2])?,
            left: View::new(&space, "left", [2, 2])?,
            right: View::new(&space, "right", [2, 2])?,
            tiles: View::new(&space, "tiles", [2, 2])?,
            cube: View::new(&space, "cube", [2, 2, 2])?,
            flags: View::new(&space, "flags", [2])?,
            rows: View::new(&space, "rows", [2])?,
            floats: View::new(&space, "floats", [2])?,
            pairs: View::new(&space, "pairs", [2])?,
            strided: View::with_layout(&space, "strided", [2, 2], LayoutStride::new([1, 2]))?,
        })
    }
}

/// Makes arguments of the program.
struct Arguments {
    view: usize,
}

impl Binder<Trace> for Arguments {
    fn view(&mut self, view: BoundView<'_>) -> (Id, usize, bool) {
        let (ptr, number) = trace::buffer(view.field, view.extents.len(), view.ty);
        self.view = number;
        (ptr, number, true)
    }

    fn extent(&mut self, dim: usize, _: usize) -> Id {
        trace::extent(self.view, dim)
    }

    fn stride(&mut self, dim: usize, _: usize) -> Id {
        trace::stride(self.view, dim)
    }

    fn part(&mut self, path: PartPath<'_>, ptr: Id) -> (usize, bool) {
        (trace::part(self.view, &path.to_string(), ptr), true)
    }

    fn scalar<T: Scalar>(&mut self, field: &'static str, _: T) -> Id {
        trace::scalar::<T>(field)
    }
}

fn bound<V: Bind>(view: &V, memory: Memory) -> V::In<Trace> {
    view.bind::<Trace>(memory.field(), &mut Arguments { view: 0 })
}

type In<T, const R: usize, L = LayoutLeft> = ViewIn<Trace, T, R, L>;

/// The views of one program.
#[derive(Default)]
pub struct Bound {
    table: Option<In<i32, 1>>,
    line: Option<In<i32, 1>>,
    left: Option<In<f64, 2>>,
    right: Option<In<i32, 2, LayoutRight>>,
    tiles: Option<In<i32, 2, AoSoA<TILE>>>,
    cube: Option<In<f64, 3, LayoutRight>>,
    flags: Option<In<bool, 1>>,
    rows: Option<In<IntRow<4>, 1>>,
    floats: Option<In<f64, 1>>,
    pairs: Option<In<Complex<f64>, 1>>,
    strided: Option<In<i32, 2, LayoutStride>>,
    scratch: Option<In<i32, 1>>,
    scratch_grid: Option<In<i32, 2>>,
}

/// A subview or tile.
#[derive(Clone, Copy)]
pub enum Narrowed {
    Left(In<f64, 1>),
    Right(In<i32, 1, LayoutRight>),
    Tile(In<i32, 2, InTile<TILE>>),
    Cube(In<f64, 2, LayoutRight>),
}

/// An index of one of the three kinds that views take.
#[derive(Clone, Copy)]
pub enum Ix {
    Int(Id),
    Lane(Id),
    Word(Id),
}

/// What is done to an element.
#[derive(Clone, Copy)]
pub enum Act {
    Load,
    Store(Id),
    /// Adds, within the team or the device
    Atomic(Id, bool),
}

/// Whether the elements are floats.
pub fn is_real(memory: Memory) -> bool {
    memory.scalars().0 == Ty::F64
}

/// A value of the kernel language that the recorder has as one id.
trait Recorded {
    fn of(id: Id) -> Self;
    fn id(self) -> Id;
}

macro_rules! recorded {
    ($($t:ty)*) => { $(
        impl Recorded for $t {
            fn of(id: Id) -> Self {
                Self(id)
            }
            fn id(self) -> Id {
                self.0
            }
        }
    )* };
}
recorded! { IntOf<Trace> Varying<Trace, i32> Varying<Trace, f64> UniformOf<Trace, f64> Bool<Trace> UniformBool<Trace> }

impl<R: Recorded> Recorded for Complex<R> {
    fn of(id: Id) -> Self {
        Complex {
            re: R::of(id),
            im: R::of(id),
        }
    }

    fn id(self) -> Id {
        let [re, im] = [self.re.id(), self.im.id()];
        Trace::add::<f64>(re, im)
    }
}

/// The value to store in a view at such indices.
fn value<T, const R: usize, L: Layout, I: Coords<Trace, R>>(
    _: &In<T, R, L>,
    _: &I,
    x: Id,
) -> <T as InView<Trace, I::Class>>::Value
where
    T: InView<Trace, I::Class, Value: Recorded>,
{
    Recorded::of(x)
}

/// Loads or stores at indices of known kinds.
macro_rules! plain {
    ($view:expr, $i:expr, $act:expr) => {{
        let mut view = $view;
        match $act {
            Act::Load => view.at($i, lex()).id(),
            Act::Store(x) | Act::Atomic(x, _) => {
                let stored = value(&view, &$i, x);
                view.set($i, stored, single());
                x
            }
        }
    }};
}

/// The same, and atomic sums.
macro_rules! atomic {
    ($view:expr, $i:expr, $act:expr) => {
        match $act {
            Act::Atomic(x, true) => $view.atomic_fetch_add_team($i, Varying(x), lex()).0,
            Act::Atomic(x, false) => $view.atomic_fetch_add($i, Varying(x), lex()).0,
            act => plain!($view, $i, act),
        }
    };
}

/// The index as the value of the kernel language that it is.
macro_rules! typed {
    ($i:expr, $x:ident => $then:expr) => {
        match $i {
            Ix::Int(id) => {
                let $x = IntOf::<Trace>(id);
                $then
            }
            Ix::Lane(id) => {
                let $x = IndexOf::<Trace> {
                    base: id,
                    step: LaneStep,
                };
                $then
            }
            Ix::Word(id) => {
                let $x = Varying::<Trace, i32>(id);
                $then
            }
        }
    };
}

macro_rules! touch_1 {
    ($how:ident, $view:expr, $at:expr, $act:expr) => {
        typed!($at[0], i => $how!($view, i, $act))
    };
}
macro_rules! touch_2 {
    ($how:ident, $view:expr, $at:expr, $act:expr) => {
        typed!($at[0], i => typed!($at[1], j => $how!($view, (i, j), $act)))
    };
}
macro_rules! touch_3 {
    ($how:ident, $view:expr, $at:expr, $act:expr) => {
        typed!($at[0], i => typed!($at[1], j => typed!($at[2], k => $how!($view, (i, j, k), $act))))
    };
}

const HERE: &str = "a body uses views of its program";

impl Bound {
    /// Binds the views of a launch and its scratch.
    pub fn new(case: &Case) -> Bound {
        let mut all = Bound::default();
        for &(memory, _) in &case.views {
            all.bind(memory);
        }
        if case.scratch {
            all.scratch = Some(TEAM.scratch(SCRATCH));
            all.scratch_grid = Some(TEAM.scratch(SCRATCH_GRID));
        }
        all
    }

    fn bind(&mut self, memory: Memory) {
        let views = &*VIEWS;
        match memory {
            Memory::Table => self.table = Some(bound(&views.table, memory)),
            Memory::Line => self.line = Some(bound(&views.table, memory)),
            Memory::Left => self.left = Some(bound(&views.left, memory)),
            Memory::Right => self.right = Some(bound(&views.right, memory)),
            Memory::Tiles => self.tiles = Some(bound(&views.tiles, memory)),
            Memory::Cube => self.cube = Some(bound(&views.cube, memory)),
            Memory::Flags => self.flags = Some(bound(&views.flags, memory)),
            Memory::Rows => self.rows = Some(bound(&views.rows, memory)),
            Memory::Floats => self.floats = Some(bound(&views.floats, memory)),
            Memory::Pairs => self.pairs = Some(bound(&views.pairs, memory)),
            Memory::Strided => self.strided = Some(bound(&views.strided, memory)),
            Memory::Scratch | Memory::ScratchGrid => {}
        }
    }

    pub fn rows(&self) -> In<IntRow<4>, 1> {
        self.rows.expect(HERE)
    }

    pub fn extent(&self, memory: Memory, d: usize) -> Id {
        let extent = match memory {
            Memory::Table => self.table.expect(HERE).extent(d),
            Memory::Line => self.line.expect(HERE).extent(d),
            Memory::Left => self.left.expect(HERE).extent(d),
            Memory::Right => self.right.expect(HERE).extent(d),
            Memory::Tiles => self.tiles.expect(HERE).extent(d),
            Memory::Cube => self.cube.expect(HERE).extent(d),
            Memory::Flags => self.flags.expect(HERE).extent(d),
            Memory::Rows => self.rows.expect(HERE).extent(d),
            Memory::Floats => self.floats.expect(HERE).extent(d),
            Memory::Pairs => self.pairs.expect(HERE).extent(d),
            Memory::Strided => self.strided.expect(HERE).extent(d),
            Memory::Scratch => self.scratch.expect(HERE).extent(d),
            Memory::ScratchGrid => self.scratch_grid.expect(HERE).extent(d),
        };
        extent.0
    }

    /// Row `at` of four integers.
    pub fn row(&self, at: Id) -> [Id; 4] {
        self.rows().at(IntOf::<Trace>(at), lex()).map(|x| x.0)
    }

    /// Element `k` of the row of four floats that starts at `start`.
    pub fn float(&self, start: Id, k: usize) -> Id {
        let floats = self.floats.expect(HERE);
        let row = floats.row(IntOf::<Trace>(start), 4, lex());
        row.at(k, lex()).0
    }

    pub fn narrow(&self, memory: Memory, at: Id) -> Narrowed {
        let at = IntOf::<Trace>(at);
        match memory {
            Memory::Left => Narrowed::Left(self.left.expect(HERE).subview(at, lex())),
            Memory::Right => Narrowed::Right(self.right.expect(HERE).subview(at, lex())),
            Memory::Tiles => Narrowed::Tile(self.tiles.expect(HERE).tile(at, lex())),
            Memory::Cube => Narrowed::Cube(self.cube.expect(HERE).subview(at, lex())),
            _ => unreachable!("this view has no parts"),
        }
    }

    pub fn touch(&self, memory: Memory, at: &[Ix], act: Act) -> Id {
        match memory {
            Memory::Table => touch_1!(atomic, self.table.expect(HERE), at, act),
            Memory::Line => touch_1!(atomic, self.line.expect(HERE), at, act),
            Memory::Left => touch_2!(plain, self.left.expect(HERE), at, act),
            Memory::Right => touch_2!(atomic, self.right.expect(HERE), at, act),
            Memory::Tiles => touch_2!(atomic, self.tiles.expect(HERE), at, act),
            Memory::Cube => touch_3!(plain, self.cube.expect(HERE), at, act),
            Memory::Flags => touch_1!(plain, self.flags.expect(HERE), at, act),
            Memory::Floats => touch_1!(plain, self.floats.expect(HERE), at, act),
            Memory::Pairs => touch_1!(plain, self.pairs.expect(HERE), at, act),
            Memory::Strided => touch_2!(atomic, self.strided.expect(HERE), at, act),
            Memory::Scratch => touch_1!(atomic, self.scratch.expect(HERE), at, act),
            Memory::ScratchGrid => touch_2!(atomic, self.scratch_grid.expect(HERE), at, act),
            Memory::Rows => unreachable!("rows are read whole"),
        }
    }
}

impl Narrowed {
    pub fn touch(self, at: &[Ix], act: Act) -> Id {
        match self {
            Narrowed::Left(view) => touch_1!(plain, view, at, act),
            Narrowed::Right(view) => touch_1!(atomic, view, at, act),
            Narrowed::Tile(view) => touch_2!(atomic, view, at, act),
            Narrowed::Cube(view) => touch_2!(plain, view, at, act),
        }
    }
}
