//! NumPy's `.npy` of version 1.0: a header of text and the numbers. Written here, since crates for it bring parsers of
//! Python and arbitrary integers for these 128 bytes.

use std::io::{self, Seek, SeekFrom, Write};

/// Bytes of the header, a multiple of 64.
const HEADER: usize = 128;

/// A table `[rows, columns]` of little-endian f64 that grows row by row.
pub struct Npy<W: Write + Seek> {
    out: W,
    rows: u64,
    columns: usize,
}

impl<W: Write + Seek> Npy<W> {
    /// Begins the table.
    ///
    /// # Errors
    /// What `out` says.
    pub fn new(mut out: W, columns: usize) -> io::Result<Self> {
        out.write_all(&header(0, columns))?;
        Ok(Self {
            out,
            rows: 0,
            columns,
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// What the file says, or another number of values than there are columns.
    pub fn row(&mut self, values: &[f64]) -> io::Result<()> {
        if values.len() != self.columns {
            return Err(io::Error::other("rows of different length"));
        }
        self.rows += 1;
        values
            .iter()
            .try_for_each(|x| self.out.write_all(&x.to_le_bytes()))
    }

    /// Writes the number of rows into the header.
    ///
    /// # Errors
    /// What the file says.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header(self.rows, self.columns))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn header(rows: u64, columns: usize) -> Vec<u8> {
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    // The length of what follows these two bytes.
    header.extend(((HEADER - 10) as u16).to_le_bytes());
    let text =
        format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    header.extend(text.bytes());
    header.resize(HEADER - 1, b' ');
    header.push(b'\n');
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_its_length_for_any_shape() {
        for (rows, columns) in [(0, 1), (u64::MAX, usize::MAX)] {
            let header = header(rows, columns);
            assert_eq!((header.len(), header[127]), (128, b'\n'));
        }
        let mut npy = Npy::new(io::Cursor::new(vec![]), 2).unwrap();
        npy.row(&[1.0, -2.5]).unwrap();
        assert!(npy.row(&[1.0]).is_err());
        let bytes = npy.finish().unwrap().into_inner();
        assert_eq!(bytes.len(), 128 + 16);
        assert_eq!(bytes[136..], (-2.5_f64).to_le_bytes());
        assert!(String::from_utf8_lossy(&bytes).contains("'shape': (1, 2), "));
    }
}
