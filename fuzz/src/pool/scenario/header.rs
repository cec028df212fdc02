//! The layout of the header, its decoding, and the exact inverse.

use super::code::{self, code_of};
use super::limits::{DUPLICATES, FURTHER_ROLES, ROLES_ASKED_MAX};
use super::{Company, HEADER_BYTES, OpcodeMask, Supply, VERSION, WIDE_VERSION};
use crate::pool::observation::{
    DiagnosticPolicy, DrainPolicy, Lease, PoolSetup, Role, SequencePlan, Sequences, Timing,
};

/// The bytes of a header.
pub(super) type Header = [u8; HEADER_BYTES];

/// Where each field stands. Bytes that no name covers are reserved: ignored, and written as zero.
pub(super) mod at {
    pub(crate) const VERSION: usize = 0;
    pub(crate) const COMPANY: usize = 1;
    /// Three bytes, least significant first.
    pub(crate) const DISABLED: usize = 2;
    pub(crate) const IDENTITY: usize = 5;
    pub(crate) const ROLE_COUNT: usize = 6;
    pub(crate) const ROLE_ORDER: usize = 7;
    pub(crate) const DUPLICATE: usize = 8;
    pub(crate) const ACTIVATION_LIMIT: usize = 9;
    pub(crate) const ELIGIBILITY: usize = 10;
    pub(crate) const REACTION: usize = 11;
    pub(crate) const BUDGET: usize = 12;
    pub(crate) const WINDOW: usize = 13;
    pub(crate) const TIMING: usize = 14;
    pub(crate) const DELAY: usize = 15;
    pub(crate) const CAP: usize = 16;
    pub(crate) const RECOVERY_ORDINAL_MAX: usize = 17;
    pub(crate) const BACKLOG: usize = 18;
    pub(crate) const INTERRUPTION: usize = 19;
    pub(crate) const DRAIN: usize = 20;
    pub(crate) const DEADLINE: usize = 21;
    pub(crate) const DIAGNOSTICS: usize = 22;
    pub(crate) const ROUTE: usize = 23;
    pub(crate) const FACTORY: usize = 24;
    /// Reserved but for version 2.
    pub(crate) const FURTHER_ROLES: usize = 25;
    /// Ten pairs of shape and parameter, in the order of [`Sequences`](super::Sequences).
    pub(crate) const SEQUENCES: usize = 28;
}

/// The company that a header names.
pub(super) fn company(header: &Header) -> Company {
    code::company(header[at::COMPANY])
}

/// The opcodes that a header disables.
pub(super) fn disabled(h: &Header) -> OpcodeMask {
    let [low, middle, high] = [h[at::DISABLED], h[at::DISABLED + 1], h[at::DISABLED + 2]];
    OpcodeMask::from_bits(u32::from_le_bytes([low, middle, high, 0]))
}

/// The construction choices of a header.
pub(super) fn setup(h: &Header) -> PoolSetup {
    let further = code::further_roles(h[at::VERSION], h[at::FURTHER_ROLES]);
    let role_count = code::roles_in_all(code::role_count(h[at::ROLE_COUNT]), further);
    PoolSetup {
        identity: code::identity(h[at::IDENTITY]),
        roles: code::roles(role_count, h[at::ROLE_ORDER], h[at::DUPLICATE]),
        role_count,
        activation_limit: code::activation_limit(h[at::ACTIVATION_LIMIT]),
        eligibility: code::eligibility(h[at::ELIGIBILITY]),
        reaction: code::reaction(h[at::REACTION]),
        budget_charges_max: code::budget(h[at::BUDGET]),
        budget_window: code::window(h[at::WINDOW]),
        timing: code::timing(h[at::TIMING], h[at::DELAY], h[at::CAP]),
        recovery_ordinal_max: code::recovery_ordinal_max(h[at::RECOVERY_ORDINAL_MAX]),
        backlog_capacity: code::backlog(h[at::BACKLOG]),
        interruption: code::interruption(h[at::INTERRUPTION]),
        drain: code::drain(h[at::DRAIN], h[at::DEADLINE]),
        diagnostics: code::diagnostics(h[at::DIAGNOSTICS], h[at::ROUTE]),
        sequences: sequences(h),
        factory_rejects_at: code::factory_rejects_at(h[at::FACTORY]),
    }
}

/// The construction choices of a header that asks for `count` roles instead, and for none on top.
pub(super) fn with_roles(mut header: Header, count: u8) -> PoolSetup {
    header[at::VERSION] = VERSION;
    header[at::ROLE_COUNT] = code_of(count, code::role_count);
    setup(&header)
}

fn sequences(header: &Header) -> Sequences {
    let plan = |index: usize| {
        let place = at::SEQUENCES + 2 * index;
        code::supply(header[place]).plan(header[place + 1])
    };
    Sequences {
        job: plan(0),
        admission: plan(1),
        assignment: plan(2),
        completion: plan(3),
        activation: plan(4),
        recovery: plan(5),
        birth: plan(6),
        timer: plan(7),
        shutdown: plan(8),
        diagnostic: plan(9),
    }
}

