//! The tag pairs of a game in their order, duplicates included, as PGN files have them.

/// The tag of a game that was played on from a position of another, which it names.
pub const CONTINUES: &str = "Continues";
/// The tag that names the help the player used.
pub const HELP: &str = "Help";
/// Its value if a position was analysed.
pub const ANALYSIS: &str = "analysis";

/// Ordered name and value pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

impl Tags {
    /// The value of the first tag with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Replaces the first tag with this name, or adds it at the end.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.pairs.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.push(name, value),
        }
    }

    /// Adds a tag at the end even if there is one of that name.
    pub fn push(&mut self, name: &str, value: &str) {
        self.pairs.push((name.to_owned(), value.to_owned()));
    }

    /// Gives the first tag `name` another name, unless there is a tag of that name; whether it has it now.
    pub fn rename(&mut self, name: &str, new: &str) -> bool {
        if self.get(new).is_some() {
            return false;
        }
        let tag = self.pairs.iter_mut().find(|(key, _)| key == name);
        tag.map(|(key, _)| new.clone_into(key)).is_some()
    }

    /// Removes every tag with this name.
    pub fn remove(&mut self, name: &str) {
        self.pairs.retain(|(key, _)| key != name);
    }

    /// Makes the changes that lead from `old` to `new`.
    pub fn change_as(&mut self, old: &Self, new: &Self) {
        for (name, _) in old.iter().chain(new.iter()) {
            match new.get(name) {
                value if value == old.get(name) => {}
                Some(value) => self.set(name, value),
                None => self.remove(name),
            }
        }
    }

    /// All pairs in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
