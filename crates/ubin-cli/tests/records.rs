//! What docs/records.md says: its ledgers add up to the counts that stand there, and the program beside them, which shares nothing with ubin, counts what ubin counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn json(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_ubin")).args(args).arg("--json").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a kept ledger adds up to; the document names its digest.
fn audited(name: &str) -> u64 {
    let path = docs().join("records").join(name);
    let digest = ubin_share::digest(&fs::read(&path).unwrap());
    let document = fs::read_to_string(docs().join("records.md")).unwrap();
    assert!(document.contains(&digest), "{name}: {digest} is not in the document");
    json(&["share", "audit", path.to_str().unwrap()])["found"].as_u64().unwrap()
}

#[test]
fn the_kept_ledgers_add_up_to_the_counts_of_the_document() {
    assert_eq!(audited("4x20.ledger"), 354_007_828);
    // The centre of the X in the rows and columns of a quarter of the board; in the corner it leaves a cell alone. The third row is its own mirror image.
    let of_row = |row, first| (first..=8).map(|column| audited(&format!("5x16/x-{row}-{column}.ledger"))).sum::<u64>();
    assert_eq!(4 * of_row(2, 3) + 2 * of_row(3, 2), 2_095_598_836);
}

#[test]
fn the_program_beside_the_records_counts_what_ubin_counts() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("fill");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc).arg("-O").arg(docs().join("records/fill.rs")).arg("-o").arg(&program).status();
    assert!(built.unwrap().success());
    let set = fs::read_to_string(docs().join("../examples/pentominoes-tetrominoes-4x20.txt")).unwrap();
    let (_, pieces) = set.split_once("DEFAULT\n").unwrap();
    let (pentominoes, _) = pieces.split_once("AAAA").expect("the tetrominoes stand last");
    // The pentominoes' counts are known; pieces of several sizes, in a board that stands up.
    for (head, pieces, known) in [
        ("3 20 12", pentominoes, 8),
        ("4 15 12", pentominoes, 1_472),
        ("6 3 4", "AA\nAA\nBBB\nB\nCCCC\nC\nDD\nDDD\n", 16),
    ] {
        let puzzle = folder.path().join("puzzle.txt");
        fs::write(&puzzle, format!("{head}\nDEFAULT\n{pieces}")).unwrap();
        let counted =
            Command::new(&program).stdin(fs::File::open(&puzzle).unwrap()).stderr(Stdio::inherit()).output().unwrap();
        let said = String::from_utf8(counted.stdout).unwrap();
        let ours = json(&["count", puzzle.to_str().unwrap()])["solutions"].as_u64().unwrap();
        assert!(said.starts_with(&format!("{ours} solutions, ")), "{head}: {said} and {ours}");
        assert_eq!(known, ours, "{head}");
    }
}
