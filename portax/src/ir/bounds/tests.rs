//! Verdicts on small kernels at the sizes where they change.

use super::*;
use crate::exec::Exec;
use crate::exec::trace::Trace;
use crate::exec::trace::tests::*;

/// Arguments of a range kernel: extents by view, and the range's ends.
fn launch(program: &Program, extents: &[&[i64]], ends: &[i64]) -> Launch {
    let value = |p: &Param| match p {
        Param::Extent { view, dim } => Some(extents[*view][*dim]),
        Param::Begin(_) => Some(0),
        Param::End(d) => Some(ends[*d]),
        _ => None,
    };
    Launch {
        params: program.params.iter().map(value).collect(),
        league_size: 4,
        team_size: 8,
        vector_length: 32,
    }
}

fn verdicts(program: &Program, extents: &[&[i64]], ends: &[i64]) -> Vec<Verdict> {
    check(program, &launch(program, extents, ends))
}

fn violated(indices: &[i64], extents: &[i64]) -> Verdict {
    Verdict::Violated {
        indices: indices.to_vec(),
        extents: extents.to_vec(),
    }
}

#[test]
fn own_indices_are_proven_up_to_the_extent() {
    let program = axpy();
    assert_eq!(
        verdicts(&program, &[&[100], &[100]], &[100]),
        vec![Verdict::Proven; 3]
    );
    let short = verdicts(&program, &[&[100], &[99]], &[100]);
    assert_eq!(
        short,
        [
            Verdict::Proven,
            violated(&[99], &[99]),
            violated(&[99], &[99])
        ]
    );
    assert_eq!(
        verdicts(&program, &[&[0], &[0]], &[0]),
        vec![Verdict::Proven; 3]
    );
}

#[test]
fn a_condition_narrows_what_it_compares() {
    let program = guarded_stencil();
    assert_eq!(
        verdicts(&program, &[&[50], &[50]], &[50]),
        vec![Verdict::Proven; 3]
    );
    // y is one shorter than the condition's x: i reaches 48
    assert_eq!(
        verdicts(&program, &[&[50], &[49]], &[50]),
        vec![Verdict::Proven; 3]
    );
    let y48 = verdicts(&program, &[&[50], &[48]], &[50]);
    assert_eq!(
        y48[2],
        Verdict::Unknown,
        "under a condition nothing is certain"
    );
}

#[test]
fn loop_variables_are_bounded_by_their_loop() {
    let program = row_sum();
    assert_eq!(
        verdicts(&program, &[&[10, 6], &[6], &[10]], &[10]),
        vec![Verdict::Proven; 3]
    );
    let short = verdicts(&program, &[&[10, 6], &[5], &[10]], &[10]);
    assert_eq!(short[1], violated(&[5], &[5]));
    let empty = verdicts(&program, &[&[10, 0], &[0], &[10]], &[10]);
    assert_eq!(empty, vec![Verdict::Proven; 3]);
}

#[test]
fn tiles_of_a_transpose_are_proven_where_they_fit() {
    let program = tiled_transpose(true);
    let all = verdicts(&program, &[&[64, 64], &[64, 64], &[33, 32]], &[]);
    // tx is at most 32 by the remainder; ty = league / 2 * 32 with 4 teams
    assert_eq!(all, vec![Verdict::Proven; 4]);
    let small = verdicts(&program, &[&[64, 64], &[64, 63], &[33, 32]], &[]);
    assert_eq!(small[3], Verdict::Unknown);
}

#[test]
fn dealt_loops_reach_their_end() {
    let program = team_sum();
    let sum = |n: i64, leagues: i64| {
        let mut l = launch(&program, &[&[n, leagues], &[4]], &[]);
        l.params[1] = Some(n);
        check(&program, &l)
    };
    assert_eq!(sum(1000, 4)[0], Verdict::Proven);
    assert_eq!(sum(1000, 3)[0], violated(&[0, 3], &[1000, 3]));
}

#[test]
fn loaded_indices_are_left_to_checks_unless_compared() {
    let gather = |checked: bool| {
        range("gather", 1, || {
            let (index, x, y) = (
                TestView::new("index", 1, Ty::I32),
                f64s("x", 1),
                f64s("y", 1),
            );
            let j = index.read_int(&[work(0)]);
            let inside = Trace::cbin(
                Bin::And,
                Trace::icmp(Cmp::Ge, j, Trace::int(0)),
                Trace::icmp(Cmp::Lt, j, x.n(0)),
            );
            if checked {
                Trace::enter(inside);
            }
            let v = x.read(&[j]);
            y.write(&[work(0)], v);
            if checked {
                Trace::leave();
            }
        })
    };
    let extents: [&[i64]; 3] = [&[10], &[20], &[10]];
    assert_eq!(
        verdicts(&gather(false), &extents, &[10])[1],
        Verdict::Unknown
    );
    assert_eq!(verdicts(&gather(true), &extents, &[10])[1], Verdict::Proven);
}

#[test]
fn wrapping_integers_prove_nothing() {
    let program = range("wrap", 1, || {
        let y = f64s("y", 1);
        let big = Trace::mul::<i32>(Trace::int_to::<i32>(work(0)), Trace::lit(1 << 30));
        let c = Trace::cmp::<i32>(Cmp::Lt, big, Trace::lit(1));
        Trace::enter_mask(c, None);
        y.write(&[work(0)], Trace::lit(0.0));
        Trace::leave();
    });
    // 4 << 30 wraps to 0, so iteration 4 gets in
    assert_eq!(verdicts(&program, &[&[4]], &[5])[0], Verdict::Unknown);
}

#[test]
fn remainders_minima_and_halves_are_bounded() {
    let program = range("operations", 1, || {
        let y = f64s("y", 1);
        let i = work(0);
        y.write(&[Trace::ibin(Bin::Rem, i, Trace::int(7))], Trace::lit(0.0));
        y.write(&[Trace::ibin(Bin::Min, i, Trace::int(6))], Trace::lit(0.0));
        y.write(
            &[Trace::ibin(Bin::Div, i, Trace::int(100))],
            Trace::lit(0.0),
        );
        y.write(&[Trace::ibin(Bin::Shr, i, Trace::int(7))], Trace::lit(0.0));
    });
    assert_eq!(
        verdicts(&program, &[&[7]], &[700]),
        vec![Verdict::Proven; 4]
    );
    assert_eq!(
        verdicts(&program, &[&[6]], &[700]),
        [
            Verdict::Unknown,
            Verdict::Unknown,
            Verdict::Unknown,
            Verdict::Proven
        ]
    );
}

#[test]
fn judging_a_small_program_takes_microseconds() {
    let program = tiled_transpose(true);
    let numbers = launch(&program, &[&[64, 64], &[64, 64], &[33, 32]], &[]);
    let start = std::time::Instant::now();
    for _ in 0..100 {
        check(&program, &numbers);
    }
    assert!(
        start.elapsed().as_millis() < 100,
        "{:?} for 100",
        start.elapsed()
    );
}
