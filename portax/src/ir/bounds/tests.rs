//! Verdicts on small kernels at the sizes where they change.

use super::*;
use crate::kernel::exec::*;
use crate::kernel::trace::Trace;
use crate::kernel::trace::tests::*;

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
        rounded: false,
    }
}

fn verdicts(program: &Program, extents: &[&[i64]], ends: &[i64]) -> Vec<Verdict> {
    check(program, &launch(program, extents, ends)).verdicts
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
        vec![const { Verdict::Proven }; 3]
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
        vec![const { Verdict::Proven }; 3]
    );
}

#[test]
fn a_condition_narrows_what_it_compares() {
    let program = guarded_stencil();
    assert_eq!(
        verdicts(&program, &[&[50], &[50]], &[50]),
        vec![const { Verdict::Proven }; 3]
    );
    // y is one shorter than the condition's x: i reaches 48
    assert_eq!(
        verdicts(&program, &[&[50], &[49]], &[50]),
        vec![const { Verdict::Proven }; 3]
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
        vec![const { Verdict::Proven }; 3]
    );
    let short = verdicts(&program, &[&[10, 6], &[5], &[10]], &[10]);
    assert_eq!(short[1], violated(&[5], &[5]));
    let empty = verdicts(&program, &[&[10, 0], &[0], &[10]], &[10]);
    assert_eq!(empty, vec![const { Verdict::Proven }; 3]);
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
        check(&program, &l).verdicts
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

/// Does the program need 64-bit indices, in a safe launch and in a promised one?
fn needs_64_bits(program: &Program, n: i64) -> [bool; 2] {
    let judgement = check(program, &launch(program, &[&[n], &[n]], &[n]));
    let guarded: Vec<bool> = judgement
        .verdicts
        .iter()
        .map(|v| *v != Verdict::Proven)
        .collect();
    [Leaves::IfLoaded, Leaves::IfCarried]
        .map(|from| judgement.needs_64_bits(program, &guarded, from))
}

/// `y[i]` from what `body` makes of a loop's variable below the extent.
fn with_loop(body: impl Fn(&TestView, Id) -> Id) -> Program {
    range("loop", 1, || {
        let (x, y) = (TestView::new("x", 1, Ty::I32), f64s("y", 1));
        for q in Trace::range(Trace::int(0), x.n(0)) {
            let v = body(&x, q);
            y.write(&[work(0)], v);
        }
    })
}

fn cube(q: Id) -> Id {
    Trace::imul(Trace::imul(q, q), q)
}

#[test]
fn products_that_are_compared_or_converted_need_64_bits_where_they_are_large() {
    let value = with_loop(|_, q| Trace::int_to::<f64>(cube(q)));
    let compared = with_loop(|_, q| {
        let c = Trace::icmp(Cmp::Lt, cube(q), Trace::int(5));
        Trace::uselect::<f64>(c, Trace::lit(1.0), Trace::lit(2.0))
    });
    let divided = with_loop(|x, q| {
        let rest = Trace::ibin(Bin::Rem, cube(q), x.n(0));
        Trace::cast::<i32, f64>(Trace::int_to::<i32>(rest))
    });
    for program in [value, compared, divided] {
        assert_eq!(needs_64_bits(&program, 1290), [false; 2], "{program}");
        assert_eq!(needs_64_bits(&program, 1292), [true; 2], "{program}");
    }
}

#[test]
fn halves_of_a_reduction_need_no_64_bits() {
    let program = with_loop(|_, q| {
        let half = Trace::ibin(Bin::Shr, Trace::int(32), q);
        let c = Trace::icmp(Cmp::Lt, Trace::iadd(q, half), Trace::int(32));
        Trace::uselect::<f64>(c, Trace::lit(1.0), Trace::lit(2.0))
    });
    assert_eq!(needs_64_bits(&program, 1000), [false; 2], "{program}");
}

#[test]
fn rounded_numbers_stand_for_all_smaller_ones() {
    let program = with_loop(|_, q| Trace::int_to::<f64>(cube(q)));
    let of = |n: i64| launch(&program, &[&[n], &[n]], &[n]);
    let needs =
        |numbers: &Launch| check(&program, numbers).needs_64_bits(&program, &[], Leaves::IfCarried);
    assert_eq!(of(900).rounded(), of(1024).rounded());
    assert!(!needs(&of(900).rounded()));
    assert!(needs(&of(1100).rounded()) && !needs(&of(1100)));
}

#[test]
fn products_of_which_the_low_half_is_used_need_no_64_bits() {
    let low = with_loop(|_, q| Trace::cast::<i32, f64>(Trace::int_to::<i32>(cube(q))));
    let bits = with_loop(|_, q| {
        let bits = Trace::ibin(Bin::And, cube(q), Trace::int(7));
        Trace::int_to::<f64>(bits)
    });
    for program in [low, bits] {
        assert_eq!(needs_64_bits(&program, 3000), [false; 2], "{program}");
    }
}

#[test]
fn a_checked_index_is_exact_and_an_unchecked_one_is_promised() {
    let program = with_loop(|x, q| {
        let at = x.read_int(&[q]);
        let at = Trace::iadd(Trace::imul(at, Trace::int(3)), q);
        Trace::cast::<i32, f64>(Trace::int_to::<i32>(x.read_int(&[at])))
    });
    assert_eq!(needs_64_bits(&program, 100), [true, false], "{program}");
}

#[test]
fn integers_of_64_bits_are_cut_where_they_are_large() {
    const SIZES: [&[i64]; 4] = [&[100]; 4];
    let loaded = || {
        let z = TestView::new("z", 1, Ty::I64);
        // SAFETY: recording touches no memory.
        unsafe { Trace::load_uniform::<i64>(z.ptr, z.at(&[work(0)])) }
    };
    let compared = with_loop(|_, q| {
        let c = Trace::icmp(Cmp::Lt, Trace::to_int::<i64>(loaded()), q);
        Trace::uselect::<f64>(c, Trace::lit(1.0), Trace::lit(2.0))
    });
    let numbers = launch(&compared, &SIZES, &[100]);
    let needs = check(&compared, &numbers).needs_64_bits(&compared, &[], Leaves::ByNumbers);
    assert!(needs, "an index made of them, promised or not: {compared}");
    let cut = with_loop(|_, _| Trace::cast::<i32, f64>(Trace::cast::<i64, i32>(loaded())));
    let numbers = launch(&cut, &SIZES, &[100]);
    assert!(
        check(&cut, &numbers).wraps(&cut, Leaves::ByNumbers),
        "{cut}"
    );
    let sum = with_loop(|_, _| Trace::cast::<i64, f64>(Trace::add::<i64>(loaded(), loaded())));
    let judgement = check(&sum, &launch(&sum, &SIZES, &[100]));
    assert!(!judgement.wraps(&sum, Leaves::IfLoaded), "{sum}");
    assert!(
        !judgement.needs_64_bits(&sum, &[], Leaves::IfLoaded),
        "{sum}"
    );
}

#[test]
fn variables_of_straight_code_keep_their_range() {
    let chosen = |carried: bool| {
        with_loop(|x, q| {
            let mut v = Trace::ivar(q);
            let c = Trace::icmp(Cmp::Lt, q, Trace::int(5));
            Trace::enter(c);
            Trace::iassign(&mut v, Trace::iadd(q, x.n(0)));
            Trace::leave();
            if carried {
                for _ in Trace::range(Trace::int(0), q) {
                    let next = Trace::iadd(Trace::iread(v), Trace::int(1));
                    Trace::iassign(&mut v, next);
                }
            }
            Trace::int_to::<f64>(Trace::imul(Trace::iread(v), Trace::int(1000)))
        })
    };
    assert_eq!(needs_64_bits(&chosen(false), 1000), [false; 2]);
    assert_eq!(needs_64_bits(&chosen(false), 1 << 22), [true; 2]);
    assert_eq!(needs_64_bits(&chosen(true), 1000), [true; 2]);
}

#[test]
fn literals_of_more_than_32_bits_that_are_divided_or_checked_need_64() {
    let divided = with_loop(|x, _| {
        let rest = Trace::ibin(Bin::Rem, Trace::int(1 << 40), x.n(0));
        Trace::cast::<i32, f64>(Trace::int_to::<i32>(rest))
    });
    let checked = with_loop(|x, _| {
        Trace::cast::<i32, f64>(Trace::int_to::<i32>(
            x.read_int(&[Trace::int((1 << 32) + 1)]),
        ))
    });
    for program in [divided, checked] {
        assert_eq!(needs_64_bits(&program, 7), [true; 2], "{program}");
    }
}

#[test]
fn a_pointer_that_walks_far_needs_64_bits() {
    // x[(q - n / 2) * 50000] for q from n / 2 on, where a walking pointer starts far below x
    let program = with_loop(|x, q| {
        let half = Trace::ibin(Bin::Div, x.n(0), Trace::int(2));
        Trace::enter(Trace::icmp(Cmp::Eq, q, half));
        let at = Trace::imul(Trace::isub(q, half), Trace::int(50_000));
        let v = x.read_int(&[at]);
        Trace::leave();
        Trace::cast::<i32, f64>(Trace::int_to::<i32>(v))
    });
    assert_eq!(needs_64_bits(&program, 20_000), [false; 2], "{program}");
    assert_eq!(needs_64_bits(&program, 30_000), [true; 2], "{program}");
}

#[test]
fn ranks_that_are_not_dealt_anything_do_not_get_there() {
    // 3 of 8 threads run the loop: y[team rank] is inside of 3
    let program = team("few", || {
        let y = f64s("y", 1);
        for i in Trace::thread_range((), Trace::int(0), Trace::int(3)) {
            for _ in Trace::thread_range((), Trace::int(0), Trace::int(2)) {
                y.write(&[Trace::team_rank(())], Trace::lit(1.0));
                y.write(&[i], Trace::lit(1.0));
            }
        }
    });
    assert_eq!(verdicts(&program, &[&[3]], &[])[0], Verdict::Unknown);
    assert_eq!(verdicts(&program, &[&[2]], &[])[1], Verdict::Unknown);
}

#[test]
fn a_branch_gives_its_variable_a_range() {
    let program = range("branch", 1, || {
        let (index, x, y) = (
            TestView::new("index", 1, Ty::I32),
            f64s("x", 1),
            f64s("y", 1),
        );
        let i = work(0);
        let mut at = Trace::ivar(Trace::int(0));
        let inside = Trace::icmp(Cmp::Lt, i, Trace::int(5));
        Trace::enter(inside);
        let found = index.read_int(&[i]);
        let found = Trace::ibin(Bin::And, found, Trace::int(7));
        Trace::iassign(&mut at, found);
        Trace::leave();
        let v = x.read(&[Trace::iread(at)]);
        y.write(&[i], v);
    });
    assert_eq!(
        verdicts(&program, &[&[5], &[8], &[100]], &[100]),
        vec![const { Verdict::Proven }; 3]
    );
    assert_eq!(
        verdicts(&program, &[&[5], &[7], &[100]], &[100])[1],
        Verdict::Unknown
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

#[test]
fn a_loop_that_is_left_says_what_holds_after_it() {
    let program = range("left", 1, || {
        let (x, y) = (TestView::new("x", 1, Ty::I32), f64s("y", 1));
        for q in Trace::range(Trace::int(0), Trace::int(100)) {
            Trace::stay(Trace::icmp(Cmp::Lt, q, y.n(0)));
            y.write(&[q], Trace::lit(0.0));
            let v = x.read(&[q]);
            y.write(&[work(0)], v);
        }
    });
    let found = verdicts(&program, &[&[50], &[60]], &[60]);
    assert_eq!(found, [Verdict::Proven, Verdict::Unknown, Verdict::Proven]);
    let always = verdicts(&program, &[&[100], &[60]], &[60]);
    assert_eq!(always, [const { Verdict::Proven }; 3]);
}

#[test]
fn a_variable_that_a_loop_hands_on_is_not_proven() {
    let program = range("carried", 1, || {
        let y = f64s("y", 1);
        let mut k = Trace::ivar(Trace::int(0));
        for () in Trace::turns() {
            Trace::stay(Trace::icmp(Cmp::Lt, Trace::iread(k), Trace::int(5)));
            y.write(&[Trace::iread(k)], Trace::lit(0.0));
            let next = Trace::iadd(Trace::iread(k), Trace::int(2));
            Trace::iassign(&mut k, next);
        }
    });
    assert_eq!(verdicts(&program, &[&[10]], &[10]), [Verdict::Unknown]);
}

#[test]
fn items_of_a_constant_array_are_between_its_least_and_its_largest() {
    let program = stencil_by_table();
    let of_x = |n| verdicts(&program, &[&[n], &[100]], &[100])[1].clone();
    assert_eq!(of_x(102), Verdict::Proven);
    assert_eq!(of_x(101), Verdict::Unknown);
}
