//! `lucena selfplay`: plays the engine against itself and saves quiet positions with the game result.
//!
//! Training data of `lucena tune`: a folder of shards (`positions`), each with the positions of a fixed number of
//! games. A game is determined by the seed and its number, and games are written in order, so that the files do not depend
//! on the number of threads, and an interrupted run goes on after its last whole game. A position is kept once.

mod check;
mod play;

pub use super::positions::CutOff;

use super::matches::OpeningBook;
use super::output::Progress;
use super::parallel::run_in_order;
use super::positions::{Provenance, ShardReader, ShardWriter, shard_name, shards_of};
use crate::base::create_dir;
use crate::knowledge::Knowledge;
use crate::rules::{Key, Position};
use crate::search::{
    Limits, NoLimits, NullObserver, Root, SearchOptions, Searcher, Tablebases, TranspositionTable,
};
use anyhow::{Context as _, Result, ensure};
use play::{GamePlayer, PlayedGame, Rules};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Arguments of `lucena selfplay`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Folder of the files; the run of an earlier call with the same options goes on.
    #[arg(value_name = "FOLDER")]
    pub out: PathBuf,
    /// Total number of games at the end.
    #[arg(long, default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Games in each file.
    #[arg(long, value_name = "GAMES", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..))]
    pub shard: u32,
    /// Nodes per move.
    #[arg(long, default_value = "1500", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Number of games played in parallel; all cores if omitted. The files do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
    /// Seed of the openings.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Begin with positions of this book, as of `lucena match`; of each as often if there are several. The start position
    /// if omitted.
    #[arg(long, value_name = "FILE")]
    pub openings: Vec<PathBuf>,
    /// Random moves after the opening, from half of so many plies to all.
    #[arg(long, value_name = "PLIES", default_value = "8", value_parser = clap::value_parser!(u16).range(..=100))]
    pub random_plies: u16,
    /// End a game by the Syzygy tablebases in this directory, so that its result is right.
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<PathBuf>,
    /// Verify and count the positions of a folder or a file instead of playing.
    #[arg(long, conflicts_with_all = PLAYING, conflicts_with = "print")]
    pub check: bool,
    /// Print the positions of a folder or a file as text: FEN, White's points and the score in centipawns.
    #[arg(long, conflicts_with_all = PLAYING)]
    pub print: bool,
}

/// The options of games that are played.
const PLAYING: [&str; 8] =
    ["games", "shard", "nodes", "concurrency", "seed", "openings", "random_plies", "syzygy"];

