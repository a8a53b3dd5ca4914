//! The rule on the forms of access that kernels are made of.

use super::*;
use crate::ir::{Builtin, Param, Ty};
use crate::kernel::trace::tests::*;
use crate::kernel::trace::{Trace, builtin};
use crate::ops::{Bin, Cmp};
use crate::{
    kernel::exec::{Control, Memory, Teams, Values},
    ops::AtomicOp,
};

/// Every view an allocation of its own, unique.
fn separate(program: &Program) -> Vec<Binding> {
    (0..program.views.len())
        .map(|view| Binding {
            allocation: view as u64,
            whole: view,
            unique: true,
        })
        .collect()
}

/// No integer wraps.
fn exact(program: &Program) -> Vec<bool> {
    vec![true; program.values.len()]
}

/// The rule for scratch alone.
fn scratch(program: &Program) -> Result<(), String> {
    Proof::new(program, &exact(program)).barriers(&HashSet::new())
}

fn judge(program: &Program) -> Result<(), String> {
    prove(program, &separate(program), &exact(program))
}

#[track_caller]
fn refused(program: &Program, words: &[&str]) {
    let reason = judge(program).expect_err("the launch races");
    for w in words {
        assert!(reason.contains(w), "{reason}");
    }
}

/// `y[write(i)] = x[read(i)]`
fn copy(write: fn(Id) -> Id, read: fn(Id) -> Id) -> Program {
    range("copy", 1, || {
        let (x, y) = (f64s("x", 1), f64s("y", 1));
        let v = x.read(&[read(work(0))]);
        y.write(&[write(work(0))], v);
    })
}

fn plus(k: i64) -> impl Fn(Id) -> Id {
    move |i| Trace::iadd(i, Trace::int(k))
}

#[test]
fn axpy_is_safe() {
    assert_eq!(judge(&axpy()), Ok(()));
}

#[test]
fn axpy_of_one_allocation_is_refused() {
    let program = axpy();
    let same = [0, 1].map(|view| Binding {
        allocation: 7,
        whole: view,
        unique: true,
    });
    let reason = prove(&program, &same, &exact(&program)).unwrap_err();
    assert!(
        reason.contains("`y` and `x` are one allocation"),
        "{reason}"
    );
}

#[test]
fn a_stencil_between_two_views_is_safe() {
    assert_eq!(judge(&guarded_stencil()), Ok(()));
    assert_eq!(judge(&copy(|i| i, |i| plus(1)(i))), Ok(()));
}

#[test]
fn a_shift_in_place_is_refused() {
    let program = range("shift", 1, || {
        let y = f64s("y", 1);
        let v = y.read(&[plus(1)(work(0))]);
        y.write(&[work(0)], v);
    });
    refused(
        &program,
        &["`y` is written", "and read", "iterations along dimension 0"],
    );
}

#[test]
fn a_run_time_loop_over_the_own_row_is_safe() {
    let program = range("rows", 1, || {
        let a = f64s("a", 2);
        for k in Trace::range(Trace::int(0), a.n(1)) {
            let v = a.read(&[work(0), k]);
            a.write(&[work(0), k], v);
        }
    });
    assert_eq!(judge(&program), Ok(()));
}

/// `b[(j, i)] = a[(i, j)]` over a range of rank 2.
fn transpose(write: impl FnOnce() -> [Id; 2]) -> Program {
    range("transpose", 2, || {
        let (a, b) = (f64s("a", 2), f64s("b", 2));
        let v = a.read(&[work(0), work(1)]);
        b.write(&write(), v);
    })
}

#[test]
fn a_transpose_is_safe_if_it_writes_at_both_indices() {
    assert_eq!(judge(&transpose(|| [work(1), work(0)])), Ok(()));
    refused(
        &transpose(|| [work(1), Trace::int(0)]),
        &["`b` is written", "dimension 0"],
    );
}

#[test]
fn sums_of_indices_are_solved_one_after_another() {
    let diagonal = || [work(0), Trace::iadd(work(0), work(1))];
    assert_eq!(judge(&transpose(diagonal)), Ok(()));
    refused(
        &transpose(|| [Trace::iadd(work(0), work(1)), Trace::int(0)]),
        &["`b`"],
    );
}

