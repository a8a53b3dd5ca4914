//! Copies of a structure that do not see each other, moved in one launch.

use std::path::{Path, PathBuf};

use super::columns::{Column, Columns};
use super::ensemble::Ensemble;
use super::settings::Settings;
use crate::error::Error;

/// What stands for the number of the replica in names of files.
const PLACE: &str = "{replica}";

/// A file of one replica.
pub struct ReplicaFile {
    pub replica: usize,
    pub path: PathBuf,
}

/// Number of replicas.
pub fn count(settings: &Settings) -> usize {
    settings.replicas.unwrap_or(1) as usize
}

/// The file of each replica that a name means.
pub fn files(name: &Path, replicas: usize) -> impl Iterator<Item = ReplicaFile> {
    (0..replicas).map(move |replica| ReplicaFile {
        replica,
        path: match name.to_str() {
            Some(text) => text.replace(PLACE, &replica.to_string()).into(),
            None => name.to_owned(),
        },
    })
}

/// Refuses what several replicas cannot have.
///
/// # Errors
/// [`Error::Usage`].
pub fn check(settings: &Settings) -> Result<(), Error> {
    let (s, refuse) = (settings, |text: String| Err(Error::Usage(text)));
    match count(s) {
        0 => return refuse("replicas is 0; give 1 or more".to_string()),
        1 => return Ok(()),
        _ => {}
    }
    let ensemble = s.ensemble.unwrap_or_default();
    if !matches!(ensemble, Ensemble::Nve | Ensemble::Langevin) {
        return refuse(format!(
            "replicas move by nve or langevin, and the ensemble is {}; name one of these, or leave replicas out",
            ensemble.name()
        ));
    }
    if s.minimize.is_some() {
        return refuse(
            "replicas do not minimise; write the minimum by a run without replicas, and start from it".to_string(),
        );
    }
    if s.plot.is_some() {
        return refuse("a plot shows one replica; leave it out, and take the log".to_string());
    }
    let has_conserved = |columns: &Columns| columns.0.contains(&Column::Econserve);
    if ensemble == Ensemble::Langevin && s.thermo.as_ref().is_some_and(has_conserved) {
        return refuse(
            "the heat of langevin is known of all replicas together; leave econserve out of thermo"
                .to_string(),
        );
    }
    let dumps = s.dump.iter().flatten();
    let has_place = |name: &Path| name.to_str().is_some_and(|text| text.contains(PLACE));
    match dumps.chain(&s.write_data).find(|name| !has_place(name)) {
        Some(name) => refuse(format!(
            "each replica has a file of its own, and `{}` is one name; put {PLACE} into it, as in w.{PLACE}.lammpstrj",
            name.display()
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::input::parse;
    use super::*;

    #[test]
    fn what_belongs_to_one_system_is_refused_by_name() {
        let of = |text: &str| check(&parse(text).unwrap()).map_err(|error| error.to_string());
        assert_eq!(of("replicas = 1\nplot = 'w.svg'\ndump = 'w.xyz'"), Ok(()));
        let many =
            "replicas = 3\nensemble = 'langevin'\ntemperature = 3.0\ndump = ['{replica}.xyz']\n";
        assert_eq!(of(many), Ok(()));
        for (text, words) in [
            ("replicas = 0", "replicas is 0"),
            ("replicas = 2\nensemble = 'npt'", "the ensemble is npt"),
            ("replicas = 2\n[minimize]", "replicas do not minimise"),
            ("replicas = 2\nplot = 'w.svg'", "a plot shows one replica"),
            (
                "replicas = 2\ndump = ['{replica}.xyz', 'w.xyz']",
                "put {replica} into it",
            ),
            (
                "replicas = 2\nwrite_data = 'w.data'",
                "`w.data` is one name",
            ),
            (
                "replicas = 2\nensemble = 'langevin'\nthermo = 'econserve'",
                "leave econserve out",
            ),
        ] {
            assert!(of(text).unwrap_err().contains(words), "{text}");
        }
    }

    #[test]
    fn names_have_the_number_of_the_replica() {
        let names = |name: &str| {
            let files = files(Path::new(name), 2);
            files
                .map(|file| file.path.display().to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            names("a{replica}/w.{replica}.xyz"),
            ["a0/w.0.xyz", "a1/w.1.xyz"]
        );
    }
}
