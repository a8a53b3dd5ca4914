//! Where i-PI listens.

use std::fmt;
use std::path::PathBuf;

/// Where i-PI makes its Unix sockets.
const PREFIX: &str = "/tmp/ipi_";

/// The address of a server.
#[derive(Clone, Debug, PartialEq)]
pub enum Address {
    /// `HOST:PORT`.
    Internet(String),
    /// `unix:NAME`, or `unix:PATH` where it has a slash.
    Unix(PathBuf),
}

impl Address {
    /// Reads an option.
    ///
    /// # Errors
    /// What an address looks like.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || "give HOST:PORT, unix:NAME or unix:/PATH".to_string();
        if let Some(name) = text.strip_prefix("unix:") {
            return match name {
                "" => Err(wrong()),
                name if name.contains('/') => Ok(Self::Unix(name.into())),
                name => Ok(Self::Unix(format!("{PREFIX}{name}").into())),
            };
        }
        let (host, port) = text.rsplit_once(':').ok_or_else(wrong)?;
        match port.parse::<u16>() {
            Ok(1..) if !host.is_empty() => Ok(Self::Internet(text.to_string())),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Internet(name) => name.fmt(f),
            Self::Unix(path) => path.display().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_of_two_kinds() {
        let of = |text| Address::parse(text).unwrap();
        assert_eq!(
            of("[::1]:31415"),
            Address::Internet("[::1]:31415".to_string())
        );
        assert_eq!(of("unix:w"), Address::Unix("/tmp/ipi_w".into()));
        assert_eq!(of("unix:./w"), Address::Unix("./w".into()));
        for wrong in [
            "",
            "localhost",
            ":31415",
            "localhost:0",
            "localhost:65536",
            "unix:",
        ] {
            assert!(Address::parse(wrong).is_err(), "{wrong}");
        }
    }
}