#[test]
fn a_histogram_needs_atomics_throughout() {
    let histogram = |also_reads: bool| {
        range("histogram", 1, || {
            let (x, h) = (TestView::new("x", 1, crate::ir::Ty::I32), f64s("h", 1));
            let bin = x.read_int(&[work(0)]);
            h.add_atomic(&[bin], Trace::lit(1.0));
            if also_reads {
                h.read(&[bin]);
            }
        })
    };
    assert_eq!(judge(&histogram(false)), Ok(()));
    refused(
        &histogram(true),
        &["`h` is updated atomically", "accessed plainly"],
    );
}

#[test]
fn team_atomics_do_not_reach_other_teams() {
    let program = team("team_atomics", || {
        let h = f64s("h", 1);
        let at = h.at(&[Trace::int(0)]);
        // SAFETY: recording touches no memory.
        unsafe {
            Trace::atomic_drop::<f64>(
                AtomicOp::Add,
                Scope::Team,
                h.ptr,
                at,
                Trace::int(0),
                Trace::lit(1.0),
                None,
            )
        };
    });
    refused(&program, &["`h`", "the device's scope"]);
}

#[test]
fn a_gather_by_table_is_safe() {
    let program = range("gather", 1, || {
        let (index, x, y) = (
            TestView::new("index", 1, crate::ir::Ty::I32),
            f64s("x", 1),
            f64s("y", 1),
        );
        let v = x.read(&[index.read_int(&[work(0)])]);
        y.write(&[work(0)], v);
    });
    assert_eq!(judge(&program), Ok(()));
}

#[test]
fn snap_stage_at_lane_thread_and_tile_is_safe() {
    let program = team("m_to_v", || {
        let (m, v) = (f64s("m", 3), f64s("v", 3));
        for lane in Trace::lanes(()) {
            for k in Trace::thread_range((), Trace::int(0), m.n(1)) {
                let at = [lane, k, Trace::league_rank(())];
                v.write(&at, m.read(&at));
            }
        }
    });
    assert_eq!(judge(&program), Ok(()));
}

#[test]
fn snap_yi_through_a_table_is_refused() {
    let program = team("yi", || {
        let (out, y) = (TestView::new("out", 1, crate::ir::Ty::I32), f64s("y", 3));
        for lane in Trace::lanes(()) {
            for b in Trace::thread_range((), Trace::int(0), out.n(0)) {
                let at = [lane, out.read_int(&[b]), Trace::league_rank(())];
                let old = y.read(&at);
                y.write(&at, old);
            }
        }
    });
    refused(&program, &["`y` is written", "threads of a team"]);
}

#[test]
fn tiled_transpose_is_refused_for_its_output_not_its_scratch() {
    refused(&tiled_transpose(true), &["`b` is written"]);
    let program = tiled_transpose(false);
    let reason = scratch(&program).unwrap_err();
    assert!(
        reason.contains("scratch `tile` is written") && reason.contains("barrier()"),
        "{reason}"
    );
    let program = tiled_transpose(true);
    assert_eq!(scratch(&program), Ok(()));
}

#[test]
fn digits_with_known_ranges_are_told_apart() {
    let tiles = |width: i64| {
        range("tiles", 1, || {
            let y = f64s("y", 1);
            for k in Trace::range(Trace::int(0), Trace::int(32)) {
                let i = Trace::iadd(Trace::imul(work(0), Trace::int(width)), k);
                y.write(&[i], Trace::lit(0.0));
            }
        })
    };
    assert_eq!(judge(&tiles(32)), Ok(()));
    refused(&tiles(31), &["`y`"]);
}

#[test]
fn lanes_and_threads_share_out_a_range() {
    let program = team("fill", || {
        let y = f64s("y", 2);
        for j in Trace::team_vector_range((), y.n(0)) {
            y.write(&[j, Trace::league_rank(())], Trace::lit(0.0));
        }
    });
    assert_eq!(judge(&program), Ok(()));
    assert_eq!(judge(&team_sum()), Ok(()));
}

