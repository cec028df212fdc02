//! Plain tables: aligned columns, words to the left and numbers to the right.

use std::fmt;

/// Rows under one line of headings.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub(crate) fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|&heading| heading.to_owned()).collect()] }
    }

    /// Adds a row, one cell for each heading.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.rows[0].len(), "one cell for each heading");
        self.rows.push(cells);
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
    }

    /// A column whose first cell below the heading starts with a digit is one of numbers.
    fn is_numeric(&self, column: usize) -> bool {
        let first = self.rows.get(1).and_then(|row| row[column].chars().next());
        first.is_some_and(|letter| letter.is_ascii_digit())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.rows.iter().enumerate() {
            let cell = |(column, cell): (usize, &String)| {
                let width = self.width(column);
                if self.is_numeric(column) {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:<width$}")
                }
            };
            let line: Vec<_> = row.iter().enumerate().map(cell).collect();
            let end = if number + 1 < self.rows.len() { "\n" } else { "" };
            write!(formatter, "{}{end}", line.join("  ").trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let mut table = Table::new(&["target", "runs"]);
        table.row(vec!["a".into(), "7".into()]);
        table.row(vec!["pool_drain".into(), "1,000".into()]);
        let expected = "target       runs\na               7\npool_drain  1,000";
        assert_eq!(table.to_string(), expected);
    }
}
