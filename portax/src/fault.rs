//! What must not happen in a kernel, whichever space finds it, and the error of the launch that it becomes.

use crate::{
    error::Error,
    ir::message::{Message, Number},
};
use std::panic::Location;

/// What must not happen in a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What it is
    pub what: What,
    /// The index tuple of the first faulty lane
    pub indices: Vec<i64>,
    /// Where in the kernel
    pub location: &'static Location<'static>,
}

/// Kinds of faults.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// An access outside its view
    Outside {
        /// Label of the view
        view: String,
        /// Extents of the view
        extents: Vec<usize>,
    },
    /// NaN that is written to a view
    Nan {
        /// Label of the view
        view: String,
    },
    /// An assertion that does not hold, with its text
    Failed(String),
}

impl Fault {
    /// An assertion that does not hold, from all numbers of its message.
    pub(crate) fn said(message: &Message, numbers: &[Number]) -> Self {
        let (indices, text) = message.read(numbers);
        Fault {
            what: What::Failed(text),
            indices,
            location: message.location,
        }
    }

    /// The fault as the error of the launch `launch`.
    pub fn into_error(self, launch: &str) -> Error {
        let (launch, location) = (launch.to_string(), self.location.to_string());
        match self.what {
            What::Outside { view, extents } => Error::OutOfBounds {
                launch,
                view,
                indices: self.indices,
                extents,
                location,
            },
            What::Nan { view } => Error::Nan {
                launch,
                view,
                indices: self.indices,
                location,
            },
            What::Failed(text) => Error::Assertion {
                launch,
                indices: self.indices,
                text,
                location,
            },
        }
    }
}
