//! What one header byte means: one choice out of a list, for each field.
//!
//! Rules: every byte means something. The common choices share the lower bytes, modulo their number,
//! so byte zero is the first one, which is the benign one. The rare choices (invalid constructions, ends of
//! a type) have one byte each, from the top down. So canonical bytes keep their meaning when a choice is
//! appended to either list; both are append-only. No word stands twice in a field.

/// One header byte: its key in the text form, and its choices.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key of its line: letters and hyphens, at most 22.
    pub key: &'static str,
    /// The common choices, the benign one first; there must be one.
    pub common: Words,
    /// The rare choices.
    pub rare: Words,
}

/// A list of choices and how they are written.
#[derive(Clone, Copy, Debug)]
pub enum Words {
    /// No choice.
    None,
    /// Names.
    Names(&'static [&'static str]),
    /// Numbers; large ones are written by their distance from a landmark: `2^40`, `max-1`, `max`.
    Numbers(&'static [u64]),
    /// The numbers from the first to the second, both included.
    Range(u8, u8),
}

impl Words {
    const fn len(self) -> usize {
        match self {
            Self::None => 0,
            Self::Names(names) => names.len(),
            Self::Numbers(numbers) => numbers.len(),
            Self::Range(least, most) => (most - least) as usize + 1,
        }
    }

    fn number(self, place: usize) -> u64 {
        match self {
            Self::None | Self::Names(_) => place as u64,
            Self::Numbers(numbers) => numbers[place],
            Self::Range(least, _) => u64::from(least) + place as u64,
        }
    }

    fn write(self, place: usize) -> String {
        match self {
            Self::Names(names) => names[place].to_owned(),
            Self::None | Self::Numbers(_) | Self::Range(..) => written(self.number(place)),
        }
    }
}

impl Field {
    /// A field without rare choices.
    pub const fn new(key: &'static str, common: Words) -> Self {
        Self { key, common, rare: Words::None }
    }

    /// The same field with rare choices.
    #[must_use]
    pub const fn rarely(self, rare: Words) -> Self {
        Self { rare, ..self }
    }

    /// How many choices there are, the rare ones included.
    pub const fn choices(&self) -> usize {
        self.common.len() + self.rare.len()
    }

    /// How many of them are rare.
    pub const fn rare_choices(&self) -> usize {
        self.rare.len()
    }

    /// The number of the choice that a byte means: common ones from zero, rare ones after them.
    pub fn choice(&self, byte: u8) -> usize {
        let rare = usize::from(u8::MAX - byte);
        if rare < self.rare.len() {
            self.common.len() + rare
        } else {
            usize::from(byte) % self.common.len()
        }
    }

    /// The canonical byte of a choice.
    ///
    /// # Panics
    ///
    /// If there is no such choice.
    pub fn byte(&self, choice: usize) -> u8 {
        assert!(choice < self.choices(), "`{}` has {} choices", self.key, self.choices());
        let byte = match choice.checked_sub(self.common.len()) {
            Some(rare) => 255 - rare,
            None => choice,
        };
        u8::try_from(byte).expect("a field has at most 256 choices")
    }

    /// The number that a choice stands for: its own, for names.
    pub fn number(&self, choice: usize) -> u64 {
        match choice.checked_sub(self.common.len()) {
            Some(rare) => self.rare.number(rare),
            None => self.common.number(choice),
        }
    }

    /// How a choice is written.
    pub fn word(&self, choice: usize) -> String {
        match choice.checked_sub(self.common.len()) {
            Some(rare) => self.rare.write(rare),
            None => self.common.write(choice),
        }
    }

    /// The first choice that is written so, or what should have been written.
    pub(super) fn read(&self, word: &str) -> Result<usize, String> {
        let found = (0..self.choices()).find(|choice| self.word(*choice) == word);
        found.ok_or_else(|| format!("`{}` with one of {}", self.key, self.listed()))
    }

    /// Every word, shortened in the middle.
    fn listed(&self) -> String {
        const SHOWN_MAX: usize = 16;
        let mut words: Vec<String> = (0..self.choices()).map(|choice| self.word(choice)).collect();
        if words.len() > SHOWN_MAX {
            let last = words.pop().unwrap_or_default();
            words.truncate(SHOWN_MAX - 2);
            words.extend(["...".to_owned(), last]);
        }
        words.join(", ")
    }
}

/// A number; large ones by their distance from a landmark.
pub(crate) fn written(number: u64) -> String {
    match u64::MAX - number {
        0 => "max".to_owned(),
        below @ 1..=9 => format!("max-{below}"),
        _ if number.is_power_of_two() && number >= 1 << 32 => {
            format!("2^{}", number.trailing_zeros())
        }
        _ => number.to_string(),
    }
}
