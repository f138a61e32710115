//! A checksum of 128 bits over the bytes of a table, as fast as memory is read.
//!
//! Four lanes take eight bytes each in turn: `lane = (lane ^ word) * odd`, then a rotation. Both steps can be undone, so
//! a change in a single word of a lane always changes the lane; other damage slips through with a chance of 2^-64 or
//! less. It guards against broken disks and cut files, not against forgers.

const ODD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x27d4_eb2f_1656_67c5];

/// What names the bytes of a table: their checksum.
pub(crate) type TableDigest = [u8; 16];

/// The checksum of some bytes; their number counts too.
pub(crate) fn checksum(bytes: &[u8]) -> TableDigest {
    let mut lanes = ODD;
    let mut chunks = bytes.chunks_exact(32);
    for chunk in &mut chunks {
        absorb(&mut lanes, chunk);
    }
    let mut last = [0; 32];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    absorb(&mut lanes, &last);
    let mix = |seed: u64| {
        lanes.iter().fold(seed ^ bytes.len() as u64, |sum, lane| {
            let sum = (sum ^ lane ^ (lane >> 29)).wrapping_mul(ODD[0]);
            sum ^ (sum >> 32)
        })
    };
    let mut sum = [0; 16];
    sum[..8].copy_from_slice(&mix(0).to_le_bytes());
    sum[8..].copy_from_slice(&mix(ODD[3]).to_le_bytes());
    sum
}

fn absorb(lanes: &mut [u64; 4], chunk: &[u8]) {
    for ((lane, word), odd) in lanes.iter_mut().zip(chunk.chunks_exact(8)).zip(ODD) {
        let word = u64::from_le_bytes(word.try_into().expect("chunks of eight"));
        *lane = (*lane ^ word).wrapping_mul(odd).rotate_left(29);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_single_change_shows() {
        let bytes: Vec<u8> = (0..200_u32).map(|i| (i * i % 251) as u8).collect();
        let sum = checksum(&bytes);
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&changed), sum);
        }
        for length in 0..bytes.len() {
            assert_ne!(checksum(&bytes[..length]), sum);
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_ne!(checksum(&longer), sum, "a zero at the end is a change");
    }

    /// Table files outlive the program that wrote them: the checksum may not change with it.
    #[test]
    fn the_checksum_stays_what_it_is() {
        assert_eq!(u128::from_le_bytes(checksum(b"ubin")), SUM_OF_UBIN);
    }

    const SUM_OF_UBIN: u128 = 50_428_901_218_197_163_727_885_862_467_046_571_728;
}
