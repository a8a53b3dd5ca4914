//! Kernels recorded by hand, for the tests of everything that reads programs, and the tests of the recorder.

use super::*;
use crate::ir::{
    Access, AccessKind, Builtin, Expr, Id, Param, Per, Program, Promise, Shape, Stmt, Ty, Value,
    visit,
};
use crate::kernel::exec::*;
use crate::ops::{AtomicOp, Bin, Cmp, Scope};
use std::panic::Location;

/// A view with left layout, as the view layer binds it.
pub(crate) struct TestView {
    pub ptr: Id,
    pub info: usize,
    extents: Vec<Id>,
}

impl TestView {
    pub(crate) fn new(field: &str, rank: usize, ty: Ty) -> TestView {
        let (ptr, info) = buffer(field, rank, ty);
        TestView {
            ptr,
            info,
            extents: (0..rank).map(|d| extent(info, d)).collect(),
        }
    }

    pub(crate) fn scratch(label: &'static str, extents: &[i64]) -> TestView {
        let (ptr, info, _) = Trace::scratch::<f64>(
            (),
            label,
            extents.iter().product::<i64>() as usize,
            Per::Team,
            false,
        );
        TestView {
            ptr,
            info,
            extents: extents.iter().map(|&n| Trace::int(n)).collect(),
        }
    }

    /// Announces the access; the offset.
    #[track_caller]
    pub(crate) fn at(&self, indices: &[Id]) -> Id {
        let c = |d: usize| Coordinate {
            base: indices[d],
            step: Trace::int(0),
            varying: None,
            long: None,
            extent: self.extents[d],
        };
        match indices.len() {
            1 => Trace::access(self.info, true, [c(0)], None),
            2 => Trace::access(self.info, true, [c(0), c(1)], None),
            _ => Trace::access(self.info, true, [c(0), c(1), c(2)], None),
        };
        let mut offset = Trace::int(0);
        for (&i, &n) in indices.iter().zip(&self.extents).rev() {
            offset = Trace::iadd(Trace::imul(offset, n), i);
        }
        offset
    }

    #[track_caller]
    pub(crate) fn read(&self, indices: &[Id]) -> Id {
        let at = self.at(indices);
        // SAFETY: recording touches no memory.
        unsafe { Trace::load_lanes::<f64>(self.ptr, at, None) }
    }

    #[track_caller]
    pub(crate) fn read_int(&self, indices: &[Id]) -> Id {
        let at = self.at(indices);
        // SAFETY: recording touches no memory.
        Trace::to_int::<i32>(unsafe { Trace::load_lanes::<i32>(self.ptr, at, None) })
    }

    #[track_caller]
    pub(crate) fn write(&self, indices: &[Id], v: Id) {
        let at = self.at(indices);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_lanes::<f64>(self.ptr, at, v, None) };
    }

    #[track_caller]
    pub(crate) fn add_atomic(&self, indices: &[Id], v: Id) {
        let at = self.at(indices);
        // SAFETY: recording touches no memory.
        unsafe {
            Trace::atomic_drop::<f64>(
                AtomicOp::Add,
                Scope::Device,
                self.ptr,
                at,
                Trace::int(0),
                v,
                None,
            )
        };
    }

    pub(crate) fn n(&self, d: usize) -> Id {
        self.extents[d]
    }
}

pub(crate) fn f64s(field: &str, rank: usize) -> TestView {
    TestView::new(field, rank, Ty::F64)
}

pub(crate) fn work(d: u8) -> Id {
    builtin(Builtin::Work(d))
}

/// Records a range kernel.
pub(crate) fn range(name: &str, rank: usize, body: impl FnOnce()) -> Program {
    begin(name, Shape::Range { rank, right: false }, Promise::None);
    body();
    finish()
}

/// Records a team kernel.
pub(crate) fn team(name: &str, body: impl FnOnce()) -> Program {
    begin(name, Shape::Team, Promise::None);
    body();
    finish()
}

pub(crate) fn axpy() -> Program {
    range("axpy", 1, || {
        let (a, x, y) = (scalar::<f64>("a"), f64s("x", 1), f64s("y", 1));
        let i = work(0);
        let v = Trace::fma::<f64>(a, x.read(&[i]), y.read(&[i]));
        y.write(&[i], v);
    })
}

