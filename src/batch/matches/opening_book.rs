//! Opening books of a match: positions of an EPD file or final positions of the games of a PGN file, plain or zipped.

use crate::base::{Random, read_at_most};
use crate::game::pgn;
use crate::rules::{Epd, Position};
use anyhow::{Context as _, Result, bail, ensure};
use std::io::{Cursor, Read as _};
use std::path::Path;

/// Size limit of a book in bytes, unpacked.
const MAX_BYTES: u64 = 1 << 30;

/// The positions of a book, in its order.
#[derive(Clone, Debug)]
pub(in crate::batch) struct OpeningBook {
    name: String,
    positions: Vec<Position>,
}

/// The format of a book, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Epd,
    Pgn,
}

impl OpeningBook {
    /// Reads the book `path`, which ends in `.epd`, `.fen`, `.pgn` or `.zip` with one such file inside.
    ///
    /// # Errors
    /// File, line or game, and what is wrong with it. No opening is left out or changed.
    pub fn read(path: &Path) -> Result<Self> {
        let read = || {
            let bytes = read_at_most(path, MAX_BYTES)?;
            let (format, bytes) = match format_of(&path.to_string_lossy()) {
                Some(format) => (format, bytes),
                None if has_ending(&path.to_string_lossy(), "zip") => unzip(bytes)?,
                None => bail!("the name of a book ends in .epd, .fen, .pgn or .zip"),
            };
            let positions = match format {
                Format::Epd => read_epd(&bytes)?,
                Format::Pgn => read_pgn(&bytes)?,
            };
            ensure!(!positions.is_empty(), "no openings in it");
            Ok(positions)
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let positions = read().with_context(|| path.display().to_string())?;
        Ok(Self { name, positions })
    }

    /// Name, number of openings and a sum over the positions, by which a record knows its book.
    pub fn id(&self) -> String {
        let keys = self.positions.iter().map(Position::key);
        let sum = keys.fold(0_u64, |sum, key| sum.rotate_left(1) ^ key);
        format!("{}, {} openings, {sum:016x}", self.name, self.positions.len())
    }

    /// A position drawn at random.
    pub fn draw(&self, random: &mut Random) -> &Position {
        &self.positions[random.below(self.positions.len() as u64) as usize]
    }

    /// Number of openings, at least one.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The first `count` openings in the random order of `seed`. A larger `count` continues the same order.
    ///
    /// # Errors
    /// The book has fewer: a repeated opening would repeat the games of a match with a node limit.
    pub fn shuffled(mut self, seed: u64, count: usize) -> Result<Vec<Position>> {
        let (name, len) = (&self.name, self.positions.len());
        ensure!(count <= len, "{name}: {count} openings are needed, the book has {len}");
        let mut random = Random::new(seed);
        for index in 0..count {
            let other = usize::try_from(random.below((len - index) as u64)).unwrap_or(0);
            self.positions.swap(index, index + other);
        }
        self.positions.truncate(count);
        Ok(self.positions)
    }
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
}

fn format_of(name: &str) -> Option<Format> {
    if has_ending(name, "epd") || has_ending(name, "fen") {
        Some(Format::Epd)
    } else {
        has_ending(name, "pgn").then_some(Format::Pgn)
    }
}

/// The only book of an archive, unpacked.
fn unzip(bytes: Vec<u8>) -> Result<(Format, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).context("not a zip archive")?;
    let names = archive.file_names().map(|name| Ok(name?.into_owned()));
    let mut names = names.collect::<Result<Vec<String>>>().context("names in the archive")?;
    names.retain(|name| format_of(name).is_some());
    let [name] = names.as_slice() else {
        bail!("{} files .epd, .fen or .pgn in the archive, expected one", names.len());
    };
    let format = format_of(name).unwrap_or(Format::Epd);
    let mut unpacked = Vec::new();
    let file = archive.by_name(name).with_context(|| name.clone())?;
    file.take(MAX_BYTES + 1).read_to_end(&mut unpacked).with_context(|| name.clone())?;
    ensure!(unpacked.len() as u64 <= MAX_BYTES, "{name}: larger than {} MiB", MAX_BYTES >> 20);
    Ok((format, unpacked))
}

fn read_epd(bytes: &[u8]) -> Result<Vec<Position>> {
    let text = std::str::from_utf8(bytes).context("not UTF-8 text")?;
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let is_opening = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let opening = |(index, line)| {
        let opening = Epd::position(line).map_err(anyhow::Error::from).and_then(playable);
        opening.with_context(|| format!("line {}", index + 1))
    };
    lines.filter(|(_, line)| is_opening(line)).map(opening).collect()
}

