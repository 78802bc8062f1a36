//! Eight bytes of text at a time, in one word of 64 bits.
//!
//! The tests on all bytes of a word at once are folklore; see H. S. Warren,
//! *Hacker's Delight*, chapter 6. Those marked so take ASCII only: bytes whose
//! highest bit is clear, so that sums do not carry from byte to byte. A test
//! answers with the highest bit of each byte.

/// The same byte eight times.
const fn all(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// The highest bit of each byte.
pub(super) const HIGH: u64 = all(0x80);

/// The bytes that are not zero.
#[inline]
pub(super) fn nonzero(word: u64) -> u64 {
    (((word & !HIGH) + !HIGH) | word) & HIGH
}

/// ASCII: the bytes that are at least `least`, which is not 0.
#[inline]
pub(super) fn at_least(word: u64, least: u8) -> u64 {
    (word + all(0x80 - least)) & HIGH
}

/// ASCII: the bytes that are this one.
#[inline]
pub(super) fn equal(word: u64, byte: u8) -> u64 {
    at_least(word ^ all(byte), 1) ^ HIGH
}

/// The answer of a test, a bit for each byte in the order of the text.
#[inline]
pub(super) fn bits(answer: u64) -> u64 {
    (answer >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// In every byte where the answer is yes, the byte of `yes`, else that of `no`.
#[inline]
pub(super) fn choose(answer: u64, yes: u64, no: u64) -> u64 {
    let mask = (answer - (answer >> 7)) | answer;
    no ^ (mask & (yes ^ no))
}

/// Sums from the first byte up to each, modulo 256.
#[inline]
pub(super) fn sums(word: u64) -> u64 {
    word.wrapping_mul(all(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words with every ASCII byte at every place, among others.
    fn words() -> impl Iterator<Item = [u8; 8]> {
        (0..128u8).flat_map(|byte| {
            (0..8).map(move |at| {
                let mut word = *b"/4|K\x7f09 ";
                word[at] = byte;
                word
            })
        })
    }

    fn of_each(word: [u8; 8], test: impl Fn(u8) -> bool) -> u64 {
        (0..8).fold(0, |bits, at| bits | u64::from(test(word[at])) << at)
    }

    #[test]
    fn each_byte_is_tested_alone() {
        for bytes in words() {
            let word = u64::from_le_bytes(bytes);
            assert_eq!(bits(nonzero(word)), of_each(bytes, |byte| byte != 0));
            for other in [1, b' ', b'/', b'1', b'9', b'|', 127] {
                assert_eq!(bits(equal(word, other)), of_each(bytes, |byte| byte == other));
                assert_eq!(bits(at_least(word, other)), of_each(bytes, |byte| byte >= other));
            }
        }
        assert_eq!(bits(nonzero(u64::from_le_bytes(*b"\0\xFF\0\x80\0\0\x01\0"))), 0b0100_1010);
    }

    #[test]
    fn bytes_are_chosen_and_added_up() {
        let answer = at_least(u64::from_le_bytes(*b"abababab"), b'b');
        let chosen = choose(answer, u64::from_le_bytes([9; 8]), u64::from_le_bytes([1; 8]));
        assert_eq!(chosen.to_le_bytes(), [1, 9, 1, 9, 1, 9, 1, 9]);
        assert_eq!(sums(chosen).to_le_bytes(), [1, 10, 11, 20, 21, 30, 31, 40]);
    }
}
