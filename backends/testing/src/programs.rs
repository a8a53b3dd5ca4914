//! Kernels: compiled, launched, refused.

use crate::{
    Backend, devices,
    kernels::{axpy, grid, integers, source},
};
use portax::{
    backend::{Arg, Grid, Module},
    cache::Cache,
    error::{Error, Result},
    space::Engine,
};
use std::{env, fs, path::Path, process, sync::Arc, thread};

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_ne_bytes()).collect()
}

/// Lanes are x, threads y, and no groups are no error.
///
/// # Errors
/// What the device returns.
pub fn groups_have_lanes_and_threads<B: Backend>() -> Result<()> {
    let (lanes, threads, n) = (8, 4, 1000);
    for device in devices::<B>() {
        let kernel = device.compile(&axpy(&*device, "axpy"))?;
        let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
        let (xs, ys) = (device.alloc(4 * n)?, device.alloc(4 * n)?);
        let args = [
            Arg::F32(2.0),
            Arg::Buffer(xs),
            Arg::Buffer(ys),
            Arg::I32(n as i32),
        ];
        let grid = Grid {
            groups: n.div_ceil(lanes * threads),
            group_size: [lanes, threads],
        };
        let mut y = vec![0; 4 * n];
        // SAFETY: arguments match, the kernel stays below n, ranges are inside.
        unsafe {
            device.copy_in(xs, 0, &bytes(&x))?;
            device.copy_in(ys, 0, &bytes(&vec![1.0; n]))?;
            device.launch(&kernel, grid, &args)?;
            device.launch(&kernel, Grid { groups: 0, ..grid }, &args)?;
            device.fence()?;
            device.copy_out(ys, 0, &mut y)?;
            device.free(xs);
            device.free(ys);
        }
        let thread = |i: usize| (i / lanes % threads) as f32;
        let expected: Vec<f32> = (0..n)
            .map(|i| 1.0 + 2.0 * i as f32 + 1000.0 * thread(i))
            .collect();
        assert_eq!(y, bytes(&expected), "{}", device.name());
    }
    Ok(())
}

/// Each [`Arg`].
///
/// # Errors
/// What the device returns.
pub fn every_type_of_argument_arrives<B: Backend>() -> Result<()> {
    let text = "<kernel> sum(const int a, const <u32> b, const <i64> c, const float d, const double e, <global>int* out) {
        out[0] = (int)(a + (<i64>)b + c + d + e);
    }";
    for device in devices::<B>() {
        let kernel = device.compile(&source(&*device, "sum", text))?;
        let out = device.alloc(4)?;
        let args = [
            Arg::I32(-7),
            Arg::U32(4_000_000_000),
            Arg::I64(-3_999_999_000),
            Arg::F32(0.5),
            Arg::F64(20.5),
            Arg::Buffer(out),
        ];
        // SAFETY: arguments match, one integer is written.
        unsafe { device.launch(&kernel, grid(1, 1), &args)? };
        assert_eq!(integers(&*device, out)?, [1014], "{}", device.name());
        // SAFETY: not used any more.
        unsafe { device.free(out) };
    }
    Ok(())
}

/// Each launch sees what the one before it wrote, and a buffer is freed after those that use it.
///
/// # Errors
/// What the device returns.
pub fn launches_are_in_order_and_outlive_free<B: Backend>() -> Result<()> {
    let text = "<kernel> next(<global>const int* a, <global>int* b) {
        const int i = (int)(<group> * <lanes> + <lane>);
        b[i] = a[i] + 1;
    }";
    for device in devices::<B>() {
        let (n, steps) = (4096, 20);
        let kernel = device.compile(&source(&*device, "next", text))?;
        let mut last = device.alloc(4 * n)?;
        // SAFETY: arguments match, ranges are inside, a buffer is not used after it is freed.
        unsafe {
            device.copy_in(last, 0, &vec![0; 4 * n])?;
            for _ in 0..steps {
                let next = device.alloc(4 * n)?;
                let args = [Arg::Buffer(last), Arg::Buffer(next)];
                device.launch(&kernel, grid(n / 64, 64), &args)?;
                device.free(last);
                last = next;
            }
        }
        let found = integers(&*device, last)?;
        assert!(found.iter().all(|&value| value == steps));
        // SAFETY: not used any more.
        unsafe { device.free(last) };
    }
    Ok(())
}

/// Takes all scratch that a group may have; more is refused.
///
/// # Errors
/// What the device returns.
pub fn scratch_reaches_the_limit<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let bytes = device.properties().max_scratch_bytes;
        let lanes = device.properties().max_group_size.min(256);
        let kernel = device.compile(&B::reverse(&*device, bytes))?;
        let (buffer, n) = (device.alloc(bytes)?, bytes as i32 / 4);
        let data: Vec<u8> = (0..n).flat_map(i32::to_ne_bytes).collect();
        // SAFETY: arguments match, n integers are inside the buffer and the scratch.
        unsafe {
            device.copy_in(buffer, 0, &data)?;
            device.launch(&kernel, grid(1, lanes), &[Arg::Buffer(buffer)])?;
        }
        let found = integers(&*device, buffer)?;
        assert!(found.into_iter().eq((0..n).rev()), "{}", device.name());
        // SAFETY: not used any more.
        unsafe { device.free(buffer) };
        println!("{}: {bytes} bytes of scratch", device.name());
        let refused = device.compile(&B::reverse(&*device, bytes + 16));
        assert!(
            refused.is_err() || !B::HAS_OWN_MEMORY,
            "{}: more than there is",
            device.name()
        );
    }
    Ok(())
}

