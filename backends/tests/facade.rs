//! Names, defaults and messages of the facade.

use portax::{error::Error, space::Engine, space::Space};
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
