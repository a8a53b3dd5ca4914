//! Tests of the printer, in two invented languages: one like C++, one with address spaces.

use super::*;
use crate::ir::{Promise, Shape, Ty};
use crate::kernel::simd::math;
use crate::kernel::trace::tests::*;
use crate::kernel::trace::{Trace, scalar};
use crate::{
    kernel::exec::*,
    ops::{AtomicOp, Bin, Cmp, Scope, Un},
};

/// One address space.
pub(crate) static PLAIN: Dialect = Dialect {
    name: "plain",
    extension: "c",
    preamble: "",
    kernel: "kernel",
    group_bound: "bound({threads})",
    register_cap: Some("cap({registers})"),
    sub_group: Some("sub_group({lanes})"),
    function: "fn",
    global: "",
    local: "",
    scratch: "scratch ",
    constant: "constant ",
    dynamic_scratch: Some((1000, "extern char px_scratch[];")),
    scratch_address: None,
    distinct_spaces: false,
    restrict: "restrict",
    u32: "uint",
    i64: "long",
    u64: "ulong",
    i64_suffix: "L",
    pair: "make_{type}({values})",
    group_rank: "group",
    group_count: "groups",
    lane_rank: "lane",
    team_rank: "thread",
    vector_length: "lanes",
    team_size: "threads",
    start: None,
    early_next: None,
    barrier: "barrier();",
    vector_barrier_is_team: false,
    branch_with_barrier: None,
    copy_ahead: None,
    no_unroll: "#no_unroll",
    helpers: &[&[
        ("helper", "// helper"),
        ("px_fault_first", "// uses helper"),
    ]],
};

/// Scratch pointers are another type.
pub(crate) static SPACES: Dialect = Dialect {
    global: "global ",
    local: "local ",
    distinct_spaces: true,
    vector_barrier_is_team: true,
    branch_with_barrier: Some("for (int px_once = {condition}; px_once; px_once = 0) {"),
    pair: "({type})({values})",
    ..PLAIN
};

fn text(program: &Program, options: &RenderOptions) -> String {
    program.render(&PLAIN, options).text
}

fn plain(program: &Program) -> String {
    text(program, &RenderOptions::default())
}

#[track_caller]
fn contains(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}

/// Prints `y[i] = f()` and returns the line that defines the stored value.
fn value_of(ty: Ty, wide: bool, f: impl FnOnce() -> Id) -> String {
    let program = range("value", 1, || {
        let y = TestView::new("y", 1, ty);
        let v = f();
        let at = y.at(&[work(0)]);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<f64>(y.ptr, at, v) };
    });
    let text = text(
        &program,
        &RenderOptions {
            wide,
            ..Default::default()
        },
    );
    let before = text.split("f_y[px_work0] = ").next().unwrap_or_default();
    let defined = before.trim_end().lines().last().unwrap_or_default().trim();
    let stored = text
        .split("f_y[px_work0] = ")
        .nth(1)
        .and_then(|t| t.split(';').next())
        .unwrap_or_default();
    match defined.split_once(&format!("{stored} = ")) {
        Some((_, value)) => value.trim_end_matches(';').into(),
        None => stored.into(),
    }
}

#[test]
fn axpy_reads_like_a_hand_written_kernel() {
    let expected = "\
typedef int px_index;
fn bool px_inside(px_index i, px_index n) { return (uint)i < (uint)n; }
kernel px_kernel_axpy(
    const double f_a,
    const double* restrict f_x,
    const px_index f_x_n0,
    double* restrict f_y,
    const px_index f_y_n0,
    const px_index px_begin0,
    const px_index px_end0) {
  const px_index px_span0 = px_end0 - px_begin0;
  const px_index px_item = (px_index)group * lanes + lane;
  if (px_inside(px_item, px_span0)) {
    const px_index px_work0 = px_begin0 + px_item;
    const double t7 = f_x[px_work0];
    const double t8 = f_y[px_work0];
    const double t9 = fma(f_a, t7, t8);
    f_y[px_work0] = t9;
  }
}
";
    let source = axpy().render(&PLAIN, &RenderOptions::default());
    assert_eq!(
        (source.text.as_str(), source.entry.as_str()),
        (expected, "px_kernel_axpy")
    );
}