#[test]
fn writing_by_every_thread_is_refused_and_by_one_is_safe() {
    let write = |single: bool| {
        team("single", || {
            let y = f64s("y", 1);
            if single {
                Trace::enter_per_team(());
            }
            y.write(&[Trace::league_rank(())], Trace::lit(0.0));
            if single {
                Trace::leave();
            }
        })
    };
    assert_eq!(judge(&write(true)), Ok(()));
    refused(&write(false), &["`y`", "threads of a team"]);
}

#[test]
fn loops_that_start_apart_do_not_meet_at_one_thread() {
    let two = |start: i64| {
        team("two_loops", || {
            let y = f64s("y", 3);
            for lane in Trace::lanes(()) {
                for start in [0, start] {
                    for k in Trace::thread_range((), Trace::int(start), y.n(1)) {
                        y.write(&[lane, k, Trace::league_rank(())], Trace::lit(0.0));
                    }
                }
            }
        })
    };
    assert_eq!(judge(&two(0)), Ok(()));
    refused(&two(1), &["`y`", "threads of a team"]);
}

#[test]
fn sums_of_ranks_do_not_determine_them() {
    let program = team("sums", || {
        let y = f64s("y", 2);
        for j in Trace::thread_range((), Trace::int(0), y.n(0)) {
            let twice = Trace::iadd(j, Trace::team_rank(()));
            Trace::enter_per_thread(());
            y.write(&[twice, Trace::league_rank(())], Trace::lit(0.0));
            Trace::leave();
        }
    });
    refused(&program, &["threads of a team"]);
}

#[test]
fn scratch_in_a_loop_needs_a_barrier_at_both_ends() {
    let pipeline = |barriers: usize| {
        team("pipeline", || {
            let (x, tile) = (f64s("x", 2), TestView::scratch("tile", &[32]));
            let (lane, zero) = (builtin(Builtin::LaneRank), Trace::int(0));
            for k in Trace::range(zero, x.n(1)) {
                Trace::enter(Trace::icmp(Cmp::Eq, Trace::team_rank(()), zero));
                let v = x.read(&[lane, k]);
                tile.write(&[lane], v);
                Trace::leave();
                if barriers > 0 {
                    Trace::barrier(());
                }
                tile.read(&[Trace::isub(Trace::int(31), lane)]);
                if barriers > 1 {
                    Trace::barrier(());
                }
            }
        })
    };
    assert_eq!(judge(&pipeline(2)), Ok(()));
    refused(&pipeline(1), &["scratch `tile` is read", "written"]);
    refused(&pipeline(0), &["scratch `tile` is written", "read"]);
}

#[test]
fn a_row_is_more_than_its_first_element() {
    let program = range("row", 1, || {
        let y = f64s("y", 1);
        y.at(&[work(0)]);
        // SAFETY: recording touches no memory.
        let v = unsafe { Trace::load_row::<f64>(y.ptr, work(0), 0) };
        y.write(&[work(0)], v);
    });
    refused(&program, &["`y` is written", "and read"]);
}

#[test]
fn a_layout_that_repeats_elements_is_refused_for_writing() {
    let program = axpy();
    let mut bindings = separate(&program);
    bindings[0].unique = false;
    assert_eq!(prove(&program, &bindings, &exact(&program)), Ok(()));
    bindings[1].unique = false;
    assert!(
        prove(&program, &bindings, &exact(&program))
            .unwrap_err()
            .contains("unique layout")
    );
}

#[test]
fn a_product_that_wraps_determines_nothing() {
    let program = range("every", 1, || {
        let y = f64s("y", 1);
        let at = Trace::mul::<i32>(Trace::int_to::<i32>(work(0)), Trace::lit(65_536));
        y.write(&[Trace::to_int::<i32>(at)], Trace::lit(0.0));
    });
    assert_eq!(judge(&program), Ok(()));
    let wraps: Vec<bool> = program.values.iter().map(|v| v.0 == Ty::Index).collect();
    assert!(prove(&program, &separate(&program), &wraps).is_err());
}

