//! What every CUDA device present must do.

use portax::{
    backend::{Arg, Buffer, Device, Grid, Source},
    error::{Error, Result},
    registry::Provider,
};
use portax_cuda::{Cuda, CudaProvider};
use std::{
    env,
    sync::{Arc, LazyLock},
    thread,
};

static PROVIDER: LazyLock<CudaProvider> = LazyLock::new(CudaProvider::new);

/// Every device. Names in `PORTAX_REQUIRE` that are absent fail the test.
fn devices() -> Vec<Arc<Cuda>> {
    let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
    for name in required.split(',').filter(|name| name.starts_with("cuda")) {
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

fn grid(groups: usize, lanes: usize) -> Grid {
    Grid {
        groups,
        group_size: [lanes, 1],
    }
}

fn integers(device: &Cuda, buffer: Buffer) -> Result<Vec<i32>> {
    let mut back = vec![0; buffer.bytes];
    // SAFETY: the whole of a live buffer.
    unsafe { device.copy_out(buffer, 0, &mut back)? };
    let words = back.chunks_exact(4);
    Ok(words
        .map(|b| i32::from_ne_bytes([b[0], b[1], b[2], b[3]]))
        .collect())
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
        assert!((3..1000).all(|i| back[i] == expected(i)));
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
fn too_much_memory_is_an_error_that_names_what_is_free() {
    for device in devices() {
        let total = device.properties().memory_bytes as usize;
        for size in [1 << 60, 2 * total] {
            let error = device.alloc(size).expect_err("more than there is");
            assert!(
                matches!(&error, Error::OutOfMemory { bytes, reason, .. } if *bytes == size && reason.contains("free")),
                "{error}"
            );
        }
    }
}

/// Allocates two thirds of the memory in four pieces, frees them, then allocates as much in one: the pool must give the
/// pieces back.
#[test]
fn freed_memory_serves_other_sizes() -> Result<()> {
    for device in devices() {
        let total = device.properties().memory_bytes as usize;
        let pieces = (0..4).map(|_| device.alloc(total / 6));
        for piece in pieces.collect::<Result<Vec<_>>>()? {
            // SAFETY: allocated above, not used.
            unsafe { device.free(piece) };
        }
        let whole = device.alloc(total / 3 * 2)?;
        // SAFETY: allocated above, not used.
        unsafe { device.free(whole) };
    }
    Ok(())
}

const AXPY: &str =
    "extern \"C\" __global__ void axpy(const float a, const float* x, float* y, const int n) {
    const int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i] + 1000 * (float)threadIdx.y;
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
        let thread = |i: usize| (i / lanes % threads) as f32;
        let expected: Vec<f32> = (0..n)
            .map(|i| 1.0 + 2.0 * i as f32 + 1000.0 * thread(i))
            .collect();
        assert_eq!(y, bytes(&expected), "{}", device.name());
    }
    Ok(())
}

#[test]
fn every_type_of_argument_arrives() -> Result<()> {
    let text = "extern \"C\" __global__ void sum(int a, unsigned b, long long c, float d, double e, int* out) {
        out[0] = (int)(a + (long long)b + c + d + e);
    }";
    for device in devices() {
        let (kernel, out) = (device.compile(&source(text, "sum"))?, device.alloc(4)?);
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
        assert_eq!(integers(&device, out)?, [1014]);
        // SAFETY: not used any more.
        unsafe { device.free(out) };
    }
    Ok(())
}

#[test]
fn launches_are_in_order_and_outlive_free() -> Result<()> {
    let text = "extern \"C\" __global__ void next(const int* a, int* b) {
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        b[i] = a[i] + 1;
    }";
    for device in devices() {
        let (n, steps) = (4096, 20);
        let kernel = device.compile(&source(text, "next"))?;
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
        assert!(integers(&device, last)?.iter().all(|&value| value == steps));
        // SAFETY: not used any more.
        unsafe { device.free(last) };
    }
    Ok(())
}

