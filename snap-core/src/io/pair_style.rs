//! The lines that come with published potentials (`W.snap`): LAMMPS' `pair_style` and `pair_coeff`, with the variables that
//! they use and `units metal`.
//!
//! ```text
//! variable zblz equal 74
//! pair_style hybrid/overlay zbl 4 4.8 snap
//! pair_coeff 1 1 zbl ${zblz} ${zblz}
//! pair_coeff * * snap W.snapcoeff W.snapparam W
//! ```
//!
//! What stands for another potential than SNAP, alone or with ZBL, is refused, as is every other command.

use std::path::Path;

use portax::error::printable;
use portax_atoms::{Zbl, zbl};

use super::commands::{Command, commands};
use super::read_text;
use crate::coefficients::SnapPotential;
use crate::error::Error;

/// The name of no element.
const NULL: &str = "NULL";

/// A potential as LAMMPS' lines have it, with the elements of the types that they speak of.
///
/// ```no_run
/// # use snap_core::{Error, PairStyle, Snap, SnapOptions, System, neighbor::Cell};
/// # fn f(space: &portax::Space, cell: Cell, positions: Vec<[f64; 3]>, types: Vec<usize>) -> Result<(), Error> {
/// let style = PairStyle::read("potentials/WBe_Wood_PRB2019.snap")?; // types 0 and 1: W and Be, with ZBL
/// let system = System { cell, positions, types, elements: style.elements.clone() };
/// let mut snap = Snap::new(space, &style.potential, &system, SnapOptions::default())?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PairStyle {
    /// SNAP with the elements that are named, in the order in which they are; with ZBL where the lines have it.
    pub potential: SnapPotential,
    /// Element of every type, from type 1 of LAMMPS on; none for `NULL`. It is what
    /// [`System::elements`](crate::System::elements) needs.
    pub elements: Vec<Option<usize>>,
}

impl PairStyle {
    /// Reads the lines of a file, and the files that they name, from its folder where their paths are relative.
    ///
    /// # Errors
    /// [`Error::Read`] if a file cannot be read, else the errors of [`PairStyle::from_text`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::from_text(&path.display().to_string(), &read_text(path)?, folder)
    }

    /// The same of lines that are given as text. `file` is their name in messages, `folder` where files are that they name.
    ///
    /// # Errors
    /// [`Error::Command`] for a line that is no part of such a potential, or contradicts another, with what to do about it;
    /// [`Error::Commands`] where one is missing; the errors of [`SnapPotential::read`] for the files that are named, and
    /// [`Error::UnknownElement`] for an element that they do not have.
    pub fn from_text(file: &str, text: &str, folder: &Path) -> Result<Self, Error> {
        let commands = commands(file, text)?;
        let mut lines = Lines::new(file);
        for command in &commands {
            lines.add(command)?;
        }
        lines.potential(folder)
    }

    /// The potential of two files for types of these elements, as `pair_coeff * *` of LAMMPS names them; `NULL` for none.
    ///
    /// # Errors
    /// [`Error::NoElements`] where all are `NULL`; [`Error::Read`], [`Error::UnknownElement`], and the errors of
    /// [`SnapPotential::read`].
    pub fn of_files(
        coeff: impl AsRef<Path>,
        param: impl AsRef<Path>,
        types: &[&str],
    ) -> Result<Self, Error> {
        let names = first_appearances(types);
        if names.is_empty() {
            return Err(Error::NoElements);
        }
        let element = |name: &&str| names.iter().position(|n| n == name);
        Ok(Self {
            potential: SnapPotential::read_elements(coeff.as_ref(), param.as_ref(), &names)?,
            elements: types.iter().map(element).collect(),
        })
    }

    /// Name of each type's element; none for `NULL`.
    #[must_use]
    pub fn names(&self) -> Vec<Option<&str>> {
        let name = |e: usize| self.potential.elements()[e].name.as_str();
        self.elements.iter().map(|e| e.map(name)).collect()
    }
}

/// The potentials of a `pair_style`.
struct Style {
    /// Is the potential's name a word of `pair_coeff`?
    is_hybrid: bool,
    has_snap: bool,
    /// Inner and outer cutoff, Å.
    zbl: Option<[f64; 2]>,
}

/// What the lines so far say.
struct Lines<'a> {
    file: &'a str,
    style: Option<Style>,
    /// `pair_coeff * * snap ...`, and the number of words before the files.
    snap: Option<(&'a Command<'a>, usize)>,
    /// `pair_coeff I J zbl ...`, in their order.
    zbl: Vec<&'a Command<'a>>,
}

impl<'a> Lines<'a> {
    fn new(file: &'a str) -> Self {
        Self {
            file,
            style: None,
            snap: None,
            zbl: vec![],
        }
    }

