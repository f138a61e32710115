//! Charts: of comparisons what was searched and how long it took, of spaces how far their boards are.

use ubin::report::distances::DistancesReport;
use ubin::report::{pack, slide};

use crate::render::chart::{self, Bar};
use crate::render::histogram::histogram;
use crate::render::svg::Picture;
use crate::render::text::{counted, grouped};

/// Nodes generated and times of the methods on sliding boards.
#[must_use]
pub fn of_boards(report: &slide::SlideCompareReport) -> Picture {
    let remark = |status| match status {
        "optimal" => None,
        "solved" => Some("not proven".into()),
        status => Some(String::from(status)),
    };
    let bar = |row: &slide::SlideCompareRow| Bar {
        name: row.heuristic.map_or_else(|| row.method.into(), |heuristic| format!("{} {heuristic}", row.method)),
        nodes: row.cost.generated,
        time_ms: row.cost.time_ms,
        // That there is no solution is proven, too.
        is_proven: matches!(row.status, "optimal" | "unsolvable"),
        remark: remark(row.status),
    };
    let boards = counted(report.boards.len() as u64, "board");
    let bars: Vec<Bar> = report.rows.iter().map(bar).collect();
    chart::chart(&format!("Methods compared on {boards}"), "nodes generated", &bars)
}

/// Nodes expanded and times of the methods on a packing puzzle. Cases are not drawn: engines mean different things by them.
#[must_use]
pub fn of_packing(report: &pack::PackCompareReport) -> Picture {
    let bar = |row: &pack::PackCompareRow| Bar {
        name: row.method.into(),
        nodes: row.cost.nodes,
        time_ms: row.cost.time_ms,
        // A solution is checked cell by cell, and that there is none was searched for to the end.
        is_proven: matches!(row.status, "solved" | "unsolvable"),
        remark: (row.status != "solved").then(|| row.status.into()),
    };
    let bars: Vec<Bar> = report.methods.iter().map(bar).collect();
    chart::chart("Methods compared on a packing puzzle", "nodes expanded", &bars)
}

/// How many boards of a space are how far from its goal.
#[must_use]
pub fn of_distances(report: &DistancesReport) -> Picture {
    let DistancesReport { rows, cols, metric, mean, .. } = report;
    let title = format!("All {rows}x{cols} boards by distance, metric {metric}");
    let boards = grouped(report.states);
    let remark = match report.radius {
        Some(radius) => format!("{boards} boards, at most {radius} moves away, {mean:.2} on average"),
        None => format!("{boards} boards so far: not the whole space"),
    };
    histogram(&title, &remark, &report.histogram)
}
