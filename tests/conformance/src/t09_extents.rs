//! Views of other extents, in the same memory or in new; views on both sides.

use crate::ladder::{Outcome, Test, noise, tests};
use portax::{
    AoSoA, DualView, Functor, LayoutLeft, LayoutRight, RangeKernel, RangePolicy, Space, View,
    kernel, layout::Layout, parallel_for,
};

pub fn tests() -> Vec<Test> {
    tests![
        reshaped_views_share_their_elements,
        reshaped_views_of_one_launch_are_one_memory,
        resized_views_keep_what_both_have,
        dual_views_are_copied_when_they_were_changed,
    ]
}

fn reshaped_views_share_their_elements(space: &Space) -> Outcome {
    let elements = noise(60, 8);
    let line: View<f64, 1> = View::from_slice(space, "line", [60], &elements)?;
    let cube = line.reshape([3, 4, 5])?;
    parallel_for!(space, "corner", 1, |i| cube[(i + 2, 3, 4)] = 8.0)?;
    let mut expected = elements.clone();
    expected[59] = 8.0;
    assert_eq!(line.to_vec()?, expected);
    let plane = line.subview(12..24)?.reshape([4, 3])?;
    parallel_for!(space, "inside", 1, |i| plane[(i + 1, 2)] = 9.0)?;
    expected[12 + 1 + 4 * 2] = 9.0;
    assert_eq!(cube.to_vec()?, expected);
    assert_eq!(plane.to_vec()?, expected[12..24]);
    let rows: View<i32, 2, LayoutRight> =
        View::from_fn(space, "rows", [4, 6], |[i, j]| (6 * i + j) as i32)?;
    assert_eq!(rows.reshape([24])?.to_vec()?, (0..24).collect::<Vec<_>>());
    let tiles: View<i32, 2, AoSoA> =
        View::from_fn(space, "tiles", [13, 6], |[i, j]| (i + 13 * j) as i32)?;
    let split = tiles.reshape([13, 2, 3])?;
    assert_eq!(split.to_vec()?, (0..78).collect::<Vec<_>>());
    Ok(())
}

#[derive(Functor)]
struct Both {
    line: View<f64, 1>,
    plane: View<f64, 2>,
}
#[kernel]
impl RangeKernel for Both {
    fn both(&self, i: Index) {
        self.plane[(i, 0)] = self.line[i] + 1.0;
    }
}

fn reshaped_views_of_one_launch_are_one_memory(space: &Space) -> Outcome {
    let line: View<f64, 1> = View::new(space, "line", [10])?;
    let plane = line.reshape([5, 2])?;
    let refused = space.parallel_for("both", RangePolicy::new(0..5), &Both { line, plane });
    let text = refused.err().map(|e| e.to_string()).unwrap_or_default();
    assert!(text.contains("one allocation"), "{text}");
    Ok(())
}

fn resized_views_keep_what_both_have(space: &Space) -> Outcome {
    fn resized<L: Layout>(space: &Space) -> Outcome {
        let number = |[i, j]: [usize; 2]| (1 + i + 100 * j) as i32;
        let mut a: View<i32, 2, L> = View::from_fn(space, "a", [40, 5], number)?;
        for extents in [[50, 3], [11, 9]] {
            let old = a.extents();
            let before = a.clone();
            a.resize(extents)?;
            let kept = a.to_vec()?;
            let mut n = 0;
            a.mapping().for_each_index(|[i, j]| {
                let both = i < old[0].min(40) && j < old[1];
                assert_eq!(kept[n], if both { number([i, j]) } else { 0 }, "{a:?}");
                n += 1;
            });
            assert_eq!(before.extents(), old);
        }
        a.realloc([2, 2])?;
        assert_eq!(a.to_vec()?, [0; 4]);
        parallel_for!(space, "after", 2, |i| a[(i, 1)] = 5)?;
        assert_eq!(a.to_vec()?, [0, 0, 5, 5]);
        Ok(())
    }
    resized::<LayoutLeft>(space)?;
    resized::<LayoutRight>(space)?;
    resized::<AoSoA>(space)
}

fn dual_views_are_copied_when_they_were_changed(space: &Space) -> Outcome {
    let x: DualView<f64, 1> = DualView::new(space, "x", [100])?;
    x.host().write()?.fill_with(|[i]| i as f64);
    x.modify_host()?;
    assert_eq!(x.need_sync_device(), !space.is_host());
    x.sync_device()?;
    let device = x.device();
    parallel_for!(space, "double", 100, |i| device[i] *= 2.0)?;
    x.modify_device()?;
    assert_eq!(x.need_sync_host(), !space.is_host());
    x.sync_host()?;
    let expected: Vec<f64> = (0..100).map(|i| f64::from(2 * i)).collect();
    assert_eq!(x.host().read()?.to_vec(), expected);
    if !space.is_host() {
        x.modify_host()?;
        assert!(x.modify_device().is_err());
    }
    Ok(())
}
