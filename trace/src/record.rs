//! The records of the format as values, and how one is read from its payload.

use std::fmt;

/// The first bytes of every trace.
pub const MAGIC: [u8; 8] = *b"\x8cLTR\r\n\x1a\n";
/// The version of the format this crate writes, and the newest one it reads.
pub const VERSION: u64 = 1;
/// The longest payload a record may have; a longer one is a fault.
pub const MAX_PAYLOAD: u64 = 1 << 20;
/// Nodes that may be open inside each other; more are a fault. The writers record 1,024.
pub const MAX_LEVELS: usize = 4096;

/// A move: from and to as squares from a1 = 0 to h8 = 63, and a promotion. 0 is no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u16);

impl Move {
    /// No move: the root, a null move, or a best move that is not known.
    pub const NONE: Self = Self(0);

    /// A move by its squares; `promotion` is 0, or 1 to 4 for knight, bishop, rook and queen.
    #[must_use]
    pub const fn new(from: u8, to: u8, promotion: u8) -> Self {
        Self((from & 63) as u16 | ((to & 63) as u16) << 6 | ((promotion & 15) as u16) << 12)
    }

    /// The square moved from.
    #[must_use]
    pub const fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The square moved to.
    #[must_use]
    pub const fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The piece promoted to: 0 for none, then knight, bishop, rook, queen.
    #[must_use]
    pub const fn promotion(self) -> u8 {
        (self.0 >> 12) as u8
    }

    /// Is there no move?
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Reads UCI notation, such as `e7e8q`; `None` for what is no move of chess, such as `e4e4` and `e2e4q`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let square = |at: usize| {
            let (file, rank) = (*bytes.get(at)?, *bytes.get(at + 1)?);
            ((b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank))
                .then(|| file - b'a' + 8 * (rank - b'1'))
        };
        let promotion = match bytes.get(4) {
            None => 0,
            Some(piece) => u8::try_from(b"nbrq".iter().position(|p| p == piece)? + 1).ok()?,
        };
        let (from, to) = (square(0)?, square(2)?);
        let promotes = matches!(to / 8, 0 | 7);
        let is_move = from != to && bytes.len() <= 5 && (promotion == 0 || promotes);
        is_move.then_some(Self::new(from, to, promotion))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0000");
        }
        let square = |s: u8| (char::from(b'a' + s % 8), char::from(b'1' + s / 8));
        let ((a, b), (c, d)) = (square(self.from()), square(self.to()));
        write!(f, "{a}{b}{c}{d}")?;
        match self.promotion() {
            0 => Ok(()),
            piece => f.write_str(["?", "n", "b", "r", "q"].get(usize::from(piece)).unwrap_or(&"?")),
        }
    }
}

/// What a score says of the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Not stated; of a hash table probe: no entry was found.
    #[default]
    None,
    /// At most the score.
    Upper,
    /// At least the score.
    Lower,
    /// The score itself.
    Exact,
}

impl Bound {
    /// From the two bits of a record.
    #[must_use]
    pub const fn of(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }

    /// The two bits of a record.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self as u64
    }

    /// The same bound in the view of the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
            Self::None | Self::Exact => self,
        }
    }

    /// Put before a score: `≤`, `≥` or nothing.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Upper => "≤",
            Self::Lower => "≥",
            Self::None | Self::Exact => "",
        }
    }
}

/// Flags of a node: its type in the two lowest bits and what it is searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u64);

