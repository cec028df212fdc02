//! The independent pool oracle.