/// Plays games until `options.games` are in the folder, and prints a progress line per 100 games; or checks or prints the
/// positions. Blocks.
///
/// # Errors
/// A file cannot be read or written, or is of another run; games already written stay.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    if options.check {
        return check::check(&options.out, progress);
    }
    if options.print {
        return check::print(&options.out, progress);
    }
    let knowledge = Knowledge::standard()?;
    let rules = rules(options, progress)?;
    let mut run = Run::resume(options, provenance(options, &rules, &knowledge)?, progress)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let count = options.concurrency.map_or(cores, usize::from);
    let players = (0..count).map(|_| GamePlayer::new(&rules, &knowledge)).collect::<Result<_>>()?;
    let play = |player: &mut GamePlayer<'_>, number: usize| player.play(u32::try_from(number)?);
    let (first, begun) = (run.games, Instant::now());
    if first >= options.games {
        let (folder, wanted) = (options.out.display(), options.games);
        progress
            .line(format!("{folder}: {first} games are there, --games {wanted} plays no more"))?;
    }
    run_in_order(players, first as usize..options.games as usize, play, |game| {
        run.add(game)?;
        if run.games.is_multiple_of(100) || run.games == options.games {
            let played = f64::from(run.games - first) / begun.elapsed().as_secs_f64().max(1e-3);
            let left = f64::from(options.games - run.games) / played;
            progress.line(format!(
                "{} games, {} positions; {played:.2} games/s, {:.0} min left",
                run.games,
                run.seen.len(),
                left / 60.0
            ))?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Opens books and tablebases.
fn rules(options: &Options, progress: &mut Progress<'_>) -> Result<Rules> {
    let openings = options.openings.iter().map(|path| OpeningBook::read(path));
    let openings = openings.collect::<Result<Vec<_>>>().context("--openings")?;
    let tables = options.syzygy.as_deref().map(Tablebases::open).transpose()?;
    let tables = tables.map(|(tables, warnings)| {
        warnings.iter().try_for_each(|warning| progress.line(warning)).map(|()| Arc::new(tables))
    });
    let Options { nodes, seed, random_plies, .. } = *options;
    Ok(Rules { nodes, seed, openings, random_plies, tables: tables.transpose()? })
}

/// The provenance of the first shard.
fn provenance(options: &Options, rules: &Rules, knowledge: &Arc<Knowledge>) -> Result<Provenance> {
    Ok(Provenance {
        engine: format!("lucena {}", env!("CARGO_PKG_VERSION")),
        signature: signature(knowledge)?,
        nodes: options.nodes,
        seed: options.seed,
        first_game: 0,
        games: options.shard,
        openings: rules.openings.iter().map(OpeningBook::id).collect(),
        random_plies: options.random_plies,
        adjudication: rules.adjudication(),
    })
}

/// Nodes of a search of the start position to a fixed depth.
fn signature(knowledge: &Arc<Knowledge>) -> Result<u64> {
    const DEPTH: u16 = 6;
    let table = Arc::new(TranspositionTable::new(1)?);
    let mut searcher = Searcher::new(table, Arc::clone(knowledge), SearchOptions::default());
    let root = Root { position: Position::default(), history: Vec::new() };
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    Ok(searcher.search(&root, &limits, &mut NoLimits, &mut NullObserver).nodes)
}

/// The files of a run.
#[derive(Debug)]
struct Run<'a> {
    folder: &'a Path,
    /// Of the first shard.
    provenance: Provenance,
    /// Games in the files.
    games: u32,
    /// The positions in the files.
    seen: HashSet<Key>,
    /// The shard that is not complete.
    shard: Option<ShardWriter>,
}

impl<'a> Run<'a> {
    /// Reads the games that are in the folder.
    ///
    /// # Errors
    /// A file is damaged, of another run, or missing between others.
    fn resume(
        options: &'a Options,
        provenance: Provenance,
        progress: &mut Progress<'_>,
    ) -> Result<Self> {
        let folder = options.out.as_path();
        create_dir(folder).with_context(|| folder.display().to_string())?;
        shards_of(folder)?;
        let mut run = Self { folder, provenance, games: 0, seen: HashSet::new(), shard: None };
        while run.shard.is_none() && run.path().exists() {
            run.read_shard(progress)?;
        }
        if run.games > 0 {
            progress.line(format!("{} games, {} positions", run.games, run.seen.len()))?;
        }
        Ok(run)
    }

    /// The shard of the next game.
    fn path(&self) -> PathBuf {
        self.folder.join(shard_name(self.games / self.provenance.games))
    }

    /// Reads the next shard, and opens it to continue if it is not complete.
    fn read_shard(&mut self, progress: &mut Progress<'_>) -> Result<()> {
        let (path, provenance) = (self.path(), self.next_provenance());
        let mut reader = ShardReader::open(&path)?;
        let name = || path.display().to_string();
        reader.provenance.check_same(&provenance).with_context(name)?;
        while let Some(block) = reader.next_block()? {
            for record in block.records() {
                self.seen.insert(record.with_context(name)?.position.key());
            }
        }
        self.games += reader.games;
        if reader.games < provenance.games {
            let next = self.folder.join(shard_name(provenance.first_game / provenance.games + 1));
            ensure!(
                !next.exists(),
                "{}: {} of {} games, but {} exists",
                path.display(),
                reader.games,
                provenance.games,
                next.display()
            );
            self.shard = Some(ShardWriter::open(&path, &provenance, reader.offset)?);
            if let Some(cut) = reader.cut {
                progress.line(cut)?;
            }
        }
        Ok(())
    }

    /// The provenance of the shard that begins with the next game.
    fn next_provenance(&self) -> Provenance {
        Provenance { first_game: self.games, ..self.provenance.clone() }
    }

    /// Appends a game, without the positions that are in the files already.
    fn add(&mut self, game: PlayedGame) -> Result<()> {
        let PlayedGame { number, plies, mut records } = game;
        records.retain(|record| self.seen.insert(record.position.key()));
        let (path, provenance) = (self.path(), self.next_provenance());
        let shard = match &mut self.shard {
            Some(shard) => shard,
            none => none.insert(ShardWriter::open(&path, &provenance, 0)?),
        };
        let plies = u16::try_from(plies)?;
        shard.append(number, plies, &records).with_context(|| path.display().to_string())?;
        self.games += 1;
        if self.games.is_multiple_of(self.provenance.games) {
            self.shard = None;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, run};
    use crate::batch::output::Progress;
    use crate::batch::positions::ShardReader;
    use std::fs::{self, File};
    use std::path::Path;

    const NAMES: [&str; 3] = ["00000.positions", "00001.positions", "00002.positions"];

    fn options(folder: &Path) -> Options {
        Options {
            out: folder.to_owned(),
            games: 7,
            shard: 3,
            nodes: 20,
            concurrency: Some(1),
            seed: 3,
            openings: Vec::new(),
            random_plies: 8,
            syzygy: None,
            check: false,
            print: false,
        }
    }

    fn play(options: &Options) -> Result<String, String> {
        let mut out = Vec::new();
        run(options, &mut Progress::new(&mut out)).map_err(|error| format!("{error:#}"))?;
        Ok(String::from_utf8(out).unwrap())
    }

    fn bytes(folder: &Path) -> [Vec<u8>; 3] {
        NAMES.map(|name| fs::read(folder.join(name)).unwrap())
    }

    /// The files depend on the options only: not on the number of threads, nor on where a run was killed and went on.
    #[test]
    fn a_seed_gives_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path());
        play(&options).unwrap();
        let wanted = bytes(folder.path());
        let other = tempfile::tempdir().unwrap();
        let concurrent = Options { out: other.path().to_owned(), concurrency: Some(3), ..options };
        // The last games are played in a second run.
        play(&Options { games: 4, ..concurrent.clone() }).unwrap();
        play(&concurrent).unwrap();
        assert!(bytes(other.path()) == wanted, "on three threads");
        // The process was killed while it wrote the second file, or just before or after a block.
        let mut reader = ShardReader::open(&other.path().join(NAMES[1])).unwrap();
        let header = reader.offset;
        assert_eq!(reader.next_block().unwrap().unwrap().game, 3);
        let first = reader.offset;
        assert!(first > header + 12 + 5 * 32, "five positions");
        for (cut, games) in [(header + 3, 3), (first, 4), (first + 90, 4)] {
            fs::remove_file(other.path().join(NAMES[2])).unwrap();
            let file = File::options().write(true).open(other.path().join(NAMES[1])).unwrap();
            file.set_len(cut).unwrap();
            let said = play(&concurrent).unwrap();
            assert_eq!(said.contains("cut off"), cut != first, "{cut}: {said}");
            assert!(said.contains(&format!("{games} games, ")), "{said}");
            assert!(bytes(other.path()) == wanted, "cut off at {cut}");
        }
        // Another seed plays other games; a position is kept once.
        let check = play(&Options { check: true, ..concurrent.clone() }).unwrap();
        assert!(check.contains("3 files: 7 games") && check.contains(" 0 repeated"), "{check}");
        assert!(check.contains("nodes: 20"), "{check}");
        let third = tempfile::tempdir().unwrap();
        play(&Options { out: third.path().to_owned(), seed: 4, ..concurrent }).unwrap();
        assert!(bytes(third.path())[0] != wanted[0]);
    }

    #[test]
    fn other_and_damaged_files_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { games: 2, ..options(folder.path()) };
        play(&options).unwrap();
        let path = folder.path().join(NAMES[0]);
        let good = fs::read(&path).unwrap();
        let refused = |options: &Options, part: &str| {
            let error = play(options).unwrap_err();
            assert!(error.contains(NAMES[0]) && error.contains(part), "{part}: {error}");
        };
        for (other, part) in [
            (Options { nodes: 41, ..options.clone() }, "made with nodes: 20, not with nodes: 41"),
            (Options { seed: 9, ..options.clone() }, "made with seed: 3, not with seed: 9"),
            (Options { shard: 6, ..options.clone() }, "made with games: 3, not with games: 6"),
        ] {
            refused(&other, part);
        }
        let check = Options { check: true, ..options.clone() };
        let damaged = |at: usize, part: &str| {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            fs::write(&path, bytes).unwrap();
            refused(&check, part);
            refused(&options, part);
        };
        let header = ShardReader::open(&path).unwrap().offset as usize;
        damaged(0, "offset 0: not a file of training positions");
        damaged(8, "offset 8: version 0, this program reads 1");
        damaged(10, "offset 10: records of 33 bytes");
        damaged(20, "checksum");
        damaged(header, &format!("offset {header}: game 1, expected 0"));
        damaged(header + 40, "checksum");
        fs::write(&path, &good[..20]).unwrap();
        refused(&check, "it ends inside the header");
        fs::write(&path, &good[..header + 10]).unwrap();
        refused(&check, "no game was read");
        // A file that is cut off is counted up to there, which is an error at the end.
        fs::write(&path, &good[..good.len() - 1]).unwrap();
        refused(&check, "the last ");
        refused(&Options { print: true, ..check.clone() }, "read up to game 0");
        // A file is missing in the middle.
        fs::write(folder.path().join(NAMES[1]), "").unwrap();
        refused(&options, "1 of 3 games, but ");
        fs::remove_file(folder.path().join(NAMES[1])).unwrap();
        // Another process writes to the file.
        let other = File::options().append(true).open(&path).unwrap();
        other.lock().unwrap();
        refused(&options, "another process writes to it");
        drop(other);
        play(&options).unwrap();
        assert!(fs::read(&path).unwrap() == good);
        assert!(
            play(&Options { out: path.join("under"), ..options }).unwrap_err().contains("under")
        );
    }
}