/// `y[i] = (a * x[i] << 3) / x[i]` of 64-bit integers, at an index of theirs.
fn longs<T: Scalar>() -> Program {
    range("longs", 1, || {
        let a = scalar::<T>("a");
        let (x, y) = (TestView::new("x", 1, T::TY), TestView::new("y", 1, T::TY));
        // SAFETY: recording touches no memory.
        let v = unsafe { Trace::load_uniform::<T>(x.ptr, x.at(&[work(0)])) };
        let scaled = Trace::bin::<T>(Bin::Shl, Trace::mul::<T>(a, v), Trace::lit(T::from_i64(67)));
        let quotient = Trace::bin::<T>(Bin::Div, scaled, v);
        let minus = Trace::sub::<T>(quotient, Trace::lit(T::from_i64(5_000_000_000)));
        let at = y.at(&[Trace::to_int::<T>(v)]);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<T>(y.ptr, at, minus) };
    })
}

#[test]
fn integers_of_64_bits_wrap_as_their_type() {
    contains(
        &plain(&longs::<i64>()),
        &[
            "fn long px_div_i64(long a, long b) { return b == 0 ? 0 : b == -1 ? (long)(0u - (ulong)a) : a / b; }",
            "const long f_a,\n    const long* restrict f_x,",
            "const long t7 = f_x[px_work0];",
            "const long t8 = (long)((ulong)f_a * (ulong)t7);",
            "const long t10 = (long)((ulong)t8 << 3);",
            "const long t11 = px_div_i64(t10, t7);",
            "= (long)((ulong)t11 + (ulong)(-5000000000L));",
            "= (px_index)t7;",
        ],
    );
    contains(
        &plain(&longs::<u64>()),
        &[
            "const ulong t8 = f_a * t7;",
            "const ulong t10 = t8 << 3;",
            "const ulong t11 = px_div_u64(t10, t7);",
            "= t11 + 18446744068709551616uL;",
        ],
    );
    let options = RenderOptions {
        values: vec![Some(3)],
        ..Default::default()
    };
    contains(&text(&longs::<i64>(), &options), &["(ulong)3L * (ulong)t7"]);
}

#[test]
fn local_arrays_are_arrays_of_the_language() {
    let program = range("array", 1, || {
        let y = TestView::new("y", 1, Ty::F64);
        let first = [1.0, 2.0].map(|x| Trace::splat::<f64>(Trace::lit(x)));
        let mut array = first.map(Trace::var::<f64>);
        let place = LocalPlace {
            at: Coordinate {
                base: Trace::ibin(Bin::Rem, work(0), Trace::int(2)),
                step: Trace::int(0),
                varying: None,
                long: Trace::no_long(),
                extent: Trace::int(2),
            },
            of_row: None,
            stride: size_of::<Id>(),
            name: "pair",
            location: Location::caller(),
        };
        let first = array.as_mut_ptr();
        // SAFETY: recording touches the array of ids alone.
        let v = unsafe {
            let v = Trace::load_local::<f64>(first, 2, &place, None);
            Trace::store_local::<f64>(first, 2, &place, v, None);
            Trace::read::<f64>(array[1])
        };
        let at = y.at(&[work(0)]);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<f64>(y.ptr, at, v) };
    });
    let lines = "
    double f_pair[2];
    f_pair[0] = 1.0;
    f_pair[1] = 2.0;
    const px_index t8 = px_work0 % 2;
    const double t10 = f_pair[t8];
    f_pair[t8] = t10;
    const double t11 = f_pair[1];
    f_y[px_work0] = t11;
";
    contains(&plain(&program), &[lines]);
    let guarded = RenderOptions {
        guarded: vec![true, true, false],
        ..RenderOptions::default()
    };
    let lines = [
        "double t10 = 0;\n    if (px_inside(t8, 2)) t10 = f_pair[t8];\n    else if (px_fault_first",
        "if (px_inside(t8, 2)) f_pair[t8] = t10;\n    else if (px_fault_first",
    ];
    contains(&text(&program, &guarded), &lines);
}

#[test]
fn guards_report_the_first_fault() {
    let guarded = vec![false, false, true];
    let text = text(
        &axpy(),
        &RenderOptions {
            guarded,
            ..Default::default()
        },
    );
    contains(
        &text,
        &[
            "// helper\n// uses helper\n",
            "long* px_fault,\n    const int px_launch) {",
            "const double t8 = f_y[px_work0];",
            "if (px_inside(px_work0, f_y_n0)) f_y[px_work0] = t9;",
            "else if (px_fault_first(px_fault)) { px_fault[1] = 2; px_fault[2] = px_launch; px_fault[3] = px_work0; }",
        ],
    );
}

