//! Recognises the judgements of moves in comments: those that this program wrote, in this and earlier versions, and those of
//! Lichess.

use super::chances::MoveClass;
use super::reason::Aspect;
use crate::knowledge::Category;
use shakmaty::san::SanPlus;

/// Length of the judgement that this program writes, at the start of `text`: `word`, then a reason or a better move.
pub fn own_judgement(text: &str, word: &str) -> Option<usize> {
    let rest = text.strip_prefix(word)?;
    if rest == "." {
        return Some(text.len());
    }
    let rest = rest.strip_prefix(": ")?;
    let end =
        rest.find(". ").or_else(|| rest.len().checked_sub(1).filter(|_| rest.ends_with('.')))?;
    is_reason(&rest[..end]).then(|| text.len() - rest.len() + end + 1)
}

/// What is written between the words of a mark and the better move.
pub(super) const BETTER: &str = "; better was ";

/// What is written behind figures that are not those of the evaluations in the game.
pub(super) const IN_LONGER: &str = " in longer searches";

/// The words of a mark without the better move behind them.
pub fn without_better(words: &str) -> &str {
    words.split_once(BETTER).map_or(words, |(before, _)| before)
}

/// Whether a comment that this program wrote names the change of the evaluation and the better move, and no reason.
pub fn is_change(comment: &str) -> bool {
    let words = comment.split_once(": ").map_or(comment, |(_, words)| words);
    let form = shape(without_better(words)).replacen(IN_LONGER, "", 1);
    words.contains(BETTER) && CHANGE_SHAPES.contains(&form.split("; ").next().unwrap_or(&form))
}

/// Whether a comment is only the word of a mark, as `lucena annotate --from-evals` writes it.
pub fn is_word(comment: &str) -> bool {
    MoveClass::ALL.iter().any(|class| comment.strip_suffix('.') == Some(&class.to_string()))
}

/// Whether `text` has the form of a [`super::Reason`] or of the words without one.
fn is_reason(text: &str) -> bool {
    let form = without_details(&shape(text)).replacen(IN_LONGER, "", 1);
    let price = |text: &str, by: &str| match (text.split_once(": "), text.strip_suffix(by)) {
        (Some((price, cause)), _) => is_material(price) && CAUSE_SHAPES.contains(&cause),
        (None, Some(price)) => is_material(price),
        (None, None) => false,
    };
    let form = form.strip_suffix(" on the back rank").unwrap_or(&form);
    let change = form.strip_suffix("; better was M");
    let has_cause = |before: &str| change.is_some() || before.starts_with("costs ");
    let form = match change.unwrap_or(form).split_once("; ") {
        Some((before, cause)) if CAUSE_SHAPES.contains(&cause) && has_cause(before) => before,
        _ => change.unwrap_or(form),
    };
    if change.is_some() {
        return CHANGE_SHAPES.contains(&form)
            || WEAKNESS_SHAPES.contains(&form)
            || is_positional(form);
    }
    REASON_SHAPES.contains(&form)
        || WEAKNESS_SHAPES.contains(&form)
        || form.strip_prefix("loses ").is_some_and(|rest| price(rest, " after M"))
        || form.strip_prefix("misses the win of ").is_some_and(|rest| price(rest, " by M"))
        || is_positional(form)
}

/// `form` without what a move does: ", which attacks the P and the P", "; after M the P is attacked", ", after which the P is trapped".
fn without_details(form: &str) -> String {
    /// What is said of the pieces that a reply attacks.
    const ENDS_OF_ATTACK: [&str; 5] =
        [" is attacked", " are attacked", " is pinned", " is trapped", " cannot be defended"];
    /// The beginning of a detail, and how it may end behind the pieces.
    const DETAILS: [(&str, &[&str]); 4] = [
        (", which captures ", &[""]),
        (", which attacks ", &[" and threatens M", ""]),
        ("; after M ", &ENDS_OF_ATTACK),
        ("; M attacks ", &[" and threatens M"]),
    ];
    let mut form = form.to_owned();
    // A fork has the form of any attack.
    let clauses = CAUSE_SHAPES[1..].iter().copied().map(clause_of);
    for clause in clauses.chain(THREATS_OF_MATE.map(str::to_owned)) {
        form = form.replacen(&clause, "", 1);
    }
    for (begin, ends) in DETAILS {
        let Some(start) = form.find(begin) else { continue };
        let rest = after_pieces(&form[start + begin.len()..]);
        let Some(rest) = rest.and_then(|rest| ends.iter().find_map(|end| rest.strip_prefix(end)))
        else {
            continue;
        };
        form = format!("{}{rest}", &form[..start]);
    }
    form
}