    fn add(&mut self, command: &'a Command<'a>) -> Result<(), Error> {
        match command.words[0].as_str() {
            "units" => match command.words.get(1).map(String::as_str) {
                Some("metal") if command.words.len() == 2 => Ok(()),
                _ => Err(command.refused(format!(
                    "`{}` is not `units metal`, in which SNAP is computed here; convert the potential",
                    shown(command)
                ))),
            },
            "pair_style" if self.style.is_some() => {
                Err(command.refused("there is a `pair_style` before; keep one"))
            }
            "pair_style" => {
                self.style = Some(Style::of(command)?);
                Ok(())
            }
            "pair_coeff" => self.add_coefficients(command),
            other => Err(command.refused(format!(
                "`{}` is no command of a potential: those that are read are units, variable, pair_style and pair_coeff; remove the line",
                printable(other)
            ))),
        }
    }

    fn add_coefficients(&mut self, command: &'a Command<'a>) -> Result<(), Error> {
        let Some(style) = &self.style else {
            return Err(command.refused("`pair_coeff` stands before `pair_style`; exchange them"));
        };
        let name = match style.is_hybrid {
            true => command.words.get(3).map_or("", String::as_str),
            false => "snap",
        };
        match name {
            "snap" if style.has_snap => self.add_snap(command, 3 + usize::from(style.is_hybrid)),
            "zbl" if style.zbl.is_some() => {
                if command.words.len() != 6 {
                    return Err(command.refused(format!(
                        "`{}` is not `pair_coeff I J zbl ZI ZJ`",
                        shown(command)
                    )));
                }
                self.zbl.push(command);
                Ok(())
            }
            _ => Err(command.refused(format!(
                "`{}` is no potential of the `pair_style` line; write `pair_coeff I J snap ...` or `pair_coeff I J zbl ...`",
                printable(name)
            ))),
        }
    }

    fn add_snap(&mut self, command: &'a Command<'a>, before: usize) -> Result<(), Error> {
        if self.snap.is_some() {
            return Err(command.refused("there is a `pair_coeff` for snap before; keep one"));
        }
        if command.words.len() < before + 3 || command.words[1..3] != ["*", "*"] {
            return Err(command.refused(format!(
                "`{}` is not `pair_coeff * * FILE.snapcoeff FILE.snapparam ELEMENT...`, with `snap` before the files in a hybrid style",
                shown(command)
            )));
        }
        self.snap = Some((command, before));
        Ok(())
    }

    /// What all of them say.
    fn potential(self, folder: &Path) -> Result<PairStyle, Error> {
        let missing = |what: &str| Error::Commands {
            file: self.file.into(),
            what: what.into(),
        };
        let Some(style) = &self.style else {
            return Err(missing("pair_style snap"));
        };
        let Some((snap, before)) = self.snap else {
            return Err(missing(
                "pair_coeff * * FILE.snapcoeff FILE.snapparam ELEMENT...",
            ));
        };
        let types: Vec<&str> = snap.rest(before + 2).collect();
        let zbl = match style.zbl {
            Some(_) if self.zbl.is_empty() => return Err(missing("pair_coeff I J zbl ZI ZJ")),
            Some(cutoffs) => Some(self.repulsion(snap, cutoffs, types.len())?),
            None => None,
        };
        require_all_pairs(snap, &types, zbl.as_ref())?;
        let mut files = snap.rest(before);
        let [coeff, param] = [(); 2].map(|()| folder.join(files.next().unwrap_or_default()));
        if types.iter().all(|&name| name == NULL) {
            return Err(snap.refused("every type is NULL; name an element of the coefficient file"));
        }
        let style = PairStyle::of_files(coeff, param, &types)?;
        Ok(PairStyle {
            potential: match zbl {
                Some(zbl) => style.potential.with_zbl(zbl),
                None => style.potential,
            },
            ..style
        })
    }

    /// ZBL between pairs of so many types, those of later lines in place of earlier ones.
    fn repulsion(&self, snap: &Command<'_>, cutoffs: [f64; 2], types: usize) -> Result<Zbl, Error> {
        let [inner, outer] = cutoffs;
        let zbl = Zbl::without_pairs(inner, outer, types);
        let mut zbl = zbl.map_err(|error| snap.refused(said(&error)))?;
        for &command in &self.zbl {
            let charges = [number(command, 4)?, number(command, 5)?];
            for pair in pairs(command, types)? {
                zbl.set_pair(pair, charges)
                    .map_err(|error| command.refused(said(&error)))?;
            }
        }
        Ok(zbl)
    }
}

impl Style {
    fn of(command: &Command<'_>) -> Result<Self, Error> {
        let mut style = Style {
            is_hybrid: command.words.get(1).is_some_and(|w| w == "hybrid/overlay"),
            has_snap: false,
            zbl: None,
        };
        let mut at = 1 + usize::from(style.is_hybrid);
        while let Some(word) = command.words.get(at) {
            at += 1;
            match word.as_str() {
                "snap" if !style.has_snap => style.has_snap = true,
                "zbl" if style.is_hybrid && style.zbl.is_none() => {
                    if command.words.len() < at + 2 {
                        return Err(
                            command.refused("`zbl` lacks its cutoffs; write `zbl INNER OUTER`")
                        );
                    }
                    let [inner, outer] = [number(command, at)?, number(command, at + 1)?];
                    Zbl::without_pairs(inner, outer, 0)
                        .map_err(|error| command.refused(error.to_string()))?;
                    style.zbl = Some([inner, outer]);
                    at += 2;
                }
                other => return Err(command.refused(of_other_style(other, &style))),
            }
        }
        match style.has_snap {
            true => Ok(style),
            false => Err(command.refused(format!(
                "`{}` has no SNAP; write `pair_style snap`, or `pair_style hybrid/overlay zbl INNER OUTER snap`",
                shown(command)
            ))),
        }
    }
}

