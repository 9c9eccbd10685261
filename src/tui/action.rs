//! Everything a user can ask for. The variant's name is the name in the key map; the sentence is the help.

use serde::{Deserialize, Serialize};

/// Makes the enum, its list and its help from one table.
macro_rules! actions {
    ($($group:literal { $($action:ident $help:literal,)* })*) => {
        /// One intent of the user that a key can be bound to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Action {
            $($(#[doc = $help] $action,)*)*
        }

        impl Action {
            /// Every action, grouped as the help shows them.
            pub const ALL: &'static [Self] = &[$($(Self::$action,)*)*];

            /// What it does, in one sentence.
            #[must_use]
            pub const fn help(self) -> &'static str {
                match self { $($(Self::$action => $help,)*)* }
            }

            /// The heading that the help shows it under.
            #[must_use]
            pub const fn group(self) -> &'static str {
                match self { $($(Self::$action)|* => $group,)* }
            }

            /// Its name in the key map and in scripts.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$action => stringify!($action),)*)* }
            }
        }
    };
}

actions! {
    "Moving" {
        CursorLeft "move the cursor one square left",
        CursorRight "move the cursor one square right",
        CursorUp "move the cursor one square up",
        CursorDown "move the cursor one square down",
        Select "pick up the piece under the cursor, or put it down",
        Cancel "put the piece back, close what is open",
        TypeMove "type a move as e4, Nf3 or e2e4",
        Hint "ask for a hint, with the reason",
        MoveNow "make the engine move at once",
    }
    "Game" {
        NewGame "set up a new game",
        TakeBack "take back the last move",
        Redo "play the move again that was taken back",
        OfferDraw "offer or claim a draw",
        Resign "resign the game",
        Flip "turn the board round",
        Pause "pause and continue the clocks",
        Quit "leave Lucena",
    }
    "Record" {
        Back "look at the position one move earlier",
        Forward "look at the position one move later",
        First "look at the start of the game",
        Last "return to the position on the board",
        NextLine "look at the next variation",
        PreviousLine "look at the variation before",
        Moments "list the critical moments",
        Comment "write a comment at the move shown",
        Judge "judge the move shown: ! ? !! ?? !? ?! or none",
        Annotate "annotate the game in the background, or stop that",
        PromoteLine "raise the variation shown by one",
        DeleteLine "take the move shown and what follows out of the record",
        Resume "play on from the position shown",
        CopyFen "copy the position as FEN",
        CopyPgn "copy the game as PGN",
        CopyLine "copy the engine's line",
    }
    "Engine" {
        DialUp "make the engine 25 Elo stronger",
        DialDown "make the engine 25 Elo weaker",
        DialFull "switch between full and limited strength",
        DialChoices "choose a strength or a character from a list",
        NextOpponent "set up a game against the suggested opponent",
        Analyse "analyse the position without end",
        MoreLines "show one line more",
        FewerLines "show one line less",
        SecondOpinion "ask another UCI engine for a second opinion",
        HeatMap "colour the squares by activity in the network",
        EngineMove "show the engine's best move on the board",
    }
    "Screen" {
        NextPanel "go to the next panel",
        PreviousPanel "go to the panel before",
        ZoomPanel "enlarge the panel, or make it small again",
        HidePanel "put the panel away",
        ShowPanels "bring all panels back",
        PresetPlay "layout for playing",
        PresetInspect "layout for looking into the engine",
        PresetReview "layout for going through a game",
        NextTheme "try the next theme",
        NextPieces "try the next style of pieces",
        ScrollUp "scroll the panel up",
        ScrollDown "scroll the panel down",
        PageUp "scroll a page up",
        PageDown "scroll a page down",
    }
    "Debugger" {
        Questions "ask one of the twelve questions",
        Standstill "stop the search where it is, or let it go on",
        StepNode "go on to the next node",
        StepOver "go on until this node is done",
        StepOut "go on in the node above",
        StepIteration "go on to the next iteration",
        RowUp "choose the row above",
        RowDown "choose the row below",
        RowOpen "open the row, raise the value",
        RowClose "close the row, lower the value",
        RowEnter "take the row",
        RowSwitch "switch the breakpoint on or off",
        RowRemove "remove the breakpoint",
        TreeSort "sort the tree otherwise",
        TreeFilter "show other nodes of the tree",
        TreePrincipal "go down the principal variation",
        TreeColour "colour the tree by kind or by score",
        LeaveInspector "leave the page of the debugger",
    }
    "Program" {
        Help "show all keys, searchable",
        Tour "take the short tour",
        Settings "change the settings",
        Command "type a command",
        Suspend "suspend the program; fg brings it back",
        Redraw "draw the whole screen anew",
    }
    "Forms and lists" {
        Confirm "accept",
        Close "close without accepting",
        NextField "go to the next field",
        PreviousField "go to the field before",
        NextChoice "next value of the field",
        PreviousChoice "previous value of the field",
    }
    "Typing" {
        Submit "enter what was typed",
        Complete "complete the word",
        HistoryBack "earlier line",
        HistoryForward "later line",
    }
}
