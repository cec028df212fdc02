//! The text form says what the bytes say, and what is wrong with a text.

use super::random_bytes;
use actor_laws_fuzz::pool::scenario::{HEADER_BYTES, Opcode, Prng, Scenario, Step, TextError};

#[test]
fn texts_parse_back_to_the_same_bytes() {
    let mut rng = Prng::new(6);
    for _ in 0..2_000 {
        let scenario = Scenario::decode(&random_bytes(&mut rng));
        let text = scenario.to_text();
        let parsed = Scenario::parse_text(&text).expect("what is printed can be read");
        assert_eq!(parsed.encode(), scenario.encode(), "{text}");
    }
}

#[test]
fn each_header_byte_can_be_printed_and_read() {
    for at in 0..HEADER_BYTES {
        for value in (0..=15).chain(24..=32).chain(238..=255) {
            let mut bytes = [3; HEADER_BYTES];
            bytes[at] = value;
            let scenario = Scenario::decode(&bytes);
            assert_eq!(Scenario::parse_text(&scenario.to_text()), Ok(scenario));
        }
    }
}

#[test]
fn a_text_may_be_short_and_have_comments() {
    let text = "# a comment\n\nversion 1\nbacklog 0 # none waits\nroles 2\nsubmit\nsettle 1 2 3\n";
    let scenario = Scenario::parse_text(text).expect("a legal text");
    assert_eq!((scenario.setup.backlog_capacity, scenario.setup.role_count), (0, 2));
    let submit = Step { opcode: Opcode::Submit, a: 0, b: 0, c: 0 };
    let settle = Step { opcode: Opcode::Settle, a: 1, b: 2, c: 3 };
    assert_eq!(scenario.steps, [submit, settle]);
}

#[test]
fn a_text_of_the_wide_version_can_have_further_roles() {
    let roles = |text: &str| Scenario::parse_text(text).map(|wide| wide.setup.roles().len());
    assert_eq!(roles("version 2\nroles 6\nfurther-roles 58"), Ok(64));
    assert_eq!(roles("version 2\nfurther-roles 124\nroles 5"), Ok(129));
    assert_eq!(roles("version 2\nroles 5"), Ok(5));
}

#[track_caller]
fn assert_refused(text: &str, line: usize, expected: &str) {
    match Scenario::parse_text(text) {
        Ok(scenario) => panic!("read as {scenario:?}"),
        Err(TextError { line: at, expected: told }) => {
            assert_eq!(at, line, "{told}");
            assert!(told.contains(expected), "{told:?} does not tell {expected:?}");
        }
    }
}

#[test]
fn an_error_names_the_line_and_what_to_write() {
    assert_refused("", 1, "`version 1` as the first line");
    assert_refused("\n\nsubmit 0 0 0", 3, "`version 1` as the first line");
    assert_refused("roles 1\nversion 1", 1, "`version 1` as the first line");
    assert_refused("version 3", 1, "`version` with one of 1, 2");
    let further = "`version 2` as the first line, for `further-roles`";
    assert_refused("version 1\nfurther-roles 58", 2, further);
    assert_refused("further-roles 58\nversion 2", 1, "`version 1` as the first line");
    assert_refused("version 1\nbacklog 9", 2, "`backlog` with one of 4, 5, 6, 7, 8, 0, 1, 2, 3");
    assert_refused("version 1\nbacklog", 2, "1 word(s) after `backlog`");
    assert_refused("version 1\nsequence-job exhausts", 2, "2 word(s) after `sequence-job`");
    assert_refused("version 1\nroles 2\nroles 2", 3, "`roles` only once");
    assert_refused("version 1\nsubmit\nroles 2", 3, "belongs before the first step");
    assert_refused("version 1\nsubmit 256", 2, "a number from 0 to 255 as operand a");
    assert_refused("version 1\nsubmit 0 x", 2, "as operand b");
    assert_refused("version 1\nsubmit 0 0 0 0", 2, "at most three operands after `submit`");
    assert_refused("version 1\nsubmits", 2, "settle-oldest");
    assert_refused("version 1\ndisabled nothing", 2, "names of opcodes after `disabled`");
    let error = TextError { line: 7, expected: "a step".to_owned() };
    assert_eq!(error.to_string(), "line 7: expected a step");
}

#[test]
fn steps_stand_in_fixed_columns() {
    let mut rng = Prng::new(7);
    let bytes: Vec<u8> = (0..HEADER_BYTES + 400).map(|_| rng.byte()).collect();
    for step in Scenario::decode(&bytes).steps {
        assert_eq!(step.to_string().len(), 33, "{step}");
    }
}