impl Flags {
    /// Node type: on a principal variation.
    pub const PV: Self = Self(1);
    /// Node type: expected to fail high.
    pub const CUT: Self = Self(2);
    /// Node type: expected to fail low.
    pub const ALL: Self = Self(3);
    /// A node of quiescence.
    pub const QUIESCENCE: Self = Self(4);
    /// Not in the engine's own node count.
    pub const UNCOUNTED: Self = Self(8);
    /// Searched less deep than the moves before it.
    pub const REDUCED: Self = Self(16);
    /// Searched again, deeper or with another window.
    pub const RESEARCH: Self = Self(32);
    /// The position after passing.
    pub const NULL: Self = Self(64);
    /// The same position as the node above; the move is the one left out, if any.
    pub const SAME: Self = Self(128);
    /// A test whether one move is singular.
    pub const SINGULAR: Self = Self(256);
    /// A capture tried against a raised beta.
    pub const PROBCUT: Self = Self(512);
    /// The check of a null move's cut-off.
    pub const VERIFY: Self = Self(1024);
    /// Quiescence asked whether captures help.
    pub const RAZORING: Self = Self(2048);
    /// Internal iterative deepening.
    pub const IID: Self = Self(4096);

    /// The words of the flags above the node type, each with its bit.
    pub const WORDS: [(Self, &'static str); 11] = [
        (Self::QUIESCENCE, "quiescence"),
        (Self::UNCOUNTED, "uncounted"),
        (Self::REDUCED, "reduced"),
        (Self::RESEARCH, "re-search"),
        (Self::NULL, "null move"),
        (Self::SAME, "same position"),
        (Self::SINGULAR, "singular test"),
        (Self::PROBCUT, "probcut"),
        (Self::VERIFY, "verification"),
        (Self::RAZORING, "razoring"),
        (Self::IID, "internal deepening"),
    ];

    /// Are all bits of `other` set?
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The node type.
    #[must_use]
    pub const fn node_type(self) -> NodeType {
        match self.0 & 3 {
            0 => NodeType::Unknown,
            1 => NodeType::Pv,
            2 => NodeType::Cut,
            _ => NodeType::All,
        }
    }

    /// Is the node a test on the side, rather than the search of a move?
    #[must_use]
    pub const fn is_aside(self) -> bool {
        const ASIDE: u64 = Flags::NULL.0
            | Flags::SAME.0
            | Flags::SINGULAR.0
            | Flags::PROBCUT.0
            | Flags::RAZORING.0;
        self.0 & ASIDE != 0
    }

    /// Type and flags in words.
    #[must_use]
    pub fn words(self) -> String {
        let set = Self::WORDS.iter().filter(|(flag, _)| self.has(*flag)).map(|(_, word)| *word);
        let words: Vec<&str> = self.node_type().word().into_iter().chain(set).collect();
        words.join(", ")
    }

    /// The same for a table or a sentence: something stands there too where nothing is stated.
    #[must_use]
    pub fn description(self) -> String {
        Some(self.words())
            .filter(|words| !words.is_empty())
            .unwrap_or_else(|| "type not stated".into())
    }
}

impl std::ops::BitOr for Flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What part of the tree a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeType {
    /// Not stated.
    Unknown,
    /// On a principal variation.
    Pv,
    /// Expected to fail high.
    Cut,
    /// Expected to fail low.
    All,
}

impl NodeType {
    /// Its word, if it is known.
    #[must_use]
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Unknown => None,
            Self::Pv => Some("PV"),
            Self::Cut => Some("cut"),
            Self::All => Some("all"),
        }
    }
}

/// A node is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enter {
    /// Type and purpose.
    pub flags: Flags,
    /// The move that led here.
    pub mv: Move,
    /// Remaining depth, in depth units.
    pub depth: i64,
    /// Lower end of the window.
    pub alpha: i64,
    /// Upper end of the window.
    pub beta: i64,
}

/// A node is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The score returned.
    pub score: i64,
    /// What it is; [`Bound::None`] leaves it to the window.
    pub bound: Bound,
    /// The best move, or none.
    pub best: Move,
    /// The number of the reason's name.
    pub reason: Option<u64>,
    /// Counted nodes below that the filter left out.
    pub hidden: u64,
}

impl Exit {
    /// The bound as stated, or else by comparison with the node's window.
    #[must_use]
    pub const fn bound_in(&self, enter: &Enter) -> Bound {
        match self.bound {
            Bound::None if self.score >= enter.beta => Bound::Lower,
            Bound::None if self.score <= enter.alpha => Bound::Upper,
            Bound::None => Bound::Exact,
            stated => stated,
        }
    }
}

