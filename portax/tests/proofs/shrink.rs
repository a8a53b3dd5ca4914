//! Makes a body smaller for as long as it fails.

use crate::body::Statement;

/// The smallest body found that still fails.
pub fn shrink(body: Vec<Statement>, fails: impl Fn(&[Statement]) -> bool) -> Vec<Statement> {
    let mut body = body;
    loop {
        let n = count(&body);
        let smaller = (0..2 * n).find_map(|k| {
            let mut smaller = body.clone();
            change(&mut smaller, k / 2, k % 2 == 1);
            (count(&smaller) < n && fails(&smaller)).then_some(smaller)
        });
        match smaller {
            Some(smaller) => body = smaller,
            None => return body,
        }
    }
}

fn count(block: &[Statement]) -> usize {
    let inside = |s: &Statement| s.blocks().into_iter().map(|b| count(b)).sum::<usize>();
    block.iter().map(|s| 1 + inside(s)).sum()
}

/// Drops statement `k`, or puts what is inside it in its place; how many statements were passed, if it is not here.
fn change(block: &mut Vec<Statement>, k: usize, keep_inside: bool) -> usize {
    let mut passed = 0;
    for at in 0..block.len() {
        if passed == k {
            let s = block.remove(at);
            if keep_inside {
                let inside = s.blocks().into_iter().flatten().cloned();
                let inside = inside.filter(|s| !matches!(s, Statement::Leave(_)));
                let inside: Vec<Statement> = inside.collect();
                block.splice(at..at, inside);
            }
            return usize::MAX;
        }
        passed += 1;
        for inner in block[at].blocks_mut() {
            let inside = change(inner, k - passed, keep_inside);
            if inside == usize::MAX {
                return usize::MAX;
            }
            passed += inside;
            if passed > k {
                return usize::MAX;
            }
        }
    }
    passed
}
