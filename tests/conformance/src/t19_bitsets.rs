//! Sets of bits that kernels share.

use crate::ladder::{Outcome, Test, tests, vector};
use portax::{Error, Functor, RangeKernel, RangePolicy, Space, View, kernel, parallel_for};
use portax_algorithms::Bitset;

pub fn tests() -> Vec<Test> {
    tests![
        bits_change_once,
        bits_are_found_near_a_hint,
        bits_outside_of_a_set_are_caught,
        sets_that_are_too_long_are_refused,
    ]
}

/// Changes bits, and notes what was there.
#[derive(Functor)]
struct Change {
    bits: Bitset,
    was_set: View<i32, 1>,
    was_reset: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Change {
    fn change(&self, i: Index) {
        let bit = i % self.bits.len();
        if i % 7 == 3 {
            self.was_reset[i] = self.bits.reset(bit) as i32;
        } else {
            self.was_set[i] = self.bits.set(bit) as i32;
        }
    }
}

fn bits_change_once(space: &Space) -> Outcome {
    for len in [1, 31, 32, 33, 100, 4099] {
        let times = 5;
        let n = len * times;
        let k = Change {
            bits: Bitset::new(space, len)?,
            was_set: vector(space, "was_set", &vec![-1; n])?,
            was_reset: vector(space, "was_reset", &vec![-1; n])?,
        };
        space.parallel_for("change", RangePolicy::new(0..n), &k)?;
        let [was_set, was_reset] = [k.was_set.to_vec()?, k.was_reset.to_vec()?];
        let bits = k.bits.to_vec()?;
        assert_eq!(k.bits.count(space)?, bits.iter().filter(|b| **b).count());
        for bit in 0..len {
            let of = |was: &[i32], kind: i32| {
                let mine = (0..times).map(|turn| was[bit + turn * len]);
                mine.filter(|was| *was == kind).count() as i32
            };
            // Each change from one state to the other is told to one iteration.
            let (up, down) = (of(&was_set, 0), of(&was_reset, 1));
            assert_eq!(up - down, i32::from(bits[bit]), "{bit} of {len}");
            let resets = of(&was_reset, 0) + down;
            assert!(up >= 1 || of(&was_set, 1) == 0, "{bit} of {len}");
            assert!(resets > 0 || bits[bit], "{bit} of {len}");
        }
        k.bits.set_all(space)?;
        assert_eq!(k.bits.count(space)?, len);
        k.bits.clear()?;
        assert_eq!(k.bits.count(space)?, 0);
    }
    let none = Bitset::new(space, 0)?;
    none.set_all(space)?;
    assert_eq!((none.count(space)?, none.to_vec()?), (0, Vec::new()));
    Ok(())
}

/// Looks for bits, and into them.
#[derive(Functor)]
struct Look {
    bits: Bitset,
    set: View<i32, 1>,
    unset: View<i32, 1>,
    test: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Look {
    fn look(&self, i: Index) {
        // hints from -1 to the length
        self.set[i] = self.bits.find_any_set_near(i as i32 - 1);
        self.unset[i] = self.bits.find_any_unset_near(i as i32 - 1);
        if i < self.bits.len() {
            self.test[i] = self.bits.test(i) as i32;
        }
    }
}

fn bits_are_found_near_a_hint(space: &Space) -> Outcome {
    for len in [1, 2, 32, 45, 64, 131] {
        let every = [1, 2, 40, 1000];
        for (every, flip) in every.iter().flat_map(|e| [(e, false), (e, true)]) {
            let is_in = |i: usize| (i % every == every / 2) != flip;
            let bits = Bitset::new(space, len)?;
            let wanted: Vec<i32> = (0..len).filter(|i| is_in(*i)).map(|i| i as i32).collect();
            let wanted_view = vector(space, "wanted", &wanted)?;
            let into = bits.clone();
            parallel_for!(
                space,
                "fill",
                wanted.len(),
                |i, wanted_view: View<i32, 1>, into: Bitset| {
                    into.set(wanted_view[i]);
                }
            )?;
            let k = Look {
                bits,
                set: View::new(space, "set", [len + 2])?,
                unset: View::new(space, "unset", [len + 2])?,
                test: View::new(space, "test", [len])?,
            };
            space.parallel_for("look", RangePolicy::new(0..len + 2), &k)?;
            let expected = |hint: i64, state: bool| {
                let start = if (0..len as i64).contains(&hint) {
                    hint as usize
                } else {
                    0
                };
                let around = (start..len).chain(0..start);
                let mut found = around.filter(|i| is_in(*i) == state);
                found.next().map_or(-1, |i| i as i32)
            };
            for (state, found) in [(true, k.set.to_vec()?), (false, k.unset.to_vec()?)] {
                let all: Vec<i32> = (-1..=len as i64)
                    .map(|hint| expected(hint, state))
                    .collect();
                assert_eq!(found, all, "{len} {every} {flip} {state}");
            }
            let test: Vec<i32> = (0..len).map(|i| i32::from(is_in(i))).collect();
            assert_eq!(k.test.to_vec()?, test);
        }
    }
    Ok(())
}

/// Sets one bit.
#[derive(Functor)]
struct SetOne {
    bits: Bitset,
    at: View<i32, 1>,
}

#[kernel]
impl RangeKernel for SetOne {
    fn set_one(&self, i: Index) {
        self.bits.set(self.at[i]);
    }
}

fn bits_outside_of_a_set_are_caught(space: &Space) -> Outcome {
    for at in [-1, 5, 31, 32, i32::MIN, i32::MAX] {
        let k = SetOne {
            bits: Bitset::new(space, 5)?,
            at: vector(space, "at", &[at])?,
        };
        let launched = space.parallel_for("set_one", RangePolicy::new(0..1), &k);
        match launched.and_then(|()| space.fence()) {
            Err(Error::OutOfBounds { indices, .. }) => assert_eq!(indices, [i64::from(at)]),
            other => panic!("{at}: {other:?}"),
        }
        assert_eq!(k.bits.count(space)?, 0);
    }
    Ok(())
}

fn sets_that_are_too_long_are_refused(space: &Space) -> Outcome {
    match Bitset::new(space, 1 << 31) {
        Err(Error::Invalid(_)) => Ok(()),
        other => panic!("{:?}", other.map(|bits| bits.len())),
    }
}
