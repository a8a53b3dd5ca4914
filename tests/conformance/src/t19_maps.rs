//! Maps that kernels share.

use crate::ladder::{Outcome, Test, mixed, noise, tests, vector};
use portax::{Error, Functor, RangeKernel, RangePolicy, Space, View, kernel};
use portax_algorithms::{MapKey, UnorderedMap};
use std::{
    collections::{HashMap, HashSet},
    fmt::Debug,
    hash::Hash,
};

pub fn tests() -> Vec<Test> {
    tests![
        keys_of_all_types_are_inserted_once,
        one_key_is_inserted_by_all_lanes,
        full_maps_say_so,
        maps_hold_their_capacity,
        lanes_leave_loops_of_insertions_one_by_one,
        maps_count_and_sum,
        maps_are_filled_rehashed_and_cleared,
        what_maps_cannot_hold_is_refused,
    ]
}

/// Inserts keys with their places as values.
#[derive(Functor)]
struct Insert<K: MapKey> {
    key: View<K, 1>,
    map: UnorderedMap<K, i32>,
    index: View<i32, 1>,
    state: View<i32, 1>,
}

#[kernel]
impl<K: MapKey> RangeKernel for Insert<K> {
    fn insert(&self, i: Index) {
        let inserted = self.map.insert(self.key.atomic_load(i), i);
        self.index[i] = inserted.index;
        self.state[i] = if inserted.success() {
            2
        } else if inserted.existing() {
            1
        } else if inserted.failed() {
            0
        } else {
            -1
        };
    }
}

impl<K: MapKey> Insert<K> {
    fn new(space: &Space, keys: &[K], map: &UnorderedMap<K, i32>) -> portax::Result<Self> {
        Ok(Insert {
            key: vector(space, "key", keys)?,
            map: map.clone(),
            index: View::new(space, "index", [keys.len()])?,
            state: View::new(space, "state", [keys.len()])?,
        })
    }

    /// Index and state of each insertion.
    fn run(&self, space: &Space) -> portax::Result<Vec<(i32, i32)>> {
        space.parallel_for("insert", RangePolicy::new(0..self.key.len()), self)?;
        let both = self.index.to_vec()?.into_iter().zip(self.state.to_vec()?);
        Ok(both.collect())
    }
}

/// Finds keys.
#[derive(Functor)]
struct Find<K: MapKey> {
    key: View<K, 1>,
    map: UnorderedMap<K, i32>,
    index: View<i32, 1>,
    value: View<i32, 1>,
    exists: View<i32, 1>,
}

#[kernel]
impl<K: MapKey> RangeKernel for Find<K> {
    fn find(&self, i: Index) {
        let key = self.key.atomic_load(i);
        self.index[i] = self.map.find(key);
        self.value[i] = self.map.value_or(key, -7);
        self.exists[i] = self.map.exists(key) as i32;
    }
}

/// Index and value of each key, `(-1, -7)` where it is not there.
fn find<K: MapKey>(
    space: &Space,
    keys: &[K],
    map: &UnorderedMap<K, i32>,
) -> portax::Result<Vec<(i32, i32)>> {
    let n = keys.len();
    let k = Find {
        key: vector(space, "key", keys)?,
        map: map.clone(),
        index: View::new(space, "index", [n])?,
        value: View::new(space, "value", [n])?,
        exists: View::new(space, "exists", [n])?,
    };
    space.parallel_for("find", RangePolicy::new(0..n), &k)?;
    let found: Vec<(i32, i32)> = k
        .index
        .to_vec()?
        .into_iter()
        .zip(k.value.to_vec()?)
        .collect();
    let exists: Vec<i32> = found.iter().map(|(at, _)| i32::from(*at >= 0)).collect();
    assert_eq!(k.exists.to_vec()?, exists);
    Ok(found)
}

