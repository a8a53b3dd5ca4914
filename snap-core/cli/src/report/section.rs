//! A file of results as a part of the page.

use serde_json::Value;

use super::bench;
use super::table::Table;
use crate::error::Error;
use crate::study::origin::Origin;
use crate::study::{Entry, Record, Shown};
use crate::{ladder, layouts, portability, roofline};

/// A part of the page.
pub struct Section {
    pub title: String,
    /// Where the figures come from: names and values.
    pub origin: Vec<(&'static str, String)>,
    /// SVG, each with what it shows.
    pub charts: Vec<(String, String)>,
    pub tables: Vec<Table>,
}

impl Section {
    /// That of a file by its name and text.
    ///
    /// # Errors
    /// [`Error::Usage`] for what is no result.
    pub fn of(name: &str, text: &str) -> Result<Self, Error> {
        let refuse = |why: String| Error::Usage(format!("`{name}` {why}"));
        let json: Value =
            serde_json::from_str(text).map_err(|e| refuse(format!("is no JSON: {e}")))?;
        let study = json["study"].as_str().unwrap_or("");
        let mut section = match study {
            "roofline" => of_roofline(text),
            "layouts" => of_study(
                text,
                layouts::show,
                "layouts",
                LAYOUTS,
                |e: &layouts::Entry| &e.date,
            ),
            "portability" => return portability::section(name, text),
            _ if json["entries"].is_array() => of_study(
                text,
                ladder::show,
                "ladder",
                LADDER,
                |e: &ladder::record::Entry| &e.date,
            ),
            _ => bench::section(&json),
        }
        .map_err(&refuse)??;
        section.origin.push(("file", name.into()));
        Ok(section)
    }

    /// A title with where it was measured.
    pub fn titled(what: &str, origin: &Origin) -> String {
        format!("{what} on {}: {}", origin.backend, origin.device)
    }
}

const LADDER: &str = "Speed-up of each rung, and where its time goes.";
const LAYOUTS: &str = "Time of each stage under each layout, over that under the best.";

/// What was read, or why it could not be drawn; or why it is no such record.
pub type Read = Result<Result<Section, Error>, String>;

fn of_study<E: Entry>(
    text: &str,
    show: impl Fn(&Record<E>) -> Result<Shown, Error>,
    what: &str,
    caption: &str,
    date: impl Fn(&E) -> &str,
) -> Read {
    let record = Record::<E>::parse(text)?;
    let dates = record.entries.iter().map(|e| date(e).to_string());
    let origin = described(&record.origin, dates.collect());
    Ok(show(&record).map(|shown| Section {
        title: Section::titled(what, &record.origin),
        origin,
        charts: vec![(caption.into(), shown.svg)],
        tables: vec![Table::of_csv("", &shown.csv)],
    }))
}

fn of_roofline(text: &str) -> Read {
    let caption = "Performance over operational intensity of each stage, for the traffic of three levels of memory.";
    let read = of_study(
        text,
        roofline::show,
        "roofline",
        caption,
        roofline::record::Entry::date,
    )?;
    let record = roofline::record::Record::parse(text)?;
    Ok(read.map(|mut section| {
        let ceilings = roofline::table::ceilings_csv(&record);
        if let Some(stages) = section.tables.first_mut() {
            stages.title = "Stages".into();
        }
        section
            .tables
            .insert(0, Table::of_csv("Ceilings", &ceilings));
        section
    }))
}

/// An origin in words, with the times of measurements.
pub fn described(origin: &Origin, mut dates: Vec<String>) -> Vec<(&'static str, String)> {
    dates.sort();
    let dates = match (dates.first(), dates.last()) {
        (Some(first), Some(last)) if first == last => first.clone(),
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => String::new(),
    };
    let all = [
        ("device", format!("{}: {}", origin.backend, origin.device)),
        ("machine", origin.machine.clone()),
        ("date", dates),
        ("program", origin.program()),
        ("command", origin.command.clone()),
    ];
    all.into_iter()
        .filter(|(_, words)| !words.is_empty())
        .collect()
}