/// A hash table entry, read or written. The default is a probe that found nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What the score is; [`Bound::None`] of a probe that found nothing.
    pub bound: Bound,
    /// Did it end the node?
    pub used: bool,
    /// Its depth, in depth units.
    pub depth: i64,
    /// Its score, counted from this node.
    pub score: i64,
    /// Its move, or none.
    pub mv: Move,
    /// A number that is equal for equal positions.
    pub key: Option<u64>,
    /// The other end of an interval: at most this much if `bound` is [`Bound::Lower`], at least if it is [`Bound::Upper`].
    pub other: Option<i64>,
}

impl Entry {
    /// The ends of its interval, each a bound and its score; that of the record first.
    pub fn ends(&self) -> impl Iterator<Item = (Bound, i64)> {
        let other = self.other.map(|score| (self.bound.reversed(), score));
        std::iter::once((self.bound, self.score)).chain(other)
    }
}

/// A record. Names are numbers here; [`Record::Name`] defines them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the format's table")]
pub enum Record<'a> {
    /// `H`: a key and its value.
    Header { key: &'a [u8], value: &'a [u8] },
    /// `S`: what a name's number stands for.
    Name { id: u64, text: &'a [u8] },
    /// `G`: a search begins.
    Search { fen: &'a [u8], moves: Moves<'a> },
    /// `I`: an iteration, or a repeated one with another window.
    Iteration { depth: i64, alpha: i64, beta: i64, line: u64 },
    /// `P`: the moves from the root to the next node, whose parent is not recorded.
    Path(Moves<'a>),
    /// `E`.
    Enter(Enter),
    /// `V`: static evaluation, raw and corrected.
    Eval { raw: i64, corrected: i64 },
    /// `T`: the hash table was asked.
    Probe(Entry),
    /// `W`: the hash table was written.
    Store(Entry),
    /// `O`: the moves in order, with their ordering scores.
    Order(Scored<'a>),
    /// `R`: a move that is not searched.
    Pruned { mv: Move, rule: u64, measured: i64, limit: i64 },
    /// `D`: a move's depth is changed.
    Change { mv: Move, by: i64, why: u64 },
    /// `X`.
    Exit(Exit),
    /// `N`: a named number.
    Number { name: u64, value: i64 },
    /// `C`: a comment.
    Comment(&'a [u8]),
    /// `Z`: the search ended.
    End { nodes: u64, best: Move, score: i64 },
    /// A tag this version does not know.
    Unknown(u8),
}

/// Moves as they stand in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves<'a>(&'a [u8]);

impl Moves<'_> {
    /// The moves in order.
    pub fn iter(&self) -> impl Iterator<Item = Move> {
        self.0.chunks_exact(2).map(|pair| Move(u16::from_le_bytes([pair[0], pair[1]])))
    }
}

/// Moves with scores as they stand in a record; they were read once already, so they read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored<'a> {
    bytes: &'a [u8],
    count: u64,
}

impl Scored<'_> {
    /// The moves in order, with their ordering scores.
    pub fn iter(&self) -> impl Iterator<Item = (Move, i64)> {
        let mut payload = Payload(self.bytes);
        (0..self.count).map_while(move |_| Some((payload.mv()?, payload.signed()?)))
    }
}

/// A payload that is being read; `None` when it ends too early.
#[derive(Clone, Copy)]
pub(crate) struct Payload<'a>(pub(crate) &'a [u8]);