/// `y[i] = sum over k in 0..n of a[(i, k)] * x[k]`
pub(crate) fn row_sum() -> Program {
    range("row_sum", 1, || {
        let (a, x, y) = (f64s("a", 2), f64s("x", 1), f64s("y", 1));
        let i = work(0);
        let mut sum = Trace::var::<f64>(Trace::lit(0.0f64));
        for k in Trace::range(Trace::int(0), a.n(1)) {
            let now = Trace::read::<f64>(sum);
            let v = Trace::fma::<f64>(a.read(&[i, k]), x.read(&[k]), now);
            Trace::assign::<f64>(&mut sum, v, None);
        }
        y.write(&[i], Trace::read::<f64>(sum));
    })
}

/// `if i > 0 && i + 1 < n { y[i] = x[i - 1] + x[i + 1] }`
pub(crate) fn guarded_stencil() -> Program {
    range("stencil", 1, || {
        let (x, y) = (f64s("x", 1), f64s("y", 1));
        let (i, one) = (work(0), Trace::int(1));
        let (lower, upper) = (Trace::isub(i, one), Trace::iadd(i, one));
        let c = Trace::cbin(
            Bin::And,
            Trace::icmp(Cmp::Gt, i, Trace::int(0)),
            Trace::icmp(Cmp::Lt, upper, x.n(0)),
        );
        Trace::enter_mask(c, None);
        let v = Trace::add::<f64>(x.read(&[lower]), x.read(&[upper]));
        y.write(&[i], v);
        Trace::leave();
    })
}

/// `y[i] = x[i + 1 + STEPS[i % 3]]`
pub(crate) fn stencil_by_table() -> Program {
    range("stencil_by_table", 1, || {
        let (x, y) = (f64s("x", 1), f64s("y", 1));
        let (i, three) = (work(0), Trace::int(3));
        let steps = [-1, 0, 1].map(Trace::lit::<i32>);
        let place = LocalPlace {
            at: Coordinate {
                base: Trace::ibin(Bin::Rem, i, three),
                step: Trace::int(0),
                varying: None,
                long: Trace::no_long(),
                extent: three,
            },
            of_row: None,
            stride: size_of::<Id>(),
            name: "STEPS",
            location: Location::caller(),
        };
        // SAFETY: the array has three ids.
        let step = unsafe { Trace::load_local::<i32>(&raw const steps[0], 3, &place, None) };
        let next = Trace::iadd(i, Trace::int(1));
        let v = x.read(&[Trace::iadd(next, Trace::to_int::<i32>(step))]);
        y.write(&[i], v);
    })
}

/// `b[(c + 32 ty, r + 32 tx)] = a[(r + 32 tx, c + 32 ty)]` through a tile in scratch.
pub(crate) fn tiled_transpose(with_barrier: bool) -> Program {
    team("transpose", || {
        let (a, b) = (f64s("a", 2), f64s("b", 2));
        let tile = TestView::scratch("tile", &[33, 32]);
        let n = Trace::int(32);
        let tiles = Trace::ibin(Bin::Div, a.n(0), n);
        let league = Trace::league_rank(());
        let tx = Trace::imul(Trace::ibin(Bin::Rem, league, tiles), n);
        let ty = Trace::imul(Trace::ibin(Bin::Div, league, tiles), n);
        for r in Trace::thread_range((), Trace::int(0), n) {
            for c in Trace::vector_range((), n) {
                let v = a.read(&[Trace::iadd(c, tx), Trace::iadd(r, ty)]);
                tile.write(&[c, r], v);
            }
        }
        if with_barrier {
            Trace::barrier(());
        }
        for r in Trace::thread_range((), Trace::int(0), n) {
            for c in Trace::vector_range((), n) {
                let v = tile.read(&[r, c]);
                b.write(&[Trace::iadd(c, ty), Trace::iadd(r, tx)], v);
            }
        }
    })
}

/// `y[league] = sum over j in 0..n of x[(j, league)]`, by threads and lanes.
pub(crate) fn team_sum() -> Program {
    team("team_sum", || {
        let (x, y) = (f64s("x", 2), f64s("y", 1));
        let league = Trace::league_rank(());
        let mut sum = Trace::var::<f64>(Trace::lit(0.0f64));
        for j in Trace::team_vector_range((), x.n(0)) {
            let v = Trace::add::<f64>(Trace::read::<f64>(sum), x.read(&[j, league]));
            Trace::assign::<f64>(&mut sum, v, None);
        }
        let lanes = Trace::vector_reduce::<f64>((), Bin::Add, Trace::read::<f64>(sum));
        let all = Trace::team_reduce::<f64>((), Bin::Add, lanes);
        if Trace::enter_per_team(()) {
            y.write(&[league], all);
        }
        Trace::leave();
    })
}

fn count(program: &Program, which: impl Fn(&Stmt) -> bool) -> usize {
    let mut n = 0;
    visit(&program.body, &mut |s| n += usize::from(which(s)));
    n
}

