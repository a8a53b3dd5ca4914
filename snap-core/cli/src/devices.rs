//! `snapx devices`: what is present, and why the rest is not.

use std::fmt::Write;
use std::process::ExitCode;

use portax::registry::DeviceInfo;
use portax_backends as backends;
use serde::Serialize;
use snap_core::{Chosen, SnapOptions};

use crate::args::DevicesArgs;
use crate::error::Error;
use crate::output;

/// The problem whose mapping is listed: that of `snapx bench`.
const NATOMS: usize = 2000;
const TWOJMAX: usize = 8;
/// Neighbours that its lists have room for.
const NEIGHBORS: usize = 64;

#[derive(Serialize)]
struct Report {
    devices: Vec<Device>,
    missing: Vec<Missing>,
}

#[derive(Serialize)]
struct Device {
    name: String,
    aliases: Vec<String>,
    description: String,
    is_gpu: bool,
    units: usize,
    memory_bytes: u64,
    /// How SNAP's stages run there, or why the device does not open.
    mapping: String,
}

/// The mapping of the stages on a device.
fn mapping(name: &str) -> Result<Chosen, Error> {
    let space = backends::by_name(name)?;
    let options = SnapOptions::default();
    Ok(Chosen::of(&space, NATOMS, TWOJMAX, NEIGHBORS, &options)?)
}

#[derive(Serialize)]
struct Missing {
    backend: &'static str,
    reason: String,
}

impl From<DeviceInfo> for Device {
    fn from(info: DeviceInfo) -> Self {
        Self {
            mapping: mapping(&info.name).map_or_else(|e| e.to_string(), |m| m.to_string()),
            name: info.name,
            aliases: info.aliases,
            description: info.description,
            is_gpu: info.is_gpu,
            units: info.units,
            memory_bytes: info.memory_bytes,
        }
    }
}

/// Lists devices and missing backends.
///
/// # Errors
/// [`Error::Output`].
pub fn run(args: &DevicesArgs) -> Result<ExitCode, Error> {
    let missing = |(backend, error)| Missing {
        backend,
        reason: match error {
            portax::Error::Unavailable { reason, .. } => reason,
            other => other.to_string(),
        },
    };
    let report = Report {
        devices: backends::available()
            .into_iter()
            .map(Device::from)
            .collect(),
        missing: backends::missing().into_iter().map(missing).collect(),
    };
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&table(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn table(report: &Report) -> String {
    let mut text = format!(
        "{:12} {:4} {:>5} {:>9}  {}",
        "name", "kind", "units", "memory", "description"
    );
    for device in &report.devices {
        let kind = if device.is_gpu { "GPU" } else { "CPU" };
        let (name, units, memory) = (&device.name, device.units, memory(device.memory_bytes));
        let description = &device.description;
        let _ = write!(
            text,
            "\n{name:12} {kind:4} {units:5} {memory:>9}  {description}"
        );
        if !device.aliases.is_empty() {
            let _ = write!(text, "\n{:12} also {}", "", device.aliases.join(", "));
        }
        let mapping = &device.mapping;
        let _ = write!(text, "\n{:12} 2J={TWOJMAX}, {NATOMS} atoms: {mapping}", "");
    }
    for Missing { backend, reason } in &report.missing {
        let _ = write!(text, "\n{backend:12} not available: {reason}");
    }
    text
}

/// GiB; a host has no limit of its own.
fn memory(bytes: u64) -> String {
    match bytes {
        0 => "-".into(),
        bytes => format!("{:.1} GiB", bytes as f64 / (1_u64 << 30) as f64),
    }
}
