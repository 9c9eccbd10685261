//! A shard: a file with the positions of consecutive games, one block with a checksum for each game. It is appended to while
//! games are played, and read as a stream. `docs/files.md` has the layout.

use super::record::{RECORD_BYTES, Record};
use crate::base::{lock, open_file, open_regular, write_new};
use anyhow::{Context as _, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

/// The first bytes of a shard; the line end shows a file that was transferred as text.
const MAGIC: [u8; 8] = *b"LUCPOS\r\n";
const VERSION: u16 = 1;
/// Bytes before the provenance: magic number, version, size of a record, length of the provenance.
const HEAD_BYTES: usize = 16;
/// Size limit of the provenance in bytes.
const LONGEST_PROVENANCE: u32 = 1 << 16;
/// Bytes of a block before its records: number of the game, number of records, length of the game in plies.
const BLOCK_HEAD_BYTES: usize = 8;
const SUM_BYTES: usize = 4;

/// What a shard was made with: the same provenance gives the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Program and version.
    pub engine: String,
    /// Nodes of a short search, which differ with every change of search or evaluation.
    pub signature: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Seed of the games.
    pub seed: u64,
    /// Number of the first game.
    pub first_game: u32,
    /// Number of games of a complete shard.
    pub games: u32,
    /// The opening books; none for the start position.
    pub openings: Vec<String>,
    /// Random moves after the opening at most, in plies.
    pub random_plies: u16,
    /// The rules by which games end early.
    pub adjudication: String,
}

impl Provenance {
    /// The lines of the text form, one field a line.
    pub(in crate::batch) fn lines(&self) -> Result<Vec<String>> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::new().depth_limit(1))?;
        let lines = text.lines().map(|line| line.trim().trim_end_matches(',').to_owned());
        Ok(lines.filter(|line| line.len() > 1).collect())
    }

    /// # Errors
    /// The first field that differs, with both values.
    pub(in crate::batch) fn check_same(&self, wanted: &Self) -> Result<()> {
        for (own, wanted) in self.lines()?.into_iter().zip(wanted.lines()?) {
            ensure!(own == wanted, "it was made with {own}, not with {wanted}");
        }
        Ok(())
    }
}

/// A game of a shard: its block, whose checksum is right.
#[derive(Clone, Debug)]
pub(in crate::batch) struct Block {
    /// Number of the game in its run.
    pub game: u32,
    /// Moves of the game after the random ones.
    pub plies: u16,
    /// Where the block begins in the file.
    offset: u64,
    records: Vec<u8>,
}

impl Block {
    /// The positions of the game.
    ///
    /// # Errors
    /// The record, its offset in the file, the field and the value.
    pub fn records(&self) -> impl Iterator<Item = Result<Record>> {
        let (records, _) = self.records.as_chunks();
        records.iter().enumerate().map(|(index, bytes)| {
            Record::decode(bytes).with_context(|| {
                let offset = self.offset + (BLOCK_HEAD_BYTES + index * RECORD_BYTES) as u64;
                format!("offset {offset}: game {}: record {index}", self.game)
            })
        })
    }
}

/// Reads a part of the header. A run that was killed there has no game in the file.
fn read_header(file: &mut impl Read, part: &mut [u8]) -> Result<()> {
    file.read_exact(part).map_err(|error| {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            anyhow!("it ends inside the header of a file of training positions, and has no game")
        } else {
            error.into()
        }
    })
}

/// Reads a shard from its beginning.
#[derive(Debug)]
pub(in crate::batch) struct ShardReader {
    path: PathBuf,
    file: BufReader<File>,
    /// What the shard was made with.
    pub provenance: Provenance,
    /// End of the last whole block.
    pub offset: u64,
    /// Games read.
    pub games: u32,
    /// Why the file ends inside a block; the blocks before it are whole.
    pub cut: Option<String>,
}

impl ShardReader {
    /// # Errors
    /// The file cannot be read, or is not a shard: with the field and its value.
    pub fn open(path: &Path) -> Result<Self> {
        let read = || {
            let mut file = BufReader::with_capacity(1 << 18, open_file(path)?);
            let mut header = vec![0; HEAD_BYTES];
            read_header(&mut file, &mut header)?;
            ensure!(header[..8] == MAGIC, "offset 0: not a file of training positions");
            let version = u16::from_le_bytes([header[8], header[9]]);
            ensure!(
                version == VERSION,
                "offset 8: version {version}, this program reads {VERSION}"
            );
            let size = u16::from_le_bytes([header[10], header[11]]);
            ensure!(usize::from(size) == RECORD_BYTES, "offset 10: records of {size} bytes");
            let length = number(&header[12..16]);
            ensure!(length <= LONGEST_PROVENANCE, "offset 12: provenance of {length} bytes");
            let end = HEAD_BYTES + length as usize;
            header.resize(end + SUM_BYTES, 0);
            read_header(&mut file, &mut header[HEAD_BYTES..])?;
            check_sum(&header, 0)?;
            let text = str::from_utf8(&header[HEAD_BYTES..end]).context("offset 16: provenance")?;
            let provenance = ron::from_str(text).context("offset 16: provenance")?;
            let (offset, path) = (header.len() as u64, path.to_owned());
            Ok(Self { path, file, provenance, offset, games: 0, cut: None })
        };
        read().with_context(|| path.display().to_string())
    }

