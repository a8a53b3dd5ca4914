//! Which mapping is best where: a line for each architecture, size of potential and number of atoms that was measured.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use portax::{Space, error::printable};

use super::changes::Changes;
use crate::Error;

/// The lines that snap-core ships.
const SHIPPED: &str = include_str!("../../tunings.txt");

/// The architecture that stands for all GPUs, or all other devices and threads, without lines of their own.
const ANY_GPU: &str = "gpu";
const ANY_CPU: &str = "cpu";

/// Mappings of the stages by architecture, twojmax and number of atoms, a line each:
///
/// `ARCHITECTURE twojmax=N atoms=N KEY=VALUE,... # measured DEVICE DATE`, or `# guessed`; empty lines, and lines that start
/// with `#`, say nothing. What a line leaves out follows from the numbers of atoms and of compute units.
///
/// The default has no line of its own, and finds those that are shipped, as any table does for architectures that it
/// lacks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TuningTable {
    lines: Vec<TuningLine>,
}

/// A line of a [`TuningTable`].
#[derive(Clone, Debug, PartialEq)]
pub struct TuningLine {
    /// `sm_90`, `avx512`, ... ([`Space::architecture`]), `gpu` or `cpu`.
    pub architecture: String,
    /// Twice the largest angular momentum.
    pub twojmax: usize,
    /// Number of atoms.
    pub natoms: usize,
    /// Values of parameters.
    pub changes: Changes,
    /// `measured DEVICE DATE`, or `guessed`.
    pub origin: String,
}

impl TuningTable {
    /// Reads a table; `name` is that of its file, for errors.
    ///
    /// # Errors
    /// [`Error::TuningLine`] names the first line that is none, [`Error::EmptyTuningTable`] a text without any.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let lines = text.lines().zip(1..).filter(|(line, _)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        });
        let lines = lines.map(|(text, line)| {
            text.parse().map_err(|reason| Error::TuningLine {
                file: name.to_string(),
                line,
                reason,
            })
        });
        let lines = lines.collect::<Result<Vec<_>, _>>()?;
        if lines.is_empty() {
            return Err(Error::EmptyTuningTable {
                file: name.to_string(),
            });
        }
        Ok(Self { lines })
    }

    /// A table of these lines.
    #[must_use]
    pub fn new(lines: Vec<TuningLine>) -> Self {
        Self { lines }
    }

    /// The line for a problem on a space.
    pub(super) fn line(&self, space: &Space, natoms: usize, twojmax: usize) -> Option<&TuningLine> {
        self.line_of(space.architecture(), space.is_gpu(), natoms, twojmax)
    }

    /// The line of an architecture, else of its kind; this table's, else the shipped.
    fn line_of(
        &self,
        architecture: &str,
        is_gpu: bool,
        natoms: usize,
        twojmax: usize,
    ) -> Option<&TuningLine> {
        let kind = if is_gpu { ANY_GPU } else { ANY_CPU };
        [architecture, kind].into_iter().find_map(|name| {
            let own = self.nearest(name, natoms, twojmax);
            own.or_else(|| shipped().nearest(name, natoms, twojmax))
        })
    }

    /// Of the lines of an architecture: the smallest twojmax that is no smaller, else the largest; of these the number of
    /// atoms with the smallest ratio.
    fn nearest(&self, architecture: &str, natoms: usize, twojmax: usize) -> Option<&TuningLine> {
        let lines = || self.lines.iter().filter(|l| l.architecture == architecture);
        let sizes = || lines().map(|line| line.twojmax);
        let size = sizes()
            .filter(|&size| size >= twojmax)
            .min()
            .or(sizes().max())?;
        let ratio = |line: &TuningLine| (natoms.max(1) as f64 / line.natoms as f64).ln().abs();
        lines()
            .filter(|line| line.twojmax == size)
            .min_by(|a, b| ratio(a).total_cmp(&ratio(b)))
    }
}

fn shipped() -> &'static TuningTable {
    // A test reads it.
    static TABLE: LazyLock<TuningTable> =
        LazyLock::new(|| TuningTable::parse("tunings.txt", SHIPPED).unwrap_or_default());
    &TABLE
}

impl TuningLine {
    /// The line without its changes.
    pub(super) fn name(&self) -> String {
        let Self {
            architecture,
            twojmax,
            natoms,
            origin,
            ..
        } = self;
        format!("{architecture} twojmax={twojmax} atoms={natoms}, {origin}")
    }
}

impl fmt::Display for TuningTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl fmt::Display for TuningLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            architecture,
            twojmax,
            natoms,
            changes,
            origin,
        } = self;
        write!(
            f,
            "{architecture} twojmax={twojmax} atoms={natoms} {changes} # {origin}"
        )
    }
}

