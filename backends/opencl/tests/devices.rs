//! What every OpenCL device present must do.

use portax::{
    backend::{Arg, Device, Grid, Source},
    error::{Error, Result},
    registry::Provider,
};
use portax_opencl::{OpenCl, OpenClProvider};
use std::{
    env,
    sync::{Arc, LazyLock},
    thread,
};

static PROVIDER: LazyLock<OpenClProvider> = LazyLock::new(OpenClProvider::new);

/// Every device, by its most telling name. Names in `PORTAX_REQUIRE` that are absent fail the test.
fn devices() -> Vec<Arc<OpenCl>> {
    let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
    for name in required
        .split(',')
        .filter(|name| name.starts_with("opencl"))
    {
        if let Err(error) = PROVIDER.device(name) {
            panic!("PORTAX_REQUIRE={required}: {error}");
        }
    }
    match PROVIDER.devices() {
        Ok(infos) => infos
            .iter()
            .map(|info| PROVIDER.device(&info.name).expect("opens"))
            .collect(),
        Err(error) => {
            println!("skipped: {error}");
            Vec::new()
        }
    }
}

fn source(text: &str, entry: &str) -> Source {
    Source::new(text, entry)
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_ne_bytes()).collect()
}

#[test]
fn copies_return_what_was_copied() -> Result<()> {
    for device in devices() {
        let data: Vec<u8> = (0..1000).map(|i| (i % 251) as u8).collect();
        let (a, b) = (device.alloc(1000)?, device.alloc(1500)?);
        let mut back = vec![0; 1000];
        // SAFETY: ranges are inside live buffers of this device.
        unsafe {
            device.copy_in(a, 0, &data)?;
            device.copy_in(a, 10, &[255; 5])?;
            device.copy_within(a, b, 1000)?;
            device.copy_out(b, 3, &mut back[3..])?;
            device.free(a);
            device.free(b);
        }
        let expected = |i: usize| if (10..15).contains(&i) { 255 } else { data[i] };
        assert!(
            (3..1000).all(|i| back[i] == expected(i)),
            "{}",
            device.name()
        );
        assert_eq!(back[..3], [0; 3]);
    }
    Ok(())
}

#[test]
fn nothing_can_be_allocated_and_copied() -> Result<()> {
    for device in devices() {
        let (a, b) = (device.alloc(0)?, device.alloc(0)?);
        assert_eq!(a.bytes, 0);
        // SAFETY: empty ranges of live buffers.
        unsafe {
            device.copy_in(a, 0, &[])?;
            device.copy_within(a, b, 0)?;
            device.copy_out(b, 0, &mut [])?;
            device.free(a);
            device.free(b);
        }
    }
    Ok(())
}

#[test]
fn zeros_fill_buffers_of_any_size_and_no_others() -> Result<()> {
    for device in devices() {
        for bytes in [1, 3, 15, 16, 17, 4095, 4096, 4097, 1_000_003] {
            let (a, b) = (device.alloc(bytes)?, device.alloc(bytes)?);
            let (mut zeros, mut ones) = (vec![7; bytes], vec![7; bytes]);
            // SAFETY: ranges are inside live buffers of this device.
            unsafe {
                device.copy_in(a, 0, &vec![1; bytes])?;
                device.copy_in(b, 0, &vec![1; bytes])?;
                device.zero(a)?;
                device.copy_out(a, 0, &mut zeros)?;
                device.copy_out(b, 0, &mut ones)?;
                device.free(a);
                device.free(b);
            }
            let name = device.name();
            assert!(zeros.iter().all(|&x| x == 0), "{name}: {bytes}");
            assert!(ones.iter().all(|&x| x == 1), "{name}: {bytes}");
        }
    }
    Ok(())
}

#[test]
fn too_much_memory_is_an_error() {
    for device in devices() {
        let error = device.alloc(1 << 60).expect_err("an exbibyte");
        assert!(
            matches!(error, Error::OutOfMemory { bytes, .. } if bytes == 1 << 60),
            "{error}"
        );
    }
}

const AXPY: &str = "__kernel void axpy(const float a, __global const float* x, __global float* y, const int n) {
    const int i = ((int)get_group_id(0) * (int)get_local_size(1) + (int)get_local_id(1)) * (int)get_local_size(0)
        + (int)get_local_id(0);
    if (i < n) y[i] += a * x[i] + 1000 * (float)get_local_id(1);
}";

#[test]
fn groups_have_lanes_and_threads() -> Result<()> {
    let (lanes, threads, n) = (8, 4, 1000);
    for device in devices() {
        let kernel = device.compile(&source(AXPY, "axpy"))?;
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
        let expected: Vec<f32> = (0..n)
            .map(|i| 1.0 + 2.0 * i as f32 + 1000.0 * (i / lanes % threads) as f32)
            .collect();
        assert_eq!(y, bytes(&expected), "{}", device.name());
    }
    Ok(())
}

