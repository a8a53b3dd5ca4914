//! Names, defaults and messages of the facade.

use portax::{
    error::{Error, Result},
    registry::{DeviceInfo, Provider, Registry},
    space::{Engine, Space},
};
use portax_backends::{available, best, by_name, missing, registry, testing};
use std::env;

fn name(space: &Space) -> String {
    match space.engine() {
        Engine::Host(host) => host.name().to_string(),
        Engine::Device(device) => device.name().to_string(),
    }
}

#[test]
fn rayon_is_always_there() {
    assert_eq!(by_name("rayon").map(|s| name(&s)), Ok("rayon".to_string()));
    assert!(available().iter().any(|d| d.name == "rayon"));
    assert!(missing().iter().all(|(backend, _)| *backend != "rayon"));
}

#[test]
fn the_best_space_is_a_gpu_or_threads_unless_told_otherwise() {
    if let Ok(chosen) = env::var("PORTAX_BACKEND") {
        assert_eq!(best().map(|s| name(&s)), by_name(&chosen).map(|s| name(&s)));
        return;
    }
    let best = best().expect("rayon at least");
    match best.engine() {
        Engine::Host(host) => assert_eq!(host.name(), "rayon"),
        Engine::Device(device) => assert!(device.properties().is_gpu),
    }
}

/// Backends from the most to the least preferred for CPUs; of two that drive one GPU the better comes first.
const ORDER: [&str; 4] = ["rayon", "cuda", "hip", "opencl"];

/// A backend that lists devices and, asked to open one, answers with its name.
struct Pretender {
    prefix: &'static str,
    devices: Vec<DeviceInfo>,
}

impl Provider for Pretender {
    fn prefix(&self) -> &'static str {
        self.prefix
    }
    fn devices(&self) -> Result<Vec<DeviceInfo>> {
        Ok(self.devices.clone())
    }
    fn open(&self, name: &str) -> Result<Space> {
        Err(Error::UnknownBackend {
            name: name.to_string(),
            present: String::new(),
        })
    }
}

/// Returns the best of these devices; a name that ends with `!` is a GPU's.
fn best_of(names: &[&str]) -> String {
    let mut registry = Registry::new();
    for prefix in ORDER {
        let names = names.iter().filter(|name| name.starts_with(prefix));
        let info = |name: &&str| DeviceInfo {
            name: name.to_string(),
            aliases: vec![],
            description: String::new(),
            is_gpu: name.ends_with('!'),
            units: 1,
            memory_bytes: 0,
        };
        let devices = names.map(info).collect();
        registry.add(Pretender { prefix, devices });
    }
    match registry.open_best() {
        Err(Error::UnknownBackend { name, .. }) => name,
        other => panic!("{:?}", other.err()),
    }
}

#[test]
fn cuda_comes_first_then_hip_opencl_gpus_threads_and_opencl_cpus() {
    let mut names = vec!["cuda:0!", "hip:0!", "opencl:0!", "rayon", "opencl:1"];
    while !names.is_empty() {
        let mut shuffled = names.clone();
        shuffled.reverse();
        assert_eq!([best_of(&names), best_of(&shuffled)], [names[0]; 2]);
        names.remove(0);
    }
    assert_eq!(best_of(&["cuda:0!", "cuda:1!"]), "cuda:0!");
    assert_eq!(best_of(&["rayon", "opencl:0", "opencl:1!"]), "opencl:1!");
}

#[test]
fn the_backends_of_this_build_keep_that_order() {
    let places = registry().providers().map(|p| {
        let place = ORDER.iter().position(|prefix| *prefix == p.prefix());
        place.unwrap_or_else(|| panic!("{} has no place in the order", p.prefix()))
    });
    assert!(places.is_sorted());
}

#[test]
fn every_backend_is_available_or_missing() {
    let devices = available();
    for provider in registry().providers() {
        let has_device = devices
            .iter()
            .any(|d| d.name.starts_with(provider.prefix()));
        let is_missing = missing()
            .iter()
            .any(|(backend, _)| *backend == provider.prefix());
        assert!(has_device != is_missing, "{}", provider.prefix());
    }
}

#[test]
fn every_name_and_alias_opens() {
    for device in available() {
        for name in device.aliases.iter().chain([&device.name]) {
            assert!(by_name(name).is_ok(), "{name}");
        }
    }
}

#[test]
fn unknown_names_list_those_present() {
    for wrong in ["abacus", "rayon:sse2"] {
        let error = by_name(wrong).expect_err("no such device");
        assert!(matches!(error, Error::UnknownBackend { .. }), "{error}");
        assert!(error.to_string().contains("rayon:lane"), "{error}");
    }
}

#[test]
fn unknown_devices_list_those_present() {
    for name in [
        "",
        ":",
        "abacus",
        "rayon:",
        "rayon:sse",
        "opencl:99",
        "cuda:x",
    ] {
        match by_name(name).err() {
            Some(error @ Error::UnknownBackend { .. }) => {
                assert!(error.to_string().contains(name), "{error}");
            }
            Some(Error::Unavailable { backend, reason }) => {
                assert!(name.starts_with(&backend) && !reason.is_empty());
            }
            other => panic!("`{name}`: {other:?}"),
        }
    }
}

#[test]
fn tests_run_on_every_executor_and_device() {
    let spaces = testing::spaces_under_test();
    assert!(spaces.iter().any(|(name, _)| name == "rayon:lane"));
    assert!(spaces.iter().all(|(label, space)| *label == name(space)));
    let devices = available().len() - 1;
    assert_eq!(
        spaces
            .iter()
            .filter(|(name, _)| !name.starts_with("rayon"))
            .count(),
        devices
    );
    assert!(testing::space_or_skip("rayon:lane").is_some());
}
