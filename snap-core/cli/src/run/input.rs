//! The input file, and what options change of it.

use std::path::Path;

use clap::Args;
use portax_structures::Format;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use super::ensemble::unused;
use super::settings::Settings;
use crate::error::Error;

/// Keys of which the options replace all where they give one: another source of the same thing.
const EXCLUSIVE: [&[&str]; 2] = [
    &["potential", "lammps_pair", "elements"],
    &["structure", "restart"],
];

/// The one key that is a table.
const MINIMIZE: &str = "minimize";

/// Reads the settings of a file.
///
/// # Errors
/// [`Error::Usage`] for a structure; [`Error::Read`]; [`Error::Input`] with the line of what is no TOML, no known key, or no
/// value of its key.
pub fn read(path: &Path) -> Result<Settings, Error> {
    if Format::of_name(path).is_some() {
        return Err(Error::Usage(format!(
            "`{0}` is a structure by its name, and snapx run takes an input file; give it as --structure {0}",
            path.display()
        )));
    }
    let text = std::fs::read_to_string(path).map_err(Error::reading(path))?;
    parse(&text).map_err(|fault| Error::Input {
        path: path.into(),
        line: line_of(&text, fault.place),
        what: fault.what,
    })
}

/// Settings as text, for [`parse`].
///
/// # Errors
/// [`Error::Usage`] for paths that are no Unicode, and numbers that TOML does not have.
pub fn print(settings: &Settings) -> Result<String, Error> {
    toml::to_string(&table(settings)?).map_err(|error| unprintable(&error))
}

/// Settings as keys and values.
fn table(settings: &Settings) -> Result<Table, Error> {
    Table::try_from(settings).map_err(|error| unprintable(&error))
}

/// What is wrong with a text, and at which byte.
#[derive(Debug)]
pub struct Fault {
    place: usize,
    pub what: String,
}

/// Reads settings from a text.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str) -> Result<Settings, Fault> {
    let fault = |error: toml::de::Error| Fault {
        place: error.span().map_or(0, |span| span.start),
        what: error.message().replace('\n', " "),
    };
    let table = DeTable::parse(text).map_err(fault)?;
    let known = known_keys();
    require_known(table.get_ref(), &known, "")?;
    if let Some(DeValue::Table(minimize)) = table.get_ref().get(MINIMIZE).map(|v| v.get_ref()) {
        require_known(minimize, &known, MINIMIZE)?;
    }
    toml::from_str(text).map_err(fault)
}

/// The names of all settings, those of a table behind its name: `minimize.style`.
fn known_keys() -> Vec<String> {
    let options = Settings::augment_args(clap::Command::new("run"));
    let ids = options
        .get_arguments()
        .map(|option| option.get_id().as_str());
    let of_table = |id: &str| {
        let key = id.strip_prefix(MINIMIZE)?.strip_prefix('_')?;
        Some(format!("{MINIMIZE}.{key}"))
    };
    let keys = ids.map(|id| of_table(id).unwrap_or_else(|| id.to_string()));
    keys.chain([MINIMIZE.to_string()]).collect()
}

/// Refuses the first key of a table that is not known.
fn require_known(table: &DeTable<'_>, known: &[String], name: &str) -> Result<(), Fault> {
    for key in table.keys() {
        let full = match name {
            "" => key.get_ref().to_string(),
            name => format!("{name}.{}", key.get_ref()),
        };
        if !known.contains(&full) {
            return Err(Fault {
                place: key.span().start,
                what: unknown(&full, known),
            });
        }
    }
    Ok(())
}

fn unknown(key: &str, known: &[String]) -> String {
    let shown = portax::error::printable(key);
    let nearest = known
        .iter()
        .map(|known| (strsim::damerau_levenshtein(key, known), known))
        .min();
    let nearest = nearest.map_or(String::new(), |(_, name)| {
        format!("; the nearest key is `{name}`")
    });
    format!("unknown key `{shown}`{nearest}; `snapx run --help` has all, as options")
}

