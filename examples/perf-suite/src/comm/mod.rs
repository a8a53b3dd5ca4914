//! Packing of what neighbours exchange.

mod halo;
mod halo_packing;
mod halo_packing_fused;

crate::suite::entries! { "Comm", "comm":
    "HALO_PACKING" halo_packing HaloPacking;
    "HALO_PACKING_FUSED" halo_packing_fused HaloPackingFused;
}
