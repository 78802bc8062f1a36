//! A puzzle made here as a record: its name tells how to make it again.

use serde_json::{Map, Value, json};

use super::record::{Claims, Id, Record};
use crate::generate::{Order, Puzzle};
use crate::notation::{MoveStyle, write_move};

impl Record {
    /// The record of a puzzle made by this order: its goal and its key, the
    /// seed, and its index counted from 1. Its name is made of variant, shape
    /// if it is not the usual one, length, seed and index.
    pub fn of_puzzle(puzzle: &Puzzle, order: &Order, style: MoveStyle) -> Self {
        let Order { variant, shape, moves, seed, .. } = order;
        let index = puzzle.index + 1;
        let shape = match *shape {
            usual if usual == variant.usual_shape() => String::new(),
            other => format!("-{other}"),
        };
        let name = format!("hm-{}{shape}-{moves}-{seed}-{index}", variant.name);
        let key = write_move(&puzzle.board, puzzle.key, style);
        let others: [(&str, Value); 2] = [("seed", json!(seed)), ("index", json!(index))];
        Self {
            id: Some(Id::from(name.as_str())),
            setup: puzzle.board.setup(),
            claims: Claims {
                goal: Some(order.stipulation()),
                keys: Some(vec![key]),
                ..Claims::default()
            },
            others: others
                .into_iter()
                .map(|(name, value)| (name.into(), value))
                .collect::<Map<_, _>>(),
        }
    }
}
