//! How squares are called, for people: `c2(I)`, `a1[0,1]`, `Aa1`, `e4`.
//!
//! Writing only; the readers of names stand in [`crate::notation`].

use crate::shape::{Shape, Square};
use crate::variant::{SquareStyle, Variant};

/// The names of the squares of one board.
#[derive(Clone, Copy, Debug)]
pub struct Naming {
    shape: Shape,
    style: SquareStyle,
}

impl Naming {
    /// The names that a variant uses on a board of this shape. Styles made for
    /// three axes give way to brackets on other boards.
    pub fn new(variant: &Variant, shape: &Shape) -> Self {
        let style = if shape.axes() == 3 { variant.squares } else { SquareStyle::Brackets };
        Self { shape: *shape, style }
    }

    /// The style in use.
    pub fn style(&self) -> SquareStyle {
        self.style
    }

    /// The shape of the board named.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The name of a square.
    pub fn square(&self, square: Square) -> String {
        let at = self.shape.coord(square);
        let plane = format!("{}{}", file(at[0].into()), at[1] + 1);
        match self.style {
            SquareStyle::Roman => format!("{plane}({})", roman(usize::from(at[2]) + 1)),
            SquareStyle::Level => format!("{}{plane}", file(at[2].into()).to_ascii_uppercase()),
            SquareStyle::Brackets if self.shape.axes() == 2 => plane,
            SquareStyle::Brackets => {
                let outer: Vec<String> = at.as_slice()[2..].iter().map(u16::to_string).collect();
                format!("{plane}[{}]", outer.join(","))
            }
        }
    }
}

/// The name of a file, counted from 0: `a` … `z`, then `aa`, `ab` … as in
/// spreadsheets.
pub fn file(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (index % 26) as u8);
        if index < 26 {
            break;
        }
        index = index / 26 - 1;
    }
    letters.reverse();
    letters.into_iter().map(char::from).collect()
}

/// A number from 1 to 3999 in Roman numerals.
pub fn roman(mut number: usize) -> String {
    const NUMERALS: [(usize, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut text = String::new();
    for (value, numeral) in NUMERALS {
        while number >= value {
            text.push_str(numeral);
            number -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT};

    #[test]
    fn each_variant_names_squares_its_own_way() {
        let name = |variant: &'static Variant, shape: &str, at: &[usize]| {
            let shape: Shape = shape.parse().unwrap();
            Naming::new(variant, &shape).square(shape.square(at).unwrap())
        };
        assert_eq!(name(&TESSERACT, "4x4x2x2", &[0, 0, 0, 1]), "a1[0,1]");
        assert_eq!(name(&CUBE, "3x3x3", &[2, 1, 0]), "c2(I)");
        assert_eq!(name(&CUBE, "12x12x12", &[11, 11, 8]), "l12(IX)");
        assert_eq!(name(&RAUMSCHACH, "5x5x5", &[0, 0, 0]), "Aa1");
        assert_eq!(name(&CHESS, "8x8", &[4, 3]), "e4");
        assert_eq!(name(&CHESS, "60x8", &[27, 0]), "ab1");
        assert_eq!(name(&TESSERACT, "4x4x4", &[0, 1, 2]), "a2[2]");
    }

    #[test]
    fn files_go_on_as_in_spreadsheets() {
        assert_eq!(
            [0, 25, 26, 51, 52, 701, 702].map(file),
            ["a", "z", "aa", "az", "ba", "zz", "aaa"]
        );
    }
}
