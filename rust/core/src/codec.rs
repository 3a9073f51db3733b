//! Canonical bytes: little-endian fields in the order that the game's page gives, after a fixed header.
//!
//! Header: `LSS`, one byte format version (1), eight bytes config digest, so that bytes of another game, variant,
//! player count, rules version or data file are refused.

use crate::error::{Error, Result, counted};
use blake2::{Blake2b, Digest, digest::consts::U8};

const MAGIC: &[u8; 3] = b"LSS";
const VERSION: u8 = 1;
const HEADER: usize = 12;

/// `BLAKE2b` with an 8-byte digest.
pub fn digest64(data: &[u8]) -> [u8; 8] {
    Blake2b::<U8>::digest(data).into()
}

/// A digest as 16 hexadecimal digits.
pub fn hex(digest: [u8; 8]) -> String {
    format!("{:016x}", u64::from_be_bytes(digest))
}

/// The digest of canonical bytes as if their header held another config digest.
pub fn digest64_as(config_digest: [u8; 8], bytes: &[u8]) -> [u8; 8] {
    let mut digest = Blake2b::<U8>::new();
    digest.update(&bytes[..HEADER - 8]);
    digest.update(config_digest);
    digest.update(&bytes[HEADER..]);
    digest.finalize().into()
}

/// Room for the positions of most games: more is made when it is needed.
const ROOM: usize = 1024;

/// Collects fields.
pub struct Writer {
    /// What is written, then room: zeros.
    bytes: Vec<u8>,
    /// Where it goes on.
    at: usize,
}

impl Writer {
    /// Begins with the header.
    pub fn new(config_digest: [u8; 8]) -> Self {
        let mut writer = Self { bytes: vec![0; ROOM], at: 0 };
        writer.u8s(MAGIC);
        writer.u8(VERSION);
        writer.u8s(&config_digest);
        writer
    }

    /// Makes room for so many bytes, which can be filled in any order; the place where they begin.
    pub fn claim(&mut self, size: usize) -> usize {
        if self.bytes.len() - self.at < size {
            self.grow(size);
        }
        self.at
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        self.bytes.resize(self.at + size + ROOM, 0);
    }

    /// Goes on at a place for which there is room.
    #[inline]
    pub fn go_to(&mut self, place: usize) {
        self.at = place;
    }

    /// One byte.
    #[inline]
    pub fn u8(&mut self, value: u8) {
        self.u8s(&[value]);
    }

    /// Bytes as they are.
    #[inline]
    pub fn u8s(&mut self, values: &[u8]) {
        if self.bytes.len() - self.at < values.len() {
            self.grow(values.len());
        }
        let end = self.at + values.len();
        self.bytes[self.at..end].copy_from_slice(values);
        self.at = end;
    }

    /// Two bytes.
    #[inline]
    pub fn u16(&mut self, value: u16) {
        self.u8s(&value.to_le_bytes());
    }

    /// Four bytes.
    #[inline]
    pub fn u32(&mut self, value: u32) {
        self.u8s(&value.to_le_bytes());
    }

    /// Two bytes, signed.
    #[inline]
    pub fn i16(&mut self, value: i16) {
        self.u8s(&value.to_le_bytes());
    }

    /// Four bytes, signed.
    #[inline]
    pub fn i32(&mut self, value: i32) {
        self.u8s(&value.to_le_bytes());
    }

    /// All that was written.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.truncate(self.at);
        self.bytes
    }
}

/// Reads the same fields back; anything short, long or foreign is an `InvalidState`.
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Checks the header.
    pub fn new(bytes: &'a [u8], config_digest: [u8; 8]) -> Result<Self> {
        if bytes.len() < HEADER || &bytes[..3] != MAGIC {
            return Err(Error::state("these bytes are not a Lineshaft position: they do not begin with LSS"));
        }
        if bytes[3] != VERSION {
            return Err(Error::state(format!(
                "the position has format {}; this version reads format {VERSION}",
                bytes[3]
            )));
        }
        if bytes[4..HEADER] != config_digest {
            return Err(Error::state(
                "the position belongs to another game, variant, player count, rules version or data file",
            ));
        }
        Ok(Self { bytes, at: HEADER })
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let piece = self.bytes.get(self.at..self.at + N).ok_or_else(|| {
            Error::state(format!("the position ends early: {}, more expected", counted(self.bytes.len(), "byte")))
        })?;
        self.at += N;
        Ok(piece.try_into().expect("N bytes"))
    }

    /// One byte.
    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.take::<1>()?[0])
    }

    /// `N` bytes as they are.
    pub fn u8s<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.take::<N>()
    }

    /// Two bytes.
    pub fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    /// Four bytes.
    pub fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    /// Two bytes, signed.
    pub fn i16(&mut self) -> Result<i16> {
        Ok(i16::from_le_bytes(self.take()?))
    }

    /// Four bytes, signed.
    pub fn i32(&mut self) -> Result<i32> {
        Ok(i32::from_le_bytes(self.take()?))
    }

    /// Refuses what is left over.
    pub fn finish(self) -> Result<()> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            rest => Err(Error::state(format!("the position has {} too many", counted(rest, "byte")))),
        }
    }
}