#[test]
fn halves_are_watched_as_floats() {
    let program = range("halves", 1, || {
        let x = TestView::new("x", 1, Ty::BF16);
        let at = x.at(&[work(0)]);
        let v = Trace::lit(0.5f32);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_small::<half::bf16>(x.ptr, at, v) };
    });
    let options = RenderOptions {
        guarded: vec![true],
        watches_nan: true,
        ..Default::default()
    };
    contains(
        &text(&program, &options),
        &[
            "    unsigned short* restrict f_x,",
            "const unsigned short t5 = px_to_bf16(0.5f);",
            "if (px_of_bf16(t5) != px_of_bf16(t5)) if (px_fault_first(px_fault))",
            "if (px_inside(px_work0, f_x_n0)) f_x[px_work0] = t5;",
        ],
    );
}

#[test]
fn known_values_are_literals_and_aliases_lose_restrict() {
    let values = vec![
        None,
        None,
        Some(8),
        None,
        None,
        Some(0),
        Some(5_000_000_000),
    ];
    let options = RenderOptions {
        wide: true,
        values,
        aliased: vec![false, true],
        group_size: Some([64, 2]),
        ..Default::default()
    };
    let text = text(&axpy(), &options);
    contains(
        &text,
        &[
            "typedef long px_index;",
            "kernel bound(128) px_kernel_axpy(",
            "const double* f_x,",
            "double* restrict f_y,",
            "px_span0 = 5000000000L;",
            "group * 64 + lane",
            "px_work0 = px_item;",
        ],
    );
}

#[test]
fn registers_are_capped() {
    let options = RenderOptions {
        group_size: Some([32, 1]),
        registers: Some(96),
        ..Default::default()
    };
    contains(
        &text(&axpy(), &options),
        &["kernel cap(96) px_kernel_axpy("],
    );
}

/// A box of rank 3.
fn order(right: bool) -> Program {
    crate::kernel::trace::begin("order", Shape::Range { rank: 3, right }, Promise::Unchecked);
    let y = f64s("y", 3);
    y.write(&[work(0), work(1), work(2)], Trace::lit(0.0));
    crate::kernel::trace::finish()
}

#[test]
fn groups_of_a_box_have_a_tile() {
    let options = RenderOptions {
        group_size: Some([32, 1]),
        tile: vec![1, 4, 8],
        ..Default::default()
    };
    contains(
        &text(&order(true), &options),
        &[
            "px_tiles2 = (px_span2 + 7) / 8;",
            "px_work2 = px_begin2 + (px_tile % px_tiles2) * 8 + px_item % 8;",
            "px_work1 = px_begin1 + (px_tile0 % px_tiles1) * 4 + px_item0 % 4;",
            "px_work0 = px_begin0 + (px_tile1) * 1 + px_item1;",
            "if (px_work0 < px_end0 && px_work1 < px_end1 && px_work2 < px_end2) {",
        ],
    );
}

#[test]
fn only_short_loops_and_nests_may_be_unrolled() {
    let nest = |inner: i64, outer: Option<i64>| {
        let program = range("nest", 1, || {
            let y = f64s("y", 2);
            let end = outer.map_or_else(|| crate::kernel::trace::end_param(0), Trace::int);
            for i in Trace::range(Trace::int(0), end) {
                for j in Trace::range(Trace::int(0), Trace::int(inner)) {
                    y.write(&[i, j], Trace::lit(0.0));
                }
            }
        });
        plain(&program).matches("#no_unroll").count()
    };
    assert_eq!(nest(4, Some(5)), 0);
    assert_eq!(nest(40, Some(50)), 1, "the outer loop");
    assert_eq!(nest(4, None), 1, "the outer loop");
}

#[test]
fn dimensions_run_fastest_first_or_last() {
    contains(
        &plain(&order(false)),
        &[
            "px_work0 = px_begin0 + px_item % px_span0;",
            "px_rest0 = px_item / px_span0;",
            "px_work1 = px_begin1 + px_rest0 % px_span1;",
            "px_work2 = px_begin2 + px_rest1;",
        ],
    );
    contains(
        &plain(&order(true)),
        &[
            "px_work2 = px_begin2 + px_item % px_span2;",
            "px_work0 = px_begin0 + px_rest1;",
        ],
    );
}

