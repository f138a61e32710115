//! The JSON of a proof by weights.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::pack::{Certificate, PackOutcome, Puzzle, Spot};

/// A proof that there is no solution: modulo a number, every placement of a piece has the sum that is said here, and the sums do not add up to the board's.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::Certificate))]
pub(crate) struct CertificateReport {
    /// What sums are taken modulo.
    pub modulus: u32,
    /// The weight of every cell.
    pub weights: WeightRows,
    /// The sum of each piece, wherever it lies.
    pub pieces: BTreeMap<String, u32>,
    /// The sum of all cells.
    pub board: u32,
}

/// Weights in rows; `null` where the board has no cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = pack::WeightRows))]
#[serde(untagged)]
pub(crate) enum WeightRows {
    /// A flat board's rows.
    Flat(Vec<Vec<Option<u32>>>),
    /// The layers of a pyramid or a box, the top first.
    Layers(Vec<Vec<Vec<Option<u32>>>>),
}

impl CertificateReport {
    /// The report of a proof.
    #[must_use]
    pub(crate) fn of(puzzle: &Puzzle, certificate: &Certificate) -> CertificateReport {
        let layers = certificate.layers(puzzle);
        CertificateReport {
            modulus: certificate.modulus,
            weights: if puzzle.board().is_flat() {
                WeightRows::Flat(layers.into_iter().next().unwrap_or_default())
            } else {
                WeightRows::Layers(layers)
            },
            pieces: certificate.sums.iter().cloned().collect(),
            board: certificate.board,
        }
    }

    /// The proof of an outcome, if it has one.
    pub(super) fn of_outcome<T>(puzzle: &Puzzle, outcome: &PackOutcome<T>) -> Option<CertificateReport> {
        let PackOutcome::Impossible(reason) = outcome else { return None };
        reason.certificate().map(|certificate| CertificateReport::of(puzzle, certificate))
    }
}

impl Certificate {
    /// The weights in rows, layer by layer from the top; `None` where the board has no cell.
    #[must_use]
    pub fn layers(&self, puzzle: &Puzzle) -> Vec<Vec<Vec<Option<u32>>>> {
        let board = puzzle.board();
        let weight = |layer, row, col| board.number(Spot { layer, row, col }).map(|cell| self.weights[cell]);
        let layer = |layer: u32| {
            let (rows, cols) = board.layer_size(layer);
            (0..rows).map(|row| (0..cols).map(|col| weight(layer, row, col)).collect()).collect()
        };
        (0..board.layers()).rev().map(layer).collect()
    }
}
