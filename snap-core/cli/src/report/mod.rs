//! `snapx report`: one page out of the JSON files of studies and benchmarks. It needs no network and no other file.

mod bench;
mod html;
pub mod section;
pub mod table;

use std::fs;
use std::process::ExitCode;

use crate::args::ReportArgs;
use crate::error::Error;
use crate::{file, output};
use section::Section;

/// Reads the files and writes the page.
///
/// # Errors
/// Files that cannot be read or are no results, the page that cannot be written.
pub fn run(args: &ReportArgs) -> Result<ExitCode, Error> {
    let mut sections = vec![];
    for path in &args.files {
        let text = fs::read_to_string(path).map_err(Error::reading(path))?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy();
        sections.push(Section::of(&name, &text)?);
    }
    file::replace(&args.output, &html::page(&args.title, &sections))?;
    let charts: usize = sections.iter().map(|s| s.charts.len()).sum();
    let (n, page) = (sections.len(), args.output.display());
    output::print(&format!("{page}: {n} results, {charts} charts"))?;
    Ok(ExitCode::SUCCESS)
}
