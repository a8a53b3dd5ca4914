//! Enums without fields: elements of views and structs, variables, arguments and results, compared, matched and chosen.

use crate::ladder::{Outcome, Test, skip, tests, vector};
use portax::{
    AoSoA, Comptime, Element, Error, Functor, Interleaved, LayoutLeft, Max, RangeKernel,
    RangePolicy, Reducer, Space, Sum, TeamPolicy, View, device, kernel, layout::Layout,
    parallel_for, parallel_reduce,
};
use std::ptr::NonNull;

pub fn tests() -> Vec<Test> {
    tests![
        elements_of_views_are_variants,
        matters_change_their_phase,
        variants_are_fields_of_structs,
        variants_that_all_lanes_share_stay_shared,
        the_same_enum_chooses_a_kernel,
        kernels_that_promise_name_variants,
        variants_are_reduced_and_indexed,
        variants_are_told_from_constants,
        numbers_of_no_variant_are_the_first_one,
        variants_that_are_named_or_fields_are_arguments,
        what_is_recorded_chooses_values_of_two_kinds,
    ]
}

/// What a kernel is recorded for, and what it computes with.
#[derive(Clone, Copy, PartialEq, Debug, Element, Comptime)]
enum Phase {
    Solid,
    Liquid,
    Gas,
}
use Phase::{Gas, Liquid, Solid};

const PHASES: [Phase; 3] = [Solid, Liquid, Gas];

fn phases(n: usize) -> Vec<Phase> {
    (0..n).map(|i| PHASES[(i * i + i / 5) % 3]).collect()
}

fn temperatures(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i * 37 % 101) as f64 - 20.0).collect()
}

fn elements_of_views_are_variants(space: &Space) -> Outcome {
    let all = phases(45);
    let x = vector(space, "x", &all)?;
    assert_eq!(x.to_vec()?, all);
    let y: View<Phase, 1> = View::new(space, "y", [45])?;
    assert_eq!(y.to_vec()?, [Solid; 45]);
    parallel_for!(space, "copy", 45, |i| {
        y[i] = x[44 - i];
    })?;
    let reversed: Vec<_> = all.iter().rev().copied().collect();
    assert_eq!(y.to_vec()?, reversed);
    y.fill(Liquid)?;
    assert_eq!(y.to_vec()?, [Liquid; 45]);
    y.copy_from_slice(&all)?;
    let mirror = y.create_mirror_view()?;
    portax::deep_copy(&mirror, &y)?;
    assert_eq!(mirror.read()?.get([7]), all[7]);
    let hot = Gas;
    parallel_for!(space, "fill", 45, |i| { y[i] = hot })?;
    assert_eq!(y.to_vec()?, [Gas; 45]);
    Ok(())
}

/// What becomes of a phase at a temperature.
#[device(host)]
fn next(phase: Phase, t: f64) -> Phase {
    match phase {
        Phase::Solid => {
            if t > 10.0 {
                Phase::Liquid
            } else {
                phase
            }
        }
        Phase::Liquid => {
            if t > 50.0 {
                return Phase::Gas;
            }
            if t < 0.0 { Phase::Solid } else { Phase::Liquid }
        }
        Phase::Gas => {
            if t < 40.0 {
                Phase::Liquid
            } else {
                Phase::Gas
            }
        }
    }
}

fn next_on_host(phase: Phase, t: f64) -> Phase {
    match phase {
        Solid if t > 10.0 => Liquid,
        Liquid if t > 50.0 => Gas,
        Liquid if t < 0.0 => Solid,
        Gas if t < 40.0 => Liquid,
        other => other,
    }
}

#[device]
impl Phase {
    fn flows(self) -> bool {
        self != Phase::Solid
    }
    fn density(self, t: f64) -> f64 {
        match self {
            Self::Solid => 8.0,
            Self::Liquid => 4.0 - t,
            _ => 1.0 / (t + 100.0),
        }
    }
}

#[derive(Functor)]
struct Matter {
    phase: View<Phase, 1>,
    t: View<f64, 1>,
    coldest: Phase,
    density: View<f64, 1>,
    out: View<i32, 2>,
}

