//! Which bytes of a launch's buffers were touched.

/// Bytes that are told apart: those of the smallest float.
const WORD: usize = 4;

/// For each word of a buffer the last group, from 1, that read or wrote it.
pub struct Touched {
    read: Vec<u32>,
    written: Vec<u32>,
}

/// Bytes that nobody had touched before.
#[derive(Clone, Copy, Default)]
pub struct New {
    /// In the group.
    pub group: usize,
    /// In the launch.
    pub launch: usize,
}

impl Touched {
    pub fn new(bytes: usize) -> Self {
        let words = bytes.div_ceil(WORD);
        Self {
            read: vec![0; words],
            written: vec![0; words],
        }
    }

    /// Notes a read. What was written before is at hand.
    pub fn read(&mut self, group: u32, start: usize, bytes: usize) -> New {
        let mut new = New::default();
        for word in start / WORD..(start + bytes).div_ceil(WORD) {
            let (last, written) = (self.read[word], self.written[word]);
            if last != group && written != group {
                new.group += WORD;
                new.launch += if last == 0 && written == 0 { WORD } else { 0 };
            }
            self.read[word] = group;
        }
        new
    }

    /// Notes a write.
    pub fn write(&mut self, group: u32, start: usize, bytes: usize) -> New {
        let mut new = New::default();
        for word in start / WORD..(start + bytes).div_ceil(WORD) {
            let last = self.written[word];
            if last != group {
                new.group += WORD;
                new.launch += if last == 0 { WORD } else { 0 };
            }
            self.written[word] = group;
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_counts_once_a_group_and_once_a_launch() {
        let mut touched = Touched::new(64);
        let pair = |new: New| (new.group, new.launch);
        assert_eq!(pair(touched.read(1, 0, 16)), (16, 16));
        assert_eq!(pair(touched.read(1, 8, 16)), (8, 8));
        assert_eq!(pair(touched.read(2, 0, 16)), (16, 0));
        assert_eq!(pair(touched.write(2, 0, 8)), (8, 8));
        assert_eq!(pair(touched.write(2, 0, 8)), (0, 0));
        assert_eq!(pair(touched.write(3, 32, 8)), (8, 8));
        assert_eq!(pair(touched.read(3, 32, 8)), (0, 0));
    }
}
