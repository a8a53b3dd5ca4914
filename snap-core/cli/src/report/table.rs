//! Tables of the page, from CSV.

/// A heading, columns and rows.
pub struct Table {
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// That of a text whose first line names the columns. Columns with one value for all rows stand in the title.
    pub fn of_csv(title: &str, csv: &str) -> Self {
        let mut lines = records(csv).into_iter();
        let columns = lines.next().unwrap_or_default();
        Self {
            title: title.into(),
            columns,
            rows: lines.collect(),
        }
    }
}

/// A number with four digits, anything else as it is.
pub fn shown(field: &str) -> String {
    let is_long = field.len() > 6 && field.contains(['.', 'e']);
    match field.parse::<f64>() {
        Ok(x) if is_long && x != 0.0 => {
            let digits = 3 - x.abs().log10().floor() as i32;
            match digits {
                -3..=0 => format!("{x:.0}"),
                1..=6 => format!("{x:.*}", digits as usize),
                _ => format!("{x:.3e}"),
            }
        }
        _ => field.to_string(),
    }
}

/// Lines of fields, which quotes may enclose.
fn records(csv: &str) -> Vec<Vec<String>> {
    let (mut all, mut fields, mut field) = (vec![], vec![], String::new());
    let (mut quoted, mut characters) = (false, csv.chars().peekable());
    while let Some(c) = characters.next() {
        match (c, quoted) {
            ('"', true) if characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            ('"', _) => quoted = !quoted,
            (',', false) => fields.push(std::mem::take(&mut field)),
            ('\n', false) => {
                fields.push(std::mem::take(&mut field));
                all.push(std::mem::take(&mut fields));
            }
            _ => field.push(c),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_may_hold_anything() {
        let table = Table::of_csv("", "a,b\n1,\"x, \"\"y\"\"\nz\"\n");
        assert_eq!(table.columns, ["a", "b"]);
        assert_eq!(table.rows, [["1", "x, \"y\"\nz"]]);
    }

    #[test]
    fn numbers_have_four_digits() {
        let all = [
            "1.2345678e-9",
            "0.123456",
            "1234.5678",
            "2000",
            "compute_yi",
            "2024-11",
        ];
        let expected = [
            "1.235e-9",
            "0.1235",
            "1235",
            "2000",
            "compute_yi",
            "2024-11",
        ];
        assert_eq!(all.map(shown), expected);
    }
}