#[test]
fn integer_arithmetic_is_folded_and_shared() {
    let program = range("fold", 1, || {
        let y = f64s("y", 1);
        let i = work(0);
        let seven = Trace::iadd(Trace::int(3), Trace::int(4));
        assert_eq!(seven, Trace::int(7));
        assert_eq!(Trace::iadd(i, Trace::int(0)), i);
        assert_eq!(Trace::imul(Trace::int(1), i), i);
        assert_eq!(Trace::isub(i, i), Trace::int(0));
        assert_eq!(Trace::isub(Trace::iadd(i, Trace::int(5)), Trace::int(5)), i);
        assert_eq!(Trace::iadd(i, y.n(0)), Trace::iadd(y.n(0), i));
        assert_eq!(
            Trace::ibin(Bin::Div, Trace::int(5), Trace::int(0)),
            Trace::int(0)
        );
        let big = Trace::lit(i32::MAX);
        assert_eq!(Trace::add::<i32>(big, Trace::lit(1)), Trace::lit(i32::MIN));
        assert_eq!(
            Trace::bin::<u32>(Bin::Sub, Trace::lit(0u32), Trace::lit(1u32)),
            Trace::lit(u32::MAX)
        );
    });
    // i + 5 and i + n
    assert_eq!(count(&program, |s| matches!(s, Stmt::Let(..))), 2);
}

#[test]
fn a_closed_block_shares_nothing() {
    let program = range("scopes", 1, || {
        let (i, n) = (work(0), end_param(0));
        let c = Trace::icmp(Cmp::Lt, i, n);
        Trace::enter(c);
        let inside = Trace::imul(i, n);
        Trace::leave();
        assert_ne!(Trace::imul(i, n), inside);
    });
    assert_eq!(
        count(&program, |s| matches!(
            s,
            Stmt::Let(_, Expr::Binary(Bin::Mul, ..))
        )),
        2
    );
}

#[test]
fn constant_conditions_leave_no_branch() {
    let program = range("prune", 1, || {
        let y = f64s("y", 1);
        let (t, f) = (
            Trace::cond(true),
            Trace::cbin(Bin::And, Trace::cond(true), Trace::cond(false)),
        );
        assert!(Trace::enter(t));
        y.write(&[work(0)], Trace::lit(1.0));
        assert!(!Trace::enter_else(t));
        Trace::leave();
        assert!(!Trace::enter(f));
        assert!(Trace::enter_else(f));
        y.write(&[work(0)], Trace::lit(2.0));
        Trace::leave();
    });
    assert_eq!(count(&program, |s| matches!(s, Stmt::If { .. })), 0);
    assert_eq!(count(&program, |s| matches!(s, Stmt::Store { .. })), 2);
}

#[test]
fn what_is_promised_leaves_no_branch_for_larger_ones() {
    let program = range("promised", 1, || {
        let (n, y) = (f64s("n", 1), f64s("y", 1));
        let n = Trace::at_most(n.read_int(&[work(0)]), 3);
        for k in 1..=8 {
            if Trace::enter(Trace::icmp(Cmp::Eq, n, Trace::int(k))) {
                y.write(&[work(0)], Trace::lit(k as f64));
            }
            Trace::leave();
        }
    });
    assert_eq!(count(&program, |s| matches!(s, Stmt::If { .. })), 3);
    assert_eq!(count(&program, |s| matches!(s, Stmt::Store { .. })), 3);
}

#[test]
fn short_constant_loops_vanish() {
    let program = range("loops", 1, || {
        let y = f64s("y", 1);
        for _ in Trace::range(Trace::int(2), Trace::int(2)) {
            y.write(&[work(0)], Trace::lit(0.0));
        }
        for k in Trace::range(Trace::int(2), Trace::int(3)) {
            assert_eq!(k, Trace::int(2));
            y.write(&[k], Trace::lit(1.0));
        }
    });
    assert_eq!(program.body.len(), 1);
    assert!(matches!(program.body[0], Stmt::Store { .. }));
}

#[test]
fn accesses_know_their_line_and_indices() {
    let program = axpy();
    let lines: Vec<u32> = program
        .accesses
        .iter()
        .map(|a: &Access| a.location.line())
        .collect();
    assert_eq!(program.accesses.len(), 3);
    assert!(program.accesses[0].location.file().ends_with("tests.rs"));
    assert_eq!(lines[0], lines[1]);
    assert_eq!(program.accesses[2].kind, AccessKind::Write);
    assert_eq!(program.accesses[2].indices, program.accesses[0].indices);
    assert_eq!(
        program.params.len(),
        1 + 2 * 2 + 2,
        "a, x, y, their extents, begin and end"
    );
}

