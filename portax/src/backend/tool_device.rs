//! How profiling tools know a device.

/// How tools know a device: Kokkos' names are the only ones that its connectors take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToolDevice {
    /// Kokkos' number of the kind of device: 2 CUDA, 3 HIP, 7 SYCL
    pub kind: u8,
    /// Which device of this kind
    pub number: u8,
    /// Memory space: `Cuda`, `HIP` or `SYCL`
    pub memory: &'static str,
}

/// Devices that Kokkos has no name for go as SYCL's: several connectors end the process at unknown names.
impl Default for ToolDevice {
    fn default() -> Self {
        ToolDevice {
            kind: 7,
            number: 0,
            memory: "SYCL",
        }
    }
}

impl ToolDevice {
    /// Host threads.
    pub(crate) const HOST: ToolDevice = ToolDevice {
        kind: 6,
        number: 0,
        memory: "Host",
    };

    /// The number of an execution space instance: kind, device and instance in 8, 7 and 17 bits.
    pub(crate) fn id(self) -> u32 {
        const INSTANCE: u32 = 1;
        u32::from(self.kind) << 24 | u32::from(self.number & 0x7f) << 17 | INSTANCE
    }
}
