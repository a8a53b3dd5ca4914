//! What each pass makes of a small kernel.

use super::*;
use crate::ir::Ty;
use crate::ir::render::tests::PLAIN;
use crate::kernel::trace::tests::*;
use crate::kernel::trace::{Trace, builtin};
use crate::kernel::value::{Sum, Varying};
use crate::{
    kernel::exec::*,
    ops::{Bin, Cmp},
};

fn text(program: &Program, options: &RenderOptions) -> String {
    simplify(program, options).render(&PLAIN, options).text
}

#[track_caller]
fn contains(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}

#[test]
fn unused_loads_loops_and_variables_disappear() {
    let program = range("dead", 1, || {
        let (x, y) = (f64s("x", 1), f64s("y", 1));
        let mut unused = Trace::var::<f64>(Trace::lit(0.0));
        for k in Trace::range(Trace::int(0), x.n(0)) {
            let sum = Trace::add::<f64>(Trace::read::<f64>(unused), x.read(&[k]));
            Trace::assign::<f64>(&mut unused, sum, None);
        }
        y.write(&[work(0)], Trace::lit(1.0));
    });
    assert_eq!(program.body.len(), 3);
    let simple = simplify(&program, &RenderOptions::default());
    assert_eq!(simple.body.len(), 1);
    assert!(matches!(simple.body[0], Stmt::Store { .. }));
}

#[test]
fn a_guard_keeps_its_indices() {
    let program = range("guarded", 2, || {
        let y = f64s("y", 2);
        let row = Trace::ibin(Bin::Div, work(1), Trace::int(2));
        y.at(&[work(0), row]);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<f64>(y.ptr, work(0), Trace::lit(0.0)) };
    });
    let guarded = RenderOptions {
        guarded: vec![true],
        ..Default::default()
    };
    contains(
        &text(&program, &guarded),
        &["px_work1 / 2;", "px_inside(t", "f_y_n1"],
    );
    assert!(!text(&program, &RenderOptions::default()).contains("px_work1 / 2"));
}

#[test]
fn a_pointer_that_would_start_far_outside_does_not_walk() {
    let program = range("shifted", 1, || {
        let a = crate::kernel::trace::scalar::<i32>("a");
        let (table, y) = (f64s("table", 1), f64s("y", 1));
        // a is 3000: in 32 bits a * 1000000 wraps, and the index does not
        let shift = Trace::imul(Trace::to_int::<i32>(a), Trace::int(1_000_000));
        let shift = Trace::isub(shift, Trace::int(3_000_000_000));
        for k in Trace::range(Trace::int(0), y.n(0)) {
            let v = table.read(&[Trace::iadd(k, shift)]);
            y.write(&[work(0)], v);
        }
    });
    let text = text(&program, &RenderOptions::default());
    assert!(!text.contains("+= 1;"), "{text}");
}

/// `y[i] = sum over k of table[32 * k + i + 5] * table[32 * k + i]`
fn strided() -> Program {
    range("strided", 1, || {
        let (table, y) = (f64s("table", 1), f64s("y", 1));
        let mut sum = Trace::var::<f64>(Trace::lit(0.0));
        for k in Trace::range(Trace::int(2), y.n(0)) {
            let at = Trace::iadd(Trace::imul(k, Trace::int(32)), work(0));
            let product = Trace::mul::<f64>(
                table.read(&[Trace::iadd(at, Trace::int(5))]),
                table.read(&[at]),
            );
            let next = Trace::add::<f64>(Trace::read::<f64>(sum), product);
            Trace::assign::<f64>(&mut sum, next, None);
        }
        y.write(&[work(0)], Trace::read::<f64>(sum));
    })
}

#[test]
fn loads_in_loops_walk_one_pointer() {
    let text = text(&strided(), &RenderOptions::default());
    contains(
        &text,
        &[
            "const double* p",
            " = f_table + (px_work0 + 2 * 32);",
            "[5];",
            "[0];",
            " += 32;",
        ],
    );
    assert_eq!(text.matches("const double* p").count(), 1, "{text}");
    assert!(
        !text.contains("* 32;"),
        "the index arithmetic is gone\n{text}"
    );
}

#[test]
fn walks_start_from_values_that_are_visible() {
    let program = range("siblings", 1, || {
        let (x, y) = (f64s("x", 2), f64s("y", 1));
        for _ in 0..2 {
            Trace::enter(Trace::icmp(Cmp::Lt, work(0), y.n(0)));
            let mut sum = Trace::var::<f64>(Trace::lit(0.0));
            for k in Trace::range(Trace::int(0), y.n(0)) {
                let next = Trace::add::<f64>(Trace::read::<f64>(sum), x.read(&[k, work(0)]));
                Trace::assign::<f64>(&mut sum, next, None);
            }
            y.write(&[work(0)], Trace::read::<f64>(sum));
            Trace::leave();
        }
    });
    let text = text(&program, &RenderOptions::default());
    let second = text.rsplit("if (").next().unwrap_or_default();
    let start = second
        .split("= f_x + (")
        .nth(1)
        .and_then(|t| t.split(')').next())
        .expect("a walk");
    assert!(
        second.contains(&format!("const px_index {start} =")),
        "{start} is not defined in\n{second}"
    );
}

