//! The tag pairs of a game in their order, duplicates included, as PGN files have them.

use std::collections::HashMap;

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
    /// Index of the first pair of each name: a file may have very many tags.
    places: HashMap<String, usize>,
}

impl Tags {
    /// The value of the first tag with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.places.get(name).map(|&place| self.pairs[place].1.as_str())
    }

    /// Replaces the first tag with this name, or adds it at the end.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.places.get(name) {
            Some(&place) => value.clone_into(&mut self.pairs[place].1),
            None => self.push(name, value),
        }
    }

    /// Adds a tag at the end even if there is one of that name.
    pub fn push(&mut self, name: &str, value: &str) {
        self.places.entry(name.to_owned()).or_insert(self.pairs.len());
        self.pairs.push((name.to_owned(), value.to_owned()));
    }

    /// Gives the first tag `name` another name, unless there is a tag of that name; whether it has it now.
    pub fn rename(&mut self, name: &str, new: &str) -> bool {
        let Some(&place) = self.places.get(name).filter(|_| self.get(new).is_none()) else {
            return false;
        };
        new.clone_into(&mut self.pairs[place].0);
        self.find_places();
        true
    }

    /// Removes every tag with this name.
    pub fn remove(&mut self, name: &str) {
        if self.places.contains_key(name) {
            self.pairs.retain(|(key, _)| key != name);
            self.find_places();
        }
    }

    /// Renews the index after a change of the pairs.
    fn find_places(&mut self) {
        self.places.clear();
        for (place, (name, _)) in self.pairs.iter().enumerate() {
            self.places.entry(name.clone()).or_insert(place);
        }
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

#[cfg(test)]
mod tests {
    use super::Tags;

    #[test]
    fn the_first_tag_of_a_name_counts_after_every_change() {
        let mut tags = Tags::default();
        for (name, value) in [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4")] {
            tags.push(name, value);
        }
        assert!(!tags.rename("a", "c") && !tags.rename("x", "y") && tags.rename("a", "d"));
        let values =
            |tags: &Tags| ["a", "b", "c", "d"].map(|name| tags.get(name).map(str::to_owned));
        assert_eq!(values(&tags), ["3", "2", "4", "1"].map(|value| Some(value.to_owned())));
        tags.remove("b");
        tags.set("c", "5");
        assert_eq!(
            values(&tags),
            [Some("3"), None, Some("5"), Some("1")].map(|it| it.map(str::to_owned))
        );
    }
}
