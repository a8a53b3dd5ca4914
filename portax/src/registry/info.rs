//! Devices that were found, by name.

use crate::{
    backend::Properties,
    error::{Error, Result},
};
use std::iter;

/// One device that a provider can open.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// Name for [`Registry::open`](super::Registry::open), such as `rayon` or `opencl:0`.
    pub name: String,
    /// Other names of the same device, such as `opencl:pocl`.
    pub aliases: Vec<String>,
    /// What it is.
    pub description: String,
    /// Whether it is a GPU
    pub is_gpu: bool,
    /// Threads, cores or compute units.
    pub units: usize,
    /// Bytes of memory; 0 where unknown.
    pub memory_bytes: u64,
}

impl DeviceInfo {
    /// What a device's properties say, under one name.
    pub fn new(name: impl Into<String>, properties: &Properties) -> DeviceInfo {
        DeviceInfo {
            name: name.into(),
            aliases: Vec::new(),
            description: properties.description.clone(),
            is_gpu: properties.is_gpu,
            units: properties.compute_units,
            memory_bytes: properties.memory_bytes,
        }
    }

    /// Whether this is its name, or an alias.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// The error of a name that none of these devices has.
    pub(crate) fn unknown<'a>(
        name: &str,
        present: impl IntoIterator<Item = &'a DeviceInfo>,
    ) -> Error {
        let names = present
            .into_iter()
            .flat_map(|d| iter::once(&d.name).chain(&d.aliases));
        let present = names.map(String::as_str).collect::<Vec<_>>().join(", ");
        let name = name.to_string();
        Error::UnknownBackend { name, present }
    }
}

impl AsRef<DeviceInfo> for DeviceInfo {
    fn as_ref(&self) -> &DeviceInfo {
        self
    }
}

/// What was found under this name or alias; `prefix` alone is the first.
///
/// # Errors
/// No device has the name.
pub fn find<'a, F: AsRef<DeviceInfo>>(found: &'a [F], prefix: &str, name: &str) -> Result<&'a F> {
    let mut all = found.iter();
    let device = match name == prefix {
        true => all.next(),
        false => all.find(|device| device.as_ref().is_called(name)),
    };
    device.ok_or_else(|| DeviceInfo::unknown(name, found.iter().map(F::as_ref)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(name: &str, aliases: &[&str]) -> DeviceInfo {
        DeviceInfo {
            name: name.to_string(),
            aliases: aliases.iter().map(|a| a.to_string()).collect(),
            description: String::new(),
            is_gpu: false,
            units: 1,
            memory_bytes: 0,
        }
    }

    #[test]
    fn names_aliases_and_the_prefix_find_devices() {
        let found = [info("x:0", &["x:fast"]), info("x:1", &["x:slow"])];
        let name = |wanted| find(&found, "x", wanted).map(|d| d.name.as_str());
        for (wanted, expected) in [("x:1", "x:1"), ("x:slow", "x:1"), ("x", "x:0")] {
            assert_eq!(name(wanted), Ok(expected));
        }
        let text = name("x:2").expect_err("no such device").to_string();
        assert!(text.contains("`x:2`") && text.contains("x:0, x:fast, x:1, x:slow"));
        assert!(find::<DeviceInfo>(&[], "x", "x").is_err());
    }
}