/// Keywords, functions and macros of device languages, and what the printer itself names.
const WORDS: [&str; 9] = [
    "M_PI", "NULL", "double", "half", "kernel", "dot", "t12", "px_work0", "px_end0",
];

#[test]
fn fields_have_a_prefix_that_no_language_knows() {
    let program = range("clash", 1, || {
        for word in WORDS {
            f64s(word, 1).write(&[work(0)], Trace::lit(0.0));
        }
        scalar::<f64>("INFINITY");
    });
    let text = plain(&program);
    for word in WORDS {
        contains(&text, &[&format!("* restrict f_{word},")]);
        contains(&text, &[&format!("f_{word}[px_work0] = 0.0;")]);
    }
    contains(&text, &["double f_INFINITY,", " px_end0) {"]);
}

#[test]
fn fields_never_clash_with_each_other() {
    let program = range("clash", 1, || {
        for field in ["a.b", "a_b", "a", "a_n0"] {
            let view = f64s(field, 1);
            view.n(0);
            view.write(&[work(0)], Trace::lit(0.0));
        }
    });
    let names = [
        " f_a_b,",
        " f_a_b_2,",
        " f_a,",
        " f_a_n0,",
        " f_a_n0_2,",
        " f_a_n0_n0,",
    ];
    contains(&plain(&program), &names);
}

#[test]
fn literals_round_trip() {
    for x in [0.1, -0.0, 1e-310, f64::MAX, 1.0 / 3.0, -2.5e17] {
        let text = value_of(Ty::F64, false, || Trace::lit(x));
        let back: f64 = text
            .trim_matches(|c| c == '(' || c == ')')
            .parse()
            .expect("a literal");
        assert_eq!(back.to_bits(), x.to_bits(), "{text}");
        assert_eq!(text.starts_with('('), x.is_sign_negative());
    }
    assert_eq!(
        value_of(Ty::F64, false, || Trace::lit(f64::NEG_INFINITY)),
        "px_bits_f64(0xfff0000000000000uL)"
    );
    assert_eq!(value_of(Ty::F32, false, || Trace::lit(0.1f32)), "0.1f");
    assert_eq!(
        value_of(Ty::F32, false, || Trace::lit(f32::NAN)),
        "px_bits_f32(0x7fc00000u)"
    );
    assert_eq!(
        value_of(Ty::I32, false, || Trace::lit(i32::MIN)),
        "(-2147483647 - 1)"
    );
    assert_eq!(
        value_of(Ty::U32, false, || Trace::lit(u32::MAX)),
        "4294967295u"
    );
}

#[test]
fn integers_wrap_and_divide_safely() {
    let i = || Trace::int_to::<i32>(work(0));
    let int = |op, c: i32| value_of(Ty::I32, false, || Trace::bin::<i32>(op, i(), Trace::lit(c)));
    assert_eq!(int(Bin::Mul, 3), "(int)((uint)t3 * (uint)3)");
    assert_eq!(int(Bin::Div, 3), "t3 / 3");
    assert_eq!(int(Bin::Div, -1), "px_div_i32(t3, (-1))");
    assert_eq!(int(Bin::Shl, 33), "(int)((uint)t3 << 1)");
    let by_value = value_of(Ty::I32, false, || {
        Trace::bin::<i32>(Bin::Rem, Trace::lit(7), i())
    });
    assert_eq!(by_value, "px_rem_i32(7, t4)");
    let index = |op, wide| {
        let program = range("index", 1, || {
            f64s("y", 1).write(&[Trace::ibin(op, work(0), Trace::int(6))], Trace::lit(0.0))
        });
        text(
            &program,
            &RenderOptions {
                wide,
                ..Default::default()
            },
        )
    };
    contains(&index(Bin::And, false), &[" = px_work0 & 6;"]);
    contains(&index(Bin::And, true), &[" = (int)px_work0 & (int)6;"]);
    contains(&index(Bin::Shr, false), &[" = px_work0 >> 6;"]);
    contains(&index(Bin::Shr, true), &[" = (int)px_work0 >> 6;"]);
    contains(
        &index(Bin::Min, false),
        &[" = px_work0 < 6 ? px_work0 : 6;"],
    );
}

