//! A connection to a server, whose waits Ctrl-C ends.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::Address;
use crate::error::Error;
use crate::output;
use crate::run::stop::Stop;

/// How often a wait looks for Ctrl-C.
const TICK: Duration = Duration::from_millis(100);
/// How long a host may take to answer a call.
const CALL: Duration = Duration::from_secs(2);

/// Why there is nothing more to say.
pub enum End {
    /// The server said EXIT.
    Exit,
    /// A signal, with the exit status that belongs to it.
    Stopped(u8),
    /// The connection is no more, and why.
    Gone(String),
    /// The server breaks the protocol, or there are no results.
    Fault(Error),
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
        Self::Fault(error)
    }
}

/// Calls a server until it answers.
pub struct Calls<'a> {
    pub address: &'a Address,
    /// For so many seconds.
    pub wait: f64,
    pub stop: &'a Stop,
}

impl<'a> Calls<'a> {
    /// A connection.
    pub fn connect(&self) -> Result<Socket<'a>, End> {
        let (start, mut is_first) = (Instant::now(), true);
        loop {
            check(self.stop)?;
            let refused = match stream(self.address) {
                Ok(stream) => {
                    let (address, stop) = (self.address, self.stop);
                    return Ok(Socket {
                        stream,
                        address,
                        stop,
                    });
                }
                Err(error) => error,
            };
            if start.elapsed().as_secs_f64() >= self.wait {
                let wait = self.wait;
                let what =
                    format!("no answer in {wait} s ({refused}); start it, or give --wait more");
                return Err(fault(self.address, what));
            }
            if is_first {
                output::note(&format!("waiting for a server at {}", self.address));
            }
            is_first = false;
            sleep(TICK);
        }
    }
}

/// An error of the server at an address.
fn fault(address: &Address, what: String) -> End {
    End::Fault(Error::Server {
        address: address.to_string(),
        what,
    })
}

fn check(stop: &Stop) -> Result<(), End> {
    stop.status()
        .map_or(Ok(()), |status| Err(End::Stopped(status)))
}

/// What both kinds of sockets are.
trait Stream: Read + Write {}
impl<S: Read + Write> Stream for S {}

fn stream(address: &Address) -> io::Result<Box<dyn Stream>> {
    match address {
        Address::Internet(name) => Ok(Box::new(internet(name)?)),
        Address::Unix(path) => unix(path),
    }
}

fn internet(name: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the host has no address");
    for address in name.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CALL) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(TICK))?;
                stream.set_write_timeout(Some(TICK))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

#[cfg(unix)]
fn unix(path: &Path) -> io::Result<Box<dyn Stream>> {
    let stream = std::os::unix::net::UnixStream::connect(path)?;
    stream.set_read_timeout(Some(TICK))?;
    stream.set_write_timeout(Some(TICK))?;
    Ok(Box::new(stream))
}

#[cfg(not(unix))]
fn unix(_: &Path) -> io::Result<Box<dyn Stream>> {
    let what = "this system has no Unix sockets; give HOST:PORT";
    Err(io::Error::new(ErrorKind::Unsupported, what))
}

/// A connection.
pub struct Socket<'a> {
    stream: Box<dyn Stream>,
    address: &'a Address,
    stop: &'a Stop,
}

impl Socket<'_> {
    /// Fills all bytes.
    pub fn read(&mut self, bytes: &mut [u8]) -> Result<(), End> {
        let mut done = 0;
        while done < bytes.len() {
            done += self.some(|stream| stream.read(&mut bytes[done..]))?;
        }
        Ok(())
    }

    /// Sends all bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), End> {
        let mut done = 0;
        while done < bytes.len() {
            done += self.some(|stream| stream.write(&bytes[done..]))?;
        }
        Ok(())
    }

    /// What the server does that it must not.
    pub fn fault(&self, what: String) -> End {
        fault(self.address, what)
    }

    /// Tries until some bytes go through.
    fn some(
        &mut self,
        mut attempt: impl FnMut(&mut dyn Stream) -> io::Result<usize>,
    ) -> Result<usize, End> {
        loop {
            check(self.stop)?;
            match attempt(&mut *self.stream) {
                Ok(0) => return Err(End::Gone("it closed the connection".to_string())),
                Ok(bytes) => return Ok(bytes),
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    _ => return Err(End::Gone(error.to_string())),
                },
            }
        }
    }
}