#[test]
fn strides_that_the_launch_knows_walk_too() {
    let program = row_sum();
    let unknown = text(&program, &RenderOptions::default());
    assert!(!unknown.contains("= f_a + ("), "{unknown}");
    let n0 = program
        .params
        .iter()
        .position(|p| *p == crate::ir::Param::Extent { view: 0, dim: 0 });
    let mut values = vec![None; program.params.len()];
    values[n0.expect("the extent is an argument")] = Some(10);
    let known = text(
        &program,
        &RenderOptions {
            values,
            ..Default::default()
        },
    );
    contains(
        &known,
        &["= f_a + (px_work0);", " += 10;", "= f_x;", " += 1;"],
    );
}

#[test]
fn addresses_that_change_inside_the_loop_do_not_walk() {
    let program = range("gather", 1, || {
        let (index, x, y) = (
            TestView::new("index", 1, Ty::I32),
            f64s("x", 1),
            f64s("y", 1),
        );
        let mut sum = Trace::var::<f64>(Trace::lit(0.0));
        for k in Trace::range(Trace::int(0), index.n(0)) {
            let j = Trace::iadd(index.read_int(&[k]), k);
            let next = Trace::add::<f64>(Trace::read::<f64>(sum), x.read(&[j]));
            Trace::assign::<f64>(&mut sum, next, None);
        }
        y.write(&[work(0)], Trace::read::<f64>(sum));
    });
    let text = text(&program, &RenderOptions::default());
    assert_eq!(
        text.matches(" += ").count(),
        1,
        "only `index` walks\n{text}"
    );
    contains(&text, &["const int* p", "= f_x[t"]);
}

#[test]
fn loads_from_scratch_at_a_distance_share_an_address() {
    let program = team("distance", || {
        let (index, y) = (TestView::new("index", 1, Ty::I32), f64s("y", 1));
        let tile = TestView::scratch("tile", &[64]);
        // SAFETY: recording touches no memory.
        let at = unsafe { Trace::load_lanes::<i32>(index.ptr, index.at(&[Trace::int(0)]), None) };
        let loads = [0, 1, 8].map(|k| {
            let at = Trace::add::<i32>(at, Trace::lit(k));
            tile.read(&[Trace::imul(Trace::to_int::<i32>(at), Trace::int(2))])
        });
        let alone = tile.read(&[Trace::league_rank(())]);
        let sum = loads.into_iter().fold(alone, Trace::add::<f64>);
        y.write(&[Trace::league_rank(())], sum);
    });
    let text = text(&program, &RenderOptions::default());
    contains(
        &text,
        &[
            "double* p",
            "[0];",
            "[2];",
            "[16];",
            "f_tile[px_league_rank]",
        ],
    );
    assert_eq!(text.matches("double* p").count(), 1, "{text}");
}

#[test]
fn invariant_index_arithmetic_leaves_the_loop() {
    let program = range("invariant", 1, || {
        let (a, y) = (f64s("a", 2), f64s("y", 1));
        for k in Trace::range(Trace::int(0), a.n(0)) {
            let v = a.read(&[k, work(0)]);
            y.write(&[work(0)], v);
        }
    });
    let text = text(&program, &RenderOptions::default());
    let (before, _) = text.split_once("for (").expect("a loop");
    assert!(before.contains("f_a_n0 * px_work0"), "{text}");
}

#[test]
fn pieces_of_a_row_are_one_load() {
    let rows = |writes_table: bool| {
        range("rows", 1, || {
            let (table, y) = (f64s("table", 1), f64s("y", 1));
            let at = Trace::imul(work(0), Trace::int(4));
            table.at(&[at]);
            // SAFETY: recording touches no memory.
            let w: Vec<Id> = (0..4)
                .map(|k| unsafe { Trace::load_row::<f64>(table.ptr, at, k) })
                .collect();
            let sum = w.iter().skip(1).fold(w[0], |a, &b| Trace::add::<f64>(a, b));
            y.write(&[work(0)], sum);
            if writes_table {
                table.write(&[work(0)], sum);
            }
        })
    };
    let options = RenderOptions::default();
    assert_eq!(
        text(&rows(false), &options)
            .matches("const double2 t")
            .count(),
        2
    );
    assert_eq!(text(&rows(true), &options).matches("double2 t").count(), 4);
}

/// Groups of four threads of eight lanes, which are sub-groups.
fn by_sub_groups() -> RenderOptions {
    RenderOptions {
        group_size: Some([8, 4]),
        sub_groups: true,
        ..Default::default()
    }
}

