//! A branch of its own for each law cell, for engines that see nothing but edges.
//!
//! Rules: the rungs are told apart by an assembler comment that names the rung. It emits no instruction,
//! yet no two are alike, so the compiler can neither merge the branches nor turn them into a table.

use crate::cells::CELLS_MAX;

/// Rungs of the ladder: three hexadecimal digits.
const RUNGS: usize = 0x1000;

const _: () = assert!(CELLS_MAX <= RUNGS, "the ladder needs another digit");

/// A rung.
macro_rules! rung {
    ($($digit:literal)*) => {
        // SAFETY: the text is a comment.
        unsafe {
            std::arch::asm!(
                concat!("/* law cell ", $($digit, " ",)* "*/"),
                options(nomem, nostack, preserves_flags)
            )
        }
    };
}

/// Branches sixteen ways on a digit, and goes on with the digits so far.
macro_rules! digit {
    ($value:expr, $next:ident $(, $more:expr)?; $($digit:literal)*) => {
        match $value & 15 {
            0 => $next!($($more, rung;)? $($digit)* 0),
            1 => $next!($($more, rung;)? $($digit)* 1),
            2 => $next!($($more, rung;)? $($digit)* 2),
            3 => $next!($($more, rung;)? $($digit)* 3),
            4 => $next!($($more, rung;)? $($digit)* 4),
            5 => $next!($($more, rung;)? $($digit)* 5),
            6 => $next!($($more, rung;)? $($digit)* 6),
            7 => $next!($($more, rung;)? $($digit)* 7),
            8 => $next!($($more, rung;)? $($digit)* 8),
            9 => $next!($($more, rung;)? $($digit)* 9),
            10 => $next!($($more, rung;)? $($digit)* 10),
            11 => $next!($($more, rung;)? $($digit)* 11),
            12 => $next!($($more, rung;)? $($digit)* 12),
            13 => $next!($($more, rung;)? $($digit)* 13),
            14 => $next!($($more, rung;)? $($digit)* 14),
            _ => $next!($($more, rung;)? $($digit)* 15),
        }
    };
}

/// The two lower digits below each upper one; a function each, so that none is too large to optimize.
macro_rules! upper {
    ($cell:expr; $($digit:literal)*) => {
        match $cell >> 8 {
            $($digit => {
                #[inline(never)]
                fn lower(cell: usize) {
                    digit!(cell >> 4, digit, cell; $digit)
                }
                lower($cell);
            })*
            _ => {}
        }
    };
}

/// Takes the branch of a cell.
#[inline(never)]
pub(super) fn touch(cell: usize) {
    upper!(cell; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}
