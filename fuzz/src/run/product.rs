//! Whether a product that a host may read says the same in every way of reading it.

/// The ways of reading one product.
pub(crate) struct Reading<'a, O, L> {
    /// Every operation.
    pub(crate) operations: &'a [O],
    /// The lane that an operation is of.
    pub(crate) lane_of: &'a dyn Fn(&O) -> L,
    /// The operations of one lane.
    pub(crate) lane: &'a dyn Fn(L) -> &'a [O],
    /// Whether it says how the machine ended.
    pub(crate) has_verdict: bool,
    /// Whether it calls itself empty.
    pub(crate) is_empty: bool,
}

impl<O, L: Copy + Ord> Reading<'_, O, L> {
    /// How one way of reading it contradicts another, if any does.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let count = self.operations.len();
        if self.is_empty != (count == 0 && !self.has_verdict) {
            let (empty, verdict) = (self.is_empty, self.has_verdict);
            return Some(format!("{count} operations, verdict: {verdict}, empty: {empty}"));
        }
        // Lanes of a product out of order can't be read at all; that is the breach of another law.
        if self.operations.is_sorted_by_key(self.lane_of) { self.misread_lane() } else { None }
    }

    /// The lanes, read one by one, must be the whole product.
    fn misread_lane(&self) -> Option<String> {
        let mut rest = self.operations;
        while let Some(first) = rest.first() {
            let lane = (self.lane_of)(first);
            let others = rest.iter().position(|operation| (self.lane_of)(operation) != lane);
            let (run, after) = rest.split_at(others.unwrap_or(rest.len()));
            let place = self.operations.len() - rest.len();
            if !std::ptr::eq(run, (self.lane)(lane)) {
                return Some(format!("the lane of the operation at {place} reads otherwise"));
            }
            rest = after;
        }
        None
    }
}

/// Whether values that follow each other and are of different subjects equal themselves and not each other.
pub(crate) fn are_told_apart<'a, T: PartialEq + 'a>(
    values: impl Iterator<Item = &'a T> + Clone,
) -> bool {
    let mut pairs = values.clone().zip(values.clone().skip(1));
    values.clone().all(|value| value.eq(value)) && pairs.all(|(one, other)| one.ne(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_equal_each_other_or_not_even_themselves_are_not_told_apart() {
        assert!(are_told_apart([1, 2, 1].iter()));
        assert!(!are_told_apart([1, 2, 2].iter()));
        assert!(!are_told_apart([f64::NAN].iter()));
    }

    fn contradiction<'a>(
        operations: &'a [u8],
        lane: &'a dyn Fn(u8) -> &'a [u8],
        has_verdict: bool,
        is_empty: bool,
    ) -> Option<String> {
        let lane_of = &|operation: &u8| operation / 10;
        Reading { operations, lane_of, lane, has_verdict, is_empty }.contradiction()
    }

    static PRODUCT: [u8; 4] = [10, 11, 30, 50];

    fn lane(lane: u8) -> &'static [u8] {
        let of = |operation: &u8| operation / 10 == lane;
        let start = PRODUCT.iter().position(of).unwrap_or(0);
        &PRODUCT[start..start + PRODUCT.iter().filter(|operation| of(operation)).count()]
    }

    #[test]
    fn a_product_that_reads_alike_in_every_way_is_no_contradiction() {
        assert_eq!(contradiction(&PRODUCT, &lane, false, false), None);
        assert_eq!(contradiction(&PRODUCT, &lane, true, false), None);
        assert_eq!(contradiction(&[], &lane, true, false), None);
        assert_eq!(contradiction(&[], &lane, false, true), None);
    }

    #[test]
    fn an_emptiness_that_is_none_and_one_that_is_not_told_are() {
        assert!(contradiction(&PRODUCT, &lane, false, true).is_some());
        assert!(contradiction(&[], &lane, true, true).is_some());
        assert!(contradiction(&[], &lane, false, false).is_some());
    }

    #[test]
    fn a_lane_that_lacks_an_operation_is() {
        let short = |wanted| if wanted == 1 { &PRODUCT[..1] } else { lane(wanted) };
        assert!(contradiction(&PRODUCT, &short, false, false).is_some());
        let none = |_| &PRODUCT[..0];
        assert!(contradiction(&PRODUCT, &none, false, false).is_some());
    }

    #[test]
    fn lanes_out_of_order_are_left_to_the_law_about_them() {
        assert_eq!(contradiction(&[30, 10], &|_| &PRODUCT[..0], false, false), None);
    }
}