/// The line of a byte, from 1.
fn line_of(text: &str, place: usize) -> usize {
    let before = &text.as_bytes()[..place.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

/// The settings of `base` where `over` has none. Of another ensemble those remain that the new one uses too.
///
/// # Errors
/// As for [`print()`].
pub fn overlay(base: &Settings, over: &Settings) -> Result<Settings, Error> {
    let ensemble = over.ensemble;
    let (mut merged, over) = (table(base)?, table(over)?);
    for group in EXCLUSIVE {
        if group[..2].iter().any(|key| over.contains_key(*key)) {
            group.iter().for_each(|key| drop(merged.remove(*key)));
        }
    }
    if let Some(ensemble) = ensemble {
        unused(ensemble).for_each(|key| drop(merged.remove(key)));
    }
    for (key, value) in over {
        match (merged.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => old.extend(new),
            (_, value) => drop(merged.insert(key, value)),
        }
    }
    merged
        .try_into()
        .map_err(|error: toml::de::Error| Error::Usage(error.message().to_string()))
}

fn unprintable(error: &toml::ser::Error) -> Error {
    Error::Usage(format!(
        "a setting cannot be written down: {error}; give names of files in Unicode, and whole numbers below 2^63"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (usize, String) {
        let fault = parse(text).unwrap_err();
        (line_of(text, fault.place), fault.what)
    }

    #[test]
    fn faults_have_their_line() {
        for (text, line, words) in [
            (
                "steps = 5\n\ntimstep = 1.0\n",
                3,
                "the nearest key is `timestep`",
            ),
            (
                "steps = 5\nlammps-pair = 'a'\n",
                2,
                "the nearest key is `lammps_pair`",
            ),
            (
                "[minimize]\nftoll = 1\n",
                2,
                "the nearest key is `minimize.ftol`",
            ),
            ("steps = 5\nsteps = 6\n", 2, "duplicate key"),
            ("steps =\n", 1, "must be quoted"),
            (
                "\nsteps = -5\n",
                2,
                "invalid value: integer `-5`, expected u64",
            ),
            ("thermo = 100\n", 1, "thermo_every says how often"),
            ("thermo = ['step',\n 'tmp']\n", 1, "`tmp` is no column"),
            (
                "masses = { W = 'x' }\n",
                1,
                "invalid type: string \"x\", expected f64",
            ),
            ("\n\nprecision = 'half'", 3, "unknown variant `half`"),
        ] {
            let (found, what) = fault(text);
            assert!(what.contains(words), "{what}");
            assert_eq!(found, line, "{what}");
        }
    }

    #[test]
    fn options_replace_what_the_file_says() {
        let file = "timestep = 1\npotential = 'a'\nelements = 'W'\nmasses = { W = 1, He = 2 }\nthermo = 'step pe'\n";
        let file = parse(file).unwrap();
        assert_eq!(file.elements.as_deref(), Some(&["W".to_string()][..]));
        let options = Settings {
            timestep: Some(0.5),
            lammps_pair: Some("b".into()),
            masses: Some("W=3".parse().unwrap()),
            ..Settings::default()
        };
        let merged = overlay(&file, &options).unwrap();
        assert_eq!(merged.timestep, Some(0.5));
        assert_eq!((merged.potential, merged.elements), (None, None));
        assert_eq!(merged.masses, Some("W=3,He=2".parse().unwrap()));
        assert_eq!(merged.thermo, file.thermo);
        let nvt = parse("ensemble = 'nvt'\ntemperature = 300.0\ntdamp = 0.1\n").unwrap();
        let nph = parse("ensemble = 'nph'\npressure = 0.0\n").unwrap();
        let merged = overlay(&nvt, &nph).unwrap();
        assert_eq!((merged.temperature, merged.tdamp), (Some(300.0), None));
        let text = print(&file).unwrap();
        assert_eq!(parse(&text).unwrap(), file);
    }
}
