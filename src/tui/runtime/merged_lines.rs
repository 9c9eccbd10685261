//! The lines of a file that several programs change: the own change is made to the lines that are in the file now.

/// Number of typed commands that are saved.
const MAX_COMMANDS: usize = 500;

/// The lines of `file` after the change from `known` to `wanted`: what was added, changed or deleted. The lines that others wrote stay.
pub(super) fn with_change(known: &[String], wanted: &[String], file: &[&str]) -> Vec<String> {
    if file.iter().eq(known.iter()) {
        return wanted.to_vec();
    }
    let (mut removed, mut added) = (without(known, wanted), without(wanted, known));
    // A line that was changed keeps its place.
    let is_change = removed.len() == added.len();
    let mut merged = Vec::new();
    for line in file {
        match removed.iter().position(|old| old == line) {
            Some(at) => {
                removed.remove(at);
                merged.extend(is_change.then(|| added.remove(at)));
            }
            None => merged.push((*line).to_owned()),
        }
    }
    let new = without(&added, &merged);
    merged.extend(new);
    merged
}

/// The lines of `all` that `others` lack; of equal ones as many as there are more.
fn without(all: &[String], others: &[String]) -> Vec<String> {
    let mut others: Vec<&String> = others.iter().collect();
    let mut left = all.to_vec();
    left.retain(|line| {
        let found = others.iter().position(|other| *other == line);
        found.map(|at| others.remove(at)).is_none()
    });
    left
}

/// The last commands of `file` and those that were typed since, without repeats in a row.
pub(super) fn with_commands(typed: &[String], file: &[&str]) -> Vec<String> {
    let typed = typed.iter().map(String::as_str);
    let mut all: Vec<String> = file.iter().copied().chain(typed).map(str::to_owned).collect();
    all.dedup();
    all.split_off(all.len().saturating_sub(MAX_COMMANDS))
}

#[cfg(test)]
mod tests {
    use super::{MAX_COMMANDS, with_change, with_commands};

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_change_leaves_the_lines_of_others() {
        for (known, wanted, file, merged) in [
            ("a b", "a b c", "a b x", "a b x c"),
            ("a b", "b", "x a b", "x b"),
            ("a b", "b a", "a b", "b a"),
            ("a b", "a c", "x a b y", "x a c y"),
            ("a b", "a c", "a", "a c"),
            ("a", "a c", "a c", "a c"),
            ("a a", "a", "a x a", "x a"),
            ("", "a", "", "a"),
            ("a b", "", "b x a", "x"),
        ] {
            let file: Vec<&str> = file.split_whitespace().collect();
            let found = with_change(&words(known), &words(wanted), &file);
            assert_eq!(found, words(merged), "{known} to {wanted} in {file:?}");
        }
    }

    #[test]
    fn the_last_commands_of_both_are_kept() {
        assert_eq!(with_commands(&words("c d"), &["a", "b", "c"]), words("a b c d"));
        let many: Vec<String> = (0..MAX_COMMANDS).map(|number| number.to_string()).collect();
        let kept = with_commands(&many, &["a", "b"]);
        assert_eq!((kept.len(), kept.first()), (MAX_COMMANDS, many.first()));
    }
}