fn read_pgn(bytes: &[u8]) -> Result<Vec<Position>> {
    let games = pgn::read_bytes(bytes)?.into_iter().enumerate();
    let position = |(index, read): (usize, pgn::ReadGame)| {
        if let Some(note) = read.notes.iter().find(|note| note.severity != pgn::Severity::Warning) {
            bail!("{note}");
        }
        playable(read.game.position().clone())
            .with_context(|| format!("game {}, line {}", index + 1, read.line))
    };
    games.map(position).collect()
}

fn playable(position: Position) -> Result<Position> {
    ensure!(!position.legal_moves().is_empty(), "the game is over in this position");
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::OpeningBook;
    use std::io::{Cursor, Write as _};
    use std::path::PathBuf;

    const EPD: &str = "# a comment\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0;\n\
        rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\
        rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n";
    const PGN: &str = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n[Event \"b\"]\n\n1. d4 *\n";

    fn book(name: &str, bytes: &[u8]) -> Result<OpeningBook, String> {
        let folder = tempfile::tempdir().unwrap();
        let path: PathBuf = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        OpeningBook::read(&path).map_err(|error| format!("{error:#}"))
    }

    fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn books_are_read_plain_and_zipped() {
        let epd = book("a.epd", EPD.as_bytes()).unwrap();
        assert_eq!(epd.positions.len(), 3);
        assert_eq!(epd.positions[1].game_ply(), 2);
        let pgn = book("a.PGN", PGN.as_bytes()).unwrap();
        let plies: Vec<usize> = pgn.positions.iter().map(|it| it.game_ply()).collect();
        assert_eq!(plies, [3, 1]);
        let chess960 =
            b"1rbbnnkr/p1pp1ppp/8/1p2p3/1P2q3/5N2/P1PP1PPP/QRBB1NKR w KQkq - hmvc 0;".as_slice();
        let positions = book("c.epd", chess960).unwrap().positions;
        assert!(positions[0].castling_mode().is_chess960());
        let archive = zipped(&[("readme.txt", "x"), ("a.epd", EPD)]);
        assert_eq!(book("b.zip", &archive).unwrap().positions, epd.positions);
    }

    #[test]
    fn a_seed_gives_one_order_and_more_games_continue_it() {
        let order = |seed, count| book("a.epd", EPD.as_bytes()).unwrap().shuffled(seed, count);
        let three = order(7, 3).unwrap();
        assert_eq!(order(7, 2).unwrap(), three[..2]);
        assert!((0..20).any(|seed| order(seed, 3).unwrap() != three));
        let error = order(7, 4).unwrap_err().to_string();
        assert_eq!(error, "a.epd: 4 openings are needed, the book has 3");
    }

    #[test]
    fn errors_name_file_and_line() {
        let over = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        for (name, bytes, part) in [
            ("a.epd", b"8/8 w - -".to_vec(), "a.epd: line 1: fen"),
            ("a.epd", format!("{EPD}{over}").into(), "line 5: the game is over"),
            (
                "a.epd",
                b"1rbbnnkr/p1pp1ppp/8/1p2p3/1P2q3/5N2/P1PP1PPP/QRBB1NKR w KAkq - 0 4".to_vec(),
                "line 1: fen \"1rbbnnkr/p1pp1ppp/8/1p2p3/1P2q3/5N2/P1PP1PPP/QRBB1NKR w KAkq - 0 4\": castling rights \"KAkq\": no king can castle with a rook on a1",
            ),
            ("a.epd", b"\n# nothing\n".to_vec(), "no openings"),
            ("a.epd", vec![0xff, 0xfe, 0x41], "not UTF-8"),
            ("a.pgn", b"1. e4 Ke2 *".to_vec(), "game 1, line 1"),
            ("a.pgn", b"1. f3 e5 2. g4 Qh4# 0-1".to_vec(), "game 1, line 1: the game is over"),
            ("a.txt", b"x".to_vec(), "ends in .epd"),
            ("a.zip", b"x".to_vec(), "a.zip: not a zip archive"),
            ("a.zip", zipped(&[("a.epd", EPD), ("b.pgn", PGN)]), "2 files"),
        ] {
            let error = book(name, &bytes).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        assert!(OpeningBook::read("nowhere.epd".as_ref()).is_err());
    }
}
