//! Names of things by their bytes.

use sha2::{Digest as _, Sha256};

/// The first half of the SHA-256 of some bytes, in 32 hexadecimal digits.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