/// The canonical header: of all headers that say the same, the one with the smallest codes. What
/// no header can say is written as the benign choice.
pub(super) fn encode(setup: &PoolSetup, company: Company, disabled: OpcodeMask) -> Header {
    let mut header = [0; HEADER_BYTES];
    header[at::VERSION] = VERSION;
    header[at::COMPANY] = code_of(company, code::company);
    let [low, middle, high, _] = disabled.bits().to_le_bytes();
    header[at::DISABLED..at::DISABLED + 3].copy_from_slice(&[low, middle, high]);
    encode_members(setup, &mut header);
    encode_recovery(setup, &mut header);
    encode_service(setup, &mut header);
    encode_sequences(&setup.sequences, &mut header);
    header
}

fn encode_members(setup: &PoolSetup, h: &mut Header) {
    h[at::IDENTITY] = code_of(setup.identity, code::identity);
    encode_role_count(setup.role_count, h);
    let repeat = code_of(duplicate_of(setup.roles()), code::duplicate);
    h[at::DUPLICATE] = repeat;
    h[at::ROLE_ORDER] = code_of(true, |order| is_order_of(setup, order, repeat));
    h[at::ACTIVATION_LIMIT] = code_of(setup.activation_limit, code::activation_limit);
    h[at::FACTORY] = code_of(setup.factory_rejects_at, code::factory_rejects_at);
}

/// Only a wide pool needs the wide version.
fn encode_role_count(in_all: u8, h: &mut Header) {
    let asked = |further: &u8| in_all.checked_sub(*further).filter(|count| is_asked(*count));
    let further = FURTHER_ROLES.into_iter().find(|further| asked(further).is_some()).unwrap_or(0);
    h[at::ROLE_COUNT] = code_of(in_all - further, code::role_count);
    if further > 0 {
        h[at::VERSION] = WIDE_VERSION;
        h[at::FURTHER_ROLES] = code_of(further, |code| code::further_roles(WIDE_VERSION, code));
    }
}

/// Whether this many roles can be asked for, none on top.
fn is_asked(count: u8) -> bool {
    (1..=ROLES_ASKED_MAX).contains(&count)
}

/// Whether these are the roles of a declaration order. Most orders differ in their first label.
fn is_order_of(setup: &PoolSetup, order: u8, repeat: u8) -> bool {
    let first = usize::from(setup.role_count > 0);
    let starts = setup.roles[..first].iter().all(|role| *role == code::label(order, 0));
    starts && setup.roles == code::roles(setup.role_count, order, repeat)
}

/// The first position that repeats an earlier one.
fn duplicate_of(roles: &[Role]) -> Option<(u8, u8)> {
    DUPLICATES.into_iter().find(|(position, earlier)| {
        let repeated = roles.get(usize::from(*position));
        repeated.is_some() && repeated == roles.get(usize::from(*earlier))
    })
}

fn encode_recovery(setup: &PoolSetup, h: &mut Header) {
    h[at::ELIGIBILITY] = code_of(setup.eligibility, code::eligibility);
    h[at::REACTION] = code_of(setup.reaction, code::reaction);
    h[at::BUDGET] = code_of(setup.budget_charges_max, code::budget);
    h[at::WINDOW] = code_of(setup.budget_window, code::window);
    h[at::RECOVERY_ORDINAL_MAX] = code_of(setup.recovery_ordinal_max, code::recovery_ordinal_max);
    let (kind, delay, max) = match setup.timing {
        Timing::Immediate => return,
        Timing::Constant { delay } => (1, delay, None),
        Timing::Linear { delay, max } => (2, delay, Some(max)),
        Timing::Doubling { delay, max } => (3, delay, Some(max)),
    };
    h[at::TIMING] = kind;
    h[at::DELAY] = code_of(delay, code::delay);
    h[at::CAP] = max.map_or(0, |max| code_of(max, |cap| code::cap(cap, delay)));
}

fn encode_service(setup: &PoolSetup, h: &mut Header) {
    h[at::BACKLOG] = code_of(setup.backlog_capacity, code::backlog);
    h[at::INTERRUPTION] = code_of(setup.interruption, code::interruption);
    if let DrainPolicy::RetireActorGraphAfter { deadline } = setup.drain {
        h[at::DRAIN] = 1;
        h[at::DEADLINE] = code_of(deadline, code::deadline);
    }
    match setup.diagnostics {
        DiagnosticPolicy::DeliverTo { route } => h[at::ROUTE] = route,
        DiagnosticPolicy::Terminate => h[at::DIAGNOSTICS] = 3,
    }
}

fn encode_sequences(sequences: &Sequences, header: &mut Header) {
    let s = sequences;
    let plans = [
        s.job,
        s.admission,
        s.assignment,
        s.completion,
        s.activation,
        s.recovery,
        s.birth,
        s.timer,
        s.shutdown,
        s.diagnostic,
    ];
    for (index, plan) in plans.into_iter().enumerate() {
        let (supply, k) = supply_of(plan);
        header[at::SEQUENCES + 2 * index] = code_of(supply, code::supply);
        header[at::SEQUENCES + 2 * index + 1] = k;
    }
}

/// The first shape, with its smallest parameter, whose plan this is; plenty if there is none.
fn supply_of(plan: SequencePlan) -> (Supply, u8) {
    let Lease { first, last } = plan.lease;
    // The lease of every scarce shape holds one ordinal more than its parameter.
    let scarce = u8::try_from(last.saturating_sub(first)).ok().and_then(|k| {
        let supply = Supply::SCARCE.into_iter().find(|supply| supply.plan(k) == plan)?;
        Some((supply, k))
    });
    scarce.unwrap_or((Supply::Plenty, code_of(plan, |k| Supply::Plenty.plan(k))))
}
