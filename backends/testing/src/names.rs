//! Names and properties.

use crate::{Backend, devices, open};
use portax::error::Result;
use std::sync::Arc;

/// A name, an alias, and the prefix for the first one.
///
/// # Errors
/// What the device returns.
pub fn names_and_aliases_open_the_same_device<B: Backend>() -> Result<()> {
    let devices = devices::<B>();
    let infos = B::provider().devices().unwrap_or_default();
    for (info, device) in infos.iter().zip(&devices) {
        for name in info.aliases.iter().chain([&info.name]) {
            assert!(Arc::ptr_eq(device, &open::<B>(name)), "{name}");
        }
        let properties = device.properties();
        assert!(B::are_possible(properties), "{properties:?}");
        println!("{} {:?}: {properties:?}", info.name, info.aliases);
    }
    if let Some(first) = devices.first() {
        assert!(Arc::ptr_eq(first, &open::<B>(B::PREFIX)));
    }
    Ok(())
}

/// Or says why there are none.
///
/// # Errors
/// What the device returns.
pub fn an_unknown_name_lists_those_present<B: Backend>() -> Result<()> {
    let provider = B::provider();
    let text = provider.open(&format!("{}:toaster", B::PREFIX)).err();
    let text = text.map(|e| e.to_string()).unwrap_or_default();
    match provider.devices() {
        Ok(infos) => assert!(infos.iter().all(|info| text.contains(&info.name)), "{text}"),
        Err(error) => assert_eq!(text, error.to_string()),
    }
    assert!(!text.is_empty());
    Ok(())
}