#[test]
fn functions_have_the_names_of_c() {
    let x = || Trace::int_to::<f32>(work(0));
    let one = value_of(Ty::F32, false, || Trace::function::<f32, math::Ln1p>(x()));
    assert_eq!(one, "log1p(t3)");
    let two = value_of(Ty::F32, false, || {
        Trace::function2::<f32, math::Powf>(x(), Trace::lit(0.5f32))
    });
    assert_eq!(two, "pow(t3, 0.5f)");
    let bits = value_of(Ty::U32, false, || Trace::bits::<f32, u32>(x()));
    assert_eq!(bits, "px_bits_u32(t3)");
}

#[test]
fn floats_call_the_device() {
    let x = || Trace::int_to::<f64>(work(0));
    let un = |op| value_of(Ty::F64, false, || Trace::un::<f64>(op, x()));
    assert_eq!(
        [un(Un::Sqrt), un(Un::Rsqrt), un(Un::Abs), un(Un::Neg)],
        ["sqrt(t3)", "rsqrt(t3)", "fabs(t3)", "-t3"]
    );
    assert_eq!(
        value_of(Ty::F64, false, || Trace::bin::<f64>(
            Bin::Min,
            x(),
            Trace::lit(0.5)
        )),
        "fmin(t3, 0.5)"
    );
    assert_eq!(
        value_of(Ty::F64, false, || Trace::fnma::<f64>(
            x(),
            x(),
            Trace::lit(-1.0)
        )),
        "fma(-t3, t3, (-1.0))"
    );
    assert_eq!(
        value_of(Ty::I32, false, || Trace::cast::<f64, i32>(x())),
        "px_to_i32(t3)"
    );
    assert_eq!(
        value_of(Ty::F64, false, || Trace::flip::<f64>(x(), work(0))),
        "px_flip_f64(t3, (int)px_work0)"
    );
}

/// A complex view: pair loads and stores, one component updated atomically, a row, four integers.
fn short_vectors() -> Program {
    range("vectors", 1, || {
        let (z, table, out) = (
            TestView::new("z", 1, Ty::F64x2),
            f64s("table", 1),
            TestView::new("items", 1, Ty::I32),
        );
        let i = work(0);
        z.at(&[i]);
        // SAFETY: recording touches no memory.
        let [re, im] = unsafe { Trace::load_uniform_pair::<f64>(z.ptr, i) };
        table.at(&[Trace::int(4)]);
        // SAFETY: recording touches no memory.
        let w = unsafe { Trace::load_row::<f64>(table.ptr, Trace::int(4), 3) };
        out.at(&[i]);
        // SAFETY: recording touches no memory.
        let item: [Id; 8] = unsafe { Trace::load_ints(out.ptr, i) };
        let scaled = Trace::mul::<f64>(im, w);
        z.at(&[item[5]]);
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform_pair::<f64>(z.ptr, item[5], [re, scaled]) };
        z.at(&[i]);
        // SAFETY: recording touches no memory.
        unsafe {
            Trace::atomic_drop::<f64>(
                AtomicOp::Add,
                Scope::Device,
                z.ptr,
                Trace::imul(i, Trace::int(2)),
                Trace::int(1),
                re,
                None,
            )
        };
    })
}

#[test]
fn pairs_rows_and_fours_are_single_accesses() {
    let text = plain(&short_vectors());
    contains(
        &text,
        &[
            "double2* restrict f_z,",
            "const double2 t8 = f_z[px_work0];",
            " = *(const double2*)(f_table + 6);",
            "= ((const int4*)f_items)[",
            "] = make_double2(t8.x, t",
            " = t8.y * t",
            "px_atomic_add_f64(&((double*)f_z)[",
        ],
    );
}

