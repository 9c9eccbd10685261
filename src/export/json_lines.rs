//! JSON lines: one object with the tags, one for each move.

use super::white_mate;
use crate::game::{Game, Node, NodeId, Tree, pgn};
use crate::rules::notation;
use serde_json::{Map, Value, json};

/// One JSON object with the tags, then one per move of the main line. Times are in ms, `cp` is from White's view, `mate`
/// is in full moves, positive if White mates. `docs/pgn.md` lists the names.
pub fn json_lines(game: &Game) -> String {
    let mut tags = Map::new();
    for (name, value) in pgn::write_tags(game).iter() {
        // The values of a repeated tag are an array.
        match tags.get_mut(name) {
            None => drop(tags.insert(name.to_owned(), value.into())),
            Some(Value::Array(values)) => values.push(value.into()),
            Some(first) => *first = json!([first.take(), value]),
        }
    }
    let tree = game.tree();
    let root = tree.node(NodeId::ROOT);
    let mut first = with_notes(values_object(root), root);
    first["tags"] = tags.into();
    let line = tree.mainline();
    let moves = line.windows(2).map(|pair| {
        let mut object = move_object(tree, pair[1]);
        let others = tree.node(pair[0]).children().iter().filter(|&&other| other != pair[1]);
        let others: Vec<String> = others.map(|&other| pgn::variation(game, other)).collect();
        if !others.is_empty() {
            object["variations"] = others.into();
        }
        object
    });
    std::iter::once(first).chain(moves).map(|line| format!("{line}\n")).collect()
}

/// `object` with the comments, NAGs, marks and further commands of the node, and without null values.
fn with_notes(mut object: Value, node: &Node) -> Value {
    let list = |values: Vec<Value>| if values.is_empty() { Value::Null } else { values.into() };
    let text = |text: &str| if text.is_empty() { Value::Null } else { text.into() };
    let annotation = &node.annotation;
    let commands = pgn::other_commands(annotation);
    object["nags"] = list(node.nags.iter().map(|&nag| nag.into()).collect());
    object["before"] = text(&node.before);
    object["comment"] = text(&node.comment);
    object["marks"] = list(annotation.marks.iter().map(|mark| mark.to_string().into()).collect());
    object["commands"] = list(commands.into_iter().map(Value::from).collect());
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    object
}

fn move_object(tree: &Tree, id: NodeId) -> Value {
    let node = tree.node(id);
    let mut object = values_object(node);
    object["ply"] = node.ply().into();
    object["san"] = tree.san(id).into();
    let uci = notation::uci_writer(node.position().castling_mode().is_chess960());
    object["uci"] = node.mv().map_or("0000".to_owned(), uci).into();
    object["fen"] = node.position().fen().into();
    with_notes(object, node)
}

/// Clock, time and evaluation of a node.
fn values_object(node: &Node) -> Value {
    let evaluation = node.annotation.evaluation;
    let mate = evaluation.and_then(|value| white_mate(value, node));
    json!({
        "clock": node.annotation.clock.map(|clock| clock.0),
        "elapsed": node.annotation.elapsed.map(|time| time.0),
        "mate": mate,
        "cp": pgn::centipawns(&node.annotation),
        "depth": evaluation.and_then(|value| value.depth),
    })
}
