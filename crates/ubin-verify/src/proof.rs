//! What a right answer proves, and what it leaves open.

use std::fmt;

/// Something that an answer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name for programs: `goal`, `shortest`, `solvable`, `unsolvable`, `fills`, `cells`, `weights`, `no-solution`, `bound` or `count`.
    pub code: &'static str,
    /// Its sentence, without a stop.
    pub text: String,
}

/// What an answer that is right proves. `Display` says it in a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// What it proves.
    pub proves: Vec<Fact>,
    /// What it says, or may be taken to say, and does not prove.
    pub open: Vec<Fact>,
}

impl Proof {
    pub(crate) fn prove(&mut self, code: &'static str, text: impl Into<String>) {
        self.proves.push(Fact { code, text: text.into() });
    }

    pub(crate) fn leave(&mut self, code: &'static str, text: impl Into<String>) {
        self.open.push(Fact { code, text: text.into() });
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |facts: &[Fact]| facts.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>().join("; ");
        match (&self.proves[..], &self.open[..]) {
            ([], []) => f.write_str("Nothing is said that can be checked."),
            ([], open) => write!(f, "Not proven: {}.", list(open)),
            (proves, []) => write!(f, "Proven: {}.", list(proves)),
            (proves, open) => write!(f, "Proven: {}. Not proven: {}.", list(proves), list(open)),
        }
    }
}