#[test]
fn scratch_keeps_its_address_space() {
    let program = team("spaces", || {
        let (x, tile) = (f64s("x", 1), TestView::scratch("tile", &[64]));
        let half = Trace::advance::<f64>(tile.ptr, 1, Trace::league_rank(()), Trace::int(32));
        let row = Trace::advance::<f64>(x.ptr, 1, Trace::league_rank(()), x.n(0));
        // SAFETY: recording touches no memory.
        let v = unsafe { Trace::load_uniform::<f64>(row, Trace::int(1)) };
        // SAFETY: recording touches no memory.
        unsafe { Trace::store_uniform::<f64>(half, Trace::int(2), v) };
        let at = tile.at(&[Trace::int(3)]);
        // SAFETY: recording touches no memory.
        unsafe {
            Trace::atomic_drop::<f64>(
                AtomicOp::Max,
                Scope::Team,
                tile.ptr,
                at,
                Trace::int(0),
                v,
                None,
            )
        };
    });
    let text = program.render(&SPACES, &RenderOptions::default()).text;
    contains(
        &text,
        &[
            "const global double* restrict f_x",
            "scratch double f_tile[64];",
            "local double* const p",
            "= f_tile + (long)px_league_rank * 32;",
            "const global double* const p",
            "px_atomic_max_f64_local(&f_tile[3], ",
        ],
    );
}

#[test]
fn what_threads_exchange_between_barriers_is_not_restrict() {
    let program = |has_barrier: bool| {
        team("exchange", || {
            let (x, y) = (f64s("x", 1), f64s("y", 1));
            let (at, other) = (Trace::team_rank(()), Trace::int(0));
            // SAFETY: recording touches no memory.
            unsafe { Trace::store_uniform::<f64>(x.ptr, at, Trace::lit::<f64>(1.0)) };
            if has_barrier {
                Trace::barrier(());
            }
            // SAFETY: recording touches no memory.
            let v = unsafe { Trace::load_uniform::<f64>(x.ptr, other) };
            // SAFETY: recording touches no memory.
            unsafe { Trace::store_uniform::<f64>(y.ptr, at, v) };
        })
    };
    contains(
        &plain(&program(true)),
        &["double* f_x,", "double* restrict f_y,"],
    );
    contains(&plain(&program(false)), &["double* restrict f_x,"]);
}

#[test]
fn reductions_take_an_element_for_each_lane() {
    let options = RenderOptions {
        group_size: Some([8, 4]),
        ..Default::default()
    };
    let text = text(&team_sum(), &options);
    contains(
        &text,
        &[
            "scratch double f_reduction[32];",
            "scratch double f_reduction_2[32];",
            "px_vector_barrier();",
            "barrier();",
            "< 8;",
        ],
    );
    assert_eq!(team_sum().scratch_bytes([32, 4]), 2 * 128 * 8);
}

#[test]
fn much_scratch_is_one_block_that_the_launch_sizes() {
    let program = team("large", || {
        let (a, b) = (
            TestView::scratch("a", &[33]),
            TestView::scratch("b", &[100]),
        );
        let v = a.read(&[Trace::int(0)]);
        b.write(&[Trace::int(0)], v);
    });
    let source = program.render(&PLAIN, &RenderOptions::default());
    let lines = [
        "extern char px_scratch[];",
        "double* const f_a = (double*)(px_scratch + 0);",
        "double* const f_b = (double*)(px_scratch + 272);",
    ];
    contains(&source.text, &lines);
    assert_eq!(source.dynamic_scratch, 272 + 800);
    let capped = RenderOptions {
        registers: Some(168),
        ..RenderOptions::default()
    };
    let small = axpy().render(&PLAIN, &capped);
    assert_eq!(small.dynamic_scratch, 0);
    assert_eq!(small.options, capped);
}

#[test]
fn branches_print_both_sides() {
    let program = range("branches", 1, || {
        let y = f64s("y", 1);
        let c = Trace::icmp(Cmp::Lt, work(0), Trace::int(5));
        Trace::enter(c);
        y.write(&[work(0)], Trace::lit::<f64>(1.0));
        Trace::enter_else(c);
        y.write(&[work(0)], Trace::lit(2.0));
        Trace::leave();
    });
    contains(
        &plain(&program),
        &[
            "    if (t4) {\n      f_y[px_work0] = 1.0;\n    } else {\n      f_y[px_work0] = 2.0;\n    }\n",
        ],
    );
}

/// A team whose threads walk nine segments of 16 rows.
fn walk() -> Program {
    team("walk", || {
        let (table, y) = (
            TestView::new("table", 1, Ty::I32x4),
            TestView::new("y", 1, Ty::I32),
        );
        for at in Trace::range(Trace::int(0), Trace::int(9)) {
            let segment = Trace::segment(table.ptr, at, 16);
            // SAFETY: recording touches no memory.
            let row = unsafe { Trace::load_ints::<4>(segment, Trace::int(3)) };
            y.write(&[at], Trace::int_to::<i32>(row[1]));
        }
    })
}

