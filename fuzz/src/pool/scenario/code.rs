//! What one header byte means: a total function from byte to value for each field.
//!
//! Byte zero is always the benign choice; the invalid constructions sit at the rare upper end.
//! There is no second table for the way back: the inverse is a search ([`code_of`]), so it cannot
//! disagree with the meaning.

use super::limits::*;
use super::{Company, Supply};
use crate::pool::observation::{
    DiagnosticPolicy, DrainPolicy, Eligibility, Interruption, Labels, Reaction, Role, Timing,
};

/// The smallest byte that means `value`; 0 if none does.
pub(super) fn code_of<T: PartialEq>(value: T, meaning: impl Fn(u8) -> T) -> u8 {
    (0..=u8::MAX).find(|code| meaning(*code) == value).unwrap_or(0)
}

fn entry<T: Copy, const N: usize>(table: &[T; N], code: u8) -> T {
    table[usize::from(code) % N]
}

/// Who runs beside the judged pool.
pub(super) fn company(code: u8) -> Company {
    Company { twin: code & 1 == 0, foreign: code & 2 != 0 }
}

/// The instance identity: 1 to 254, and both ends of its type.
pub(super) fn identity(code: u8) -> u32 {
    match code {
        254 => 0,
        255 => u32::MAX,
        _ => u32::from(code) + 1,
    }
}

/// How many roles are declared, those of a wide pool that come on top not counted.
pub(super) fn role_count(code: u8) -> u8 {
    if code == u8::MAX { 0 } else { code % ROLES_ASKED_MAX + 1 }
}

/// How many roles are declared on top, under this version of the encoding.
pub(super) fn further_roles(version: u8, code: u8) -> u8 {
    if version == WIDE_VERSION { entry(&FURTHER_ROLES, code) } else { 0 }
}

/// How many roles are declared in all: none are on top of none.
pub(super) fn roles_in_all(count: u8, further: u8) -> u8 {
    if count == 0 { 0 } else { count + further }
}

/// The label at `position` under declaration order `code`: 7 starts times 6 strides, and beyond them
/// from the largest label down. None is its own position, and the further ones are no positions at all.
pub(super) fn label(code: u8, position: usize) -> Role {
    if let Some(further) = position.checked_sub(usize::from(ROLES_ASKED_MAX)) {
        return u8::try_from(further).map_or(0, |further| u8::MAX - further);
    }
    let start = usize::from(code) % LABELS.len();
    let stride = usize::from(code) / LABELS.len() % (LABELS.len() - 1) + 1;
    LABELS[(start + position * stride) % LABELS.len()]
}

/// Which position repeats which earlier one.
pub(super) fn duplicate(code: u8) -> Option<(u8, u8)> {
    let rare = u8::MAX - (DUPLICATES.len() as u8 - 1);
    code.checked_sub(rare).map(|index| entry(&DUPLICATES, index))
}

/// The declared labels; positions past the last one are zero.
pub(super) fn roles(count: u8, order: u8, repeat: u8) -> Labels {
    let mut roles = Labels::of((0..usize::from(count)).map(|position| label(order, position)));
    if let Some((position, earlier)) = duplicate(repeat)
        && position < count
    {
        roles[usize::from(position)] = roles[usize::from(earlier)];
    }
    roles
}

/// Activations in flight at once.
pub(super) fn activation_limit(code: u8) -> u8 {
    if code == u8::MAX { 0 } else { code % ACTIVATION_LIMIT_MAX + 1 }
}

/// Which stops lead to recovery.
pub(super) fn eligibility(code: u8) -> Eligibility {
    entry(&[Eligibility::Permanent, Eligibility::Transient, Eligibility::Temporary], code)
}

/// What answers a failure.
pub(super) fn reaction(code: u8) -> Reaction {
    entry(&[Reaction::RetireRole, Reaction::StopPool], code)
}

/// Charges of the restart budget in one window.
pub(super) fn budget(code: u8) -> u32 {
    entry(&BUDGETS, code)
}

/// The length of the restart window.
pub(super) fn window(code: u8) -> u64 {
    entry(&WINDOWS, code)
}

/// The restart delay.
pub(super) fn delay(code: u8) -> u64 {
    if code == u8::MAX { 0 } else { entry(&DELAYS, code) }
}

/// The cap of a growing `delay`.
pub(super) fn cap(code: u8, delay: u64) -> u64 {
    if code == u8::MAX {
        delay.saturating_sub(1)
    } else {
        delay.saturating_mul(entry(&CAP_MULTIPLES, code))
    }
}

/// When a recovery's creation goes out.
pub(super) fn timing(kind: u8, delay_code: u8, cap_code: u8) -> Timing {
    let delay = delay(delay_code);
    let max = cap(cap_code, delay);
    match kind % 4 {
        0 => Timing::Immediate,
        1 => Timing::Constant { delay },
        2 => Timing::Linear { delay, max },
        _ => Timing::Doubling { delay, max },
    }
}

/// The largest recovery ordinal: a quarter of the codes names a small one.
pub(super) fn recovery_ordinal_max(code: u8) -> u32 {
    let slot = usize::from(code) % (4 * RECOVERY_ORDINALS.len() - 4);
    RECOVERY_ORDINALS.get(slot).copied().unwrap_or(RECOVERY_ORDINALS[0])
}

/// Jobs that may wait.
pub(super) fn backlog(code: u8) -> u32 {
    u32::from((code % BACKLOGS + BACKLOG_BENIGN) % BACKLOGS)
}

/// What becomes of a job whose worker stopped.
pub(super) fn interruption(code: u8) -> Interruption {
    entry(&[Interruption::Fail, Interruption::Retry], code)
}

/// How long a drain may take.
pub(super) fn drain(kind: u8, deadline_code: u8) -> DrainPolicy {
    if kind.is_multiple_of(2) {
        return DrainPolicy::WaitForActorGraph;
    }
    DrainPolicy::RetireActorGraphAfter { deadline: deadline(deadline_code) }
}

/// Ticks that a drain may take.
pub(super) fn deadline(code: u8) -> u64 {
    if code == u8::MAX { 0 } else { entry(&DEADLINES, code) }
}

/// Where diagnostics go.
pub(super) fn diagnostics(kind: u8, route: u8) -> DiagnosticPolicy {
    if kind % 4 == 3 { DiagnosticPolicy::Terminate } else { DiagnosticPolicy::DeliverTo { route } }
}

/// Which role the factory rejects at construction.
pub(super) fn factory_rejects_at(code: u8) -> Option<u8> {
    code.checked_sub(u8::MAX - (ROLES_ASKED_MAX - 1))
}

/// How a sequence behaves: plentiful for three codes of four.
pub(super) fn supply(code: u8) -> Supply {
    match (code % SUPPLY_CODES).checked_sub(SUPPLY_SCARCE_FROM) {
        Some(index) => entry(&Supply::SCARCE, index),
        None => Supply::Plenty,
    }
}
