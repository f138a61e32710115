//! Tables for people, spreadsheets and Markdown.

use std::path::Path;

use serde::Serialize;
use ubin::run::Stop;

use crate::args::{Common, TableStyle};
use crate::complaint::Complaint;
use crate::output;
use crate::picture::Drawn;

/// A column's head, and on which side its cells stand.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    head: &'static str,
    right: bool,
}

impl Column {
    /// Characters of its head.
    pub(crate) fn width(&self) -> usize {
        self.head.chars().count()
    }
}

/// A column of words.
pub(crate) fn left(head: &'static str) -> Column {
    Column { head, right: false }
}

/// A column of numbers.
pub(crate) fn right(head: &'static str) -> Column {
    Column { head, right: true }
}

pub(crate) struct TextTable {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table whose rows have a cell for every column.
    pub(crate) fn new(columns: &[Column], rows: Vec<Vec<String>>) -> TextTable {
        TextTable { columns: columns.to_vec(), rows }
    }

    pub(crate) fn text(&self, style: TableStyle) -> String {
        let heads = || self.columns.iter().map(|column| column.head.to_string()).collect::<Vec<_>>();
        match style {
            TableStyle::Csv => {
                std::iter::once(heads()).chain(self.rows.iter().cloned()).map(|row| row.join(",") + "\n").collect()
            }
            TableStyle::Table => self.lines("  "),
            TableStyle::Markdown => {
                let rule: Vec<&str> =
                    self.columns.iter().map(|column| if column.right { "---:" } else { "---" }).collect();
                let mut lines: Vec<String> =
                    self.aligned(heads()).iter().map(|row| format!("| {} |\n", row.join(" | "))).collect();
                lines.insert(1, format!("| {} |\n", rule.join(" | ")));
                lines.concat()
            }
        }
    }

    /// The table for people, with a gap between its columns.
    pub(crate) fn lines(&self, gap: &str) -> String {
        let heads = self.columns.iter().map(|column| column.head.to_string()).collect();
        self.aligned(heads).iter().map(|row| row.join(gap).trim_end().to_string() + "\n").collect()
    }

    /// The table without the columns of these numbers.
    pub(crate) fn without(&self, left_out: &[usize]) -> TextTable {
        let kept: Vec<usize> = (0..self.columns.len()).filter(|column| !left_out.contains(column)).collect();
        let row = |row: &Vec<String>| kept.iter().map(|&column| row[column].clone()).collect();
        TextTable {
            columns: kept.iter().map(|&column| self.columns[column]).collect(),
            rows: self.rows.iter().map(row).collect(),
        }
    }

    /// A row alone.
    pub(crate) fn row_of(columns: &[Column], cells: &[String]) -> TextTable {
        let columns = columns.iter().zip(cells).map(|(column, _)| Column { head: "", ..*column });
        TextTable { columns: columns.collect(), rows: vec![cells.to_vec()] }
    }

    /// The heads, or the only row, in cells of these widths with a gap between them.
    pub(crate) fn fixed(&self, widths: &[usize], gap: &str) -> String {
        let heads: Vec<String> = self.columns.iter().map(|column| column.head.to_string()).collect();
        let cells = self.rows.first().unwrap_or(&heads);
        let cell = |((cell, column), &width): ((&String, &Column), &usize)| match column.right {
            true => format!("{cell:>width$}"),
            false => format!("{cell:<width$}"),
        };
        let row: Vec<String> = cells.iter().zip(&self.columns).zip(widths).map(cell).collect();
        row.join(gap).trim_end().to_string() + "\n"
    }

    /// Heads and cells as wide as the widest of their column.
    fn aligned(&self, heads: Vec<String>) -> Vec<Vec<String>> {
        let rows: Vec<Vec<String>> = std::iter::once(heads).chain(self.rows.iter().cloned()).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let cell = |(column, cell): (usize, &String)| match (self.columns[column].right, widths[column]) {
            (true, width) => format!("{cell:>width$}"),
            (false, width) => format!("{cell:<width$}"),
        };
        rows.iter().map(|row| row.iter().enumerate().map(cell).collect()).collect()
    }
}

/// The endings that `compare` writes.
pub(crate) const ENDINGS: [&str; 6] = ["txt", "json", "csv", "md", "svg", "png"];

/// Shows a comparison: JSON or a table on standard output, and a file by its ending; the stop that came before the chart was drawn, if one did.
pub(crate) fn show(
    common: &Common,
    style: Option<TableStyle>,
    report: &impl Serialize,
    text: impl Fn(TableStyle) -> String,
    chart: impl FnOnce(&Path) -> Result<Drawn, Complaint>,
) -> Result<Option<Stop>, Complaint> {
    let json = output::json(report);
    let mut stopped = None;
    if let Some(path) = &common.output {
        let contents = match output::extension(path).as_str() {
            "svg" | "png" => chart(path)?,
            "json" => Drawn::Bytes(json.clone().into_bytes()),
            "csv" => Drawn::Bytes(text(TableStyle::Csv).into_bytes()),
            "md" => Drawn::Bytes(text(TableStyle::Markdown).into_bytes()),
            _ => Drawn::Bytes(text(TableStyle::Table).into_bytes()),
        };
        stopped = contents.save(common, path)?;
    }
    match style {
        _ if common.json => output::print(&json)?,
        Some(style) => output::print(&text(style))?,
        // It was printed row by row.
        None => {}
    }
    Ok(stopped)
}
