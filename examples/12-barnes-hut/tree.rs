//! An octree of bodies, built on the host.

/// Bodies that were left over at the deepest level are one node.
const DEEPEST: u32 = 40;

/// A cube of space.
pub struct Node {
    /// Where the mass is
    pub center: [f64; 3],
    /// Mass inside
    pub mass: f64,
    /// Length of an edge; 0 for a body
    pub size: f64,
    /// Its first child; its children, if it has any, follow each other
    pub first: i32,
    /// How many it has
    pub children: i32,
}

/// The tree of bodies of mass 1; its root comes first.
pub fn build(bodies: &[[f64; 3]]) -> Vec<Node> {
    let size = bodies.iter().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
    let mut nodes = vec![summary(bodies, 2.0 * size)];
    divide(&mut nodes, 0, bodies.to_vec(), [0.0; 3], DEEPEST);
    nodes
}

fn summary(bodies: &[[f64; 3]], size: f64) -> Node {
    let mass = bodies.len() as f64;
    let mean = |d: usize| bodies.iter().map(|x| x[d]).sum::<f64>() / mass;
    Node {
        center: [mean(0), mean(1), mean(2)],
        mass,
        size: if bodies.len() == 1 { 0.0 } else { size },
        first: 0,
        children: 0,
    }
}

/// Gives a node, which has its middle here, a child for each octant with bodies.
fn divide(nodes: &mut Vec<Node>, at: usize, bodies: Vec<[f64; 3]>, middle: [f64; 3], levels: u32) {
    if bodies.len() == 1 || levels == 0 {
        return;
    }
    let half = nodes[at].size / 2.0;
    let mut octants: [Vec<[f64; 3]>; 8] = Default::default();
    for x in bodies {
        let octant = (0..3).filter(|&d| x[d] >= middle[d]).map(|d| 1 << d);
        octants[octant.sum::<usize>()].push(x);
    }
    let first = nodes.len();
    let inside = octants.iter().filter(|bodies| !bodies.is_empty());
    nodes.extend(
        inside
            .map(|bodies| summary(bodies, half))
            .collect::<Vec<_>>(),
    );
    nodes[at].first = first as i32;
    nodes[at].children = (nodes.len() - first) as i32;
    let mut child = first;
    for (octant, bodies) in octants.into_iter().enumerate() {
        if bodies.is_empty() {
            continue;
        }
        let side = |d: usize| if octant >> d & 1 == 1 { 0.5 } else { -0.5 };
        let middle = [0, 1, 2].map(|d| middle[d] + side(d) * half);
        divide(nodes, child, bodies, middle, levels - 1);
        child += 1;
    }
}
