//! The shrinking of one input that is given.

use super::hunt::hexadecimal;
use super::{Arguments, Order, corpus};
use crate::engine::{Subject, shrink_further};
use crate::family::Family;
use serde::Serialize;

/// What a given input was shrunk to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shortened {
    /// How the input fails; not at all, if there is none.
    pub before: Option<Verdict>,
    /// How what it was shrunk to fails.
    pub after: Option<Verdict>,
    /// The bytes of what it was shrunk to, as lower-case hexadecimal digits.
    pub bytes: String,
}

/// How an input fails, and how long it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The stable name of the law.
    pub law: &'static str,
    /// `wrong`, `lost` or `stuck`.
    pub kind: String,
    /// Steps of the input; one that is cut short is a step.
    pub steps: usize,
    /// Bytes of the input.
    pub length: usize,
}

/// Shrinks the input that is ordered, as far as so many tries in vain allow.
///
/// # Errors
///
/// Why it could not be run: an unknown target or an unreadable file.
pub fn shorten(arguments: &Arguments) -> Result<Shortened, String> {
    let Order::Shrink { target, input, tries } = &arguments.order else {
        return Err("no shrinking is ordered".to_owned());
    };
    let mut subject = arguments.subject(target)?;
    let found = corpus::load(input, subject.target().family)?;
    let least = shrink_further(&mut subject, &found, *tries);
    let (before, after) = (judge(&mut subject, &found), judge(&mut subject, &least));
    Ok(Shortened { before, after, bytes: hexadecimal(&least) })
}

fn judge(subject: &mut Subject, bytes: &[u8]) -> Option<Verdict> {
    let Family { header_bytes, step_bytes, .. } = *subject.target().family;
    let failure = subject.run_guarded(bytes).err()?;
    let length = bytes.len();
    let steps = length.saturating_sub(header_bytes).div_ceil(step_bytes);
    Some(Verdict { law: failure.law, kind: failure.kind.to_string(), steps, length })
}