impl FromStr for TuningLine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (values, origin) = text.split_once('#').unwrap_or((text, ""));
        let origin = origin.trim();
        if origin != "guessed" && !origin.starts_with("measured ") {
            return Err(
                "the line ends neither with `# measured DEVICE DATE` nor with `# guessed`".into(),
            );
        }
        let words: Vec<&str> = values.split_whitespace().collect();
        let [architecture, twojmax, natoms, changes] = words[..] else {
            return Err(format!(
                "the line has {} words before `#`, not the four ARCHITECTURE twojmax=N atoms=N KEY=VALUE,...",
                words.len()
            ));
        };
        Ok(Self {
            architecture: architecture.to_string(),
            twojmax: number(twojmax, "twojmax", 0)?,
            natoms: number(natoms, "atoms", 1)?,
            changes: changes.parse().map_err(|e: Error| e.to_string())?,
            origin: origin.to_string(),
        })
    }
}

/// The number, `least` at least, of a word `NAME=NUMBER`.
fn number(word: &str, name: &str, least: usize) -> Result<usize, String> {
    let value = word.strip_prefix(name).and_then(|w| w.strip_prefix('='));
    match value.map(str::parse) {
        Some(Ok(number)) if number >= least => Ok(number),
        _ => Err(format!(
            "the line has `{}` where {name}=N should be, N from {least}",
            printable(word)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# of a test

sm_90 twojmax=8 atoms=2000 de_team=1 # measured NVIDIA H200 2026-11-22
sm_90 twojmax=8 atoms=128000 de_team=2 # measured NVIDIA H200 2026-11-22
sm_90 twojmax=14 atoms=2000 de_team=3 # guessed
cpu twojmax=8 atoms=2000 yi=direct # guessed
";

    fn table() -> TuningTable {
        TuningTable::parse("table.txt", TEXT).unwrap()
    }

    fn changes(architecture: &str, natoms: usize, twojmax: usize) -> String {
        let table = table();
        let line = table.line_of(
            architecture,
            architecture.starts_with("sm"),
            natoms,
            twojmax,
        );
        line.unwrap().changes.to_string()
    }

    #[test]
    fn tables_read_what_they_print() {
        let printed = table().to_string();
        assert_eq!(TuningTable::parse("again", &printed).unwrap(), table());
        assert!(TEXT.ends_with(&printed), "{printed}");
    }

    #[test]
    fn the_nearest_line_is_found() {
        for (natoms, twojmax, team) in [
            (0, 8, 1),
            (15_000, 8, 1),
            (17_000, 8, 2),
            (10_000_000, 2, 2),
            (2000, 9, 3),
            (128_000, 20, 3),
        ] {
            assert_eq!(changes("sm_90", natoms, twojmax), format!("de_team={team}"));
        }
    }

    #[test]
    fn architectures_without_a_line_have_the_shipped_one_or_that_of_their_kind() {
        assert_eq!(changes("abacus", 10, 8), "yi=direct");
        assert!(changes("sm_80", 2000, 8).contains("pairs=fused"));
        assert!(changes("sm_999", 2000, 8).contains("pairs=fused"));
        assert!(changes("avx512", 2000, 8).contains("pairs=staged"));
    }

    #[test]
    fn the_shipped_table_has_lines_of_everything() {
        let table = TuningTable::parse("tunings.txt", SHIPPED).unwrap();
        for architecture in [
            "avx512",
            "avx2",
            "sm_70",
            "sm_80",
            "sm_90",
            "gfx90a",
            "intel-gpu",
            ANY_GPU,
            ANY_CPU,
        ] {
            for twojmax in [8, 14] {
                let line = table.nearest(architecture, 2000, twojmax);
                assert_eq!(line.map(|l| l.twojmax), Some(twojmax), "{architecture}");
            }
        }
    }

    #[test]
    fn an_empty_table_is_refused() {
        for text in ["", "\n  \n# nothing\n"] {
            let error = TuningTable::parse("t.txt", text).unwrap_err();
            assert!(error.to_string().starts_with("t.txt: no line"), "{error}");
        }
    }

    #[test]
    fn what_is_no_line_is_refused_by_number() {
        for (line, word) in [
            ("sm_90 twojmax=8 atoms=2000 de_team=1", "# guessed"),
            (
                "sm_90 twojmax=8 atoms=2000 de_team=1 # rumoured",
                "# guessed",
            ),
            ("sm_90 twojmax=8 de_team=1 # guessed", "3 words"),
            (
                "sm_90 twojmax=eight atoms=2000 de_team=1 # guessed",
                "`twojmax=eight`",
            ),
            ("sm_90 twojmax=8 atoms=0 de_team=1 # guessed", "`atoms=0`"),
            ("sm_90 twojmax=8 atoms=2000 legs=4 # guessed", "`legs`"),
            (
                "sm_90 twojmax=8 atoms=2000 de_team=99 # guessed",
                "out of range",
            ),
            ("sm_90 twojmax=8 atoms=2000 de_team # guessed", "`de_team`"),
        ] {
            let error = TuningTable::parse("t.txt", &format!("{TEXT}{line}\n")).unwrap_err();
            let error = error.to_string();
            assert!(error.starts_with("t.txt:7: "), "{error}");
            assert!(error.contains(word), "{error}");
        }
    }
}
