//! Opening a space, what it says of itself, and the smallest launch.

use crate::ladder::{Outcome, Test, tests};
use portax::{
    Functor, RangeKernel, RangePolicy, Space, View, kernel,
    registry::{DeviceInfo, Registry},
    space::Engine,
};

pub fn tests(registry: &'static Registry) -> Vec<Test> {
    let mut tests = tests![
        properties_are_possible,
        nothing_and_one_element_are_launched,
    ];
    tests.push(Test::new("every_name_opens_the_space", move |space| {
        every_name_opens_the_space(registry, space)
    }));
    tests.push(Test::new(
        "unknown_names_list_those_present",
        move |space| unknown_names_list_those_present(registry, space),
    ));
    tests
}

fn every_name_opens_the_space(registry: &Registry, space: &Space) -> Outcome {
    let devices = registry.devices();
    let names = |d: &DeviceInfo| [vec![d.name.clone()], d.aliases.clone()].concat();
    let device = devices
        .iter()
        .find(|d| names(d).contains(&space.name().to_string()));
    let device = device.unwrap_or_else(|| panic!("{space:?} is not among those available"));
    for name in names(device) {
        registry.open(&name)?.fence()?;
    }
    assert!(!space.description().is_empty());
    Ok(())
}

fn unknown_names_list_those_present(registry: &Registry, space: &Space) -> Outcome {
    let backend = space.name().split(':').next().unwrap_or_default();
    for wrong in [
        "abacus".to_string(),
        format!("{backend}:999"),
        format!("{backend}:abacus"),
    ] {
        let error = registry
            .open(&wrong)
            .expect_err("no such device")
            .to_string();
        assert!(error.contains(&wrong) && error.contains(backend), "{error}");
    }
    Ok(())
}

fn properties_are_possible(space: &Space) -> Outcome {
    let width = space.natural_width();
    assert!(
        width.is_power_of_two() && width <= 64,
        "natural width {width}"
    );
    assert!(space.concurrency() > 0);
    assert!(
        space.scratch_limit() >= 16 << 10,
        "{} bytes of scratch",
        space.scratch_limit()
    );
    if let Engine::Device(device) = space.engine() {
        let properties = device.properties();
        assert!(properties.max_group_size >= width, "{properties:?}");
        assert!(properties.memory_bytes > 0, "{properties:?}");
    }
    Ok(())
}

#[derive(Functor)]
struct Count {
    x: View<i32, 1>,
}

#[kernel]
impl RangeKernel for Count {
    fn count(&self, i: Index) {
        self.x[i] += 1;
    }
}

fn nothing_and_one_element_are_launched(space: &Space) -> Outcome {
    let k = Count {
        x: View::new(space, "x", [1])?,
    };
    for launches in 1..=3 {
        space.parallel_for("count", RangePolicy::new(0..0), &k)?;
        space.parallel_for("count", RangePolicy::new(0..1), &k)?;
        space.fence()?;
        assert_eq!(k.x.to_vec()?, [launches]);
    }
    Ok(())
}
