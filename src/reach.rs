//! Where a single piece could go, kings and checks aside: what people mean when
//! they ask how a piece moves.

use crate::geometry::Game;
use crate::piece::{Kind, Piece};
use crate::shape::Square;
use crate::squares::SquareSet;

impl<const W: usize> Game<W> {
    /// The squares to which `piece` could move from `from` among `friends` and
    /// `enemies`: steps and captures, whatever becomes of its king. What stands
    /// on `from` itself does not matter.
    pub fn destinations(
        &self,
        piece: Piece,
        from: Square,
        friends: SquareSet<W>,
        enemies: SquareSet<W>,
    ) -> SquareSet<W> {
        let occupied = (friends | enemies).without(SquareSet::of(from));
        let attacks = self.attacks(piece.side, piece.kind, from, occupied);
        match piece.kind {
            Kind::Pawn => self.steps(piece, from, occupied) | attacks & enemies,
            _ => attacks.without(friends),
        }
    }

    /// The squares to which a pawn could step.
    fn steps(&self, pawn: Piece, from: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        let rules = self.pawns(pawn.side);
        let pawn = SquareSet::of(from);
        let mut reached = SquareSet::EMPTY;
        for step in &rules.pushes {
            let once = step.apply(pawn).without(occupied);
            reached |= once;
            if pawn.meets(rules.double_from) {
                reached |= step.apply(once).without(occupied);
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Side;
    use crate::shape::Shape;
    use crate::variant::{CHESS, TESSERACT, Variant};

    fn alone(variant: &'static Variant, letter: char, at: &[usize]) -> u32 {
        let game = Game::<1>::new(variant, variant.usual_shape()).unwrap();
        let from = game.shape().square(at).unwrap();
        let piece = Piece::from_letter(letter).unwrap();
        game.destinations(piece, from, SquareSet::EMPTY, SquareSet::EMPTY).len()
    }

    #[test]
    fn a_piece_alone_reaches_as_many_squares_as_published() {
        let from_b2 = |letter| alone(&TESSERACT, letter, &[1, 1, 0, 0]);
        assert_eq!("RBQKN".chars().map(from_b2).collect::<Vec<_>>(), [8, 14, 38, 35, 8]);
    }

    #[test]
    fn a_pawn_steps_and_captures() {
        assert_eq!(alone(&CHESS, 'P', &[4, 1]), 2);
        assert_eq!(alone(&CHESS, 'p', &[4, 5]), 1);
        let game = Game::<1>::new(&CHESS, Shape::new(&[8, 8]).unwrap()).unwrap();
        let square = |file, rank| game.shape().square(&[file, rank]).unwrap();
        let pawn = Piece { side: Side::White, kind: Kind::Pawn };
        let enemies = SquareSet::of(square(3, 2)) | SquareSet::of(square(4, 3));
        let reached = game.destinations(pawn, square(4, 1), SquareSet::EMPTY, enemies);
        assert_eq!(reached, SquareSet::of(square(4, 2)) | SquareSet::of(square(3, 2)));
    }
}
