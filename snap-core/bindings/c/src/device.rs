//! The device that a handle computes on.

use portax::{Result, Space, config};

/// The device of this name; without one that of `PORTAX_BACKEND`, else the GPU of the process' rank on its node, else the
/// first GPU, else CPU threads.
pub fn open(name: Option<&str>) -> Result<Space> {
    match name.map(String::from).or_else(config::backend) {
        Some(name) => portax_backends::by_name(&name),
        None => of_rank().map_or_else(portax_backends::best, Ok),
    }
}

/// The GPU of this process' rank, if a launcher has given it one and there are GPUs.
fn of_rank() -> Option<Space> {
    let devices = portax_backends::available();
    let gpu = devices.iter().find(|device| device.is_gpu)?;
    let (backend, _) = gpu.name.split_once(':')?;
    portax_backends::by_name(&format!("{backend}:local_rank")).ok()
}
