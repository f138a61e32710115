//! What goes wrong with shared runs.

use std::io;
use std::path::PathBuf;

use ubin_front::Refusal;

/// Why a shared run does not go on.
#[derive(Debug, thiserror::Error)]
pub enum ShareError {
    /// The question does not fit, or was stopped.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A unit that does not belong to its job's search.
    #[error("unit {unit}: {}", .refusal.sentence())]
    Unit {
        /// The unit.
        unit: String,
        /// What the search says of it.
        refusal: Refusal,
    },
    /// What is in a file or at the broker does not belong to this run.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// A file does not do what it should.
    #[error("{}: {error}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The broker does not do what it should.
    #[error("the broker: {0}")]
    Broker(String),
    /// The broker takes only shorter messages.
    #[error("the broker: {0}: set max_payload in its configuration (8MB), or share the units as files")]
    TooLong(String),
    /// The broker does not take the next round.
    #[error("the broker does not take the next round: {0}")]
    NextRound(String),
}

impl ShareError {
    /// An error of a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> ShareError {
        let path = path.into();
        move |error| ShareError::File { path, error }
    }
}

/// What does not belong together, or is not what it says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another process writes the ledger.
    #[error("{file}: another process is using it")]
    Busy {
        /// The ledger.
        file: String,
    },
    /// Not a ledger.
    #[error("{file}: this is not a ledger of ubin")]
    NotALedger {
        /// The file.
        file: String,
    },
    /// A checksum is wrong, and it is not that of a torn end.
    #[error("{file}: line {line} is damaged")]
    Damaged {
        /// The ledger.
        file: String,
        /// The line, from 1.
        line: u64,
    },
    /// A ledger of another question.
    #[error("{file}: it was begun with another question: {found}")]
    OtherQuestion {
        /// The ledger.
        file: String,
        /// The other question.
        found: String,
    },
    /// Made by another version of the search.
    #[error("{place}: it was made by another version of the search ({found}; this program's is {ours})")]
    OtherSearch {
        /// The ledger, the folder or the job.
        place: String,
        /// Its identity.
        found: String,
        /// This program's.
        ours: String,
    },
    /// Written in another form than this program's.
    #[error("{place}: it is written in form {found}, and this program reads form {ours}")]
    OtherForm {
        /// The ledger, the folder or the job.
        place: String,
        /// Its form.
        found: u32,
        /// This program's.
        ours: u32,
    },
    /// Made with other tables.
    #[error("{place}: it was made with other tables ({found}; here they are {ours})")]
    OtherTables {
        /// The ledger, the folder or the job.
        place: String,
        /// Their digest.
        found: String,
        /// The digest of those here.
        ours: String,
    },
    /// A manifest whose first units are not those of its question.
    #[error("{place}: its first units are not those of its question")]
    OtherUnits {
        /// The ledger, the folder or the job.
        place: String,
    },
    /// A line of a batch that is not the one that was answered.
    #[error("{file}: line {line} of the input is another than the one that was answered")]
    OtherLine {
        /// The ledger.
        file: String,
        /// Which line.
        line: u64,
    },
    /// Two records of one unit that differ.
    #[error("unit {unit} has two records that differ: {first} and {second}")]
    Conflict {
        /// The unit.
        unit: String,
        /// The part that came first, as JSON.
        first: String,
        /// The part that came later.
        second: String,
    },
    /// A record whose part cannot be right.
    #[error("the record of unit {unit} is false: {why}")]
    FalseRecord {
        /// The unit.
        unit: String,
        /// What is false about it.
        why: Falsehood,
    },
    /// A record in a folder that is not what was written.
    #[error("{file}: this record is damaged; its unit has to be done again")]
    DamagedRecord {
        /// The file.
        file: String,
    },
    /// A file of a unit that says another unit.
    #[error("{file}: this is not the unit that the job has by this name")]
    FalseUnit {
        /// The file.
        file: String,
    },
    /// A folder or file that is no job.
    #[error("{place}: there is no job here")]
    NoJob {
        /// The place.
        place: String,
    },
    /// A ledger of another job.
    #[error("{file}: it is the ledger of job {found}, and not of job {job}")]
    OtherJob {
        /// The ledger.
        file: String,
        /// Its job.
        found: String,
        /// The one that was asked for.
        job: String,
    },
    /// A folder that has a job already.
    #[error("{place}: there is a job here already")]
    OldJob {
        /// The place.
        place: String,
    },
    /// A unit that the job does not have, or not yet.
    #[error("there is no unit {unit}")]
    NoUnit {
        /// The unit, as it was given.
        unit: String,
    },
    /// A ledger that goes on to another search while a unit is open.
    #[error("job {job} is not complete, and another follows it: unit {unit} has no record")]
    SkippedUnit {
        /// The job.
        job: String,
        /// Its first open unit.
        unit: String,
    },
    /// A round cannot follow.
    #[error("no round follows: {why}")]
    NoNextRound {
        /// Why.
        why: NoRound,
    },
    /// A user or a password in an address, which shells and process lists show.
    #[error("{server}: an address has no user and no password: give them by file or environment")]
    PasswordInAddress {
        /// The address, without what stands before its `@`.
        server: String,
    },
}

/// What is false about a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Falsehood {
    /// It says another unit.
    #[error("it is that of {said}")]
    OtherUnit {
        /// The unit it says.
        said: String,
    },
    /// It contradicts another, and is no record.
    #[error("it contradicts another, and cannot be read")]
    Unreadable,
    /// Something is left, and the budget is not used up.
    #[error("something is left after {nodes} nodes")]
    LeftTooEarly {
        /// The nodes of the part.
        nodes: u64,
    },
    /// With the other records it has more nodes or solutions than a number holds.
    #[error("the sum would be too large")]
    TooLarge,
    /// What is left is not what the tree has there.
    #[error("what it has left is not what follows its first prefix in the tree")]
    Left,
    /// Done again, the unit gives another part.
    #[error("done again, it gives {part}")]
    Again {
        /// The other part, as JSON.
        part: String,
    },
}

/// Why no round follows another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRound {
    /// Some units of the one before are open.
    #[error("the one before is incomplete")]
    Incomplete,
    /// The one before has a path, or the job is no proof.
    #[error("the one before was the last")]
    Last,
}