/// A thread writes to scratch and leaves the loop before the barrier; another reads behind the loop.
#[test]
fn scratch_written_before_a_loop_is_left_needs_a_barrier_behind_it() {
    let left = |behind: bool| {
        team("left", move || {
            let (x, tile) = (f64s("x", 2), TestView::scratch("tile", &[64]));
            let zero = Trace::int(0);
            let mut n = Trace::ivar(zero);
            for () in Trace::turns() {
                if Trace::enter_per_team(()) {
                    tile.write(&[zero], Trace::lit(1.0));
                }
                Trace::leave();
                Trace::stay(Trace::icmp(Cmp::Lt, Trace::iread(n), Trace::int(3)));
                Trace::barrier(());
                let next = Trace::iadd(Trace::iread(n), Trace::int(1));
                Trace::iassign(&mut n, next);
            }
            if behind {
                Trace::barrier(());
            }
            for j in Trace::team_vector_range((), x.n(0)) {
                x.write(&[j, Trace::league_rank(())], tile.read(&[zero]));
            }
        })
    };
    refused(&left(false), &["scratch `tile` is written", "read"]);
    assert_eq!(judge(&left(true)), Ok(()));
}

/// A launch of 4 teams whose view `block` has this many elements, others 64.
fn numbers(program: &Program, block: i64, team_size: i64) -> Launch {
    let number = |p: &Param| match p {
        Param::Extent { view, .. } if program.views[*view].field == "block" => Some(block),
        Param::Extent { .. } => Some(64),
        _ => None,
    };
    Launch {
        params: program.params.iter().map(number).collect(),
        league_size: 4,
        team_size,
        vector_length: 1,
        rounded: false,
    }
}

fn judge_numbers(program: &Program, block: i64) -> Result<(), String> {
    let by = |team_size: i64| {
        let launch = numbers(program, block, team_size);
        prove_numbers(program, &separate(program), &exact(program), &launch)
    };
    by(1)?;
    by(8)
}

/// Each team writes the first `rows` of its block of `y`, a thread a row, and reads the block from its end.
fn block_of_rows(rows: i64, barrier: bool) -> Program {
    team("blocks", || {
        let (block, y, z) = (f64s("block", 1), f64s("y", 1), f64s("z", 1));
        let n = block.n(0);
        let first = Trace::imul(Trace::league_rank(()), n);
        for r in Trace::thread_range((), Trace::int(0), Trace::int(rows)) {
            Trace::enter_per_thread(());
            y.write(&[Trace::iadd(first, r)], Trace::lit(0.0));
            Trace::leave();
        }
        if barrier {
            Trace::barrier(());
        }
        for q in Trace::team_vector_range((), n) {
            let last = Trace::isub(Trace::iadd(first, n), Trace::int(1));
            let v = y.read(&[Trace::isub(last, q)]);
            z.write(&[Trace::iadd(first, q)], v);
        }
    })
}

#[test]
fn a_block_of_rows_is_the_own_of_a_team_by_the_numbers() {
    let program = block_of_rows(4, true);
    assert!(judge(&program).is_err());
    assert_eq!(judge_numbers(&program, 4), Ok(()));
    let reason = judge_numbers(&block_of_rows(5, true), 4).unwrap_err();
    assert!(reason.contains("teams of the league"), "{reason}");
    for rows in [1, 4] {
        assert_eq!(judge_numbers(&block_of_rows(rows, true), rows), Ok(()));
    }
}

#[test]
fn threads_that_share_a_block_need_a_barrier() {
    let reason = judge_numbers(&block_of_rows(4, false), 4).unwrap_err();
    assert!(
        reason.contains("`y` is written") && reason.contains("`team.barrier()`"),
        "{reason}"
    );
}