#[test]
fn the_start_of_a_kernel_precedes_what_it_reads() {
    let program = range("start", 1, || {
        let (x, y) = (
            TestView::new("x", 1, Ty::F64),
            TestView::new("y", 1, Ty::F64),
        );
        let v = x.read(&[work(0)]);
        y.write(&[work(0)], v);
    });
    assert!(!plain(&program).contains("wait_for_previous"));
    let waiting = Dialect {
        start: Some("wait_for_previous();"),
        ..PLAIN
    };
    let text = program.render(&waiting, &RenderOptions::default()).text;
    let at = |word: &str| {
        text.find(word)
            .unwrap_or_else(|| panic!("no `{word}` in\n{text}"))
    };
    assert!(
        at("  wait_for_previous();\n") < at("f_x[px_work0]"),
        "{text}"
    );

    let early = Dialect {
        early_next: Some("let_next_start();"),
        ..waiting
    };
    let text = |early_next| {
        let options = RenderOptions {
            early_next,
            ..Default::default()
        };
        program.render(&early, &options).text
    };
    let (late, early) = (text(false), text(true));
    assert!(!late.contains("let_next_start"));
    let [wait, start] = ["wait_for_previous();", "let_next_start();"].map(|word| early.find(word));
    assert!(wait < start && wait.is_some(), "{early}");
}

#[test]
fn segments_are_read_in_place_or_copied_ahead() {
    let options = RenderOptions {
        group_size: Some([8, 4]),
        ..Default::default()
    };
    let in_place = text(&walk(), &options);
    contains(
        &in_place,
        &["const int4* const p", " = f_table + i", " * 16;"],
    );
    assert!(!in_place.contains("px_ring"), "{in_place}");
    let copying = Dialect {
        copy_ahead: Some([
            "copy({to}, {from}, {rows}, {lane}, {lanes});",
            "wait({lanes});",
        ]),
        ..PLAIN
    };
    let source = walk().render(&copying, &options);
    let lines = [
        "int4* const px_ring16 = (int4*)(px_scratch + 0) + thread * 32;",
        ") { wait(8); copy(px_ring16 + px_turn16, f_table + i",
        " = px_ring16 + px_turn16;\n",
        "px_turn16 ^= 16; px_next16 = f_table + i",
        "copy(px_ring16 + px_turn16, px_next16, 16, lane, 8);",
    ];
    contains(&source.text, &lines);
    assert_eq!(source.dynamic_scratch, 2 * 16 * 16 * 4);
    let bytes = |program: &Program| device_scratch_bytes(program, &copying, [8, 4]);
    assert_eq!(bytes(&walk()), 2 * 16 * 16 * 4);
    let mut large = walk();
    large.scratch.push(crate::ir::ScratchArray {
        is_large: false,
        in_loop: false,
        len: 1 << 61,
        ty: Ty::F64,
        per: crate::ir::Per::Team,
    });
    assert_eq!(
        bytes(&large),
        usize::MAX,
        "rings beside an array that no memory holds"
    );
}

#[test]
fn arrays_that_never_change_are_constants_of_the_source() {
    let text = text(&stencil_by_table(), &RenderOptions::default());
    contains(
        &text,
        &[
            "constant int f_STEPS[3] = {(-1), 0, 1};\nkernel px_kernel_stencil_by_table(",
            "= f_STEPS[",
        ],
    );
    assert!(!text.contains("f_STEPS[0] ="), "{text}");
}

#[test]
fn indices_that_wrap_go_through_unsigned_where_bits_are_asked_for() {
    let program = range("bits", 1, || {
        let (x, y, i) = (f64s("x", 1), f64s("y", 1), work(0));
        let square = Trace::imul(i, i);
        let low = Trace::ibin(Bin::And, square, Trace::int(7));
        y.write(&[i], x.read(&[low]));
    });
    let of = |cuts, wide| {
        let options = RenderOptions {
            cuts,
            wide,
            ..Default::default()
        };
        text(&program, &options)
    };
    contains(
        &of(true, false),
        &["(px_index)((uint)px_work0 * (uint)px_work0)"],
    );
    for exact in [of(false, false), of(true, true)] {
        contains(&exact, &["= px_work0 * px_work0;"]);
    }
}