/// From several threads at once, each with arguments of its own.
///
/// # Errors
/// What the device returns.
pub fn threads_may_share_a_kernel<B: Backend>() -> Result<()> {
    let text = "<kernel> set(<global>int* a, const int v) { a[<group> * <lanes> + <lane>] = v; }";
    for device in devices::<B>() {
        let kernel = device.compile(&source(&*device, "set", text))?;
        let set = |value: i32| -> Result<()> {
            let buffer = device.alloc(256)?;
            // SAFETY: arguments match, 64 integers are inside the buffer.
            unsafe {
                let args = [Arg::Buffer(buffer), Arg::I32(value)];
                device.launch(&kernel, grid(8, 8), &args)?;
            }
            let back = integers(&*device, buffer)?;
            // SAFETY: not used any more.
            unsafe { device.free(buffer) };
            assert!(
                back.iter().all(|&v| v == value),
                "{}: {value}",
                device.name()
            );
            Ok(())
        };
        let set_many = |thread: i32| (0..50).try_for_each(|i| set(1000 * thread + i));
        thread::scope(|scope| {
            let threads = [1, 2, 3].map(|t| scope.spawn(move || set_many(t)));
            threads
                .into_iter()
                .try_for_each(|t| t.join().expect("no panic"))
        })?;
    }
    Ok(())
}

/// Errors of the compiler, and of a name that the text lacks.
///
/// # Errors
/// What the device returns.
pub fn a_kernel_that_does_not_compile_shows_log_and_source<B: Backend>() -> Result<()> {
    let text = "<kernel> broken(<global>float* y) { y[0] = undeclared_name; }";
    for device in devices::<B>() {
        let broken = source(&*device, "broken", text);
        match device.compile(&broken) {
            Err(Error::Compile {
                log,
                source_text,
                kernel,
                ..
            }) => {
                assert!(log.contains("undeclared_name"), "{}: {log}", device.name());
                assert_eq!((source_text, kernel), (broken.text, broken.entry));
            }
            Err(other) => panic!("{}: {other}", device.name()),
            Ok(_) => panic!("{} compiles nonsense", device.name()),
        }
        let absent = device.compile(&axpy(&*device, "absent")).err();
        let absent = absent.map(|e| e.to_string()).unwrap_or_default();
        assert!(absent.contains("no kernel of this name"), "{absent}");
    }
    Ok(())
}

/// Kernels of others, and groups that the device does not have.
///
/// # Errors
/// What the device returns.
pub fn wrong_launches_are_errors<B: Backend>() -> Result<()> {
    for device in devices::<B>() {
        let kernel = device.compile(&axpy(&*device, "axpy"))?;
        // SAFETY: refused before the arguments are read.
        let launch = |module, grid| unsafe { device.launch(module, grid, &[]) };
        let foreign: Module = Arc::new(7);
        let error = launch(&foreign, grid(1, 1));
        assert!(matches!(error, Err(Error::Invalid(_))), "{error:?}");
        for lanes in [1 << 20, 0] {
            let error = launch(&kernel, grid(1, lanes));
            let fits = matches!(error, Err(Error::KernelGroup { found, .. }) if found == lanes);
            assert!(fits, "{error:?}");
        }
        if let Some(most) = B::MOST_GROUPS {
            let error = launch(&kernel, grid(most + 1, 2));
            assert!(matches!(error, Err(Error::Limit { .. })), "{error:?}");
        }
    }
    Ok(())
}

/// Opens every device with a cache in the folder, compiles, and returns hits and misses.
fn start<B: Backend>(folder: &Path) -> Result<(usize, usize)> {
    let text = "<kernel> twice(<global>int* a) { a[<lane>] *= 2; }";
    let cache = Arc::new(Cache::new(folder, 64 << 20));
    let provider = B::with_cache(Arc::clone(&cache));
    for info in provider.devices()? {
        let space = provider.open(&info.name)?;
        if let Engine::Device(device) = space.engine() {
            device.compile(&source(&**device, "twice", text))?;
        }
    }
    Ok((cache.hits(), cache.misses()))
}

/// What was compiled is found where it was kept.
///
/// # Errors
/// What the device returns.
pub fn a_second_start_compiles_nothing<B: Backend>() -> Result<()> {
    let devices = devices::<B>().len();
    if devices == 0 {
        return Ok(());
    }
    let name = format!("portax-{}-cache-{}", B::PREFIX, process::id());
    let folder = env::temp_dir().join(name);
    let (_, compiled) = start::<B>(&folder)?;
    let some = (1..=devices).contains(&compiled);
    assert!(some, "{compiled} of {devices} devices");
    assert_eq!(start::<B>(&folder)?, (devices, 0));
    fs::remove_dir_all(&folder).expect("the folder is this test's");
    Ok(())
}