/// `y[(rank * n + r) * 8 + k] = 0` with `r` in `0..n` and `k` in `0..width`.
#[test]
fn digits_of_one_index_are_told_apart_by_the_numbers() {
    let of = |width: i64| {
        team("digits", || {
            let (block, y) = (f64s("block", 1), f64s("y", 1));
            let first = Trace::imul(Trace::league_rank(()), block.n(0));
            for r in Trace::thread_range((), Trace::int(0), block.n(0)) {
                for k in Trace::vector_range((), Trace::int(width)) {
                    let row = Trace::imul(Trace::iadd(first, r), Trace::int(8));
                    y.write(&[Trace::iadd(row, k)], Trace::lit(0.0));
                }
            }
        })
    };
    assert_eq!(judge_numbers(&of(8), 4), Ok(()));
    assert!(judge_numbers(&of(9), 4).is_err());
}

#[test]
fn what_every_thread_of_a_block_writes_is_refused() {
    let program = team("all_threads", || {
        let (block, y) = (f64s("block", 1), f64s("y", 1));
        let first = Trace::imul(Trace::league_rank(()), block.n(0));
        y.write(&[first], Trace::lit(0.0));
    });
    let reason = judge_numbers(&program, 4).unwrap_err();
    assert!(reason.contains("threads of a team"), "{reason}");
}

#[test]
fn an_access_that_never_happens_races_with_none() {
    let program = team("never", || {
        let (block, y) = (f64s("block", 1), f64s("y", 1));
        Trace::enter(Trace::icmp(Cmp::Lt, block.n(0), Trace::int(1)));
        y.write(&[Trace::int(0)], Trace::lit(0.0));
        Trace::leave();
    });
    assert_eq!(judge_numbers(&program, 4), Ok(()));
    assert!(judge_numbers(&program, 0).is_err());
}

/// `y[(r + rank / tiles * 8, c + rank % tiles * 8)] = 0`, as a transpose by tiles writes; `split`: the remainder by that.
fn tiles(split: fn(Id) -> Id) -> Program {
    team("tiles", || {
        let (block, y) = (f64s("block", 1), f64s("y", 2));
        let (rank, tiles) = (Trace::league_rank(()), block.n(0));
        let origin = [
            Trace::ibin(Bin::Div, rank, tiles),
            Trace::ibin(Bin::Rem, rank, split(tiles)),
        ];
        let [row, column] = origin.map(|o| Trace::imul(o, Trace::int(8)));
        for r in Trace::thread_range((), Trace::int(0), Trace::int(8)) {
            for c in Trace::vector_range((), Trace::int(8)) {
                y.write(
                    &[Trace::iadd(r, row), Trace::iadd(c, column)],
                    Trace::lit(0.0),
                );
            }
        }
    })
}

#[test]
fn a_rank_is_its_quotient_and_its_remainder() {
    let by_one_number = tiles(|tiles| tiles);
    for n in [1, 2, 3, 4, 9] {
        assert_eq!(judge_numbers(&by_one_number, n), Ok(()), "{n} tiles");
    }
    // a quotient by zero is zero
    assert!(judge_numbers(&by_one_number, 0).is_err());
    let by_another = tiles(|tiles| Trace::isub(tiles, Trace::int(1)));
    assert!(judge_numbers(&by_another, 3).is_err());
}

/// Where a condition holds, the quotient is zero; elsewhere it is not.
#[test]
fn a_quotient_that_a_condition_fixes_is_no_number() {
    let program = team("fixed", || {
        let (block, y) = (f64s("block", 1), f64s("y", 1));
        let (rank, two) = (Trace::league_rank(()), block.n(0));
        Trace::enter(Trace::icmp(Cmp::Lt, rank, two));
        let zero = Trace::ibin(Bin::Div, rank, two);
        y.read(&[Trace::iadd(zero, Trace::int(32))]);
        Trace::leave();
        Trace::enter_per_team(());
        y.write(&[Trace::ibin(Bin::Rem, rank, two)], Trace::lit(0.0));
        Trace::leave();
    });
    assert!(judge_numbers(&program, 2).is_err());
}

