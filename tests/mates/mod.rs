//! The mate problems in `tests/cases/`, for tests and benches: position, limit
//! and all keys. Reads only the plain FEN that those files hold.

#![allow(dead_code)] // The bench uses a part of it, the test another.

use hypermate::board::Board;
use hypermate::moves::{Move, Special};
use hypermate::naming::Naming;
use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::{Castling, Setup};
use hypermate::shape::{Shape, Square};
use hypermate::variant::Variant;

/// A row of one of the files.
pub struct Row {
    pub fen: String,
    pub board: Board,
    /// The limit of the chess rows; the shortest mate of the others, 3 if none.
    pub moves: u32,
    /// The keys as the file writes them, sorted.
    pub keys: Vec<String>,
    /// The shortest mate, if there is one within the limit.
    pub shortest: Option<u32>,
    /// CPU seconds of the two rivals, on the chess rows.
    pub rivals: [Option<f64>; 2],
}

/// The rows of a file in `tests/cases/`.
pub fn rows(file: &str) -> Vec<Row> {
    let path = format!("{}/tests/cases/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the case files are part of the project");
    let lines = text.lines().filter(|line| !line.starts_with("//") && !line.is_empty());
    lines.map(|line| row(&line.split('\t').collect::<Vec<_>>())).collect()
}

fn row(columns: &[&str]) -> Row {
    let keys = |text: &str| {
        let mut keys: Vec<String> =
            text.split(' ').filter(|&key| key != "-").map(str::to_owned).collect();
        keys.sort();
        keys
    };
    let count = |text: &str| text.parse().ok().filter(|&moves: &u32| moves > 0);
    if let Some(variant) = Variant::named(columns[0]) {
        let shortest = count(columns[2]);
        return Row {
            fen: columns[1].to_owned(),
            board: board(variant, columns[1]),
            moves: shortest.unwrap_or(3),
            keys: keys(columns[3]),
            shortest,
            rivals: [None; 2],
        };
    }
    Row {
        fen: columns[0].to_owned(),
        board: board(&hypermate::variant::CHESS, columns[0]),
        moves: columns[1].parse().expect("a number of moves"),
        keys: keys(columns[2]),
        shortest: count(columns[3]),
        rivals: [columns[4], columns[5]].map(|text| text.parse().ok()),
    }
}

/// The board of a FEN of this variant.
pub fn board(variant: &'static Variant, fen: &str) -> Board {
    Board::new(&setup(variant, fen)).unwrap_or_else(|flaws| panic!("{fen}: {flaws:?}"))
}

/// The setup of a FEN; a cube's length is its number of boards.
pub fn setup(variant: &'static Variant, fen: &str) -> Setup {
    let fields: Vec<&str> = fen.split(' ').collect();
    let boards: Vec<&str> = fields[0].split('|').collect();
    let shape = match variant.name {
        "cube" => Shape::new(&[boards.len(); 3]).expect("a cube"),
        _ => variant.usual_shape(),
    };
    let mut setup = Setup::empty(variant, shape);
    let plane = shape.side(0) * shape.side(1);
    for (level, text) in boards.iter().enumerate() {
        for (down, rank) in text.split('/').enumerate() {
            let mut at = level * plane + (shape.side(1) - 1 - down) * shape.side(0);
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(run) => at += run as usize,
                    None => {
                        setup.put(Square::new(at), Piece::from_letter(letter));
                        at += 1;
                    }
                }
            }
        }
    }
    setup.side = if fields[1] == "b" { Side::Black } else { Side::White };
    if variant.castling {
        setup.castling = castling(fields[2]);
        setup.en_passant =
            shape.iter().find(|&at| Naming::new(variant, &shape).square(at) == fields[3]);
    }
    setup
}

fn castling(letters: &str) -> Castling {
    let mut castling = Castling::NONE;
    for letter in letters.chars().filter(|&letter| letter != '-') {
        let side = if letter.is_uppercase() { Side::White } else { Side::Black };
        castling.grant(side, letter.eq_ignore_ascii_case(&'k'));
    }
    castling
}

/// A move as the files write it.
pub fn written(board: &Board, mv: Move) -> String {
    let naming = board.naming();
    let (from, to) = (naming.square(mv.from), naming.square(mv.to));
    if board.variant().name == "chess" {
        let promotion =
            mv.promotion.map_or(String::new(), |kind| kind.letter().to_lowercase().to_string());
        return format!("{from}{to}{promotion}");
    }
    let captures = board.piece(mv.to).is_some() || mv.special == Special::EnPassant;
    let promotion = mv.promotion.map_or(String::new(), |kind: Kind| format!("={}", kind.letter()));
    format!("{from}{}{to}{promotion}", if captures { "x" } else { "-" })
}
