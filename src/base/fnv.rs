//! The 64-bit checksum FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), by which files and texts are told apart.

/// The checksum of no bytes. Source: the offset basis of the 64-bit FNV-1a.
pub const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues the checksum `sum` over `bytes`. Source: the 64-bit FNV prime.
pub fn fnv(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