fn check_keys<K: MapKey + Hash + Eq + Debug>(space: &Space, of_bits: fn(u64) -> K) -> Outcome {
    let n = 3001;
    let kinds = n / 3;
    let ends = [0, 1, u64::MAX, u64::MAX >> 1, 1 << 63, 0xffff_ffff, 1 << 31];
    let key = |i: usize| of_bits(ends.get(i).copied().unwrap_or_else(|| mixed(i)));
    // The same keys lie side by side, and far apart.
    let keys: Vec<K> = (0..n).map(|i| key(i / 2 % kinds)).collect();
    let map = UnorderedMap::new(space, kinds)?;
    let inserted = Insert::new(space, &keys, &map)?.run(space)?;
    let found = find(space, &keys, &map)?;
    let mut winners: HashMap<K, (i32, i32)> = HashMap::new();
    for (i, (index, state)) in inserted.iter().enumerate() {
        if *state == 2 && winners.insert(keys[i], (*index, i as i32)).is_some() {
            panic!("{:?} was new twice", keys[i]);
        }
    }
    for (i, key) in keys.iter().enumerate() {
        assert_eq!(inserted[i].0, winners[key].0, "index of {key:?}");
        assert!(inserted[i].1 > 0, "{key:?} found no room");
        assert_eq!(found[i], winners[key], "{key:?}");
    }
    assert_eq!(map.size(space)?, winners.len());
    let others: Vec<K> = (n..2 * n).map(mixed).map(of_bits).collect();
    for (found, other) in find(space, &others, &map)?.into_iter().zip(&others) {
        assert_eq!(found, winners.get(other).copied().unwrap_or((-1, -7)));
    }
    let entries = map.to_vec()?.into_iter().collect::<HashMap<K, i32>>();
    let expected = winners.iter().map(|(key, (_, value))| (*key, *value));
    assert_eq!(entries, expected.collect());
    assert_eq!(map.get(space, keys[0])?, Some(winners[&keys[0]].1));
    Ok(())
}

fn keys_of_all_types_are_inserted_once(space: &Space) -> Outcome {
    check_keys(space, |x| x as u32)?;
    check_keys(space, |x| x as i32)?;
    check_keys(space, |x| x)?;
    check_keys(space, |x| x as i64)
}

fn one_key_is_inserted_by_all_lanes(space: &Space) -> Outcome {
    for key in [7, 0, u32::MAX] {
        let n = 20_011;
        let map = UnorderedMap::new(space, 1)?;
        let inserted = Insert::new(space, &vec![key; n], &map)?.run(space)?;
        let winners: Vec<usize> = (0..n).filter(|i| inserted[*i].1 == 2).collect();
        assert_eq!(winners.len(), 1, "{key}");
        assert!(inserted.iter().all(|(index, _)| *index == inserted[0].0));
        assert_eq!(map.to_vec()?, [(key, winners[0] as i32)]);
        assert!(!map.failed_insert()?);
    }
    Ok(())
}

fn full_maps_say_so(space: &Space) -> Outcome {
    for capacity in [0, 1, 2, 3, 7, 100] {
        let n = 4 * capacity + 37;
        let keys: Vec<i64> = (0..n as i64).map(|i| i * 3 - 1).collect();
        let mut map = UnorderedMap::new(space, capacity)?;
        assert_eq!(map.capacity(), capacity);
        let inserted = Insert::new(space, &keys, &map)?.run(space)?;
        let there = inserted.iter().filter(|(_, state)| *state == 2).count();
        let refused = inserted.iter().filter(|x| **x == (-1, 0)).count();
        assert_eq!(there + refused, n, "{capacity}");
        assert!(refused > 0 && there >= capacity, "{there} of {capacity}");
        assert!(there <= map.slots(), "{there} of {capacity}");
        assert!(map.failed_insert()?);
        assert_eq!(map.size(space)?, there);
        for (i, found) in find(space, &keys, &map)?.into_iter().enumerate() {
            let expected = if inserted[i].1 == 2 {
                (inserted[i].0, i as i32)
            } else {
                (-1, -7)
            };
            assert_eq!(found, expected, "{} of {capacity}", keys[i]);
        }
        // There is room after a rehash, and what is there stays.
        map.rehash(space, n)?;
        assert!(!map.failed_insert()?);
        let again = Insert::new(space, &keys, &map)?.run(space)?;
        for (before, after) in inserted.iter().zip(again) {
            assert_eq!(after.1, if before.1 == 2 { 1 } else { 2 });
        }
        assert_eq!(map.size(space)?, n);
    }
    Ok(())
}

