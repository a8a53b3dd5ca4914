//! Copies between devices of one driver.

use crate::{Driver, Gpu};
use portax::{
    backend::{Device, Part, Peers},
    error::{Error, Result},
};
use std::any::Any;

/// An address on a device.
pub struct Place<'a, D: Driver> {
    /// The device in its driver's terms.
    pub driver: &'a D,
    /// Its retained context.
    pub context: D::Context,
    /// The address.
    pub address: u64,
}

impl<D: Driver> Gpu<D> {
    fn place(&self, (buffer, offset): Part) -> Place<'_, D> {
        Place {
            driver: self.context().driver(),
            context: self.context().handle(),
            address: buffer.handle + offset as u64,
        }
    }
}

impl<D: Driver> Peers for Gpu<D> {
    fn reaches(&self, peer: &dyn Device) -> bool {
        (peer as &dyn Any).is::<Self>()
    }

    unsafe fn copy_from(
        &self,
        peer: &dyn Device,
        from: Part,
        to: Part,
        bytes: usize,
    ) -> Result<()> {
        let Some(other) = (peer as &dyn Any).downcast_ref::<Self>() else {
            let names = format!("{} and {} have different drivers", self.name, peer.name());
            return Err(Error::Invalid(names));
        };
        if bytes == 0 {
            return Ok(());
        }
        let operation = format!("copying from {}", other.name);
        self.drive(operation, |driver, stream| {
            if self.name != other.name {
                other.context().share(&self.name, driver);
            }
            // SAFETY: both ranges are inside live buffers, whose contexts are retained; the stream is waited for.
            unsafe {
                D::copy_from_peer(self.place(to), other.place(from), bytes, stream)?;
                driver.synchronize_stream(stream)
            }
        })
    }
}
