//! The attributes of an element: a list that can be shared.
//!
//! A board has a hundred fields with the same few lists of attributes. Shared ones cost no memory
//! and are copied when somebody changes them.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use super::Text;

/// Names and values, in order. Reads like a slice, changes like a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes(Cow<'static, [(Text, Text)]>);

impl Attributes {
    /// A list of the program.
    pub const fn shared(list: &'static [(Text, Text)]) -> Attributes {
        Attributes(Cow::Borrowed(list))
    }

    /// Adds one at the end.
    pub fn push(&mut self, attribute: (Text, Text)) {
        self.0.to_mut().push(attribute);
    }

    /// Leaves out those for which `keep` says no.
    pub fn retain(&mut self, keep: impl FnMut(&(Text, Text)) -> bool) {
        self.0.to_mut().retain(keep);
    }
}

impl Deref for Attributes {
    type Target = [(Text, Text)];

    fn deref(&self) -> &[(Text, Text)] {
        &self.0
    }
}

impl DerefMut for Attributes {
    fn deref_mut(&mut self) -> &mut [(Text, Text)] {
        self.0.to_mut()
    }
}

impl Extend<(Text, Text)> for Attributes {
    fn extend<I: IntoIterator<Item = (Text, Text)>>(&mut self, more: I) {
        self.0.to_mut().extend(more);
    }
}

impl FromIterator<(Text, Text)> for Attributes {
    fn from_iter<I: IntoIterator<Item = (Text, Text)>>(list: I) -> Attributes {
        Attributes(Cow::Owned(list.into_iter().collect()))
    }
}

impl<'a> IntoIterator for &'a Attributes {
    type Item = &'a (Text, Text);
    type IntoIter = std::slice::Iter<'a, (Text, Text)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Attributes {
    type Item = &'a mut (Text, Text);
    type IntoIter = std::slice::IterMut<'a, (Text, Text)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
