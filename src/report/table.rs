//! Tables, as HTML and as CSV.

use super::markup::Markup;

/// What stands in a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum TableCell {
    /// Words.
    Text(String),
    /// A number.
    Number(f64),
    /// A number with half the width of its interval.
    Interval(f64, f64),
    /// Nothing is known.
    Empty,
}

impl From<&str> for TableCell {
    fn from(text: &str) -> TableCell {
        TableCell::Text(text.into())
    }
}

impl From<String> for TableCell {
    fn from(text: String) -> TableCell {
        TableCell::Text(text)
    }
}

impl From<f64> for TableCell {
    fn from(number: f64) -> TableCell {
        TableCell::Number(number)
    }
}

impl From<(f64, f64)> for TableCell {
    fn from((value, error): (f64, f64)) -> TableCell {
        TableCell::Interval(value, error)
    }
}

/// A column: its name and how its cells are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    name: String,
    decimals: Option<usize>,
    interval: bool,
}

impl Column {
    /// Words.
    pub fn text(name: &str) -> Column {
        Column {
            name: name.into(),
            decimals: None,
            interval: false,
        }
    }

    /// Numbers shown in so many decimals; CSV has them whole.
    pub fn number(name: &str, decimals: usize) -> Column {
        Column {
            decimals: Some(decimals),
            ..Column::text(name)
        }
    }

    /// Numbers with intervals; CSV has a second column for the half width.
    pub fn interval(name: &str, decimals: usize) -> Column {
        Column {
            interval: true,
            ..Column::number(name, decimals)
        }
    }
}

/// Letters of a text that is not broken into lines.
const ONE_LINE: usize = 28;

/// A table. Its caption is also its name in file names.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    caption: String,
    columns: Vec<Column>,
    rows: Vec<Vec<TableCell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: &str, columns: impl IntoIterator<Item = Column>) -> Table {
        Table {
            caption: caption.into(),
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells are empty, cells too many are left out.
    pub fn row(&mut self, cells: impl IntoIterator<Item = TableCell>) {
        let mut cells: Vec<TableCell> = cells.into_iter().collect();
        cells.resize(self.columns.len(), TableCell::Empty);
        self.rows.push(cells);
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn write(&self, html: &mut Markup) {
        html.open("div", &[("class", &"table")]);
        html.open("table", &[]);
        html.element("caption", &[], &self.caption);
        html.open("thead", &[]);
        html.open("tr", &[]);
        let kinds: Vec<&str> = (0..self.columns.len()).map(|i| self.kind(i)).collect();
        for (column, kind) in self.columns.iter().zip(&kinds) {
            html.element("th", &[("scope", &"col"), ("class", kind)], &column.name);
        }
        html.close("tr");
        html.close("thead");
        html.open("tbody", &[]);
        for row in &self.rows {
            html.open("tr", &[]);
            for ((column, cell), kind) in self.columns.iter().zip(row).zip(&kinds) {
                html.element("td", &[("class", kind)], &shown(column, cell));
            }
            html.close("tr");
        }
        html.close("tbody");
        html.close("table");
        html.close("div");
    }

    /// The class of a column: numbers, words that stay on one line, or words that need some width.
    fn kind(&self, column: usize) -> &'static str {
        let long = |row: &Vec<TableCell>| match &row[column] {
            TableCell::Text(text) => text.chars().count() > ONE_LINE,
            _ => false,
        };
        match self.columns[column].decimals {
            Some(_) => "number",
            None if self.rows.iter().any(long) => "long",
            None => "short",
        }
    }

    /// The same as comma-separated values (RFC 4180, but lines end in a line feed): a line of names, then a
    /// line a row.
    pub fn to_csv(&self) -> String {
        let mut csv = String::new();
        let mut names = Vec::new();
        for column in &self.columns {
            names.push(quoted(&column.name));
            if column.interval {
                names.push(quoted(&format!("{} error", column.name)));
            }
        }
        csv += &(names.join(",") + "\n");
        for row in &self.rows {
            let mut fields = Vec::new();
            for (column, cell) in self.columns.iter().zip(row) {
                let (first, second) = match cell {
                    TableCell::Text(text) => (quoted(text), String::new()),
                    TableCell::Number(number) => (plain(*number), String::new()),
                    TableCell::Interval(value, error) => (plain(*value), plain(*error)),
                    TableCell::Empty => Default::default(),
                };
                fields.push(first);
                if column.interval {
                    fields.push(second);
                }
            }
            csv += &(fields.join(",") + "\n");
        }
        csv
    }
}

/// A number in so many decimals; what rounds to nothing has no sign.
pub fn fixed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.into(),
        _ => text,
    }
}

fn shown(column: &Column, cell: &TableCell) -> String {
    let digits = column.decimals.unwrap_or(2);
    match cell {
        TableCell::Text(text) => text.clone(),
        TableCell::Number(number) if number.is_finite() => fixed(*number, digits),
        TableCell::Interval(value, error) if value.is_finite() && error.is_finite() => {
            format!("{} ± {}", fixed(*value, digits), fixed(*error, digits))
        }
        TableCell::Interval(value, _) if value.is_finite() => fixed(*value, digits),
        _ => "–".into(),
    }
}

/// A number as data; nothing for what is none.
fn plain(number: f64) -> String {
    if number.is_finite() {
        number.to_string()
    } else {
        String::new()
    }
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_sign() {
        let shown = [-0.004, -0.0, -0.006, -10.0, 0.0].map(|number| fixed(number, 2));
        assert_eq!(shown, ["0.00", "0.00", "-0.01", "-10.00", "0.00"]);
        assert_eq!(fixed(-0.4, 0), "0");
    }

    #[test]
    fn csv_quotes_what_needs_it_and_tables_escape() {
        let mut table = Table::new(
            "t",
            [
                Column::text("a,b"),
                Column::interval("x", 1),
                Column::number("n", 0),
            ],
        );
        table.row([
            "say \"<hi>\"".into(),
            (1.0, f64::INFINITY).into(),
            TableCell::Number(2.6),
        ]);
        table.row(["only".into()]);
        assert_eq!(
            table.to_csv(),
            "\"a,b\",x,x error,n\n\"say \"\"<hi>\"\"\",1,,2.6\nonly,,,\n"
        );
        let mut html = Markup::new();
        table.write(&mut html);
        let html = html.into_string();
        assert!(
            html.contains("&lt;hi&gt;") && html.contains(">1.0<") && html.contains(">3<"),
            "{html}"
        );
    }
}