/// Some lanes write to scratch; others, in the other branch, read it at the same time.
#[test]
fn branches_that_a_team_takes_at_once_are_not_ordered() {
    let branches = |cond: fn() -> Id| {
        team("branches", move || {
            let (x, tile) = (f64s("x", 3), TestView::scratch("tile", &[64, 64]));
            let (lane, thread) = (builtin(Builtin::LaneRank), Trace::team_rank(()));
            let (zero, cond) = (Trace::int(0), cond());
            Trace::enter(cond);
            tile.write(&[lane, thread], Trace::lit(1.0));
            Trace::enter_else(cond);
            let v = tile.read(&[lane, zero]);
            x.write(&[lane, thread, Trace::league_rank(())], v);
            Trace::leave();
        })
    };
    refused(
        &branches(|| Trace::icmp(Cmp::Eq, Trace::team_rank(()), Trace::int(0))),
        &["scratch `tile`"],
    );
    let of_the_team = || Trace::icmp(Cmp::Eq, Trace::league_rank(()), Trace::int(0));
    assert_eq!(judge(&branches(of_the_team)), Ok(()));
}

/// `y[(k, j + 4 * league)] = 0`, where `j` and `k` are both dealt to the threads: `k` says nothing of `j`.
#[test]
fn loops_that_are_dealt_alike_are_told_apart() {
    let nested = |apart: bool| {
        team("nested", move || {
            let (x, y) = (f64s("x", 1), f64s("y", 3));
            let league = Trace::league_rank(());
            for j in Trace::team_vector_range((), x.n(0)) {
                for k in Trace::team_vector_range((), x.n(0)) {
                    let shifted = Trace::iadd(j, Trace::imul(league, Trace::int(4)));
                    let third = if apart { league } else { Trace::int(0) };
                    y.write(&[k, shifted, third], Trace::lit(0.0));
                }
            }
        })
    };
    refused(&nested(false), &["`y` is written", "teams of the league"]);
    assert_eq!(judge(&nested(true)), Ok(()));
}

/// In one turn of a loop a thread writes its element, in the next one it reads another's.
#[test]
fn branches_of_different_turns_meet() {
    let turns = |waits: bool| {
        team("turns", move || {
            let (x, tile) = (f64s("x", 3), TestView::scratch("tile", &[64, 64]));
            let (lane, thread, zero) = (
                builtin(Builtin::LaneRank),
                Trace::team_rank(()),
                Trace::int(0),
            );
            for k in Trace::range(zero, x.n(0)) {
                let first = Trace::icmp(Cmp::Eq, k, zero);
                Trace::enter(first);
                tile.write(&[lane, thread], Trace::lit(1.0));
                Trace::enter_else(first);
                let v = tile.read(&[lane, zero]);
                x.write(&[lane, thread, Trace::league_rank(())], v);
                Trace::leave();
                if waits {
                    Trace::barrier(());
                }
            }
        })
    };
    refused(&turns(false), &["scratch `tile`"]);
    assert_eq!(judge(&turns(true)), Ok(()));
}

/// One access of two statements, the second under a condition that narrows its index.
#[test]
fn an_access_of_several_statements_is_of_all() {
    let program = team("rows", || {
        let v = TestView::new("v", 1, Ty::I32);
        let (block, eight) = (f64s("block", 1), Trace::int(8));
        let first = Trace::imul(Trace::league_rank(()), eight);
        Trace::enter_per_team(());
        for k in Trace::range(Trace::int(0), block.n(0)) {
            let at = Trace::iadd(first, Trace::imul(k, Trace::int(2)));
            v.at(&[at]);
            // SAFETY: recording touches no memory.
            unsafe { Trace::load_row::<i32>(v.ptr, at, 0) };
            Trace::enter(Trace::icmp(Cmp::Lt, k, Trace::int(4)));
            // SAFETY: recording touches no memory.
            unsafe { Trace::load_row::<i32>(v.ptr, at, 0) };
            v.write(&[at], Trace::int_to::<i32>(k));
            Trace::leave();
        }
        Trace::leave();
    });
    assert!(judge_numbers(&program, 8).is_err());
}

#[test]
fn barriers_among_the_lanes_of_a_thread_are_refused() {
    let program = team("lanes", || {
        let y = f64s("y", 2);
        for lane in Trace::lanes(()) {
            y.read(&[lane, Trace::league_rank(())]);
            Trace::barrier(());
        }
    });
    refused(&program, &["`for lane in team.lanes()`"]);
}
