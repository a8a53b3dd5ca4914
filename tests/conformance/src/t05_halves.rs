//! Floats of 16 bits in memory: a load gives an f32, and a store rounds one to the nearest, ties to even.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{
    AUTO, AoSoA, Functor, LayoutRight, LayoutStride, MdRangeKernel, MdRangePolicy, RangeKernel,
    RangePolicy, Space, TeamKernel, TeamPolicy, View, bf16, deep_copy, f16, kernel,
};

pub fn tests() -> Vec<Test> {
    tests![
        every_half_is_loaded,
        stores_round_to_the_nearest_half,
        halves_are_anywhere,
        halves_in_layouts,
        halves_of_a_team,
        halves_are_filled_and_copied,
    ]
}

macro_rules! halves {
    ($module:ident, $t:ident) => {
        mod $module {
            use super::*;

            #[derive(Functor)]
            struct Load {
                x: View<$t, 1>,
                wide: View<f32, 1>,
                copied: View<$t, 1>,
            }
            #[kernel]
            impl RangeKernel for Load {
                fn load(&self, i: Index) {
                    let x = self.x[i];
                    self.wide[i] = x;
                    self.copied[i] = x;
                }
            }

            /// All 65536 of them; what is no number stays none.
            pub(super) fn loaded(space: &Space) -> Outcome {
                let x: Vec<_> = (0..=u16::MAX).map($t::from_bits).collect();
                let n = x.len();
                let k = Load {
                    x: vector(space, "x", &x)?,
                    wide: View::new(space, "wide", [n])?,
                    copied: View::new(space, "copied", [n])?,
                };
                space.parallel_for("load", RangePolicy::new(0..n), &k)?;
                for ((x, wide), copied) in x.iter().zip(k.wide.to_vec()?).zip(k.copied.to_vec()?) {
                    let bits = x.to_bits();
                    if x.is_nan() {
                        assert!(wide.is_nan() && copied.is_nan(), "{bits:#x}");
                    } else {
                        assert_eq!(wide.to_bits(), x.to_f32().to_bits(), "{bits:#x}");
                        assert_eq!(copied.to_bits(), bits);
                    }
                }
                Ok(())
            }

            #[derive(Functor)]
            struct Store {
                x: View<f32, 1>,
                y: View<$t, 1>,
            }
            #[kernel]
            impl RangeKernel for Store {
                fn store(&self, i: Index) {
                    self.y[i] = self.x[i];
                }
            }

            /// In the middle of all neighbours and beside it, beyond the largest, and what is no number.
            pub(super) fn rounded(space: &Space) -> Outcome {
                let infinity = $t::INFINITY.to_bits();
                let number = |bits| match bits == infinity {
                    true => {
                        2.0 * f64::from($t::from_bits(infinity - 1).to_f32())
                            - f64::from($t::from_bits(infinity - 2).to_f32())
                    }
                    false => $t::from_bits(bits).to_f32().into(),
                };
                let numbers = (0..infinity).flat_map(|bits| {
                    let middle = ((number(bits) + number(bits + 1)) / 2.0) as f32;
                    [middle.next_down(), middle, middle.next_up()]
                });
                let special = [f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, f32::NAN];
                let special = special
                    .into_iter()
                    .chain([0x7f80_0001, 0x7fff_ffff].map(f32::from_bits));
                let x: Vec<f32> = numbers.chain(special).flat_map(|x| [x, -x]).collect();
                let k = Store {
                    x: vector(space, "x", &x)?,
                    y: View::new(space, "y", [x.len()])?,
                };
                space.parallel_for("store", RangePolicy::new(0..x.len()), &k)?;
                for (x, y) in x.iter().zip(k.y.to_vec()?) {
                    let right = $t::from_f32(*x);
                    let both_nan = y.is_nan() && right.is_nan();
                    let (bits, found) = (x.to_bits(), y.to_bits());
                    assert!(
                        both_nan || found == right.to_bits(),
                        "{x:e} ({bits:#x}): {y} ({found:#x}) instead of {right}"
                    );
                }
                Ok(())
            }

            #[derive(Functor)]
            struct Places {
                x: View<$t, 1>,
                at: View<i32, 1>,
                wide: View<f64, 2>,
                sums: View<$t, 1>,
                some: View<$t, 1>,
            }
            #[kernel]
            impl RangeKernel for Places {
                fn places(&self, i: Index) {
                    let x = self.x[i];
                    let other = self.x[self.at[i]];
                    self.wide[(i, 0)] = x as f64;
                    self.wide[(i, 1)] = (other * 3.0) as f64;
                    self.wide[(i, 2)] = self.x[1] as f64;
                    self.sums[i] = x * 77.0 + other;
                    if other > 1.5 {
                        self.some[i] += x;
                    }
                }
            }

            /// Loads at the lane, elsewhere, at one place and under a mask.
            pub(super) fn anywhere(space: &Space) -> Outcome {
                let n = 70;
                let x: Vec<f32> = (0..n).map(|k| (k as f32 - 30.0) * 0.25).collect();
                let halves: Vec<_> = x.iter().map(|&x| $t::from_f32(x)).collect();
                let at: Vec<i32> = (0..n).map(|i| (i * 31 % n) as i32).collect();
                let k = Places {
                    x: vector(space, "x", &halves)?,
                    at: vector(space, "at", &at)?,
                    wide: View::new(space, "wide", [n, 3])?,
                    sums: View::new(space, "sums", [n])?,
                    some: vector(space, "some", &vec![$t::from_f32(0.5); n])?,
                };
                space.parallel_for("places", RangePolicy::new(0..n), &k)?;
                let (wide, sums, some) = (k.wide.to_vec()?, k.sums.to_vec()?, k.some.to_vec()?);
                for i in 0..n {
                    let other = x[at[i] as usize];
                    let right = [x[i], other * 3.0, x[1]].map(f64::from);
                    assert_eq!([wide[i], wide[i + n], wide[i + 2 * n]], right);
                    assert_eq!(sums[i], $t::from_f32(x[i] * 77.0 + other), "{i}");
                    let added = if other > 1.5 { x[i] } else { 0.0 };
                    assert_eq!(some[i].to_f32(), added + 0.5, "{i}");
                }
                Ok(())
            }

            #[derive(Functor)]
            struct Layouts {
                x: View<$t, 2>,
                rows: View<$t, 2, LayoutRight>,
                tiles: View<$t, 2, AoSoA>,
                part: View<$t, 2, LayoutStride>,
            }
            #[kernel]
            impl MdRangeKernel<2> for Layouts {
                fn layouts(&self, i: Index, j: Index) {
                    let x = self.x[(i, j)];
                    self.rows[(i, j)] = -x;
                    self.tiles[(i, j)] = 2.0 * x;
                    self.part[(i, j)] += x;
                }
            }

            pub(super) fn layouts(space: &Space) -> Outcome {
                let (n, m) = (37, 6);
                let x: Vec<_> = (0..n * m).map(|k| $t::from_f32(k as f32 - 100.0)).collect();
                let whole: View<$t, 3> = View::new(space, "whole", [2, n, m])?;
                whole.fill($t::from_f32(-1.0))?;
                let k = Layouts {
                    x: View::from_slice(space, "x", [n, m], &x)?,
                    rows: View::new(space, "rows", [n, m])?,
                    tiles: View::new(space, "tiles", [n, m])?,
                    part: whole.subview((1, .., ..))?,
                };
                space.parallel_for("layouts", MdRangePolicy::new([0..n, 0..m]), &k)?;
                let (rows, tiles, whole) = (k.rows.to_vec()?, k.tiles.to_vec()?, whole.to_vec()?);
                for (at, x) in x.iter().map(|x| x.to_f32()).enumerate() {
                    assert_eq!(rows[at].to_f32(), -x);
                    assert_eq!(tiles[at].to_f32(), 2.0 * x);
                    let pair = [whole[2 * at], whole[2 * at + 1]].map($t::to_f32);
                    assert_eq!(pair, [-1.0, x - 1.0]);
                }
                Ok(())
            }

            #[derive(Functor)]
            struct InTeams {
                x: View<$t, 2>,
                reversed: View<$t, 2>,
                last: View<$t, 1>,
            }
            #[kernel]
            impl TeamKernel for InTeams {
                fn team(&self, team: Team) {
                    let (t, n) = (team.league_rank(), self.x.extent(0));
                    let kept = team.scratch::<$t, 1>([64]);
                    parallel_for(TeamVectorRange(team, n), |i| {
                        kept[i] = self.x[(i, t)] * 0.5;
                    });
                    team.barrier();
                    parallel_for(TeamVectorRange(team, n), |i| {
                        self.reversed[(i, t)] = kept[n - 1 - i];
                    });
                    single(PerTeam(team), || {
                        self.last[t] = kept[n - 1] + 0.25;
                    });
                }
            }

            /// In scratch, and one for all lanes.
            pub(super) fn team(space: &Space) -> Outcome {
                let (n, teams) = (50, 3);
                let x: Vec<f32> = (0..n * teams).map(|k| k as f32 - 60.0).collect();
                let halves: Vec<_> = x.iter().map(|&x| $t::from_f32(x)).collect();
                let k = InTeams {
                    x: View::from_slice(space, "x", [n, teams], &halves)?,
                    reversed: View::new(space, "reversed", [n, teams])?,
                    last: View::new(space, "last", [teams])?,
                };
                space.parallel_for("team", TeamPolicy::new(teams, AUTO), &k)?;
                let (reversed, last) = (k.reversed.to_vec()?, k.last.to_vec()?);
                for t in 0..teams {
                    for i in 0..n {
                        let right = x[n - 1 - i + n * t] * 0.5;
                        assert_eq!(reversed[i + n * t].to_f32(), right, "{i} of {t}");
                    }
                    let right = $t::from_f32(x[n - 1 + n * t] * 0.5 + 0.25);
                    assert_eq!(last[t], right, "{t}");
                }
                Ok(())
            }

            /// Portax' own kernels take their bits.
            pub(super) fn copied(space: &Space) -> Outcome {
                let nan = $t::from_bits($t::INFINITY.to_bits() + 1);
                let x: View<$t, 2> = View::new(space, "x", [5, 3])?;
                x.fill(nan)?;
                x.subview((1, ..))?.fill($t::from_f32(-2.5))?;
                let rows: View<$t, 2, LayoutRight> = View::new(space, "rows", [5, 3])?;
                deep_copy(&rows, &x)?;
                let found = rows.to_vec()?;
                for (at, found) in found.iter().enumerate() {
                    let right = if at % 5 == 1 { $t::from_f32(-2.5) } else { nan };
                    assert_eq!(found.to_bits(), right.to_bits(), "{at}");
                }
                Ok(())
            }
        }
    };
}
halves!(of_f16, f16);
halves!(of_bf16, bf16);

macro_rules! both {
    ($($test:ident: $function:ident;)*) => { $(
        fn $test(space: &Space) -> Outcome {
            of_f16::$function(space)?;
            of_bf16::$function(space)
        }
    )* };
}
both! {
    every_half_is_loaded: loaded;
    stores_round_to_the_nearest_half: rounded;
    halves_are_anywhere: anywhere;
    halves_in_layouts: layouts;
    halves_of_a_team: team;
    halves_are_filled_and_copied: copied;
}