#[test]
fn sub_groups_join_lanes_without_scratch_and_barriers() {
    let options = by_sub_groups();
    let joined = text(&team_sum(), &options);
    contains(
        &joined,
        &[
            "kernel bound(32) sub_group(8) px_kernel_team_sum(",
            " = px_lanes_add_f64(t",
            ", 8);",
            // the team's own
            "scratch double f_reduction_2[32];",
            "  barrier();",
        ],
    );
    for gone in ["px_vector_barrier", "double f_reduction["] {
        assert!(!joined.contains(gone), "`{gone}` in\n{joined}");
    }
    let apart = RenderOptions {
        sub_groups: false,
        ..options
    };
    let by_tree = text(&team_sum(), &apart);
    contains(
        &by_tree,
        &["scratch double f_reduction[32];", "px_vector_barrier();"],
    );
    assert!(!by_tree.contains("sub_group("), "{by_tree}");
}

#[test]
fn sub_groups_leave_trees_of_elements_as_they_are() {
    // A pair of f64, joined by sums, then a number of the same type.
    type Sums = (Sum, Sum);
    let program = team("mixed", || {
        let (x, y) = (f64s("x", 1), f64s("y", 1));
        let v = x.read(&[builtin(Builtin::LaneRank)]);
        let (a, b) = Trace::vector_join::<(f64, f64), Sums>((), (Varying(v), Varying(v)));
        let both = Trace::add::<f64>(a.0, b.0);
        let all = Trace::vector_reduce::<f64>((), Bin::Add, both);
        y.write(&[Trace::league_rank(())], all);
    });
    let options = by_sub_groups();
    let text = text(&program, &options);
    contains(&text, &[" = px_lanes_add_f64(t"]);
    assert_eq!(
        text.matches("scratch double f_reduction").count(),
        2,
        "{text}"
    );
    assert_eq!(text.matches("px_vector_barrier();").count(), 3, "{text}");
    assert_eq!(text.matches("    f_reduction").count(), 2, "{text}");
}

#[test]
fn sub_groups_leave_scans_of_lanes_as_they_are() {
    let program = team("scanned", || {
        let (x, y) = (f64s("x", 1), f64s("y", 1));
        let v = x.read(&[builtin(Builtin::LaneRank)]);
        let sum = Trace::vector_reduce::<f64>((), Bin::Add, v);
        let (_, all) = Trace::vector_scan::<f64>((), Bin::Add, 0.0, v);
        y.write(&[Trace::league_rank(())], Trace::add::<f64>(sum, all));
    });
    let options = by_sub_groups();
    let text = text(&program, &options);
    contains(&text, &[" = px_lanes_add_f64(t"]);
    let count = |what| text.matches(what).count();
    assert_eq!(count("scratch double f_reduction"), 1, "{text}");
    assert_eq!(count("px_vector_barrier();"), 4, "{text}");
}

/// `while` as a kernel records it: halves `x[i]` until it is below 1, and counts.
fn halvings() -> Program {
    range("halvings", 1, || {
        let (x, y) = (f64s("x", 1), f64s("y", 1));
        let mut v = Trace::var::<f64>(x.read(&[work(0)]));
        let mut unused = Trace::var::<f64>(Trace::lit(0.0));
        for () in Trace::turns() {
            let c = Trace::cmp::<f64>(Cmp::Ge, Trace::read::<f64>(v), Trace::lit(1.0));
            Trace::stay_mask(c, None);
            let half = Trace::mul::<f64>(Trace::read::<f64>(v), Trace::lit(0.5));
            Trace::assign::<f64>(&mut v, half, None);
            Trace::assign::<f64>(&mut unused, half, None);
        }
        y.write(&[work(0)], Trace::read::<f64>(v));
    })
}

#[test]
fn a_loop_keeps_what_it_ends_by() {
    let simple = text(&halvings(), &RenderOptions::default());
    contains(&simple, &["for (;;) {", ") break;"]);
    let program = simplify(&halvings(), &RenderOptions::default());
    let mut assigned = 0;
    crate::ir::visit(&program.body, &mut |s| {
        assigned += usize::from(matches!(s, Stmt::Assign(..)))
    });
    assert_eq!(assigned, 1, "what nobody needs is not assigned");
}

#[test]
fn a_loop_that_does_nothing_disappears() {
    let program = range("idle", 1, || {
        let y = f64s("y", 1);
        let mut n = Trace::ivar(Trace::int(0));
        for () in Trace::turns() {
            Trace::stay(Trace::icmp(Cmp::Lt, Trace::iread(n), y.n(0)));
            let next = Trace::iadd(Trace::iread(n), Trace::int(1));
            Trace::iassign(&mut n, next);
        }
        y.write(&[work(0)], Trace::lit(1.0));
    });
    assert_eq!(simplify(&program, &RenderOptions::default()).body.len(), 1);
}
