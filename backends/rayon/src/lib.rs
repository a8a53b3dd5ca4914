//! CPU threads for portax: [`Rayon`] runs tasks on host memory, [`RayonProvider`] finds it by name.
//!
//! Thread `t` of `n` owns the `t`-th of `n` equal blocks of tasks in every launch, so that memory stays with the core
//! that touched it first. A thread that has finished its block takes tasks whose owners do not come for them, so that one
//! busy core delays nobody. Three sources of threads:
//!
//! - [`Rayon::new`]: threads of its own. The thread that launches is one of them, so no launch waits for a pool; the others
//!   spin for 100 us for the next launch before they sleep, unless there are more of them than cores.
//! - [`Rayon::with_pool`]: a pool that the program has anyway. Tasks run on its threads only; launching from inside it
//!   (`pool.install(|| ...)`) saves the 7 to 25 us that entering a rayon pool costs.
//! - [`Rayon::global`]: likewise, with rayon's global pool.
//!
//! With one thread a launch is a loop on the calling thread. Debug builds move a launch on threads of our own to a thread with a larger
//! stack, unless a worker of some pool calls.

mod call;
mod device;
mod fork;
mod helpers;
mod launch;
mod mailbox;
mod memory;
mod provider;
mod room;
mod threads;

pub use device::Rayon;
pub use provider::RayonProvider;
