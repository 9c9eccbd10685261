//! The twelve questions, each with its key. The help and the list that opens with a key are made from this table.

/// A question of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its key in the list.
    pub key: char,
    /// In words.
    pub text: &'static str,
    /// What is to be typed after the key, in the help.
    pub then: &'static str,
}

const fn listed(key: char, text: &'static str, then: &'static str) -> Listed {
    Listed { key, text, then }
}

/// The list, in order.
pub const LIST: [Listed; 14] = [
    listed('1', "Why did it stop thinking when it did?", ""),
    listed('2', "How did it arrive at this budget?", ""),
    listed('3', "What would it have been with other settings?", ""),
    listed('4', "Why this move and not that one?", "Enter"),
    listed('5', "Why was my line not played?", "d4 Enter"),
    listed('6', "Is this a draw or only a repetition in this tree?", ""),
    listed('7', "Which table entry is used here?", ""),
    listed('8', "Why is this move illegal, this pawn passed?", "e4 Enter"),
    listed('9', "What did the last move change in the network?", ""),
    listed('a', "Which mistake did the dial make on purpose?", ""),
    listed('b', "Where did the nodes go?", ""),
    listed('c', "Stop when X happens and let me look", "Enter"),
    listed('t', "Walk the tree of the search", ""),
    listed('p', "Count moves and compare (perft)", "4 Enter"),
];
