use super::*;
use crate::OpenClProvider;
use portax::{
    backend::{Arg, Device, Grid, Provider},
    cache::Cache,
};
use std::{env, fs, path::Path, process};

const TWICE: &str = "__kernel void twice(__global int* a) { a[get_global_id(0)] *= 2; }";

fn twice() -> Source {
    Source {
        text: TWICE.to_string(),
        entry: "twice".to_string(),
    }
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
        cache.store(&device.key(&twice()), b"no binary");
    }
    Ok(())
}

#[test]
fn a_second_start_compiles_nothing_and_a_refused_binary_is_built_anew() -> Result<()> {
    let devices = match OpenClProvider::default().devices() {
        Ok(devices) => devices.len(),
        Err(error) => {
            let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
            assert!(!required.contains("opencl"), "{required}: {error}");
            println!("skipped: {error}");
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
