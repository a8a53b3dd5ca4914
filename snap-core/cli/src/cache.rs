//! `snapx cache`: the kernels kept on disk.

use std::fmt::Write;
use std::process::ExitCode;

use portax::cache::{Cache, Count};
use serde::Serialize;

use crate::args::{CacheArgs, CacheCommand};
use crate::error::Error;
use crate::output;

#[derive(Serialize)]
struct Report {
    folder: Option<String>,
    limit_bytes: u64,
    entries: usize,
    bytes: u64,
    devices: Vec<Device>,
}

#[derive(Serialize)]
struct Device {
    name: String,
    entries: usize,
    bytes: u64,
}

/// Shows the cache that the environment names, or clears it.
///
/// # Errors
/// [`Error::Portax`] for a variable that makes no sense, [`Error::Write`] for an entry that cannot be removed, [`Error::Output`].
pub fn run(args: &CacheArgs) -> Result<ExitCode, Error> {
    let cache = Cache::from_env()?;
    match args.command {
        Some(CacheCommand::Clear) => clear(&cache)?,
        None if args.json => output::print_json(&report(&cache))?,
        None => output::print(&table(&report(&cache)))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn clear(cache: &Cache) -> Result<(), Error> {
    let path = cache.folder().map(Into::into).unwrap_or_default();
    let removed = cache
        .clear()
        .map_err(|source| Error::Write { path, source })?;
    output::print(&format!("removed {}", count(removed.total)))
}

fn report(cache: &Cache) -> Report {
    let usage = cache.usage();
    let device = |(name, Count { entries, bytes })| Device {
        name,
        entries,
        bytes,
    };
    Report {
        folder: cache.folder().map(|folder| folder.display().to_string()),
        limit_bytes: cache.limit_bytes(),
        entries: usage.total.entries,
        bytes: usage.total.bytes,
        devices: usage.devices.into_iter().map(device).collect(),
    }
}

fn table(report: &Report) -> String {
    let Some(folder) = &report.folder else {
        return "no cache: PORTAX_CACHE=off, or there is no home; PORTAX_CACHE_DIR names a folder"
            .to_string();
    };
    let (entries, bytes) = (report.entries, report.bytes);
    let mut text = format!(
        "folder   {folder}\nholds    {}\nlimit    {}",
        count(Count { entries, bytes }),
        mib(report.limit_bytes)
    );
    for device in &report.devices {
        let (entries, bytes) = (device.entries, device.bytes);
        let held = count(Count { entries, bytes });
        let _ = write!(text, "\ndevice   {}: {held}", device.name);
    }
    text
}

fn count(count: Count) -> String {
    format!("{} kernels, {}", count.entries, mib(count.bytes))
}

fn mib(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
