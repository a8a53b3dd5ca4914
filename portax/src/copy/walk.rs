//! Walks through the numbers of two views in step.

use crate::view::Plane;

/// A dimension of a walk through two planes: its extent, and the stride in each.
pub(super) type Step = (usize, [usize; 2]);

/// A walk through two planes of numbers of the same size.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Walk {
    /// Bytes of a number
    pub bytes: usize,
    /// Numbers of each memory before the first
    pub first: [usize; 2],
    /// As few steps as do, the least stride in the first plane first
    pub steps: Vec<Step>,
}

impl Walk {
    /// Bytes of both planes, where the walk takes all numbers of a stretch in order.
    pub(super) fn stretch(&self) -> Option<usize> {
        match self.steps[..] {
            [] => Some(self.bytes),
            [(numbers, [1, 1])] => Some(numbers * self.bytes),
            _ => None,
        }
    }
}

/// The walks through all planes of two views of the same extents and elements; none where neither tile width divides the other.
pub(super) fn walks(to: &[Plane], from: &[Plane]) -> Option<Vec<Walk>> {
    let pairs = to.iter().zip(from);
    let walks: Option<Vec<_>> = pairs.map(|(to, from)| walks_of_pair(to, from)).collect();
    Some(walks?.into_iter().flatten().collect())
}

fn walks_of_pair(to: &Plane, from: &Plane) -> Option<Vec<Walk>> {
    let widths = [to, from].map(|plane| plane.tile.map_or(1, |tile| tile.0));
    let (less, more) = (widths[0].min(widths[1]), widths[0].max(widths[1]));
    if !more.is_multiple_of(less) {
        return None;
    }
    let pieces = match to.dims.first() {
        Some(&(extent, _)) => pieces(extent, [1, less, more]),
        None => vec![(0, Vec::new())],
    };
    let components = (to.components.0, [to.components.1, from.components.1]);
    let others = to.dims.iter().zip(&from.dims).skip(1);
    let others: Vec<Step> = others.map(|(to, from)| (to.0, [to.1, from.1])).collect();
    let both = |elements: usize| [along(to, elements), along(from, elements)];
    let walk = |(begin, digits): Piece| {
        let [to_at, from_at] = both(begin);
        let digits = digits
            .into_iter()
            .map(|(extent, step)| (extent, both(step)));
        let all = [components].into_iter().chain(digits).chain(others.clone());
        Walk {
            bytes: to.bytes,
            first: [to.first + to_at, from.first + from_at],
            steps: merged(all.collect()),
        }
    };
    Some(pieces.into_iter().map(walk).collect())
}

/// Numbers before an element of the first dimension; also what a step of so many elements adds, a divisor or a multiple of a
/// tile.
fn along(plane: &Plane, elements: usize) -> usize {
    let stride = plane.dims.first().map_or(0, |dim| dim.1);
    match plane.tile {
        Some((width, step)) => elements / width * stride + elements % width * step,
        None => elements.wrapping_mul(stride),
    }
}

/// Where a piece of a dimension begins, and the digits of its indices: how many values each has, and the elements of a step.
type Piece = (usize, Vec<(usize, usize)>);

/// Pieces of a dimension whose digits take steps of these widths, of which each divides the next.
fn pieces(extent: usize, widths: [usize; 3]) -> Vec<Piece> {
    let (mut begin, mut pieces) = (0, Vec::new());
    for k in (0..widths.len()).rev() {
        let count = (extent - begin) / widths[k];
        if count > 0 {
            let below = (0..k).map(|j| (widths[j + 1] / widths[j], widths[j]));
            pieces.push((begin, below.chain([(count, widths[k])]).collect()));
        }
        begin += count * widths[k];
    }
    pieces
}

/// Steps that follow each other in both planes as one, the least stride in the first plane first.
fn merged(mut steps: Vec<Step>) -> Vec<Step> {
    steps.retain(|(extent, _)| *extent != 1);
    steps.sort_by_key(|(_, strides)| *strides);
    steps.dedup_by(|next, step| {
        let follows = next.1 == step.1.map(|stride| stride.saturating_mul(step.0));
        if follows {
            step.0 *= next.0;
        }
        follows
    });
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Dim;

    fn plane(dims: &[Dim]) -> Plane {
        Plane {
            bytes: 8,
            first: 0,
            components: (1, 1),
            tile: None,
            dims: dims.to_vec(),
        }
    }

    fn steps(to: &Plane, from: &Plane) -> Vec<Step> {
        let [walk] = &walks_of_pair(to, from).unwrap()[..] else {
            panic!("one piece")
        };
        walk.steps.clone()
    }

    #[test]
    fn what_follows_in_both_planes_is_one_step() {
        let dense = plane(&[(4, 1), (3, 4), (5, 12)]);
        assert_eq!(steps(&dense, &dense), [(60, [1, 1])]);
        let padded = plane(&[(4, 1), (3, 8), (5, 24)]);
        assert_eq!(steps(&dense, &padded), [(4, [1, 1]), (15, [4, 8])]);
    }

    #[test]
    fn steps_go_by_the_strides_of_the_first() {
        let right = plane(&[(4, 15), (3, 5), (5, 1)]);
        let left = plane(&[(4, 1), (3, 4), (5, 12)]);
        assert_eq!(
            steps(&right, &left),
            [(5, [1, 12]), (3, [5, 4]), (4, [15, 1])]
        );
        assert_eq!(steps(&plane(&[(1, 7)]), &plane(&[(1, 9)])), []);
        assert_eq!(
            walks(&[plane(&[(0, 1)])], &[plane(&[(0, 1)])]),
            Some(vec![])
        );
        assert_eq!(steps(&plane(&[]), &plane(&[])), []);
    }

    /// Numbers before each element of a dimension of `extent`, two further numbers an element.
    fn tiled(extent: usize, width: usize) -> Plane {
        Plane {
            tile: (width > 0).then_some((width, 1)),
            ..plane(&[(extent, if width > 0 { 3 * width } else { 3 })])
        }
    }

    #[test]
    fn walks_through_tiles_meet_each_pair_of_elements_once() {
        for (a, b) in [
            (0, 0),
            (0, 4),
            (4, 0),
            (4, 4),
            (2, 8),
            (8, 2),
            (1, 4),
            (5, 1),
        ] {
            for extent in 0..30 {
                let (to, from) = (tiled(extent, a), tiled(extent, b));
                let mut found = Vec::new();
                for walk in walks_of_pair(&to, &from).unwrap() {
                    let numbers: usize = walk.steps.iter().map(|step| step.0).product();
                    for mut number in 0..numbers {
                        let mut at = walk.first;
                        for (extent, strides) in &walk.steps {
                            at = [0, 1].map(|side| at[side] + number % extent * strides[side]);
                            number /= extent;
                        }
                        found.push(at);
                    }
                }
                found.sort_unstable();
                let expected: Vec<_> = (0..extent)
                    .map(|i| [along(&to, i), along(&from, i)])
                    .collect();
                assert_eq!(found, expected, "{extent} in {a} and {b}");
            }
        }
    }

    #[test]
    fn tiles_that_do_not_divide_each_other_have_no_walk() {
        assert_eq!(walks(&[tiled(9, 3)], &[tiled(9, 4)]), None);
    }
}
