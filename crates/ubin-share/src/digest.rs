//! Names of things by their bytes.

use std::io::{self, BufWriter, Write as _};

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The first half of the SHA-256 of some bytes, in 32 hexadecimal digits.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    name(&Sha256::digest(bytes))
}

/// The digest of a value's JSON, of which nothing is kept: a part may have hundreds of megabytes.
pub(crate) fn digest_of(value: &impl Serialize) -> String {
    let mut writer = BufWriter::new(Hashing(Sha256::new()));
    serde_json::to_writer(&mut writer, value).expect("parts have string keys, and hashing does not fail");
    writer.flush().expect("hashing does not fail");
    let Ok(Hashing(hash)) = writer.into_inner() else { unreachable!("nothing is left to be written") };
    name(&hash.finalize())
}

/// Hashes what is written.
struct Hashing(Sha256);

impl io::Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn name(hash: &[u8]) -> String {
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
