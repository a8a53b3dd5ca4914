//! Choosing by measurement: which variant of a kernel, which tile, team or register cap is fastest on a device.
//!
//! Who owns the kernels declares [`Parameter`]s, which change speed and nothing else, and measures a [`Setting`];
//! [`Search`] finds the best one and keeps every trial, the slowest included: what a wrong choice costs is worth knowing.
//!
//! ```
//! use portax::tune::{Parameter, Search};
//! let parameters = [
//!     Parameter::new("form", ["direct", "reverse"]),
//!     Parameter::new("team", [1, 2, 4, 8]),
//!     Parameter::new("tiles", [1, 2]).only_with("form", &["direct"]),
//! ];
//! let search = Search::new(parameters, "form=reverse,team=1".parse()?)?;
//! let tuned = search.run(|setting| {
//!     // run the kernels with this setting and take their time
//!     # let team: f64 = setting.get("team").unwrap_or("1").parse().unwrap_or(1.0);
//!     Ok::<f64, String>(1.0 + (team - 4.0).abs())
//! });
//! assert_eq!(tuned.best().and_then(|t| t.setting.get("team")), Some("4"));
//! # Ok::<(), portax::Error>(())
//! ```

mod search;
mod setting;

pub use search::{Search, Trial, Tuned};
pub use setting::{Parameter, Setting};
