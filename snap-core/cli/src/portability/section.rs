//! A comparison as a part of the page of reports.

use super::{Portability, picture, table};
use crate::error::Error;
use crate::report::section::Section;
use crate::report::table::Table;

/// That of a file.
///
/// # Errors
/// [`Error::Usage`] for what is none.
pub fn section(name: &str, text: &str) -> Result<Section, Error> {
    let parsed = serde_json::from_str::<Portability>(text);
    let found = parsed.map_err(|e| {
        Error::Usage(format!(
            "`{name}` is no result of `snapx portability` ({e})"
        ))
    })?;
    let platforms = found.platforms.iter();
    let platforms = platforms.map(|p| format!("{}: {} ({})", p.backend, p.device, p.machine));
    Ok(Section {
        title: format!("portability over {} platforms", found.platforms.len()),
        origin: vec![
            ("platforms", platforms.collect::<Vec<_>>().join("; ")),
            ("date", found.date.clone()),
            ("program", format!("snapx {} ({})", found.version, found.commit)),
            ("command", found.command.clone()),
            ("file", name.into()),
        ],
        charts: vec![(
            "Application efficiency of each implementation, its best platform first; dashed, PP of the platforms so far.".into(),
            picture::svg(&found)?,
        )],
        tables: vec![Table::of_csv("", &table::csv(&found))],
    })
}