fn maps_hold_their_capacity(space: &Space) -> Outcome {
    for n in [1, 2, 3, 5, 1000, 12_345] {
        for (kind, of) in [
            ("in order", (|i| i as u64) as fn(usize) -> u64),
            ("any", mixed),
        ] {
            let keys: Vec<u64> = (0..n).map(of).collect();
            let map = UnorderedMap::new(space, n)?;
            let values = vector(space, "values", &(0..n as i32).collect::<Vec<_>>())?;
            map.insert_all(space, &vector(space, "keys", &keys)?, &values)?;
            assert!(!map.failed_insert()?, "{n} {kind}");
            let mut entries = map.to_vec()?;
            entries.sort_by_key(|(_, value)| *value);
            let expected: Vec<(u64, i32)> = keys.into_iter().zip(0..).collect();
            assert_eq!(entries, expected, "{n} {kind}");
        }
    }
    Ok(())
}

/// Inserts the numbers of a sequence until one of them is there.
#[derive(Functor)]
struct Follow {
    map: UnorderedMap<u32, i32>,
    turns: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Follow {
    fn follow(&self, i: Index) {
        let mut x = i as u32 + 1u32;
        let mut turns = 0;
        while self.map.insert_key(x).success() {
            x = if x % 2u32 == 0u32 {
                x / 2u32
            } else {
                3u32 * x + 1u32
            };
            turns += 1;
        }
        self.turns[i] = turns;
    }
}

fn lanes_leave_loops_of_insertions_one_by_one(space: &Space) -> Outcome {
    let n = 2000;
    let mut expected = HashSet::new();
    for start in 1..=n as u32 {
        let mut x = start;
        while expected.insert(x) {
            x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
        }
    }
    let k = Follow {
        map: UnorderedMap::new(space, expected.len())?,
        turns: View::new(space, "turns", [n])?,
    };
    space.parallel_for("follow", RangePolicy::new(0..n), &k)?;
    let found: HashSet<u32> = k.map.to_vec()?.into_iter().map(|(key, _)| key).collect();
    assert_eq!(found, expected);
    let turns: i32 = k.turns.to_vec()?.iter().sum();
    assert_eq!(turns as usize, expected.len(), "each number is new once");
    Ok(())
}

/// Counts keys and sums what comes with them, then goes through all entries.
#[derive(Functor)]
struct Tally {
    key: View<i32, 1>,
    x: View<f64, 1>,
    count: UnorderedMap<i32, u32>,
    sum: UnorderedMap<i32, f64>,
}

#[kernel]
impl RangeKernel for Tally {
    fn tally(&self, i: Index) {
        self.count.insert_add(self.key[i], 1u32);
        self.sum.insert_add(self.key[i], self.x[i]);
    }
}

/// Takes the mean of each key.
#[derive(Functor)]
struct Means {
    count: UnorderedMap<i32, u32>,
    sum: UnorderedMap<i32, f64>,
    key: View<i32, 1>,
    mean: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Means {
    fn means(&self, slot: Index) {
        if self.count.valid_at(slot) {
            let key = self.count.key_at(slot);
            let sum = self.sum.value_at(self.sum.find(key));
            self.key[slot] = key;
            self.mean[slot] = sum / (self.count.value_at(slot) as f64);
        }
    }
}

fn maps_count_and_sum(space: &Space) -> Outcome {
    let n = 5003;
    // multiples of 1/8: sums are exact in any order
    let x: Vec<f64> = noise(n, 3)
        .iter()
        .map(|x| (x * 64.0).floor() / 8.0)
        .collect();
    let key: Vec<i32> = (0..n).map(|i| (mixed(i) % 401) as i32 - 200).collect();
    let mut expected: HashMap<i32, (u32, f64)> = HashMap::new();
    for (key, x) in key.iter().zip(&x) {
        let (count, sum) = expected.entry(*key).or_default();
        (*count, *sum) = (*count + 1, *sum + x);
    }
    let k = Tally {
        key: vector(space, "key", &key)?,
        x: vector(space, "x", &x)?,
        count: UnorderedMap::new(space, 401)?,
        sum: UnorderedMap::new(space, 500)?,
    };
    space.parallel_for("tally", RangePolicy::new(0..n), &k)?;
    let slots = k.count.slots();
    let means = Means {
        count: k.count.clone(),
        sum: k.sum.clone(),
        key: View::new(space, "key", [slots])?,
        mean: vector(space, "mean", &vec![f64::NAN; slots])?,
    };
    space.parallel_for("means", RangePolicy::new(0..slots), &means)?;
    let found = means.key.to_vec()?.into_iter().zip(means.mean.to_vec()?);
    let found: HashMap<i32, f64> = found.filter(|(_, mean)| !mean.is_nan()).collect();
    let expected = expected
        .into_iter()
        .map(|(key, (count, sum))| (key, sum / f64::from(count)));
    let expected: HashMap<i32, f64> = expected.collect();
    assert_eq!(found.len(), expected.len());
    for (key, mean) in expected {
        assert!((found[&key] - mean).abs() <= 1e-15 * mean.abs(), "{key}");
    }
    Ok(())
}

fn maps_are_filled_rehashed_and_cleared(space: &Space) -> Outcome {
    let keys = [5, -1, i64::MIN, 0, 1 << 40];
    let values = [0.5f32, 1.5, 2.5, 3.5, 4.5];
    let mut map = UnorderedMap::new(space, 5)?;
    map.insert_all(
        space,
        &vector(space, "keys", &keys)?,
        &vector(space, "values", &values)?,
    )?;
    let entries = |map: &UnorderedMap<i64, f32>| -> portax::Result<Vec<(i64, f32)>> {
        let mut entries = map.to_vec()?;
        entries.sort_by(|a, b| a.1.total_cmp(&b.1));
        Ok(entries)
    };
    let expected: Vec<(i64, f32)> = keys.into_iter().zip(values).collect();
    for capacity in [5, 1000, 6, 77_777] {
        map.rehash(space, capacity)?;
        assert_eq!(entries(&map)?, expected, "{capacity}");
        assert_eq!(map.capacity(), capacity);
        assert_eq!(map.get(space, i64::MIN)?, Some(2.5));
        assert_eq!(map.get(space, 6)?, None);
    }
    match map.rehash(space, 1) {
        Err(Error::Invalid(_)) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(entries(&map)?, expected, "as it was");
    map.clear()?;
    assert_eq!((map.size(space)?, map.to_vec()?), (0, Vec::new()));
    assert_eq!(map.get(space, -1)?, None);
    map.insert_all(
        space,
        &vector(space, "keys", &[-1])?,
        &vector(space, "values", &[9.0])?,
    )?;
    assert_eq!(map.to_vec()?, [(-1, 9.0)]);
    Ok(())
}

fn what_maps_cannot_hold_is_refused(space: &Space) -> Outcome {
    let [five, four] = [5, 4].map(|n| View::<i32, 1>::new(space, "numbers", [n]));
    let (five, four) = (five?, four?);
    let map = UnorderedMap::new(space, 5)?;
    let refusals = [
        UnorderedMap::<u32, f64>::new(space, (1 << 29) + 1).err(),
        map.insert_all(space, &five, &four).err(),
        map.insert_all(space, &five, &five).err(),
    ];
    for (k, refusal) in refusals.into_iter().enumerate() {
        let refused = matches!(
            refusal,
            Some(Error::Invalid(_) | Error::Extents { .. } | Error::NotProvenSafe { .. })
        );
        assert!(refused, "{k}: {refusal:?}");
    }
    Ok(())
}
