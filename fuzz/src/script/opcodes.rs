//! The table that declares the opcodes of a family.

use super::Opcode;

/// What an opcode does to a run as a whole; the generator goes by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Nothing happens without it.
    Progress,
    /// An ordinary event of the machine's life.
    Event,
    /// A wrong fact, or a host that does not do its duty.
    Fault,
    /// It ends the part of the run that others need, or has an effect only once.
    Suppressor,
}

/// What an operand is, with its name; the generator draws by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Nothing: zero.
    Unused,
    /// Chooses among what is there, modulo its number: mostly one of the first few.
    Index(&'static str),
    /// Chooses an outcome; zero is the one that lets the machine go on.
    Outcome(&'static str),
    /// A detail that changes little: a reason, a route. Zero to seven.
    Detail(&'static str),
    /// Ticks that pass, zero in most cases.
    Ticks(&'static str),
    /// By how much a number of ticks is shifted left.
    Shift(&'static str),
    /// Any byte.
    Any(&'static str),
}

impl Operand {
    /// Its name; empty if it is unused.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unused => "",
            Self::Index(name)
            | Self::Outcome(name)
            | Self::Detail(name)
            | Self::Ticks(name)
            | Self::Shift(name)
            | Self::Any(name) => name,
        }
    }
}

/// The columns of an opcode's row beside its name.
pub trait Rows: Opcode {
    /// What it does to a run as a whole.
    fn class(self) -> Class;

    /// What its operands are.
    fn operands(self) -> [Operand; 3];
}

/// Declares the opcodes of a family: an enum with [`Opcode`] and [`Rows`].
///
/// One row an opcode: variant, stable name, [`Class`], the three [`Operand`]s. Rows are append-only, the
/// first one must be `SettleOldest`, and there are at most 32.
///
/// ```
/// actor_laws_fuzz::opcodes! {
///     /// What a step does.
///     pub enum Opcode {
///         /// The host settles its oldest obligation.
///         SettleOldest = "settle-oldest", Progress, [Unused, Unused, Unused];
///         /// Settles an obligation.
///         Settle = "settle", Progress, [Index("obligation"), Outcome("outcome"), Detail("reason")];
///     }
/// }
/// ```
#[macro_export]
macro_rules! opcodes {
    (
        $(#[$about:meta])*
        $visibility:vis enum $Opcode:ident {
            $(
                $(#[$doc:meta])*
                $Variant:ident = $name:literal, $class:ident, [$($operand:expr),* $(,)?];
            )*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        $visibility enum $Opcode {
            $($(#[$doc])* $Variant,)*
        }

        impl $crate::script::Opcode for $Opcode {
            const ALL: &'static [Self] = {
                assert!($Opcode::SettleOldest as u8 == 0, "opcode zero settles the oldest");
                &[$(Self::$Variant,)*]
            };

            fn number(self) -> u8 {
                self as u8
            }

            fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)*
                }
            }
        }

        impl $crate::script::Rows for $Opcode {
            fn class(self) -> $crate::script::Class {
                match self {
                    $(Self::$Variant => $crate::script::Class::$class,)*
                }
            }

            fn operands(self) -> [$crate::script::Operand; 3] {
                #[allow(unused_imports, reason = "a table need not use every kind of operand")]
                use $crate::script::Operand::{Any, Detail, Index, Outcome, Shift, Ticks, Unused};
                match self {
                    $(Self::$Variant => [$($operand),*],)*
                }
            }
        }
    };
}
