//! One tag as it stands in a line: its name and its raw value, also where a quote or the bracket is missing.

/// The name, the raw value and the length of the tag that `line` begins with. A quote inside the value is tolerated.
pub(super) fn split_tag(line: &str) -> Option<(String, String, usize)> {
    let open = line.find('"')?;
    let name: String = line[1..open].split_whitespace().collect();
    if name.is_empty() || name.contains([']', '[']) {
        return None;
    }
    let mut escaped = false;
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at <= open) {
        let behind = line[at + c.len_utf8()..].trim_start();
        if c == '"' && !escaped && behind.starts_with(']') {
            let value = line[open + 1..at].to_owned();
            return Some((name, requoted(&value), line.len() - behind.len() + 1));
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// The name and the raw value of a tag whose quote or bracket is missing at the end of the line.
pub(super) fn unclosed_tag(line: &str) -> Option<(String, String)> {
    let open = line.find('"')?;
    let name = line[1..open].trim();
    let known = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let value = line[open + 1..].trim_end().trim_end_matches(']').trim_end();
    let value = value.strip_suffix('"').unwrap_or(value);
    known.then(|| (name.to_owned(), requoted(value)))
}

/// The value with every quote escaped that was not.
fn requoted(value: &str) -> String {
    let (mut out, mut escaped) = (String::with_capacity(value.len()), false);
    for c in value.chars() {
        if c == '"' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    out
}
