//! The page as a text.

use std::fmt::Write;

use super::section::Section;
use super::table::{Table, shown};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page of some sections.
pub fn page(title: &str, sections: &[Section]) -> String {
    let title = escaped(title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<nav><ol>\n"
    );
    for (n, section) in sections.iter().enumerate() {
        let _ = writeln!(
            text,
            "<li><a href=\"#s{n}\">{}</a></li>",
            escaped(&section.title)
        );
    }
    text += "</ol></nav>\n<main>\n";
    for (n, section) in sections.iter().enumerate() {
        part(&mut text, n, section);
    }
    let _ = write!(
        text,
        "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    text
}

fn part(text: &mut String, n: usize, section: &Section) {
    let title = escaped(&section.title);
    let _ = writeln!(text, "<section id=\"s{n}\">\n<h2>{title}</h2>\n<dl>");
    for (name, value) in &section.origin {
        let _ = writeln!(text, "<dt>{name}</dt><dd>{}</dd>", escaped(value));
    }
    *text += "</dl>\n";
    for (caption, svg) in &section.charts {
        let (svg, caption) = (in_page(svg), escaped(caption));
        let _ = writeln!(
            text,
            "<figure>\n<div class=\"scroll\">{svg}</div>\n<figcaption>{caption}</figcaption>\n</figure>"
        );
    }
    for table in &section.tables {
        self::table(text, table);
    }
    *text += "</section>\n";
}

fn table(text: &mut String, table: &Table) {
    if !table.title.is_empty() {
        let _ = writeln!(text, "<h3>{}</h3>", escaped(&table.title));
    }
    let class = |n: usize| {
        let mut rows = table.rows.iter();
        let is_number = |row: &Vec<String>| {
            row.get(n)
                .is_some_and(|f| f.is_empty() || f.parse::<f64>().is_ok())
        };
        if rows.all(is_number) {
            ""
        } else {
            " class=\"words\""
        }
    };
    let classes: Vec<_> = (0..table.columns.len()).map(class).collect();
    *text += "<div class=\"scroll\"><table>\n<thead><tr>";
    for (column, class) in table.columns.iter().zip(&classes) {
        let words = escaped(&column.replace('_', " "));
        let _ = write!(
            text,
            "<th scope=\"col\"{class}><button type=\"button\">{words}</button></th>"
        );
    }
    *text += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        *text += "<tr>";
        for (field, class) in row.iter().zip(&classes) {
            let (value, words) = (escaped(field), escaped(&shown(field)));
            let _ = write!(text, "<td{class} data-value=\"{value}\">{words}</td>");
        }
        *text += "</tr>\n";
    }
    *text += "</tbody></table></div>\n";
}

/// A picture on the page's own ground, in its ink.
fn in_page(svg: &str) -> String {
    // The first rectangle is the white ground.
    let svg = svg.replacen("fill=\"#FFFFFF\"", "fill=\"none\"", 1);
    svg.replace("\"#000000\"", "\"currentColor\"")
        .replace("stroke=\"#C8C8C8\"", "class=\"grid\"")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_files_are_no_markup() {
        let section = Section {
            title: "<script>alert(1)</script>".into(),
            origin: vec![("file", "\"><b>".into())],
            charts: vec![],
            tables: vec![Table::of_csv("a & b", "x\n<i>\n")],
        };
        let page = page("<u>", &[section]);
        for markup in ["<script>alert", "<b>", "<i>", "<u>", "a & b"] {
            assert!(!page.contains(markup), "{markup}");
        }
    }
}
