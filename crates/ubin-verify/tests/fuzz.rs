//! No input makes the verifier panic, however it is mangled.

use ubin_verify::{Terms, verify};

const PUZZLES: [&str; 9] = [
    "1 2 3 4/5 6 - 8/9 10 7 11/13 14 15 12",
    "3\n1 2 3\n4 5 6\n7 8 -",
    "[[1,2,3],[4,5,6],[7,0,8]]",
    "5 5 7\nDEFAULT\nA\nAA\nB\nBB\nC\nCC\nD\nDD\nEE\nEE\nE\nFF\nFF\nF\nGGG\n",
    "3 4 2\nCUSTOM\n.XX.\n....\nXXXX\nAA\nBBBB\nPLACED\n.AA.\n....\n....",
    "3 3 3\nPYRAMID\nAAA\nBB\nB\nCCC\nCC\nSPARE *\nGAPS ANY\n",
    "2 2 2\nBOX 2\nA\nAA\n/\n\nA\nBBB\nB\nPLACED\nA.\nAA\n\n..\nA.\n",
    "3 3 1\nDEFAULT\nAA\nA\nCOPIES A 3\nSPARE A\nGAPS 0..4\n",
    "1 4 2\nDEFAULT\nPIECE long-bar x1\n##\nPIECE B x2\n*\nGAPS 1\n",
];

const ANSWERS: [&str; 9] = [
    "DRD",
    r#"{"puzzle":"slide","rows":3,"cols":3,"board":[1,2,3,4,5,6,7,8,0],"goal":[1,2,3,4,5,6,7,8,0],"solvable":true,"kurang":[0,0,0,0,0,0,0,0,0],"x":0,"sum":0,"misplaced":0,"status":"optimal","metric":"multi","length":0,"lower_bound":0,"moves":""}"#,
    r#"{"status":"optimal","move":"R","tile":8,"length":1,"lower_bound":1,"solutions":2}"#,
    "AGGGD\nAABDD\nCCBBF\nCEEFF\nEEEFF\n",
    r#"{"puzzle":"pack","status":"solved","solution":[" AA","    ","BBBB"],"pieces":2,"why":{"code":"cells"}}"#,
    "A\n\nA.\n..\n\nA..\n...\n...",
    r#"{"layers":[["A.","AA"],["..","A."]],"status":"unsolvable"}"#,
    "AAA\nAAA\nAAA",
    r#"{"status":"solved","placements":[{"piece":"long-bar","cells":[[0,0],[0,1]]},{"piece":"B","cells":[[0,2147483647],[-5,3,-2147483648]]}]}"#,
];

/// A small generator (SplitMix64): the runs are the same on every machine.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % most.max(1) as u64) as usize
    }

    /// A few characters changed, dropped, put in, or pieces of the text repeated.
    fn mangled(&mut self, text: &str) -> String {
        const SIGNS: [&str; 24] = [
            "0",
            "1",
            "9",
            "99999999999999999999",
            "-",
            "/",
            "\n",
            " ",
            "\t",
            "A",
            "B",
            "X",
            ".",
            "é",
            "\u{feff}",
            "{",
            "}",
            "[",
            "]",
            "\"",
            ",",
            "PLACED",
            "COPIES A 18446744073709551615",
            "null",
        ];
        let mut signs: Vec<char> = text.chars().collect();
        for _ in 0..self.below(4) {
            let (at, sign) = (self.below(signs.len() + 1), SIGNS[self.below(SIGNS.len())]);
            match self.below(4) {
                0 if at < signs.len() => drop(signs.remove(at)),
                1 if at < signs.len() => drop(signs.splice(at..=at, sign.chars())),
                2 => {
                    let end = (at + self.below(12)).min(signs.len());
                    let part = signs[at..end].to_vec();
                    signs.splice(at..at, part);
                }
                _ => drop(signs.splice(at..at, sign.chars())),
            }
        }
        signs.into_iter().collect()
    }
}

#[test]
fn no_text_makes_it_panic() {
    let mut draw = Draw(1);
    let mut right = 0;
    for round in 0..60_000 {
        let puzzle = draw.mangled(PUZZLES[draw.0 as usize % 9]);
        let answer = draw.mangled(ANSWERS[draw.0 as usize % 9]);
        let goals = [None, Some("spiral"), Some("blank-first"), Some("1 2/3 0"), Some(&puzzle)];
        let terms = Terms {
            goal: goals[draw.below(9).min(4) * usize::from(draw.below(2) == 0)],
            size: [None, None, Some((3, 3)), Some((0, 7)), Some((usize::MAX, 2))][draw.below(5)],
            tile_notation: draw.below(2) == 0,
            metric: [None, Some("multi"), Some("x")][draw.below(3)],
            no_flip: round % 2 == 0,
        };
        match verify(&puzzle, &answer, &terms) {
            Ok(proof) => right += usize::from(!proof.to_string().is_empty()),
            Err(wrong) => assert!(!wrong.to_string().is_empty() && serde_json::to_string(&wrong).is_ok()),
        }
    }
    assert!(right > 100, "{right} of the mangled answers are still right, so the checks are reached");
}
