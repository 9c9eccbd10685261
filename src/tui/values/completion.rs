//! What the `:` line may be completed to.

/// What is to be looked up on the disk before a line can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiskLookup {
    /// Files and folders whose path begins so.
    Files(String),
    /// The user's themes.
    Themes,
    /// Programs whose name begins so, or files if it is a path.
    Programs(String),
}

/// The completions of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// What stays of the line.
    pub head: String,
    /// What the rest of it may become, in order.
    pub words: Vec<String>,
}

impl Completions {
    /// Those of `choices` that begin with `word`; letters of either size are the same.
    pub fn matching(head: &str, word: &str, choices: impl IntoIterator<Item = String>) -> Self {
        let begun = word.to_lowercase();
        let fits = |it: &String| !it.is_empty() && it.to_lowercase().starts_with(&begun);
        Self { head: head.to_owned(), words: choices.into_iter().filter(fits).collect() }
    }

    /// The line with its `index`th completion.
    pub fn line(&self, index: usize) -> String {
        format!("{}{}", self.head, self.words.get(index).map_or("", String::as_str))
    }

    /// The line as far as all completions agree.
    pub fn shared(&self) -> String {
        let Some(first) = self.words.first() else { return self.head.clone() };
        let agreed = self.words.iter().fold(first.as_str(), |agreed, other| {
            let same = agreed.chars().zip(other.chars()).take_while(|(a, b)| a == b);
            let bytes = same.map(|(a, _)| a.len_utf8()).sum();
            agreed.get(..bytes).unwrap_or(agreed)
        });
        format!("{}{agreed}", self.head)
    }

    /// The completions as they are listed: of a path only its last part.
    pub fn names(&self) -> Vec<&str> {
        let last = |word: &str| word.trim_end_matches('/').rfind('/').map_or(0, |slash| slash + 1);
        self.words.iter().map(|word| word.get(last(word)..).unwrap_or(word)).collect()
    }
}