impl<'a> Payload<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn take(&mut self, count: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            if shift == 63 && byte > 1 {
                return None;
            }
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(value);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        self.number().map(|value| (value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    fn mv(&mut self) -> Option<Move> {
        let pair = self.take(2)?;
        Some(Move(u16::from_le_bytes([pair[0], pair[1]])))
    }

    fn moves(&mut self) -> Option<Moves<'a>> {
        let count = self.number()?;
        Some(Moves(self.take(count.checked_mul(2)?)?))
    }

    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    /// The other end of a window whose lower end is `alpha`.
    fn beta(&mut self, alpha: i64) -> Option<i64> {
        Some(alpha.wrapping_add(self.number()?.cast_signed()))
    }

    fn entry(&mut self) -> Option<Entry> {
        let flags = self.number()?;
        Some(Entry {
            bound: Bound::of(flags),
            used: flags & 4 != 0,
            depth: self.signed()?,
            score: self.signed()?,
            mv: self.mv()?,
            key: match flags & 8 {
                0 => None,
                _ => Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?)),
            },
            other: if flags & 16 == 0 { None } else { Some(self.signed()?) },
        })
    }

    fn exit(&mut self) -> Option<Exit> {
        let flags = self.number()?;
        Some(Exit {
            bound: Bound::of(flags),
            score: self.signed()?,
            best: if flags & 4 == 0 { Move::NONE } else { self.mv()? },
            reason: if flags & 8 == 0 { None } else { Some(self.number()?) },
            hidden: if flags & 16 == 0 { 0 } else { self.number()? },
        })
    }
}

impl<'a> Record<'a> {
    /// Reads the payload of a record with this tag; `None` if it ends too early. What follows the fields known here is
    /// skipped.
    #[must_use]
    pub fn read(tag: u8, payload: &'a [u8]) -> Option<Self> {
        Self::read_part(tag, payload).map(|(record, _)| record)
    }

    /// The record with another number of its name.
    pub(crate) fn named(&self, id: u64) -> Self {
        let mut other = self.clone();
        match &mut other {
            Self::Pruned { rule: name, .. }
            | Self::Change { why: name, .. }
            | Self::Number { name, .. }
            | Self::Exit(Exit { reason: Some(name), .. }) => *name = id,
            _ => {}
        }
        other
    }

    /// As [`Record::read`], with what follows the fields known here.
    pub(crate) fn read_part(tag: u8, payload: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let mut p = Payload(payload);
        let record = match tag {
            b'E' => {
                let (flags, mv, depth) = (Flags(p.number()?), p.mv()?, p.signed()?);
                let alpha = p.signed()?;
                Self::Enter(Enter { flags, mv, depth, alpha, beta: p.beta(alpha)? })
            }
            b'X' => Self::Exit(p.exit()?),
            b'T' => Self::Probe(p.entry()?),
            b'V' => Self::Eval { raw: p.signed()?, corrected: p.signed()? },
            b'W' => Self::Store(p.entry()?),
            b'R' => Self::Pruned {
                mv: p.mv()?,
                rule: p.number()?,
                measured: p.signed()?,
                limit: p.signed()?,
            },
            b'D' => Self::Change { mv: p.mv()?, by: p.signed()?, why: p.number()? },
            b'O' => {
                let scored = Scored { count: p.number()?, bytes: p.0 };
                if scored.count > p.0.len() as u64 || scored.iter().count() as u64 != scored.count {
                    return None;
                }
                Self::Order(scored)
            }
            b'N' => Self::Number { name: p.number()?, value: p.signed()? },
            b'C' => Self::Comment(p.text()?),
            b'H' => Self::Header { key: p.text()?, value: p.text()? },
            b'S' => Self::Name { id: p.number()?, text: p.text()? },
            b'G' => Self::Search { fen: p.text()?, moves: p.moves()? },
            b'I' => {
                let (depth, alpha) = (p.signed()?, p.signed()?);
                Self::Iteration { depth, alpha, beta: p.beta(alpha)?, line: p.number()? }
            }
            b'P' => Self::Path(p.moves()?),
            b'Z' => Self::End { nodes: p.number()?, best: p.mv()?, score: p.signed()? },
            // A hole in a file, as an interrupted copy leaves it.
            0 => return None,
            unknown => Self::Unknown(unknown),
        };
        Some((record, p.0))
    }
}