#[test]
fn subviews_keep_the_fixed_indices() {
    let program = range("narrow", 1, || {
        let y = f64s("y", 3);
        let (i, k) = (work(0), Trace::int(4));
        let plane = Trace::narrow(y.info, 2, i, y.n(2));
        let column = Trace::narrow(plane, 0, k, y.n(0));
        let c = Coordinate {
            base: Trace::int(9),
            step: k,
            varying: None,
            long: None,
            extent: y.n(1),
        };
        Trace::access(column, true, [c], None);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<f64>(y.ptr, k, Trace::lit(0.0)) };
    });
    let access = &program.accesses[0];
    let constant = |k: usize| program.as_constant(access.indices[k]);
    assert_eq!(
        (access.view, constant(0), constant(1)),
        (0, Some(4), Some(9))
    );
    assert_eq!(
        program.values[access.indices[2] as usize].1,
        Value::Builtin(Builtin::Work(0))
    );
}

#[test]
fn a_panic_inside_a_body_leaves_the_next_recording_clean() {
    let broken = std::panic::catch_unwind(|| {
        range("broken", 1, || {
            Trace::enter(Trace::icmp(Cmp::Lt, work(0), end_param(0)));
            panic!("in the kernel");
        })
    });
    assert!(broken.is_err());
    let program = axpy();
    assert_eq!(program.params.len(), 7);
    assert_eq!(program.body.len(), 4);
}

#[test]
fn rows_are_checked_at_the_elements_they_load() {
    let program = range("two_rows", 1, || {
        let (table, x) = (f64s("table", 1), f64s("x", 1));
        let (a, b) = (work(0), Trace::int(8));
        // both rows are announced before either is loaded, and another view is read between
        table.at(&[a]);
        table.at(&[b]);
        x.read(&[a]);
        // SAFETY: recording touches no memory.
        unsafe { Trace::load_row::<f64>(table.ptr, a, 3) };
        // SAFETY: recording touches no memory.
        unsafe { Trace::load_row::<f64>(table.ptr, b, 0) };
    });
    let [x, first, second] = &program.accesses[..] else {
        panic!("{:?}", program.accesses)
    };
    assert_eq!((x.view, first.view, second.view), (1, 0, 0));
    assert_eq!(
        second
            .indices
            .iter()
            .map(|&i| program.as_constant(i))
            .collect::<Vec<_>>(),
        [Some(8), Some(9)]
    );
    assert_eq!(first.indices.len(), 2);
    assert_eq!(first.extents, [table_extent(&program); 2]);
}

fn table_extent(program: &Program) -> Id {
    let number = program
        .params
        .iter()
        .position(|p| *p == Param::Extent { view: 0, dim: 0 });
    let value = Value::Param(number.expect("the extent is an argument"));
    program
        .values
        .iter()
        .position(|v| v.1 == value)
        .expect("it has a value") as Id
}

#[test]
fn a_row_of_a_subview_keeps_the_fixed_index() {
    let program = range("sub_row", 1, || {
        let table = f64s("table", 2);
        let column = Trace::advance::<f64>(table.ptr, 1, work(0), table.n(0));
        let info = Trace::narrow(table.info, 1, work(0), table.n(1));
        let c = Coordinate {
            base: Trace::int(0),
            step: Trace::int(0),
            varying: None,
            long: None,
            extent: table.n(0),
        };
        Trace::access(info, true, [c], None);
        // SAFETY: recording touches no memory.
        unsafe { Trace::load_row::<f64>(column, Trace::int(4), 1) };
    });
    let indices = &program.accesses[0].indices;
    assert_eq!(
        indices
            .iter()
            .map(|&i| program.as_constant(i))
            .collect::<Vec<_>>(),
        [Some(4), Some(5), None]
    );
}

#[test]
fn scalars_of_one_name_stay_apart() {
    let program = range("scalars", 1, || {
        assert_ne!(scalar::<f64>("a"), scalar::<f64>("a"));
    });
    assert_eq!(program.params.len(), 4);
}

#[test]
fn arithmetic_of_indices_is_no_operation() {
    let program = range("stencil", 1, || {
        let (x, y) = (f64s("x", 1), f64s("y", 1));
        let before = x.read(&[Trace::isub(work(0), Trace::int(1))]);
        let after = x.read(&[Trace::iadd(work(0), Trace::int(1))]);
        y.write(&[work(0)], Trace::add::<f64>(before, after));
    });
    assert_eq!(program.operations(), Some(4));
}
