//! Constant temperature by friction and random forces: BAOAB (Leimkuhler and Matthews, Appl. Math. Res. eXpress 2013, 34;
//! J. Chem. Phys. 138, 174102, 2013).
//!
//! A step is half a kick (B), half a drift (A), friction and noise by their exact solution (O), the other half drift and the
//! other half kick. Averages over positions then have an error of fourth order in the friction's limit, and of second order
//! with a small factor elsewhere. With the friction γ = 1 / damping, O is
//!
//! ```text
//! v <- c v + sqrt((1 - c²) kT / m) ξ,    c = exp(-γ dt)
//! ```
//!
//! with ξ three normal numbers of each atom and step. They are counted out by Philox from the seed, the step and the atom:
//! the state of a run is the number of its step, and any number of threads gives the same numbers.

use portax::{Float, Functor, RangePolicy, ReduceKernel, Space, Sum, View, kernel};
use portax_algorithms::random::{normal, philox};

use super::{
    affine::drift,
    atoms::Atoms,
    error::{Error, check_not_negative, check_positive, check_state},
    forces::Forces,
    integrator::Integrator,
    ramp::Ramp,
    units::{BOLTZMANN, FORCE_TO_ACCELERATION, MVV_TO_ENERGY},
    verlet::Verlet,
};
