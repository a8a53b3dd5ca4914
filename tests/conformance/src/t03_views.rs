//! Views of every rank, layout and element; copies between layouts; mirrors.

use crate::ladder::{Outcome, Test, noise, tests};
use portax::{
    AoSoA, Complex, LayoutLeft, LayoutRight, LayoutStride, Space, View, deep_copy, layout::Layout,
    view::ViewElement,
};

pub fn tests() -> Vec<Test> {
    tests![
        copies_between_layouts_keep_elements_in_place,
        elements_of_several_scalars_are_copied,
        mirrors_are_the_view_or_a_copy,
        ranks_zero_to_eight_hold_their_elements,
    ]
}

/// Left to `a`, to `b` and back.
fn around<T: ViewElement + PartialEq, const R: usize, A: Layout, B: Layout>(
    space: &Space,
    elements: &[T],
    extents: [usize; R],
    (a, b): (A, B),
) -> Outcome {
    let left = View::<T, R>::from_slice(space, "left", extents, elements)?;
    let first = View::<T, R, A>::with_layout(space, "a", extents, a)?;
    let second = View::<T, R, B>::with_layout(space, "b", extents, b)?;
    let back = View::<T, R>::new(space, "back", extents)?;
    deep_copy(&first, &left)?;
    deep_copy(&second, &first)?;
    deep_copy(&back, &second)?;
    for found in [first.to_vec()?, second.to_vec()?, back.to_vec()?] {
        assert!(found == elements, "{first:?} {a:?}, {second:?} {b:?}");
    }
    Ok(())
}

fn copies_between_layouts_keep_elements_in_place(space: &Space) -> Outcome {
    let w = space.natural_width();
    for [n, m] in [[0, 3], [1, 1], [w - 1, 5], [w, 2], [w + 1, 7], [100, 33]] {
        let elements = noise(n * m, 4);
        let extents = [n, m];
        around(space, &elements, extents, (LayoutRight, AoSoA::<0>))?;
        around(space, &elements, extents, (AoSoA::<3>, AoSoA::<8>))?;
        let rows = LayoutStride::new([m + 2, 1]);
        around(space, &elements, extents, (rows, LayoutRight))?;
    }
    Ok(())
}

fn elements_of_several_scalars_are_copied(space: &Space) -> Outcome {
    let extents = [13, 3, 2];
    let n: usize = extents.iter().product();
    let parts = noise(2 * n, 5);
    let double: Vec<_> = parts.chunks(2).map(|z| Complex::new(z[0], z[1])).collect();
    let single: Vec<_> = double
        .iter()
        .map(|z| Complex::new(z.re as f32, z.im as f32))
        .collect();
    let rows: Vec<_> = (0..n as i32).map(|i| [i, -i, 7 * i, i - 9]).collect();
    around(space, &double, extents, (LayoutRight, AoSoA::<0>))?;
    around(space, &single, extents, (AoSoA::<4>, LayoutRight))?;
    around(space, &rows, extents, (LayoutLeft, LayoutLeft))
}

fn mirrors_are_the_view_or_a_copy(space: &Space) -> Outcome {
    let extents = [9, 4];
    let x = View::<f64, 2, AoSoA>::new(space, "x", extents)?;
    let value = |[i, j]: [usize; 2]| (10 * i + j) as f64;
    let mirror = x.create_mirror_view()?;
    mirror.write()?.fill_with(value);
    let expected: Vec<f64> = (0..36).map(|e| value([e % 9, e / 9])).collect();
    if !space.is_host() {
        assert_eq!(
            x.to_vec()?,
            [0.0; 36],
            "a device's mirror has memory of its own"
        );
        deep_copy(&x, &mirror)?;
    }
    assert_eq!(x.to_vec()?, expected);
    let copy = x.create_mirror()?;
    assert_eq!(copy.read()?.get([3, 2]), 0.0);
    deep_copy(&copy, &x)?;
    mirror.write()?.fill(-1.0);
    assert_eq!(copy.read()?.to_vec(), expected);
    Ok(())
}

fn ranks_zero_to_eight_hold_their_elements(space: &Space) -> Outcome {
    let elements = noise(384, 6);
    around(space, &elements[..1], [], (LayoutRight, LayoutLeft))?;
    around(space, &elements[..128], [128], (LayoutRight, AoSoA::<0>))?;
    around(
        space,
        &elements,
        [3, 2, 4, 2, 2, 2, 1, 2],
        (LayoutRight, AoSoA::<0>),
    )
}