/// What ZBL refuses, with types counted from 1 as in LAMMPS.
fn said(error: &zbl::Error) -> String {
    match error {
        zbl::Error::Charge { charge, .. } => {
            format!("`{charge}` is no charge of a nucleus; give a number from 0 to 1000")
        }
        zbl::Error::TwoCharges { kind, charges } => {
            let ([a, b], kind) = (charges, kind + 1);
            format!("type {kind} has the nuclear charges {a} and {b}; give it one")
        }
        other => other.to_string(),
    }
}

/// What is wrong with a word of a `pair_style` line that is no potential there.
fn of_other_style(word: &str, style: &Style) -> String {
    match word {
        "snap" | "zbl" if style.is_hybrid => format!("`{word}` appears twice; keep one"),
        "zbl" => {
            "`zbl` alone has no SNAP; write `pair_style hybrid/overlay zbl INNER OUTER snap`".into()
        }
        "hybrid" => {
            "`hybrid` gives each pair one potential, but SNAP and ZBL add up; write hybrid/overlay"
                .into()
        }
        _ => format!(
            "`{}` is a potential that is not computed here: snap is, and zbl; remove it with its `pair_coeff`, or use LAMMPS",
            printable(word)
        ),
    }
}

/// [`Error::Command`] unless each pair of types has a potential, as LAMMPS demands.
fn require_all_pairs(snap: &Command<'_>, types: &[&str], zbl: Option<&Zbl>) -> Result<(), Error> {
    let pairs = (0..types.len()).flat_map(|i| (i..types.len()).map(move |j| [i, j]));
    let has_none = |pair: &[usize; 2]| {
        let repels = zbl.is_some_and(|zbl| zbl.charges(pair[0], pair[1]).is_some());
        pair.iter().any(|&kind| types[kind] == NULL) && !repels
    };
    let without = pairs.into_iter().find(has_none);
    without.map_or(Ok(()), |[i, j]| {
        let (i, j) = (i + 1, j + 1);
        Err(snap.refused(format!(
            "types {i} and {j} have no potential, since one is NULL; add `pair_coeff {i} {j} zbl ZI ZJ`, or name an element"
        )))
    })
}

/// The elements that are named, each once.
fn first_appearances<'a>(types: &[&'a str]) -> Vec<&'a str> {
    let mut names = vec![];
    for &name in types {
        if name != NULL && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The pairs of types i <= j, from 0, that a `pair_coeff` line names. Two numbers may stand in either order.
fn pairs(command: &Command<'_>, types: usize) -> Result<Vec<[usize; 2]>, Error> {
    let [mut i, mut j] = [range(command, 1, types)?, range(command, 2, types)?];
    let are_numbers = command.words[1..3].iter().all(|w| !w.contains('*'));
    if are_numbers && i[0] > j[0] {
        (i, j) = (j, i);
    }
    let all = (i[0]..=i[1]).flat_map(|a| (j[0].max(a)..=j[1]).map(move |b| [a - 1, b - 1]));
    let pairs: Vec<_> = all.collect();
    match pairs.is_empty() {
        false => Ok(pairs),
        true => Err(command.refused(format!(
            "`{} {}` names no pair of types I <= J; exchange them",
            printable(&command.words[1]),
            printable(&command.words[2])
        ))),
    }
}

/// The first and the last type, from 1, of `N`, `*`, `N*`, `*N` or `M*N`.
fn range(command: &Command<'_>, at: usize, types: usize) -> Result<[usize; 2], Error> {
    let word = &command.words[at];
    let bound = |text: &str, open: usize| match text {
        "" => Some(open),
        _ => text.parse().ok(),
    };
    let range = match word.split_once('*') {
        Some((first, last)) => bound(first, 1).zip(bound(last, types)),
        None => word.parse().ok().map(|kind| (kind, kind)),
    };
    match range {
        Some((first, last)) if 1 <= first && first <= last && last <= types => Ok([first, last]),
        _ => Err(command.refused(format!(
            "`{}` is no type or range of types (`2`, `*`, `1*2`) among the {types} that the line of snap names",
            printable(word)
        ))),
    }
}

fn number(command: &Command<'_>, at: usize) -> Result<f64, Error> {
    let word = &command.words[at];
    let number = word.parse().ok().filter(|x: &f64| x.is_finite());
    number.ok_or_else(|| command.refused(format!("`{}` is no number; give one", printable(word))))
}

fn shown(command: &Command<'_>) -> String {
    printable(&command.words.join(" "))
}