/// A cause as a clause behind the move that has it as its effect.
fn clause_of(cause: &str) -> String {
    match cause.strip_prefix('M') {
        Some(rest) => format!(", which{rest}"),
        None => format!(", after which {cause}"),
    }
}

/// The forms of a threat of mate alone.
const THREATS_OF_MATE: [&str; 2] = [", which threatens M", "; M threatens M"];

/// What follows in `text` after a list of pieces: "the P, the P and the P".
fn after_pieces(text: &str) -> Option<&str> {
    let mut rest = text.strip_prefix("the P")?;
    while let Some(next) = rest.strip_prefix(", the P").or_else(|| rest.strip_prefix(" and the P"))
    {
        rest = next;
    }
    Some(rest)
}

/// Whether `form` names material, as "a P, a P and two Ps for the P".
fn is_material(form: &str) -> bool {
    let is_item = |item: &str| {
        let counted = item.strip_suffix(" Ps").is_some_and(|count| !count.contains(' '));
        counted || MATERIAL_SHAPES.contains(&item)
    };
    let items = |side: &str| side.split(" and ").flat_map(|items| items.split(", ")).all(is_item);
    form.splitn(2, " for ").all(items)
}

/// Whether `form` names a category of the evaluation; "gives up threats or allows new ones" was written by earlier versions.
fn is_positional(form: &str) -> bool {
    let words = |category, is_gain| Aspect { category, is_gain }.to_string();
    let known = |category| [false, true].map(|is_gain| shape(&words(category, is_gain)));
    form == "gives up threats or allows new ones"
        || Category::ALL.into_iter().flat_map(known).any(|known| known == form)
}

