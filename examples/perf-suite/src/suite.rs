//! The list of kernels, and one of them with its data.

use crate::{Checksums, Data, Kernel, Language, Values, Work, twin::Twin};
use portax::{Result, Space};

/// A kernel that can be run.
pub struct Entry {
    /// Its group
    pub group: &'static str,
    /// Its name in the suite
    pub name: &'static str,
    /// Its file
    pub rust: &'static str,
    /// Its twins' files
    pub twins: Files,
    /// The function that its twins are
    pub symbol: &'static str,
    size: usize,
    make: fn(&Space, Twin, usize) -> Result<Box<dyn Case>>,
}

/// The files of a kernel's twins.
pub struct Files {
    /// The one in C
    pub c: &'static str,
    /// The one in CUDA C++
    pub cuda: &'static str,
}

/// The entries of a group: name in the suite, file, struct.
macro_rules! entries {
    ($group:literal, $folder:literal: $($name:literal $file:ident $kernel:ident;)*) => {
        /// The kernels of this group.
        pub fn entries() -> Vec<$crate::suite::Entry> {
            vec![$($crate::suite::Entry::new::<$file::$kernel>(
                $group,
                $name,
                include_str!(concat!(stringify!($file), ".rs")),
                $crate::suite::Files {
                    c: include_str!(concat!("../../c/", $folder, "/", stringify!($file), ".c")),
                    cuda: include_str!(concat!("../../cuda/", $folder, "/", stringify!($file), ".cu")),
                },
                concat!($folder, "_", stringify!($file)),
            )),*]
        }
    };
}
pub(crate) use entries;

impl Entry {
    /// An entry of the list.
    pub(crate) fn new<K: Kernel>(
        group: &'static str,
        name: &'static str,
        rust: &'static str,
        twins: Files,
        symbol: &'static str,
    ) -> Entry {
        Entry {
            group,
            name,
            rust,
            twins,
            symbol,
            size: K::SIZE,
            make: |space, twin, size| {
                let language = twin.language.clone();
                let mut data = Data::new(space, twin);
                Ok(Box::new(Problem {
                    kernel: K::new(&mut data, size)?,
                    data,
                    space: space.clone(),
                    language,
                    values: Default::default(),
                }))
            },
        }
    }

    /// Group and name, as in `Basic_DAXPY`.
    pub fn full_name(&self) -> String {
        format!("{}_{}", self.group, self.name)
    }

    /// Whether it is asked for by this group or name.
    pub fn is_called(&self, word: &str) -> bool {
        let names = [self.group, self.name, &self.full_name()];
        names.iter().any(|name| name.eq_ignore_ascii_case(word))
    }

    /// Elements of the problem when it is `factor` times as large as usual.
    pub fn size(&self, factor: f64) -> usize {
        ((self.size as f64 * factor) as usize).max(1)
    }

    /// The kernel with data for `size` elements, and its twin in a language.
    ///
    /// # Errors
    /// Out of memory, or a library without the twin.
    pub fn case(&self, space: &Space, language: &Language, size: usize) -> Result<Box<dyn Case>> {
        (self.make)(space, language.twin(self.symbol)?, size)
    }
}

/// A kernel with its data, whatever it is.
pub trait Case {
    /// One repetition in portax, until it is done.
    ///
    /// # Errors
    /// What a launch reports.
    fn run(&mut self) -> Result<()>;
    /// One repetition by the twin, until it is done.
    ///
    /// # Errors
    /// What its device reports.
    fn run_twin(&mut self) -> Result<()>;
    /// What a repetition moves and computes.
    fn work(&self) -> Work;
    /// The checksums of all arrays, and what the last repetitions gave. They agree if both ran equally often.
    ///
    /// # Errors
    /// What the device reports.
    fn checksums(&self) -> Result<Vec<Checksums>>;
}

struct Problem<K> {
    kernel: K,
    data: Data,
    space: Space,
    language: Language,
    /// What the last repetitions gave, in portax and by the twin.
    values: [Vec<f64>; 2],
}

impl<K: Kernel> Case for Problem<K> {
    fn run(&mut self) -> Result<()> {
        self.values[0] = self.kernel.run(&self.space)?.numbers();
        self.space.fence()
    }

    fn run_twin(&mut self) -> Result<()> {
        self.values[1] = self.kernel.run_twin(self.data.copies()).numbers();
        self.language.synchronize()
    }

    fn work(&self) -> Work {
        self.kernel.work()
    }

    fn checksums(&self) -> Result<Vec<Checksums>> {
        let mut all = self.data.checksums()?;
        let [ours, theirs] = &self.values;
        all.extend(ours.iter().zip(theirs).map(|(&portax, &twin)| Checksums {
            portax,
            twin,
            magnitude: twin.abs(),
        }));
        Ok(all)
    }
}
