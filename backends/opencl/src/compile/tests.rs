use super::*;
use crate::OpenClProvider;
use portax::{
    backend::{Arg, Device, Grid},
    cache::Cache,
    registry::Provider,
};
use portax_testing::skip;
use std::{env, fs, path::Path, process};

const TWICE: &str = "__kernel void twice(__global int* a) { a[get_global_id(0)] *= 2; }";

fn twice() -> Source {
    Source::new(TWICE, "twice")
}

/// What `twice` makes of 1 to 16.
fn doubled(device: &OpenCl) -> Result<Vec<u8>> {
    let (kernel, buffer) = (device.compile(&twice())?, device.alloc(64)?);
    let grid = Grid {
        groups: 1,
        group_size: [16, 1],
    };
    let data: Vec<u8> = (1..=16_i32).flat_map(i32::to_ne_bytes).collect();
    let mut back = vec![0; 64];
    // SAFETY: the argument matches, 16 integers are inside the buffer.
    unsafe {
        device.copy_in(buffer, 0, &data)?;
        device.launch(&kernel, grid, &[Arg::Buffer(buffer)])?;
        device.copy_out(buffer, 0, &mut back)?;
        device.free(buffer);
    }
    Ok(back)
}

/// Opens every device with a cache in the folder, runs, and gives hits and misses.
fn start(folder: &Path) -> Result<(usize, usize)> {
    let cache = Arc::new(Cache::new(folder, 64 << 20));
    let provider = OpenClProvider::with_cache(Arc::clone(&cache));
    let expected: Vec<u8> = (1..=16_i32).flat_map(|i| (2 * i).to_ne_bytes()).collect();
    for info in provider.devices()? {
        let device = provider.device(&info.name)?;
        assert_eq!(doubled(&device)?, expected, "{}", info.name);
    }
    Ok((cache.hits(), cache.misses()))
}

/// Stores what no driver takes under the keys of the entries.
fn spoil(folder: &Path) -> Result<()> {
    let (provider, cache) = (OpenClProvider::default(), Cache::new(folder, 64 << 20));
    for info in provider.devices()? {
        let device = provider.device(&info.name)?;
        let options = device.options(&twice());
        cache.store(&device.key(&twice(), &options), b"no binary");
    }
    Ok(())
}

#[test]
fn a_second_start_compiles_nothing_and_a_refused_binary_is_built_anew() -> Result<()> {
    let devices = match OpenClProvider::default().devices() {
        Ok(devices) => devices.len(),
        Err(error) => {
            skip("opencl", error);
            return Ok(());
        }
    };
    let folder = env::temp_dir().join(format!("portax-opencl-cache-{}", process::id()));
    assert_eq!(start(&folder)?, (0, devices));
    assert_eq!(start(&folder)?, (devices, 0));
    spoil(&folder)?;
    assert_eq!(start(&folder)?, (devices, 0));
    fs::remove_dir_all(&folder).expect("the folder is this test's");
    Ok(())
}

/// Set where this program runs itself, to the folder of a cache.
const CHILD: &str = "PORTAX_TEST_BINARIES_CHILD";

#[test]
fn child_with_a_cache() -> Result<()> {
    match env::var_os(CHILD) {
        Some(folder) => start(Path::new(&folder)).map(|_| ()),
        None => Ok(()),
    }
}

/// Halves of binaries under the keys of the whole ones, with right checksums.
fn cut(folder: &Path) -> Result<()> {
    let (provider, cache) = (OpenClProvider::default(), Cache::new(folder, 64 << 20));
    for info in provider.devices()? {
        let device = provider.device(&info.name)?;
        let source = twice();
        let options = device.options(&source);
        let key = device.key(&source, &options);
        let image = cache.find(&key).expect("an entry");
        cache.store(&key, &image[..image.len() / 2]);
    }
    Ok(())
}

/// Drivers may crash at half a binary: no second start does.
#[test]
fn a_binary_that_ends_the_process_does_so_once() -> Result<()> {
    if OpenClProvider::default().devices().is_err() {
        // The test above says so.
        return Ok(());
    }
    let folder = env::temp_dir().join(format!("portax-opencl-cut-{}", process::id()));
    start(&folder)?;
    cut(&folder)?;
    let run = || {
        let mut child = process::Command::new(env::current_exe().expect("this program"));
        child.args(["--exact", "compile::tests::child_with_a_cache"]);
        child.env(CHILD, &folder).output().expect("it starts")
    };
    run();
    let second = run();
    fs::remove_dir_all(&folder).expect("the folder is this test's");
    assert!(second.status.success(), "{second:?}");
    Ok(())
}

#[test]
fn registers_are_for_compilers_that_take_them_and_kernels_that_ask() {
    for registers in [None, Some(32), Some(128), Some(129), Some(255)] {
        assert_eq!(Compiler::Other.options(registers), "-cl-std=CL1.2");
        let intel = Compiler::IntelGpu.options(registers);
        let large = intel.contains("-cl-intel-256-GRF-per-thread");
        assert_eq!(large, registers.is_some_and(|n| n > 128), "{registers:?}");
        let nvidia = Compiler::Nvidia.options(registers);
        let cap = registers.map(|n| format!("-cl-std=CL1.2 -cl-nv-maxrregcount={n}"));
        assert_eq!(nvidia, cap.unwrap_or("-cl-std=CL1.2".to_string()));
    }
}

/// Another driver, device, compiler option or text is another entry.
#[test]
fn a_driver_update_compiles_anew() -> Result<()> {
    let folder = env::temp_dir().join(format!("portax-opencl-driver-{}", process::id()));
    let cache = Arc::new(Cache::new(&folder, 64 << 20));
    let provider = OpenClProvider::with_cache(Arc::clone(&cache));
    for info in provider.devices().unwrap_or_default() {
        let device = provider.device(&info.name)?;
        doubled(&device)?;
        let source = twice();
        let options = device.options(&source);
        let stored = || device.key(&source, &options);
        let key = stored().compiler.to_string();
        assert!(key.contains("driver "), "{key}");
        assert!(cache.find(&stored()).is_some(), "{}", info.name);
        let updated = Key {
            compiler: &format!("{key}.1"),
            ..stored()
        };
        assert!(cache.find(&updated).is_none(), "{}", info.name);
        let large = Key {
            options: &Compiler::IntelGpu.options(Some(256)),
            ..stored()
        };
        assert!(cache.find(&large).is_none(), "{}", info.name);
    }
    // Absent where no device has stored anything.
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}
