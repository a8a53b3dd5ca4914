//! Containers beside those of the standard library, on random input.

use portax::{Functor, RangeKernel, RangePolicy, Result, Space, View, kernel};
use portax_algorithms::{Bitset, UnorderedMap};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

/// Inserts, adds up and finds in one launch.
#[derive(Functor)]
struct Mix {
    key: View<u64, 1>,
    all: UnorderedMap<u64, u32>,
    sum: UnorderedMap<u64, u32>,
    index: View<i32, 1>,
    found: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Mix {
    fn mix(&self, i: Index) {
        let key = self.key[i];
        let inserted = self.all.insert(key, i as u32);
        self.sum.insert_add(key, 1u32);
        self.index[i] = inserted.index;
        self.found[i] = self.all.find(key);
    }
}

/// Puts numbers in, and takes others out.
#[derive(Functor)]
struct PutAndTake {
    put: View<i32, 1>,
    bits: Bitset,
}

#[kernel]
impl RangeKernel for PutAndTake {
    fn put_and_take(&self, i: Index) {
        let x = self.put[i];
        if x >= 0 {
            self.bits.set(x);
        } else {
            self.bits.reset(-1 - x);
        }
    }
}

/// Keys, of few or of many values.
fn keys() -> impl Strategy<Value = Vec<u64>> {
    let key = prop_oneof![
        0..20u64,
        (0..20u64).prop_map(|x| u64::MAX - x),
        any::<u64>()
    ];
    prop::collection::vec(key, 0..700)
}

fn agrees_with_a_hash_map(space: &Space, keys: &[u64], room: usize) -> Result<()> {
    let n = keys.len();
    let mut count: HashMap<u64, u32> = HashMap::new();
    for key in keys {
        *count.entry(*key).or_default() += 1;
    }
    let k = Mix {
        key: View::from_slice(space, "key", [n], keys)?,
        all: UnorderedMap::new(space, count.len() + room)?,
        sum: UnorderedMap::new(space, count.len())?,
        index: View::new(space, "index", [n])?,
        found: View::new(space, "found", [n])?,
    };
    space.parallel_for("mix", RangePolicy::new(0..n), &k)?;
    let sums: HashMap<u64, u32> = k.sum.to_vec()?.into_iter().collect();
    assert_eq!(sums, count);
    assert_eq!(k.sum.size(space)?, count.len());
    assert_eq!(k.index.to_vec()?, k.found.to_vec()?);
    for (key, i) in k.all.to_vec()? {
        assert_eq!(keys[i as usize], key);
        count.remove(&key);
    }
    assert!(count.is_empty(), "{count:?} are missing");
    Ok(())
}

fn agrees_with_a_hash_set(space: &Space, put: &[i32], len: usize) -> Result<()> {
    let bits = Bitset::new(space, len)?;
    let mut expected = HashSet::new();
    // In two launches: within one, numbers that are put in and taken out may be either.
    let (ins, outs): (Vec<i32>, Vec<i32>) = put.iter().partition(|x| **x >= 0);
    for part in [&ins, &outs] {
        let put = View::from_slice(space, "put", [part.len()], part)?;
        let k = PutAndTake {
            put,
            bits: bits.clone(),
        };
        space.parallel_for("put and take", RangePolicy::new(0..part.len()), &k)?;
    }
    expected.extend(&ins);
    outs.iter().for_each(|x| {
        expected.remove(&(-1 - x));
    });
    assert_eq!(bits.count(space)?, expected.len());
    let found = bits.to_vec()?.into_iter().enumerate();
    let found: HashSet<i32> = found
        .filter_map(|(i, is_in)| is_in.then_some(i as i32))
        .collect();
    assert_eq!(found, expected);
    Ok(())
}

proptest! {
    #[test]
    fn maps_agree_with_hash_maps(keys in keys(), room in 0..50usize) {
        for name in ["rayon", "rayon:lane"] {
            let space = portax_backends::by_name(name).unwrap();
            agrees_with_a_hash_map(&space, &keys, room).unwrap();
        }
    }

    #[test]
    fn bitsets_agree_with_hash_sets(put in prop::collection::vec(-150..150i32, 0..300), more in 0..70usize) {
        let space = portax_backends::by_name("rayon").unwrap();
        agrees_with_a_hash_set(&space, &put, 150 + more).unwrap();
    }
}

/// The same few keys by many threads, time and again: whoever is second must find what the first one claimed.
#[test]
fn threads_that_meet_agree() -> Result<()> {
    let space = portax_backends::by_name("rayon")?;
    for turn in 0..200u64 {
        let keys: Vec<u64> = (0..4096).map(|i| turn * i % 61).collect();
        agrees_with_a_hash_map(&space, &keys, 0)?;
    }
    Ok(())
}