/// `text` with M for a move or square, N for a number, P for a piece and for a piece on its square.
fn shape(text: &str) -> String {
    let word = |word: &str| {
        let bare = word.trim_end_matches([':', ';', ',']);
        let is_move = |text: &str| text.parse::<SanPlus>().is_ok();
        let class = match bare {
            "king" | "queen" | "rook" | "bishop" | "knight" | "pawn" => "P",
            "pawns" | "queens" | "rooks" | "bishops" | "knights" => "Ps",
            "White's" | "Black's" => "S's",
            "White" | "Black" => "S",
            _ if is_move(bare) => "M",
            _ if bare.contains('.') && is_move(bare.trim_start_matches(is_numbering)) => "M",
            _ if bare.trim_start_matches(['+', '-', '−', '#']).parse::<f64>().is_ok() => "N",
            _ => return word.to_owned(),
        };
        format!("{class}{}", &word[bare.len()..])
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ").replace("P on M", "P")
}

/// A character of a move number: "16." or "16...".
const fn is_numbering(character: char) -> bool {
    character.is_ascii_digit() || character == '.'
}

/// The forms of reasons without material and categories, as [`shape`] gives them.
const REASON_SHAPES: [&str; 24] = [
    "costs material compared with M",
    "costs a P compared with M",
    "costs material worth N Ps compared with M",
    "costs material worth N Ps or more compared with M",
    "M was better",
    "overlooks the threat M",
    "overlooks the threat of mate in N by M",
    "allows M",
    "allows mate in N by M",
    "misses M",
    "misses mate in N by M",
    "the N was only a repetition; without it the position is worth N",
    "the N was only a repetition; without it the position is worth N to N",
    "the N was only a repetition; without it the position is worth at most N",
    "the N was only a repetition; without it the position is worth at least N",
    "gives up the draw by repetition",
    "allows a draw by repetition",
    "allows stalemate",
    "leaves insufficient mating material",
    "allows the promotion M",
    "does not recapture on M",
    "misses the promotion M",
    "trades into a lost P ending",
    "allows a trade into a lost P ending",
];

/// The forms of what is given up besides the categories, without the better move, which earlier versions did not write.
const WEAKNESS_SHAPES: [&str; 2] = ["gives up the right to castle", "trades Ps on M"];

/// The forms of a change of the evaluation, without the better move.
const CHANGE_SHAPES: [&str; 14] = [
    "S's advantage falls from N to N",
    "S's advantage of N turns into N",
    "S's advantage of N turns into an equal position",
    "S's advantage of N turns into an advantage of N for S",
    "S's advantage of N turns into a won position for S",
    "an equal position turns into an advantage of N for S",
    "an equal position turns into a won position for S",
    "S's disadvantage grows from N to N",
    "S's disadvantage of N turns into a won position for S",
    "S's won position turns into an advantage of N",
    "S's won position turns into an equal position",
    "S's won position turns into an advantage of N for S",
    "S's won position turns into a won position for S",
    "the evaluation goes from N to N",
];

/// The names of material besides numbers of a piece; "Ps", "a piece" and the rest were written by earlier versions.
const MATERIAL_SHAPES: [&str; 7] =
    ["a P", "the P", "the exchange", "Ps", "a piece", "two pieces", "material"];

const CAUSE_SHAPES: [&str; 13] = [
    "M attacks the P and the P",
    "M attacks the P and, behind it, the P",
    "M opens the attack of the P on the P",
    "M removes the P, which defends the P",
    "M drives away the P, which defends the P",
    "the P cannot be defended",
    "the P cannot defend both the P and the P",
    "the P is trapped",
    "the P is pinned",
    "the P no longer defends the P",
    "the P can be captured",
    "the P is hanging",
    "the P is attacked more often than defended",
];

/// Length of a judgement of Lichess's analysis at the start of `text`, such as "(0.35 → -1.2) Mistake. Nf3 was best."
/// Source: lila, `Advice.makeComment`.
pub fn lichess_judgement(text: &str) -> Option<usize> {
    const WORDS: [&str; 6] = [
        "Inaccuracy.",
        "Mistake.",
        "Blunder.",
        "Checkmate is now unavoidable.",
        "Lost forced checkmate sequence.",
        "Not the best checkmate sequence.",
    ];
    let change = text.strip_prefix('(').and_then(|rest| rest.split_once(") "));
    let rest = change.filter(|(change, _)| change.contains(" → ")).map_or(text, |(_, rest)| rest);
    let rest = WORDS.iter().find_map(|word| rest.strip_prefix(word))?;
    let best = rest.strip_prefix(' ').and_then(|rest| rest.split_once(" was best."));
    let rest = best.filter(|(mv, _)| shape(mv) == "M").map_or(rest, |(_, rest)| rest);
    (rest.is_empty() || rest.starts_with(' ')).then(|| text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::lichess_judgement;

    #[test]
    fn judgements_of_lichess_are_recognised() {
        for text in [
            "(0.35 → -1.2) Mistake. Nf3 was best.",
            "Blunder. Qd4 was best.",
            "(Mate in 3 → 2.1) Lost forced checkmate sequence. Qh5# was best.",
            "Checkmate is now unavoidable.",
        ] {
            assert_eq!(lichess_judgement(text), Some(text.len()), "{text}");
        }
        for text in ["(why) Mistake of mine.", "Mistake: my own note", "Blunder.Oh", "(a → b) yes"]
        {
            assert_eq!(lichess_judgement(text), None, "{text}");
        }
        assert_eq!(lichess_judgement("Mistake. Not mine. Qd4 was best."), Some("Mistake.".len()));
    }
}
