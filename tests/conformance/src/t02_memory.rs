//! Memory: zeros, copies in, out and within, at every kind of size.

use crate::ladder::{Outcome, Test, noise, skip, tests, vector};
use portax::{
    Functor, LayoutLeft, RangeKernel, RangePolicy, Space, View, deep_copy, kernel, space::Engine,
};
use std::ptr::NonNull;

pub fn tests() -> Vec<Test> {
    tests![
        new_views_are_zero,
        copies_return_what_was_copied,
        copies_wait_for_launches,
        memory_of_others_is_worked_on_in_place,
        memory_of_others_on_the_device_is_worked_on_in_place,
        freed_memory_is_given_again,
        views_may_exceed_2_to_the_31_bytes,
    ]
}

const SIZES: [usize; 12] = [0, 1, 2, 3, 7, 63, 64, 65, 1000, 4097, 65_537, 1_500_007];

fn new_views_are_zero(space: &Space) -> Outcome {
    for n in SIZES {
        let used = vector(space, "used", &vec![-1i32; n])?;
        drop(used);
        let x = View::<i32, 1>::new(space, "x", [n])?;
        assert!(x.to_vec()? == vec![0; n], "{n}");
        assert_eq!((x.len(), x.is_empty()), (n, n == 0));
    }
    Ok(())
}

fn copies_return_what_was_copied(space: &Space) -> Outcome {
    for n in SIZES {
        let (first, second) = (noise(n, 1), noise(n, 2));
        let (x, y) = (
            vector(space, "x", &first)?,
            View::<f64, 1>::new(space, "y", [n])?,
        );
        deep_copy(&y, &x)?;
        x.copy_from_slice(&second)?;
        assert!(y.to_vec()? == first, "{n}");
        assert!(x.to_vec()? == second, "{n}");
    }
    Ok(())
}

#[derive(Functor)]
struct Next {
    x: View<i32, 1>,
    y: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Next {
    fn next(&self, i: Index) {
        self.y[i] = self.x[i] + 1;
    }
}

/// Launches, copies within and drops of what a launch still uses, without a fence.
fn copies_wait_for_launches(space: &Space) -> Outcome {
    let n = 100_003;
    let mut x = View::new(space, "x", [n])?;
    for _ in 0..10 {
        let y = View::new(space, "y", [n])?;
        space.parallel_for("next", RangePolicy::new(0..n), &Next { x, y: y.clone() })?;
        let copy = View::new(space, "copy", [n])?;
        deep_copy(&copy, &y)?;
        x = copy;
    }
    assert!(x.to_vec()? == vec![10; n]);
    Ok(())
}

fn memory_of_others_is_worked_on_in_place(space: &Space) -> Outcome {
    if !space.is_host() {
        return skip("memory of the host is no memory of a device");
    }
    let mut memory = noise(101, 3);
    let expected: Vec<f64> = memory.iter().map(|x| 2.0 * x).collect();
    let start = NonNull::from(&mut memory[0]);
    // SAFETY: the memory holds 101 elements, outlives the view, and nobody else uses it meanwhile.
    let x: View<f64, 1> = unsafe { View::from_raw(space, "x", start, [101], LayoutLeft)? };
    portax::parallel_for!(space, "twice", 101, |i| x[i] *= 2.0)?;
    drop(x);
    assert_eq!(memory, expected);
    Ok(())
}

/// The others are here the device itself, asked behind portax' back.
fn memory_of_others_on_the_device_is_worked_on_in_place(space: &Space) -> Outcome {
    const N: usize = 101;
    let Engine::Device(device) = space.engine() else {
        return skip("a host has no memory of its own");
    };
    let memory = device.alloc(8 * N)?;
    // SAFETY: the memory holds so many elements and outlives the view.
    let x: portax::Result<View<f64, 1>> =
        unsafe { View::from_raw_on_device(space, "x", memory.handle, [N], LayoutLeft) };
    // SAFETY: allocated above, and used by nobody else.
    if unsafe { device.foreign(memory.handle, 8 * N) }.is_none() {
        assert!(x.is_err());
        // SAFETY: as above.
        unsafe { device.free(memory) };
        return skip("memory of the device has no address");
    }
    let (x, elements) = (x?, noise(N, 3));
    x.copy_from_slice(&elements)?;
    portax::parallel_for!(space, "twice", N, |i| x[i] *= 2.0)?;
    let own = View::<f64, 1>::new(space, "own", [N])?;
    deep_copy(&own, &x)?;
    let expected: Vec<f64> = elements.iter().map(|x| 2.0 * x).collect();
    assert_eq!(own.to_vec()?, expected);
    drop(x);
    let mut left = vec![0; 8 * N];
    // SAFETY: dropping the view freed nothing; the range is all of it.
    unsafe {
        device.copy_out(memory, 0, &mut left)?;
        device.free(memory);
    }
    let left = left.as_chunks().0.iter().map(|x| f64::from_ne_bytes(*x));
    assert!(left.eq(expected));
    Ok(())
}

/// Pieces of several sizes, one after another, together more than there is; each is a small part, since other tests and
/// programs need memory too.
fn freed_memory_is_given_again(space: &Space) -> Outcome {
    let Engine::Device(device) = space.engine() else {
        return skip("the system gives and takes memory of the host");
    };
    if !space.is_gpu() {
        return skip("the device's memory is the host's, which others need");
    }
    let memory = device.properties().memory_bytes;
    let largest = (memory / 32).min(4 << 30);
    let mut given = 0;
    for piece in (0..4).cycle().map(|k| largest - k * (largest / 8)) {
        View::<f64, 1>::new(space, "piece", [piece as usize / 8])?;
        given += piece;
        if given > memory + largest {
            break;
        }
    }
    Ok(space.fence()?)
}

#[derive(Functor)]
struct Ends {
    x: View<f64, 1>,
}

#[kernel]
impl RangeKernel for Ends {
    fn ends(&self, i: Index) {
        self.x[i] += 1.0;
    }
}

fn views_may_exceed_2_to_the_31_bytes(space: &Space) -> Outcome {
    if !space.is_gpu() {
        return skip("takes 2 GiB of the host's memory, which others need");
    }
    let n = (1 << 28) + 77;
    if !has_memory(space, 8 * n as u64) {
        return skip("takes 2 GiB of the device's memory");
    }
    let k = Ends {
        x: View::new(space, "x", [n])?,
    };
    space.parallel_for("ends", RangePolicy::new(0..n), &k)?;
    space.parallel_for("ends", RangePolicy::new(n - 5..n), &k)?;
    let x = k.x.to_vec()?;
    assert!(x[..n - 5].iter().all(|&x| x == 1.0) && x[n - 5..] == [2.0; 5]);
    Ok(())
}

/// Has the device as much memory and some more?
fn has_memory(space: &Space, bytes: u64) -> bool {
    matches!(space.engine(), Engine::Device(device) if device.properties().memory_bytes > 2 * bytes)
}
