//! Tests that a second start compiles nothing.

use portax::{
    backend::{Device, Source},
    cache::Cache,
    error::Result,
    registry::Provider,
};
use portax_hip::HipProvider;
use std::{env, fs, path::Path, process, sync::Arc};

/// Opens every device with a cache in the folder, compiles, and returns hits and misses.
fn start(folder: &Path) -> Result<(usize, usize)> {
    let cache = Arc::new(Cache::new(folder, 64 << 20));
    let provider = HipProvider::with_cache(Arc::clone(&cache));
    let source = Source::new(
        "extern \"C\" __global__ void twice(int* a) { a[threadIdx.x] *= 2; }",
        "twice",
    );
    for info in provider.devices()? {
        provider.device(&info.name)?.compile(&source)?;
    }
    Ok((cache.hits(), cache.misses()))
}

#[test]
fn a_second_start_compiles_nothing() -> Result<()> {
    let devices = match HipProvider::default().devices() {
        Ok(devices) => devices.len(),
        Err(error) => {
            let required = env::var("PORTAX_REQUIRE").unwrap_or_default();
            assert!(!required.contains("hip:"), "{required}: {error}");
            println!("skipped: {error}");
            return Ok(());
        }
    };
    let folder = env::temp_dir().join(format!("portax-hip-cache-{}", process::id()));
    let (_, compiled) = start(&folder)?;
    assert!(
        (1..=devices).contains(&compiled),
        "{compiled} of {devices} devices"
    );
    assert_eq!(start(&folder)?, (devices, 0));
    fs::remove_dir_all(&folder).expect("the folder is this test's");
    Ok(())
}
