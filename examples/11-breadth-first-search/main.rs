//! Breadth-first search: distances from a node of a graph, level by level. Whoever reaches a node first puts it on the next
//! level's list.

use portax::{Functor, RangeKernel, RangePolicy, Result, Space, View, kernel};

/// One level: the nodes on `list` reach their neighbours.
#[derive(Functor)]
struct Expand {
    start: View<i32, 1>,
    neighbor: View<i32, 1>,
    distance: View<i32, 1>,
    list: View<i32, 1>,
    next: View<i32, 1>,
    found: View<i32, 1>,
    level: i32,
}

// SAFETY: a place of `next` is given out once, by `found`.
#[kernel]
unsafe impl RangeKernel for Expand {
    fn expand(&self, i: Index) {
        let node = self.list[i];
        for k in self.start[node]..self.start[node + 1] {
            let to = self.neighbor[k];
            if self.distance.atomic_fetch_min(to, self.level) > self.level {
                let place = self.found.atomic_fetch_add(0, 1);
                self.next[place] = to;
            }
        }
    }
}

/// Distances from node 0, and the number of levels.
fn search(space: &Space, start: &View<i32, 1>, neighbor: &View<i32, 1>) -> Result<(Vec<i32>, i32)> {
    let n = start.extent(0) - 1;
    let mut distance = vec![i32::MAX; n];
    distance[0] = 0;
    let distance = View::from_slice(space, "distance", [n], &distance)?;
    let (mut list, mut next) = (
        View::new(space, "list", [n])?,
        View::new(space, "next", [n])?,
    );
    let (mut reached, mut level) = (1, 0);
    while reached > 0 {
        level += 1;
        let found = View::new(space, "found", [1])?;
        let k = Expand {
            start: start.clone(),
            neighbor: neighbor.clone(),
            distance: distance.clone(),
            list,
            next,
            found,
            level,
        };
        space.parallel_for("expand", RangePolicy::new(0..reached), &k)?;
        reached = k.found.to_vec()?[0] as usize;
        (list, next) = (k.next, k.list);
    }
    Ok((distance.to_vec()?, level - 1))
}

/// A ring of `n` nodes with shortcuts, by compressed rows.
fn ring(n: usize) -> (Vec<i32>, Vec<i32>) {
    let (mut start, mut neighbor) = (vec![0], Vec::new());
    for i in 0..n {
        neighbor.extend([(i + 1) % n, (i + n - 1) % n].map(|to| to as i32));
        if i % 10 == 0 {
            neighbor.extend((0..i % 37).map(|k| ((i * 7 + k * 101) % n) as i32));
        }
        start.push(neighbor.len() as i32);
    }
    (start, neighbor)
}

/// The same one node after the other.
fn expected(start: &[i32], neighbor: &[i32]) -> Vec<i32> {
    let mut distance = vec![i32::MAX; start.len() - 1];
    distance[0] = 0;
    let mut queue = std::collections::VecDeque::from([0usize]);
    while let Some(node) = queue.pop_front() {
        for &to in &neighbor[start[node] as usize..start[node + 1] as usize] {
            if distance[to as usize] == i32::MAX {
                distance[to as usize] = distance[node] + 1;
                queue.push_back(to as usize);
            }
        }
    }
    distance
}

fn main() -> Result<()> {
    let space = portax_examples::space_from_arguments()?;
    let (start, neighbor) = ring(50_000);
    let (distance, levels) = search(
        &space,
        &View::from_slice(&space, "start", [start.len()], &start)?,
        &View::from_slice(&space, "neighbor", [neighbor.len()], &neighbor)?,
    )?;
    assert_eq!(distance, expected(&start, &neighbor));
    println!(
        "{}: {} nodes in {levels} levels",
        space.name(),
        distance.len()
    );
    Ok(())
}
