//! The checker of long streams: every line as the text that it is, in less than a microsecond.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::json;

use super::checker::{MOST_KNOWN, QuickHashes};
use super::{Checker, Mark, Space};
use crate::wrong::{ensure, unreadable};
use crate::{PieceFault, Wrong};

/// Checks the lines of `solve --all`, one after the other: by the placements, and by the rows or layers that are drawn of them.
///
/// A placement's text that has passed is remembered, so that of a line only those texts are looked up that are not as on the line before. What is not written as such lines are is refused.
///
/// ```
/// use ubin_verify::pack::{Checker, LineChecker, Packing};
/// let mut lines = LineChecker::new(Checker::new(Packing::read("1 2 1\nDEFAULT\nAA")?)?);
/// let line = r#"{"puzzle":"pack","number":1,"solution":["AA"],"placements":[{"piece":"A","cells":[[0,0],[0,1]]}]}"#;
/// assert_eq!(lines.check(line), Ok(()));
/// assert!(lines.check(&line.replace(r#"["AA"]"#, r#"["A."]"#)).is_err());
/// assert!(lines.check(&line.replace("[0,1]", "[0,0]")).is_err());
/// # Ok::<(), ubin_verify::Wrong>(())
/// ```
#[derive(Debug)]
pub struct LineChecker {
    checker: Checker,
    /// What a line has between its number and its placements, and where each cell's mark is in it.
    frame: Vec<u8>,
    places: Vec<usize>,
    /// What a cell of each piece shows, and at the end one that is empty.
    marks: Vec<Mark>,
    /// Placements that have passed, by their texts.
    known: HashMap<String, Arc<KnownText>, QuickHashes>,
    /// Those of the last line.
    last: Vec<Arc<KnownText>>,
}

/// A placement that has passed: its text, its piece, its cells by their numbers.
#[derive(Debug)]
struct KnownText {
    text: String,
    piece: usize,
    cells: Vec<usize>,
}

impl LineChecker {
    /// Checks lines by this checker.
    #[must_use]
    pub fn new(checker: Checker) -> LineChecker {
        let packing = &checker.packing;
        let (signs, mut marks) = (packing.signs(), packing.marks_of_pieces());
        marks.push(*b"..");
        let sign = |place| if packing.cells.binary_search(&place).is_ok() { "?" } else { " " };
        let row = |layer, row, width| (0..width).map(|col| sign([layer, row, col]).repeat(signs)).collect::<String>();
        let layers = (0..packing.size[0]).map(|layer| {
            let [height, width] = packing.layer_size(layer).map(|side| side as i32);
            (0..height).map(|at| row(layer as i32, at, width)).collect::<Vec<_>>()
        });
        let layers: Vec<_> = layers.collect();
        let is_flat = matches!(packing.space, Space::Squares | Space::OneSided);
        let picture = if is_flat { json!({ "solution": layers[0] }) } else { json!({ "layers": layers }) };
        let frame = format!(r#",{},"placements":["#, picture.to_string().trim_matches(['{', '}'])).into_bytes();
        let places = (0..frame.len()).filter(|&at| frame[at] == b'?').step_by(signs).collect();
        LineChecker { checker, frame, places, marks, known: HashMap::default(), last: Vec::new() }
    }

    /// Checks the next line.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&mut self, line: &str) -> Result<(), Wrong> {
        let other = || unreadable("it is not written as a line of all solutions is");
        let rest = line.strip_prefix(r#"{"puzzle":"pack","number":"#).ok_or_else(other)?;
        let rest = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let (shown, mut list) = rest.split_at_checked(self.frame.len()).ok_or_else(other)?;
        let empty = self.marks.len() - 1;
        let (mut owners, mut at) = (vec![empty; self.places.len()], 0);
        while list != "]}" {
            if at > 0 {
                list = list.strip_prefix(',').ok_or_else(other)?;
            }
            if self.last.get(at).is_none_or(|last| !list.starts_with(&last.text)) {
                let end = list.find('}').ok_or_else(other)?;
                let known = self.known(&list[..=end])?;
                if at < self.last.len() { self.last[at] = known } else { self.last.push(known) }
            }
            let KnownText { text, piece, cells } = &*self.last[at];
            let is_free = |&cell: &usize| std::mem::replace(&mut owners[cell], *piece) == empty;
            ensure(cells.iter().all(is_free), || PieceFault::Overlap.of(&self.checker.packing.supplies[*piece].name))?;
            list = &list[text.len()..];
            at += 1;
        }
        self.checker.laid(&owners)?;
        for (&owner, &place) in owners.iter().zip(&self.places) {
            let signs = self.checker.packing.signs();
            self.frame[place..place + signs].copy_from_slice(&self.marks[owner][..signs]);
        }
        ensure(shown.as_bytes() == self.frame, || Wrong::Differ)
    }

    /// The placement that has this text.
    fn known(&mut self, text: &str) -> Result<Arc<KnownText>, Wrong> {
        if let Some(known) = self.known.get(text) {
            return Ok(known.clone());
        }
        let value = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        let laid = self.checker.packing.placement(&value)?;
        let empty = self.marks.len() - 1;
        let owners = self.checker.lay(&vec![empty; self.places.len()], std::slice::from_ref(&laid))?;
        let cells = (0..owners.len()).filter(|&cell| owners[cell] != empty).collect();
        let known = Arc::new(KnownText { text: text.into(), piece: laid.0, cells });
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(text.into(), known.clone());
        Ok(known)
    }
}