#[test]
fn launches_are_in_order_and_outlive_free() -> Result<()> {
    let text = "__kernel void next(__global const int* a, __global int* b) { const int i = (int)get_global_id(0); \
                b[i] = a[i] + 1; }";
    for device in devices() {
        let (n, steps) = (4096, 20);
        let kernel = device.compile(&source(text, "next"))?;
        let mut last = device.alloc(4 * n)?;
        let grid = Grid {
            groups: n / 64,
            group_size: [64, 1],
        };
        let mut back = vec![0; 4 * n];
        // SAFETY: arguments match, ranges are inside, a buffer is not used after it is freed.
        unsafe {
            device.copy_in(last, 0, &vec![0; 4 * n])?;
            for _ in 0..steps {
                let next = device.alloc(4 * n)?;
                device.launch(&kernel, grid, &[Arg::Buffer(last), Arg::Buffer(next)])?;
                device.free(last);
                last = next;
            }
            device.copy_out(last, 0, &mut back)?;
            device.free(last);
        }
        assert!(
            back.chunks_exact(4).all(|b| b == i32::to_ne_bytes(steps)),
            "{}",
            device.name()
        );
    }
    Ok(())
}

#[test]
fn threads_may_share_a_kernel() -> Result<()> {
    let text = "__kernel void set(__global int* a, const int v) { a[get_global_id(0)] = v; }";
    for device in devices() {
        let kernel = device.compile(&source(text, "set"))?;
        let set = |value: i32| -> Result<()> {
            let buffer = device.alloc(256)?;
            let mut back = [0; 256];
            // SAFETY: arguments match, 64 integers are inside the buffer.
            unsafe {
                let args = [Arg::Buffer(buffer), Arg::I32(value)];
                let grid = Grid {
                    groups: 8,
                    group_size: [8, 1],
                };
                device.launch(&kernel, grid, &args)?;
                device.copy_out(buffer, 0, &mut back)?;
                device.free(buffer);
            }
            assert!(
                back.chunks_exact(4).all(|b| b == value.to_ne_bytes()),
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

#[test]
fn a_kernel_that_does_not_compile_shows_log_and_source() {
    for device in devices() {
        let text = "__kernel void broken(__global float* y) { y[0] = undeclared_name; }";
        match device.compile(&source(text, "broken")) {
            Err(Error::Compile {
                log,
                source_text,
                kernel,
                ..
            }) => {
                assert!(log.contains("undeclared_name"), "{}: {log}", device.name());
                assert_eq!((source_text.as_str(), kernel.as_str()), (text, "broken"));
            }
            Err(other) => panic!("{}: {other}", device.name()),
            Ok(_) => panic!("{} compiles nonsense", device.name()),
        }
    }
}

#[test]
fn wrong_launches_are_errors() -> Result<()> {
    for device in devices() {
        let kernel = device.compile(&source(AXPY, "axpy"))?;
        let missing = device
            .compile(&source(AXPY, "saxpy"))
            .err()
            .map(|e| e.to_string())
            .unwrap_or_default();
        assert!(missing.contains("saxpy"), "{missing}");
        let launch = |group_size, args: &[Arg]| {
            // SAFETY: no launch reaches the device.
            unsafe {
                device.launch(
                    &kernel,
                    Grid {
                        groups: 1,
                        group_size,
                    },
                    args,
                )
            }
        };
        let huge = launch([1 << 20, 1], &[]);
        assert!(
            matches!(huge, Err(Error::KernelGroup { found, .. }) if found == 1 << 20),
            "{huge:?}"
        );
        let mistyped = launch([1, 1], &[Arg::F64(1.0)])
            .err()
            .map(|e| e.to_string())
            .unwrap_or_default();
        assert!(
            mistyped.contains("argument 0"),
            "{}: {mistyped}",
            device.name()
        );
    }
    Ok(())
}

#[test]
fn names_and_aliases_open_the_same_device() -> Result<()> {
    devices();
    for info in PROVIDER.devices().unwrap_or_default() {
        let device = PROVIDER.device(&info.name)?;
        for alias in &info.aliases {
            assert!(Arc::ptr_eq(&device, &PROVIDER.device(alias)?), "{alias}");
        }
        let properties = device.properties();
        assert!(
            properties.max_group_size > 0 && properties.natural_width > 0,
            "{properties:?}"
        );
        println!("{} {:?}: {properties:?}", info.name, info.aliases);
    }
    Ok(())
}

#[test]
fn an_unknown_name_lists_those_present() {
    let text = PROVIDER
        .open("opencl:toaster")
        .err()
        .map(|e| e.to_string())
        .unwrap_or_default();
    match PROVIDER.devices() {
        Ok(infos) => assert!(infos.iter().all(|info| text.contains(&info.name)), "{text}"),
        Err(error) => assert_eq!(text, error.to_string()),
    }
    assert!(!text.is_empty());
}
