//! Nanoseconds a value on one core: ours on the widest executor, the standard library's, and libmvec's.

use crate::{functions::Function, spaces};
use portax::Result;
use std::{hint::black_box, time::Instant};

/// Values of one pass: they stay in the second cache.
const N: usize = 4096;

/// Prints the times of a function.
pub fn time(f: &Function) -> Result<()> {
    let within = |[low, high]: [f64; 2], k: usize| {
        low + (high - low) * ((k as f64 + 0.5) * 0.618_033_988_749_895).fract()
    };
    let x: Vec<f64> = (0..N).map(|k| within(f.usual[0], k)).collect();
    let y: Vec<f64> = (0..N).map(|k| within(f.usual[1], 3 * k + 1)).collect();
    print!("{:9}", f.name);
    for space in spaces()? {
        let seconds = |times: usize| -> Result<f64> {
            let start = Instant::now();
            (f.run)(&space, &x, &y, times)?;
            Ok(start.elapsed().as_secs_f64())
        };
        let (mut few, mut many) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..20 {
            few = few.min(seconds(10)?);
            many = many.min(seconds(110)?);
        }
        let best = (many - few) / (100 * N) as f64;
        print!(" {} {:.2} ns", space.name(), best * 1e9);
    }
    if let Some(std) = f.std {
        let std = black_box(std);
        let mut z = vec![0.0; N];
        print!(
            " std {:.2} ns",
            fastest(|| (0..N).for_each(|i| z[i] = std(x[i], y[i])))
        );
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f")
        && let Some(time) = vector::time(f.vector, &x, &y)
    {
        print!(" libmvec {time:.2} ns");
    }
    println!();
    Ok(())
}

/// Nanoseconds a value of the fastest of some passes.
fn fastest(mut pass: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..200 {
        let start = Instant::now();
        pass();
        best = best.min(start.elapsed().as_secs_f64());
    }
    black_box(&mut pass);
    best / N as f64 * 1e9
}

#[cfg(target_arch = "x86_64")]
mod vector {
    use std::{
        arch::x86_64::__m512d,
        ffi::{CString, c_char, c_int, c_void},
    };

    // SAFETY: the C library's, as POSIX declares them.
    unsafe extern "C" {
        fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
        fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    }

    /// Nanoseconds a value of the function of this name, where there is one.
    pub fn time(name: &str, x: &[f64], y: &[f64]) -> Option<f64> {
        let symbol = CString::new(name).ok()?;
        // SAFETY: names end with zero.
        let f = unsafe { dlsym(dlopen(c"libmvec.so.1".as_ptr(), 1), symbol.as_ptr()) };
        if f.is_null() {
            return None;
        }
        // SAFETY: the CPU has AVX-512, and the name says what the function takes.
        Some(super::fastest(|| unsafe {
            pass(f, name.contains("vv"), x, y)
        }))
    }

    /// # Safety
    ///
    /// `f` is a function of vectors of eight doubles: of one, or `of_two`.
    #[target_feature(enable = "avx512f")]
    unsafe fn pass(f: *mut c_void, of_two: bool, x: &[f64], y: &[f64]) {
        let load = |a: &[f64], k: usize| {
            // SAFETY: eight values lie there.
            unsafe { a.as_ptr().add(k).cast::<__m512d>().read_unaligned() }
        };
        // SAFETY: the caller's promise; only the one that it is is called.
        let one: extern "C" fn(__m512d) -> __m512d = unsafe { std::mem::transmute(f) };
        // SAFETY: as above.
        let two: extern "C" fn(__m512d, __m512d) -> __m512d = unsafe { std::mem::transmute(f) };
        for k in (0..x.len()).step_by(8) {
            let z = if of_two {
                two(load(x, k), load(y, k))
            } else {
                one(load(x, k))
            };
            std::hint::black_box(z);
        }
    }
}
