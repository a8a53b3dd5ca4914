//! What became of a measurement.

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Numbers, or why there are none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome<M> {
    Measured(M),
    /// What there was too little memory for.
    OutOfMemory(String),
    /// What went wrong.
    Failed(String),
}

impl<M> Outcome<M> {
    /// Whether nothing is to be gained by trying again.
    pub fn is_final(&self) -> bool {
        !matches!(self, Self::Failed(_))
    }

    /// The numbers, if there are any.
    pub fn measured(&self) -> Option<&M> {
        match self {
            Self::Measured(measured) => Some(measured),
            Self::OutOfMemory(_) | Self::Failed(_) => None,
        }
    }
}

impl<M> From<Error> for Outcome<M> {
    fn from(error: Error) -> Self {
        match error.portax() {
            Some(portax::Error::OutOfMemory { .. }) => Self::OutOfMemory(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}
