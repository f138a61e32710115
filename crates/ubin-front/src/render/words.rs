//! What boards, sheets and charts say, in every language: English here, the others by the names of their tables that begin with `picture.`.

use serde_json::{Value, json};
use ubin::slide::solve::Metric;
use ubin::slide::{Dir, Size};

use super::text::milliseconds;
use crate::language::Language;

/// The months, short and long.
const MONTHS: [(&str, &str); 12] = [
    ("Jan", "January"),
    ("Feb", "February"),
    ("Mar", "March"),
    ("Apr", "April"),
    ("May", "May"),
    ("Jun", "June"),
    ("Jul", "July"),
    ("Aug", "August"),
    ("Sep", "September"),
    ("Oct", "October"),
    ("Nov", "November"),
    ("Dec", "December"),
];

/// The words of a picture in one language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PictureWords(pub(crate) Language);

impl PictureWords {
    fn say(self, name: &str, english: &str, values: &Value) -> String {
        self.0.sentence(&format!("picture.{name}"), english, values)
    }

    /// A number of things, with the English words for one and for several.
    fn count(self, name: &str, number: u64, one: &str, several: &str) -> String {
        self.say(name, if number == 1 { one } else { several }, &json!({ "number": number }))
    }

    /// A sliding board and its rows.
    pub(super) fn board(self, size: Size, rows: &str) -> String {
        self.say("board", "A {size} sliding board: {rows}", &json!({"size": size.to_string(), "rows": rows}))
    }

    /// How many moves a sheet has: `3 moves`, `1 move of a whole line`.
    pub(super) fn moves(self, moves: usize, metric: Metric) -> String {
        let moves = moves as u64;
        match metric {
            Metric::Single => self.count("moves", moves, "{number} move", "{number} moves"),
            Metric::Multi => {
                self.count("lines", moves, "{number} move of a whole line", "{number} moves of whole lines")
            }
        }
    }

    /// The title of a sheet: whether its moves lead to the goal is part of it.
    pub(super) fn sheet(self, moves: &str, size: Size, letters: &str, is_solved: bool) -> String {
        let values = json!({"moves": moves, "size": size.to_string(), "letters": letters});
        match is_solved {
            true => self.say("sheet-solved", "{moves} of a {size} board, solved: {letters}", &values),
            false => self.say("sheet", "{moves} of a {size} board: {letters}", &values),
        }
    }

    /// The board before the first move.
    pub(super) fn start(self) -> String {
        self.say("start", "start", &Value::Null)
    }

    /// The board after so many moves.
    pub(super) fn after(self, moves: usize) -> String {
        self.say("after", "after {number}", &json!({ "number": moves }))
    }

    /// A way as the name of a move.
    pub(super) fn way(self, dir: Dir) -> String {
        self.0.word("way", &dir.to_string()).into()
    }

    /// What stands before moves that name the way of the tile.
    pub(super) fn tile_ways(self) -> String {
        self.say("tile-ways", "Where the tile goes:", &Value::Null)
    }

    /// Moves that there is no room for.
    pub(super) fn more_moves(self, moves: usize) -> String {
        self.say("more-moves", "and {number} more", &json!({ "number": moves }))
    }

    /// A packing puzzle with pieces that are left.
    pub(super) fn pieces_left(self, pieces: u64) -> String {
        self.count(
            "pieces-left",
            pieces,
            "A packing puzzle with {number} piece left to place",
            "A packing puzzle with {number} pieces left to place",
        )
    }

    /// A board that is full.
    pub(super) fn complete(self) -> String {
        self.say("complete", "A packing, complete", &Value::Null)
    }

    /// A solution and its rows.
    pub(super) fn packing(self, rows: &str) -> String {
        self.say("packing", "A packing: {rows}", &json!({ "rows": rows }))
    }

    /// A layer by its number, the lowest first.
    pub(super) fn layer(self, layer: u32) -> String {
        self.say("layer", "layer {layer}", &json!({ "layer": layer + 1 }))
    }

    /// A month by its number, as short as it stands on a board.
    pub(super) fn month(self, month: u32) -> String {
        self.0.word("month", MONTHS[(month as usize + 11) % 12].0).into()
    }

    /// A day of the year.
    pub(super) fn date(self, month: u32, day: u32) -> String {
        let month = self.0.word("month", MONTHS[(month as usize + 11) % 12].1);
        self.say("date", "{month} {day}", &json!({"month": month, "day": day}))
    }

    /// The title of weights.
    pub(super) fn weights(self) -> String {
        self.say("weights", "A proof by weights that there is no packing", &Value::Null)
    }

    /// What hatching means.
    pub(super) fn hatched(self) -> String {
        self.say("hatched", "hatched: not proven, or stopped first", &Value::Null)
    }

    /// What the right panel of a chart shows.
    pub(super) fn time_in_ms(self) -> String {
        self.say("time", "time in ms", &Value::Null)
    }

    /// Milliseconds beside a bar.
    pub(super) fn milliseconds(self, ms: f64) -> String {
        self.0.figures(milliseconds(ms))
    }

    /// The title of a chart about boards.
    pub(crate) fn compared(self, boards: usize) -> String {
        self.count(
            "compared",
            boards as u64,
            "Methods compared on {number} board",
            "Methods compared on {number} boards",
        )
    }

    /// The title of a chart about a packing puzzle.
    pub(crate) fn compared_packing(self) -> String {
        self.say("compared-packing", "Methods compared on a packing puzzle", &Value::Null)
    }

    /// What the left panel counts for boards.
    pub(crate) fn generated(self) -> String {
        self.say("generated", "nodes generated", &Value::Null)
    }

    /// What the left panel counts for packings.
    pub(crate) fn expanded(self) -> String {
        self.say("expanded", "nodes expanded", &Value::Null)
    }

    /// A bar of an answer that is not proven.
    pub(crate) fn not_proven(self) -> String {
        self.say("not-proven", "not proven", &Value::Null)
    }

    /// How a search ended.
    pub(crate) fn status(self, status: &str) -> String {
        self.0.word("status", status).into()
    }

    /// The title of a histogram.
    pub(crate) fn distances(self, size: &str, metric: &str) -> String {
        let english = "All {size} boards by distance, metric {metric}";
        self.say("distances", english, &json!({"size": size, "metric": metric}))
    }

    /// All boards of a space.
    pub(crate) fn whole_space(self, boards: u64, radius: usize, mean: f64) -> String {
        let mean = self.0.figures(format!("{mean:.2}"));
        let english = "{boards} boards, at most {radius} moves away, {mean} on average";
        self.say("whole-space", english, &json!({"boards": boards, "radius": radius, "mean": mean}))
    }

    /// Boards of a space that was not counted to its end.
    pub(crate) fn part_of_space(self, boards: u64) -> String {
        self.say("part-of-space", "{boards} boards so far: not the whole space", &json!({ "boards": boards }))
    }

    /// What the columns of a histogram are.
    pub(super) fn moves_to_goal(self) -> String {
        self.say("to-goal", "moves to the goal", &Value::Null)
    }
}