/// Takes all scratch that a group may have, far beyond the 48 KiB of static arrays.
#[test]
fn scratch_reaches_the_opt_in_limit() -> Result<()> {
    for device in devices() {
        let bytes = device.properties().max_scratch_bytes;
        let text = format!(
            "extern __shared__ __align__(16) unsigned char px_scratch[];
            extern \"C\" __global__ void reverse(int* a, const int n) {{
                int* s = (int*)px_scratch;
                for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = a[i];
                __syncthreads();
                for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = s[n - 1 - i];
            }}"
        );
        let reverse = |dynamic_scratch| Source {
            dynamic_scratch,
            ..source(&text, "reverse")
        };
        let (kernel, buffer) = (device.compile(&reverse(bytes))?, device.alloc(bytes)?);
        let n = bytes as i32 / 4;
        let data: Vec<u8> = (0..n).flat_map(i32::to_ne_bytes).collect();
        // SAFETY: arguments match, n integers are inside the buffer and the scratch.
        unsafe {
            device.copy_in(buffer, 0, &data)?;
            device.launch(&kernel, grid(1, 256), &[Arg::Buffer(buffer), Arg::I32(n)])?;
        }
        assert_eq!(integers(&device, buffer)?, (0..n).rev().collect::<Vec<_>>());
        // SAFETY: not used any more.
        unsafe { device.free(buffer) };
        println!("{}: {bytes} bytes of scratch", device.name());
        let refused = device.compile(&reverse(bytes + 4)).err();
        assert!(matches!(refused, Some(Error::Device { .. })), "{refused:?}");
    }
    Ok(())
}

#[test]
fn threads_may_share_a_kernel() -> Result<()> {
    let text = "extern \"C\" __global__ void set(int* a, const int v) {
        a[blockIdx.x * blockDim.x + threadIdx.x] = v;
    }";
    for device in devices() {
        let kernel = device.compile(&source(text, "set"))?;
        let set = |value: i32| -> Result<()> {
            let buffer = device.alloc(256)?;
            // SAFETY: arguments match, 64 integers are inside the buffer.
            unsafe {
                let args = [Arg::Buffer(buffer), Arg::I32(value)];
                device.launch(&kernel, grid(8, 8), &args)?;
            }
            let back = integers(&device, buffer)?;
            // SAFETY: not used any more.
            unsafe { device.free(buffer) };
            assert!(back.iter().all(|&v| v == value), "{value}");
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
        let text = "extern \"C\" __global__ void broken(float* y) { y[0] = undeclared_name; }";
        match device.compile(&source(text, "broken")) {
            Err(Error::Compile {
                log,
                source_text,
                kernel,
                ..
            }) => {
                assert!(log.contains("undeclared_name"), "{log}");
                assert_eq!((source_text.as_str(), kernel.as_str()), (text, "broken"));
            }
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("{} compiles nonsense", device.name()),
        }
        let absent = device.compile(&source(AXPY, "absent")).err();
        let absent = absent.map(|e| e.to_string()).unwrap_or_default();
        assert!(absent.contains("no kernel of this name"), "{absent}");
    }
}

#[test]
fn wrong_launches_are_errors() -> Result<()> {
    for device in devices() {
        let kernel = device.compile(&source(AXPY, "axpy"))?;
        // SAFETY: refused before the arguments are read.
        let launch = |module, grid| unsafe { device.launch(module, grid, &[]) };
        let foreign: portax::backend::Module = Arc::new(7);
        let error = launch(&foreign, grid(1, 1));
        assert!(matches!(error, Err(Error::Invalid(_))), "{error:?}");
        for lanes in [1 << 20, 0] {
            let error = launch(&kernel, grid(1, lanes));
            assert!(matches!(error, Err(Error::KernelGroup { .. })), "{error:?}");
        }
        let error = launch(&kernel, grid(1 << 31, 1));
        assert!(matches!(error, Err(Error::Limit { .. })), "{error:?}");
    }
    Ok(())
}

#[test]
fn names_open_the_same_device() -> Result<()> {
    for device in devices() {
        assert!(Arc::ptr_eq(&device, &PROVIDER.device(device.name())?));
        let properties = device.properties();
        assert!(properties.max_group_size >= 1024 && properties.natural_width == 32);
        assert!(properties.architecture.starts_with("sm_"), "{properties:?}");
        println!("{}: {properties:?}", device.name());
    }
    if let Some(first) = devices().first() {
        assert!(Arc::ptr_eq(first, &PROVIDER.device("cuda")?));
    }
    Ok(())
}

#[test]
fn an_unknown_name_lists_those_present() {
    let text = PROVIDER.open("cuda:toaster").err();
    let text = text.map(|e| e.to_string()).unwrap_or_default();
    match PROVIDER.devices() {
        Ok(infos) => assert!(infos.iter().all(|info| text.contains(&info.name)), "{text}"),
        Err(error) => assert_eq!(text, error.to_string()),
    }
    assert!(!text.is_empty());
}