#[kernel]
impl RangeKernel for Matter {
    fn matter(&self, i: Index) {
        let old = self.phase[i];
        let mut new = Phase::Gas;
        if old == Phase::Solid || self.t[i] < 60.0 {
            new = next(old, self.t[i]);
        }
        self.phase[i] = new;
        self.density[i] = new.density(self.t[i]);
        let kind = match new {
            Phase::Liquid | Phase::Gas => 1,
            Phase::Solid => 0,
        };
        self.out[(i, 0)] = kind;
        self.out[(i, 1)] = new as i32;
        self.out[(i, 2)] = (new.flows() as i32) + 10 * ((old == new) as i32);
        let other = if new == self.coldest {
            Phase::Liquid
        } else {
            self.coldest
        };
        self.out[(i, 3)] = match other {
            Phase::Gas => return,
            Phase::Liquid => 5,
            _ => {
                let twice = 2 * kind;
                twice + 1
            }
        };
    }
}

fn matters_change_their_phase(space: &Space) -> Outcome {
    for n in [1, 8, 37, 100] {
        for coldest in PHASES {
            let (old, t) = (phases(n), temperatures(n));
            let k = Matter {
                phase: vector(space, "phase", &old)?,
                t: vector(space, "t", &t)?,
                coldest,
                density: View::new(space, "density", [n])?,
                out: View::new(space, "out", [n, 4])?,
            };
            space.parallel_for("matter", RangePolicy::new(0..n), &k)?;
            let (new, density, out) = (k.phase.to_vec()?, k.density.to_vec()?, k.out.to_vec()?);
            for i in 0..n {
                let expected = match old[i] {
                    phase if phase == Solid || t[i] < 60.0 => next_on_host(phase, t[i]),
                    _ => Gas,
                };
                assert_eq!(new[i], expected, "{n} {i}");
                assert_eq!(next(old[i], t[i]), next_on_host(old[i], t[i]));
                let flows = expected != Solid;
                assert_eq!(out[i], i32::from(flows));
                assert_eq!(out[n + i], expected as i32);
                assert_eq!(
                    out[2 * n + i],
                    i32::from(flows) + 10 * i32::from(old[i] == expected)
                );
                let other = if expected == coldest { Liquid } else { coldest };
                let last = match other {
                    Gas => 0,
                    Liquid => 5,
                    Solid => 2 * i32::from(flows) + 1,
                };
                assert_eq!(out[3 * n + i], last, "{n} {i} {coldest:?}");
                let exact = match expected {
                    Solid => 8.0,
                    Liquid => 4.0 - t[i],
                    Gas => 1.0 / (t[i] + 100.0),
                };
                assert!((density[i] - exact).abs() <= 1e-14 * exact.abs(), "{n} {i}");
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Debug, Element)]
struct Cell {
    volume: f64,
    phases: [Phase; 2],
    kind: i32,
}

#[derive(Functor)]
struct Boil<L: Layout> {
    cells: View<Cell, 1, L>,
    spare: Cell,
}

#[kernel]
impl<L: Layout> RangeKernel for Boil<L> {
    fn boil(&self, i: Index) {
        let cell = self.cells[i];
        if cell.phases[0] == Phase::Liquid && self.cells[i].phases[1] != Phase::Gas {
            self.cells[i].phases[1] = Phase::Gas;
        } else if cell.kind > 3 {
            self.cells[i] = Cell {
                volume: 0.5,
                phases: [cell.phases[1], cell.phases[0]],
                kind: -1,
            };
            self.cells[i].phases[1] = Phase::Solid;
        } else if cell.kind == 3 {
            self.cells[i] = self.spare;
        }
    }
}

fn boil<L: Layout>(space: &Space) -> Outcome {
    let all: Vec<Cell> = phases(41)
        .into_iter()
        .enumerate()
        .map(|(i, phase)| Cell {
            volume: i as f64,
            phases: [phase, PHASES[i % 3]],
            kind: (i % 5) as i32,
        })
        .collect();
    let spare = Cell {
        volume: 7.0,
        phases: [Gas, Liquid],
        kind: 12,
    };
    let k = Boil::<L> {
        cells: View::from_slice(space, "cells", [41], &all)?,
        spare,
    };
    assert_eq!(k.cells.to_vec()?, all);
    space.parallel_for("boil", RangePolicy::new(0..41), &k)?;
    let expected: Vec<Cell> = all
        .iter()
        .map(|&cell| match cell.phases {
            [Liquid, other] if other != Gas => Cell {
                phases: [Liquid, Gas],
                ..cell
            },
            [_, second] if cell.kind > 3 => Cell {
                volume: 0.5,
                phases: [second, Solid],
                kind: -1,
            },
            _ if cell.kind == 3 => spare,
            _ => cell,
        })
        .collect();
    assert_eq!(k.cells.to_vec()?, expected);
    Ok(())
}

fn variants_are_fields_of_structs(space: &Space) -> Outcome {
    boil::<LayoutLeft>(space)?;
    boil::<AoSoA<8>>(space)?;
    boil::<Interleaved>(space)
}

fn variants_that_all_lanes_share_stay_shared(space: &Space) -> Outcome {
    let phase = vector(space, "phase", &phases(6))?;
    let sums: View<f64, 1> = View::new(space, "sums", [6])?;
    let after: View<Phase, 1> = View::new(space, "after", [6])?;
    let x = vector(space, "x", &temperatures(20))?;
    parallel_for!(space, "teams", TeamPolicy::new(6, 1), |team: Team| {
        let row = team.league_rank();
        if phase[row] == Phase::Gas {
            let sum = parallel_reduce(TeamVectorRange(team, 20), |i| x[i], Sum);
            single(PerTeam(team), || {
                sums[row] = sum;
                after[row] = Phase::Liquid;
            });
        }
    })?;
    let sum: f64 = temperatures(20).iter().sum();
    let expected = phases(6)
        .into_iter()
        .map(|p| if p == Gas { sum } else { 0.0 });
    assert_eq!(sums.to_vec()?, expected.collect::<Vec<_>>());
    let expected = phases(6)
        .into_iter()
        .map(|p| if p == Gas { Liquid } else { Solid });
    assert_eq!(after.to_vec()?, expected.collect::<Vec<_>>());
    Ok(())
}

#[device]
fn number_of(phase: Phase) -> i32 {
    match phase {
        Phase::Solid => 0,
        Phase::Liquid => 1,
        Phase::Gas => 2,
    }
}

/// Knows one phase when it is recorded, and others when it runs.
#[derive(Functor)]
struct Selected {
    #[comptime]
    only: Phase,
    phase: View<Phase, 1>,
    x: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Selected {
    fn selected(&self, i: Index) {
        let weight = match self.only {
            Phase::Solid => 100,
            Phase::Liquid => self.x[i],
            Phase::Gas => return,
        };
        let is_it = if self.phase[i] == self.only {
            weight
        } else {
            0
        };
        self.x[i] = is_it + 1000 * number_of(self.only);
        match self.only {
            Phase::Liquid => self.phase[i] = Phase::Gas,
            _ => self.phase[i] = self.only,
        }
    }
}

fn the_same_enum_chooses_a_kernel(space: &Space) -> Outcome {
    let (all, numbers) = (phases(20), (0..20).collect::<Vec<i32>>());
    for only in PHASES {
        let k = Selected {
            only,
            phase: vector(space, "phase", &all)?,
            x: vector(space, "x", &numbers)?,
        };
        space.parallel_for("selected", RangePolicy::new(0..20), &k)?;
        let expected = |i: usize| match (only, all[i]) {
            (Solid, Solid) => 100,
            (Solid, _) => 0,
            (Liquid, Liquid) => 1000 + numbers[i],
            (Liquid, _) => 1000,
            (Gas, _) => numbers[i],
        };
        assert_eq!(k.x.to_vec()?, (0..20).map(expected).collect::<Vec<_>>());
        let after = |i: usize| match only {
            Solid => Solid,
            Liquid => Gas,
            Gas => all[i],
        };
        assert_eq!(k.phase.to_vec()?, (0..20).map(after).collect::<Vec<_>>());
    }
    Ok(())
}

#[derive(Functor)]
struct Promised {
    phase: View<Phase, 1>,
    x: View<i32, 1>,
}

// SAFETY: each iteration has its own element, and the range is that of the views.
#[kernel(unchecked)]
unsafe impl RangeKernel for Promised {
    fn promised(&self, i: Index) {
        let mut phase = self.phase[i];
        phase = if phase == Phase::Solid {
            Phase::Gas
        } else {
            phase
        };
        self.x[i] = match phase {
            Phase::Gas => 1,
            _ => 2,
        };
        self.phase[i] = Phase::Liquid;
    }
}

fn kernels_that_promise_name_variants(space: &Space) -> Outcome {
    let all = phases(19);
    let k = Promised {
        phase: vector(space, "phase", &all)?,
        x: View::new(space, "x", [19])?,
    };
    space.parallel_for("promised", RangePolicy::new(0..19), &k)?;
    let expected = all.iter().map(|&p| if p == Liquid { 2 } else { 1 });
    assert_eq!(k.x.to_vec()?, expected.collect::<Vec<i32>>());
    assert_eq!(k.phase.to_vec()?, [Liquid; 19]);
    Ok(())
}

/// The phase of the highest energy.
#[derive(Clone, Copy)]
struct Highest;

#[kernel]
impl Reducer<Phase> for Highest {
    const COMMUTES: bool = true;
    fn identity() -> Phase {
        Phase::Solid
    }
    fn join(a: Phase, b: Phase) -> Phase {
        if (b as i32) > (a as i32) { b } else { a }
    }
}

fn variants_are_reduced_and_indexed(space: &Space) -> Outcome {
    let all = phases(50);
    let phase = vector(space, "phase", &all)?;
    let found = parallel_reduce!(
        space,
        "count",
        50,
        |i| -> (i32, i32) {
            let mut count = [0; 3];
            let mut latest = [Phase::Solid; 4];
            latest[(i as i32) % 4] = phase[i];
            count[latest[(i as i32) % 4] as i32] += 1;
            (
                count[2],
                if phase[i] == Phase::Liquid {
                    i as i32
                } else {
                    -1
                },
            )
        },
        (Sum, Max)
    )?;
    let highest = parallel_reduce!(space, "highest", 2, |i| -> Phase { phase[i] }, Highest)?;
    assert_eq!(highest, if all[..2].contains(&Gas) { Gas } else { all[1] });
    let gases = all.iter().filter(|&&p| p == Gas).count();
    let last = all.iter().rposition(|&p| p == Liquid);
    assert_eq!(found, (gases as i32, last.map_or(-1, |k| k as i32)));
    Ok(())
}

/// Names of one letter, as constants have them.
#[derive(Clone, Copy, PartialEq, Debug, Element)]
enum Axis {
    X,
    Y,
    Z,
}

#[derive(Functor)]
struct Turn {
    axis: View<Axis, 1>,
    n: View<i32, 1>,
}

impl Turn {
    const TURNS: i32 = 7;
}

#[kernel]
impl RangeKernel for Turn {
    fn turn(&self, i: Index) {
        let mut axis = Axis::X;
        let mut turns = Turn::TURNS;
        loop {
            axis = match axis {
                Axis::X => Axis::Y,
                Axis::Y => Axis::Z,
                Axis::Z => Axis::X,
            };
            turns -= 1;
            if turns <= i as i32 {
                break;
            }
        }
        self.axis[i] = axis;
        self.n[i] = Turn::TURNS - turns;
    }
}

fn variants_are_told_from_constants(space: &Space) -> Outcome {
    let k = Turn {
        axis: View::new(space, "axis", [9])?,
        n: View::new(space, "n", [9])?,
    };
    space.parallel_for("turn", RangePolicy::new(0..9), &k)?;
    let turns: Vec<i32> = (0..9).map(|i| (7 - i).max(1)).collect();
    let axis = |n: &i32| [Axis::X, Axis::Y, Axis::Z][*n as usize % 3];
    assert_eq!(k.axis.to_vec()?, turns.iter().map(axis).collect::<Vec<_>>());
    assert_eq!(k.n.to_vec()?, turns);
    Ok(())
}

/// Four bytes, as the numbers in views have: the host must not take them for variants unread.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Debug, Element)]
#[allow(dead_code)]
enum Wide {
    First,
    Second,
}

fn numbers_of_no_variant_are_the_first_one(space: &Space) -> Outcome {
    if !space.is_host() {
        return skip("memory of others is a host's here");
    }
    let mut numbers = [1, 7, -1, i32::MIN, 0, 1];
    let memory = NonNull::from(&mut numbers).cast::<Wide>();
    // SAFETY: six numbers, which nobody else uses while the view lives.
    let view = unsafe { View::<Wide, 1>::from_raw(space, "others", memory, [6], LayoutLeft) }?;
    let expected = [
        Wide::Second,
        Wide::First,
        Wide::First,
        Wide::First,
        Wide::First,
        Wide::Second,
    ];
    assert_eq!(view.to_vec()?, expected);
    let host = view.create_mirror_view()?;
    assert!(host.read()?.as_slice().is_none());
    assert_eq!(host.read()?.get([1]), Wide::First);
    let seen: View<i32, 1> = View::new(space, "seen", [6])?;
    parallel_for!(space, "seen", 6, |i| {
        seen[i] = if view[i] == Wide::First { 1 } else { 0 };
    })?;
    assert_eq!(seen.to_vec()?, [0, 0, 0, 0, 1, 0]);
    Ok(())
}

/// What a phase does to a number.
#[device]
fn moved(x: f64, phase: Phase) -> f64 {
    match phase {
        Phase::Solid => x,
        Phase::Liquid => -x,
        Phase::Gas => 2.0 * x,
    }
}

/// A phase that all share, one of each place, and one that the body names.
#[derive(Functor)]
struct Moved {
    phase: Phase,
    phases: View<Phase, 1>,
    x: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Moved {
    fn moved(&self, i: Index) {
        let x = moved(self.x[i], self.phase);
        let y = moved(x, self.phases[i]);
        self.x[i] = moved(y, Phase::Gas);
    }
}

fn variants_that_are_named_or_fields_are_arguments(space: &Space) -> Outcome {
    let (n, all) = (45, phases(45));
    let host = |x: f64, phase| match phase {
        Solid => x,
        Liquid => -x,
        Gas => 2.0 * x,
    };
    for phase in PHASES {
        let k = Moved {
            phase,
            phases: vector(space, "phases", &all)?,
            x: vector(space, "x", &temperatures(n))?,
        };
        space.parallel_for("moved", RangePolicy::new(0..n), &k)?;
        let each = temperatures(n).into_iter().zip(&all);
        let expected: Vec<_> = each
            .map(|(x, &own)| host(host(host(x, phase), own), Gas))
            .collect();
        assert_eq!(k.x.to_vec()?, expected);
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Comptime)]
enum Form {
    Flat,
    Curved,
}

/// A choice when the kernel is recorded, between literals, what all lanes share, and what differs.
#[derive(Functor)]
struct Chosen<const N: usize> {
    x: View<f64, 1>,
    y: View<f64, 1>,
    n: f64,
    #[comptime]
    form: Form,
}

#[device]
impl<const N: usize> Chosen<N> {
    fn scale(&self, i: Index) -> f64 {
        match self.form {
            Form::Flat => 1.0,
            Form::Curved => self.x[i],
        }
    }
}

#[kernel]
impl<const N: usize> RangeKernel for Chosen<N> {
    fn chosen(&self, i: Index) {
        let a = match self.form {
            Form::Flat => 1.0,
            Form::Curved => self.x[i],
        };
        let b: f64 = match self.form {
            Form::Flat => self.n,
            Form::Curved => self.x[i],
        };
        let c: f64 = match self.form {
            Form::Flat => 1.0,
            Form::Curved => 1.0 / (N as f64),
        };
        self.y[i] = if self.form == Form::Flat { 0.0 } else { self.n };
        self.y[i] += if N == 0 { 1.0 } else { self.x[i] };
        let adds = match self.form {
            Form::Flat => true,
            Form::Curved => self.x[i] > 1.0,
        };
        let k = match self.form {
            Form::Flat => 0,
            Form::Curved => self.x.extent(0),
        };
        if adds && (self.form != Form::Flat || i > 0) {
            self.y[i] += a + b + c + self.scale(i) + (k as f64);
        }
    }
}

fn what_is_recorded_chooses_values_of_two_kinds(space: &Space) -> Outcome {
    let run = |form| -> Result<Vec<f64>, Error> {
        let k = Chosen::<2> {
            x: View::from_slice(space, "x", [4], &[0.0, 1.0, 2.0, 3.0])?,
            y: View::new(space, "y", [4])?,
            n: 5.0,
            form,
        };
        space.parallel_for("chosen", RangePolicy::new(0..4), &k)?;
        k.y.to_vec()
    };
    assert_eq!(run(Form::Flat)?, [0.0, 9.0, 10.0, 11.0]);
    assert_eq!(run(Form::Curved)?, [5.0, 6.0, 17.5, 21.5]);
    Ok(())
}
