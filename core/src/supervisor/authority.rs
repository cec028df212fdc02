//! The affine authority to call one accepted start or replacement back.

use super::{OperationId, SupervisorProtocol};
use core::fmt;

/// Whoever owns it may cancel its operation. It has no public constructor, cannot be copied and
/// shows nothing. Every answer to a cancel gives it back.
///
/// ```compile_fail,E0451
/// # use actor_laws::supervisor::{CancelAuthority, OperationId, SupervisorProtocol};
/// fn forge<P: SupervisorProtocol>(key: P::Key, operation: OperationId) -> CancelAuthority<P> {
///     CancelAuthority { key, operation }
/// }
/// ```
/// ```compile_fail,E0616
/// # use actor_laws::supervisor::{CancelAuthority, SupervisorProtocol};
/// fn look<P: SupervisorProtocol>(authority: &CancelAuthority<P>) -> &P::Key {
///     &authority.key
/// }
/// ```
/// ```compile_fail,E0277
/// # use actor_laws::supervisor::{CancelAuthority, SupervisorProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: SupervisorProtocol>() {
///     copied::<CancelAuthority<P>>()
/// }
/// ```
/// ```compile_fail,E0382
/// # use actor_laws::supervisor::{CancelAuthority, CancelCommand, SupervisorProtocol};
/// fn twice<P: SupervisorProtocol>(
///     authority: CancelAuthority<P>,
///     reply: P::ReplyRoute,
///     again: P::ReplyRoute,
/// ) -> [CancelCommand<P>; 2] {
///     [CancelCommand { authority, reply }, CancelCommand { authority, reply: again }]
/// }
/// ```
#[must_use = "an authority that is dropped can never cancel its operation"]
pub struct CancelAuthority<P: SupervisorProtocol> {
    pub(super) key: P::Key,
    pub(super) operation: OperationId,
}

impl<P: SupervisorProtocol> fmt::Debug for CancelAuthority<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CancelAuthority")
    }
}
