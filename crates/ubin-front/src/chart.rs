//! Charts: of comparisons what was searched and how long it took, of spaces how far their boards are.

use ubin::report::distances::DistancesReport;
use ubin::report::{pack, slide};

use crate::language::Language;
use crate::render::chart::{self, Bar};
use crate::render::histogram::histogram;
use crate::render::svg::Picture;
use crate::render::words::PictureWords;

/// Nodes generated and times of the methods on sliding boards.
#[must_use]
pub fn of_boards(report: &slide::SlideCompareReport, language: Language) -> Picture {
    let said = PictureWords(language);
    let remark = |status| match status {
        "optimal" => None,
        "solved" => Some(said.not_proven()),
        status => Some(said.status(status)),
    };
    let bar = |row: &slide::SlideCompareRow| Bar {
        name: row.heuristic.map_or_else(|| row.method.into(), |heuristic| format!("{} {heuristic}", row.method)),
        nodes: row.cost.generated,
        time_ms: row.cost.time_ms,
        // That there is no solution is proven, too.
        is_proven: matches!(row.status, "optimal" | "unsolvable"),
        remark: remark(row.status),
    };
    let bars: Vec<Bar> = report.rows.iter().map(bar).collect();
    chart::chart(&said.compared(report.boards.len()), &said.generated(), &bars, language)
}

/// Nodes expanded and times of the methods on a packing puzzle. Cases are not drawn: engines mean different things by them.
#[must_use]
pub fn of_packing(report: &pack::PackCompareReport, language: Language) -> Picture {
    let said = PictureWords(language);
    let bar = |row: &pack::PackCompareRow| Bar {
        name: row.method.into(),
        nodes: row.cost.nodes,
        time_ms: row.cost.time_ms,
        // A solution is checked cell by cell, and that there is none was searched for to the end.
        is_proven: matches!(row.status, "solved" | "unsolvable"),
        remark: (row.status != "solved").then(|| said.status(row.status)),
    };
    let bars: Vec<Bar> = report.methods.iter().map(bar).collect();
    chart::chart(&said.compared_packing(), &said.expanded(), &bars, language)
}

/// How many boards of a space are how far from its goal.
#[must_use]
pub fn of_distances(report: &DistancesReport, language: Language) -> Picture {
    let DistancesReport { rows, cols, metric, mean, states, .. } = report;
    let said = PictureWords(language);
    let title = said.distances(&format!("{rows}x{cols}"), metric);
    let remark = match report.radius {
        Some(radius) => said.whole_space(*states, radius, *mean),
        None => said.part_of_space(*states),
    };
    histogram(&title, &remark, &report.histogram, language)
}