    /// The next game; `None` at the end of the file. If the file ends inside a block, `cut` says so.
    ///
    /// # Errors
    /// The file cannot be read, or a block is damaged: with the offset, the field and its value.
    pub fn next_block(&mut self) -> Result<Option<Block>> {
        self.read_block().with_context(|| self.path.display().to_string())
    }

    fn read_block(&mut self) -> Result<Option<Block>> {
        let offset = self.offset;
        let mut block = Vec::new();
        if self.read_to(&mut block, BLOCK_HEAD_BYTES)? {
            let game = number(&block);
            let expected = self.provenance.first_game.saturating_add(self.games);
            ensure!(game == expected, "offset {offset}: game {game}, expected {expected}");
            let end = self.provenance.first_game.saturating_add(self.provenance.games);
            ensure!(game < end, "offset {offset}: game {game} of a shard that ends before {end}");
            let records = usize::from(u16::from_le_bytes([block[4], block[5]]));
            let plies = u16::from_le_bytes([block[6], block[7]]);
            let end = BLOCK_HEAD_BYTES + records * RECORD_BYTES;
            if self.read_to(&mut block, end + SUM_BYTES)? {
                check_sum(&block, offset)?;
                self.games += 1;
                self.offset += block.len() as u64;
                block.truncate(end);
                let records = block.split_off(BLOCK_HEAD_BYTES);
                return Ok(Some(Block { game, plies, offset, records }));
            }
        }
        if !block.is_empty() {
            let read = match self.games.checked_sub(1) {
                Some(last) => format!("read up to game {}", self.provenance.first_game + last),
                None => "no game was read".to_owned(),
            };
            self.cut = Some(format!(
                "{}: offset {offset}: cut off, the last {} bytes are not a whole game; {read}",
                self.path.display(),
                block.len(),
            ));
        }
        Ok(None)
    }

    /// Reads on until `block` has `size` bytes; false if the file has fewer.
    fn read_to(&mut self, block: &mut Vec<u8>, size: usize) -> Result<bool> {
        let missing = (size - block.len()) as u64;
        self.file.by_ref().take(missing).read_to_end(block)?;
        Ok(block.len() == size)
    }
}

/// Appends games to a shard. No other process can do so at the same time.
#[derive(Debug)]
pub(in crate::batch) struct ShardWriter {
    file: File,
}

impl ShardWriter {
    /// Continues the shard `path` after its first `whole` bytes, or creates it.
    ///
    /// # Errors
    /// The I/O error, or another process writes to the shard.
    pub fn open(path: &Path, provenance: &Provenance, whole: u64) -> Result<Self> {
        let open = || -> Result<Self> {
            if !path.exists() {
                write_new(path, &header(provenance)?)?;
            }
            let file = open_regular(path, File::options().append(true))?;
            lock(&file)?;
            if whole > 0 {
                file.set_len(whole)?;
            }
            Ok(Self { file })
        };
        open().with_context(|| path.display().to_string())
    }

    /// Appends the game `game` of `plies` moves.
    ///
    /// # Errors
    /// The I/O error, or a number that its field cannot hold.
    pub fn append(&mut self, game: u32, plies: u16, records: &[Record]) -> Result<()> {
        let mut block = game.to_le_bytes().to_vec();
        block.extend(u16::try_from(records.len()).context("records of a game")?.to_le_bytes());
        block.extend(plies.to_le_bytes());
        for record in records {
            block.extend(record.encode()?);
        }
        block.extend(sum(&block));
        // One call, so that a killed process leaves whole blocks and at most one that is cut off.
        Ok(self.file.write_all(&block)?)
    }
}

fn header(provenance: &Provenance) -> Result<Vec<u8>> {
    let text = ron::to_string(provenance)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(u16::try_from(RECORD_BYTES)?.to_le_bytes());
    bytes.extend(u32::try_from(text.len())?.to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(sum(&bytes));
    Ok(bytes)
}

fn number(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// CRC-32 of the bytes.
fn sum(bytes: &[u8]) -> [u8; SUM_BYTES] {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

/// Checks the checksum at the end of `bytes`, which begin at `offset` of the file.
fn check_sum(bytes: &[u8], offset: u64) -> Result<()> {
    let (content, stored) = bytes.split_at(bytes.len() - SUM_BYTES);
    let (stored, computed) = (number(stored), number(&sum(content)));
    ensure!(
        stored == computed,
        "offset {}: checksum {stored:08x}, the bytes from {offset} on have {computed:08x}",
        offset + content.len() as u64
    );
    Ok(())
}

/// Whether the file begins like a shard.
pub(super) fn is_shard(path: &Path) -> Result<bool> {
    let mut start = Vec::new();
    open_file(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start == MAGIC)
}
