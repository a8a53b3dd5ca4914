//! One entry as bytes: a magic word, a checksum of the rest, the key, the image.

use super::Key;

/// Changes with the format.
const MAGIC: [u8; 8] = *b"portax-1";
const CHECKSUM: usize = size_of::<u128>();
const HEAD: usize = MAGIC.len() + CHECKSUM;

/// Ending of an entry's file.
pub(super) const EXTENSION: &str = "jit";

/// FNV-1a of 128 bits (Fowler, Noll, Vo; constants from the authors' page).
fn hash(bytes: &[u8]) -> u128 {
    const OFFSET: u128 = 0x6c62272e07bb014262b821756295c58d;
    const PRIME: u128 = 0x0000000001000000000000000000013b;
    bytes
        .iter()
        .fold(OFFSET, |h, &b| (h ^ u128::from(b)).wrapping_mul(PRIME))
}

/// Each field behind its length, the device first.
fn key_bytes(key: &Key) -> Vec<u8> {
    let fields = [key.device, key.compiler, key.options, key.entry, key.text];
    let mut bytes = Vec::new();
    for field in fields {
        bytes.extend((field.len() as u64).to_le_bytes());
        bytes.extend(field.as_bytes());
    }
    bytes
}

/// The file of a key.
pub(super) fn file_name(key: &Key) -> String {
    format!("{:032x}.{EXTENSION}", hash(&key_bytes(key)))
}

/// The entry of a key.
pub(super) fn encode(key: &Key, image: &[u8]) -> Vec<u8> {
    let mut rest = key_bytes(key);
    rest.extend(image);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(hash(&rest).to_le_bytes());
    bytes.extend(rest);
    bytes
}

/// The image, if the entry is whole and this key's.
pub(super) fn decode(mut bytes: Vec<u8>, key: &Key) -> Option<Vec<u8>> {
    let checksum = bytes.strip_prefix(&MAGIC)?.get(..CHECKSUM)?;
    let rest = &bytes[HEAD..];
    let is_whole = checksum == hash(rest).to_le_bytes();
    let key = key_bytes(key);
    if !is_whole || !rest.starts_with(&key) {
        return None;
    }
    bytes.drain(..HEAD + key.len());
    Some(bytes)
}

/// The device of an entry of which these are the first bytes.
pub(super) fn device(bytes: &[u8]) -> Option<&str> {
    let rest = bytes.strip_prefix(&MAGIC)?.get(CHECKSUM..)?;
    let (length, rest) = rest.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    std::str::from_utf8(rest.get(..length)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors of the authors' test program.
    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(hash(b""), 0x6c62272e07bb014262b821756295c58d);
        assert_eq!(hash(b"a"), 0xd228cb696f1a8caf78912b704e4a8964);
    }

    #[test]
    fn fields_do_not_run_into_each_other() {
        let key = |options, entry| Key {
            device: "d",
            compiler: "c",
            options,
            entry,
            text: "",
        };
        assert_ne!(key_bytes(&key("ab", "c")), key_bytes(&key("a", "bc")));
    }
}
