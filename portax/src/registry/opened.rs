//! Devices that are open.

use super::{DeviceInfo, Provider};
use crate::{backend::Device, error::Result, space::Space};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// The open devices of a provider, by name: a device opened twice is the same object.
pub struct Opened<D>(Mutex<HashMap<String, Arc<D>>>);

impl<D> Default for Opened<D> {
    fn default() -> Self {
        Opened(Mutex::default())
    }
}

impl<D> Opened<D> {
    /// The device of this name, which `open` opens if it is not. Others wait meanwhile.
    ///
    /// # Errors
    /// What `open` returns.
    pub fn get_or_open(&self, name: &str, open: impl FnOnce() -> Result<D>) -> Result<Arc<D>> {
        let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(device) = opened.get(name) {
            return Ok(Arc::clone(device));
        }
        let new = Arc::new(open()?);
        opened.insert(name.to_string(), Arc::clone(&new));
        Ok(new)
    }
}

/// A backend of one device, which is open and has one name.
pub struct OneDevice(Arc<dyn Device>);

impl OneDevice {
    /// A provider of this device.
    pub fn new(device: impl Device + 'static) -> OneDevice {
        OneDevice(Arc::new(device))
    }
}

impl Provider for OneDevice {
    fn prefix(&self) -> &str {
        let name = self.0.name();
        name.split(':').next().unwrap_or(name)
    }

    fn devices(&self) -> Result<Vec<DeviceInfo>> {
        Ok(vec![DeviceInfo::new(self.0.name(), self.0.properties())])
    }

    fn open(&self, name: &str) -> Result<Space> {
        match name == self.0.name() {
            true => Ok(Space::device(self.0.clone())),
            false => Err(DeviceInfo::unknown(name, &self.devices()?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn a_device_is_opened_once_and_tried_again_after_a_failure() {
        let opened = Opened::<u8>::default();
        let failure = || Err(Error::Invalid("not yet".to_string()));
        assert!(opened.get_or_open("x:0", failure).is_err());
        let first = opened.get_or_open("x:0", || Ok(1)).expect("opens");
        let again = opened.get_or_open("x:0", failure).expect("is open");
        assert!(Arc::ptr_eq(&first, &again));
    }
}
