//! STUB of the scenario's text form.

/// Stub.
#[derive(Debug)]
pub struct Scenario(Vec<u8>);

/// Stub.
#[derive(Debug)]
pub struct TextError;

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("line 1: write hex digits")
    }
}

impl Scenario {
    /// Stub.
    pub fn decode(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
    /// Stub.
    pub fn encode(&self) -> Vec<u8> {
        self.0.clone()
    }
    /// Stub.
    pub fn to_text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}\n")).collect()
    }
    /// Stub.
    pub fn parse_text(text: &str) -> Result<Self, TextError> {
        let byte = |line| u8::from_str_radix(line, 16).map_err(|_| TextError);
        text.lines().map(byte).collect::<Result<_, _>>().map(Self)
    }
}
