//! Who sits where: what is stored of a game besides its events, so that it can go on after a restart.
//!
//! A friend gets a link. Its secret is made from that of whoever invites, so that the link can be shown again; the
//! secret of the friend's seat is made from the link's when it is taken. Both need the key, which nobody but
//! the server has: whoever sent the link does not hold both seats.

use schwarm_core::Side;
use serde::{Deserialize, Serialize};

use super::opponent::{GUEST, Opponent};
use super::secret::{Secret, Sum};

/// Names of our matches begin with this.
pub(crate) const PREFIX: &str = "web-";

/// Who sits on one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chair {
    /// Whoever has the secret with this sum.
    Person(Sum),
    /// A bot.
    Bot(Opponent),
}

impl Chair {
    /// What the player is called in records.
    pub(crate) fn name(&self) -> String {
        match self {
            Chair::Person(_) => GUEST.to_string(),
            Chair::Bot(bot) => bot.name(),
        }
    }
}

/// A free seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Invitation {
    /// Which seat.
    pub(crate) side: Side,
    /// The sum of the secret in the link.
    pub(crate) sum: Sum,
    /// Makes one secret from another.
    key: Sum,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// Who sits on each side.
    pub(crate) chairs: [Chair; 2],
    /// How the second person comes in, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invitation: Option<Invitation>,
}

impl Plan {
    /// A person against somebody, and the person's secret.
    pub(crate) fn new(side: Side, opponent: &Opponent) -> (Plan, Secret) {
        let own = Secret::fresh();
        let (other, invitation) = match opponent {
            Opponent::Person => {
                let key = Sum::key();
                let link = own.behind(&key);
                let invitation = Invitation { side: side.other(), sum: link.sum(), key };
                (Chair::Person(link.behind(&key).sum()), Some(invitation))
            }
            bot => (Chair::Bot(bot.clone()), None),
        };
        let chairs = match side {
            Side::One => [Chair::Person(own.sum()), other],
            Side::Two => [other, Chair::Person(own.sum())],
        };
        (Plan { chairs, invitation }, own)
    }

    /// The same players with their sides swapped. Nobody needs to be invited again.
    pub(crate) fn swapped(&self) -> Plan {
        let [one, two] = self.chairs.clone();
        Plan { chairs: [two, one], invitation: None }
    }

    /// The seat of whoever has one of these secrets.
    pub(crate) fn seat_of<'a>(&self, secrets: impl IntoIterator<Item = &'a Secret>) -> Option<Side> {
        let sums: Vec<Sum> = secrets.into_iter().map(|secret| secret.sum()).collect();
        let is_held = |side: &Side| match &self.chairs[side.index()] {
            Chair::Person(sum) => sums.contains(sum),
            Chair::Bot(_) => false,
        };
        Side::BOTH.into_iter().find(is_held)
    }

    /// The secret of the link for a friend, for whoever invites.
    pub(crate) fn link<'a>(&self, secrets: impl IntoIterator<Item = &'a Secret>) -> Option<Secret> {
        let invitation = self.invitation.as_ref()?;
        let links = secrets.into_iter().map(|secret| secret.behind(&invitation.key));
        links.into_iter().find(|link| link.sum() == invitation.sum)
    }

    /// The secret of the seat an invitation is for.
    pub(crate) fn accept(&self, link: Secret) -> Option<Secret> {
        let invitation = self.invitation.as_ref().filter(|invitation| invitation.sum == link.sum())?;
        Some(link.behind(&invitation.key))
    }

    /// The side of the bot.
    pub(crate) fn bot(&self) -> Option<(Side, &Opponent)> {
        Side::BOTH.into_iter().find_map(|side| match &self.chairs[side.index()] {
            Chair::Bot(bot) => Some((side, bot)),
            Chair::Person(_) => None,
        })
    }

    /// What the players are called in records.
    pub(crate) fn names(&self) -> [String; 2] {
        [self.chairs[0].name(), self.chairs[1].name()]
    }

    /// The plan as it is stored.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a plan has nothing JSON cannot say")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_found_by_its_secret_alone() {
        let (plan, own) = Plan::new(Side::Two, &Opponent::Person);
        let link = plan.link([&own]).expect("a friend is invited");
        assert_eq!(plan.link([&Secret::fresh(), &link]), None);
        assert_eq!(plan.seat_of([&own]), Some(Side::Two));
        assert_eq!(plan.seat_of([&link]), None, "a link is no seat");
        let friends = plan.accept(link).expect("the right link");
        assert_eq!(plan.seat_of([&Secret::fresh(), &friends]), Some(Side::One));
        assert_eq!(plan.accept(Secret::fresh()), None);
        assert_eq!(plan.swapped().seat_of([&own]), Some(Side::One));
        let read: Plan = serde_json::from_str(&plan.to_json()).expect("its own JSON");
        assert_eq!(read, plan);
        assert!(!plan.to_json().contains(&own.to_string()) && !plan.to_json().contains(&link.to_string()));
    }

    #[test]
    fn a_bot_has_no_secret() {
        let (plan, own) = Plan::new(Side::One, &Opponent::Level(3));
        assert_eq!(plan.bot(), Some((Side::Two, &Opponent::Level(3))));
        assert_eq!((plan.seat_of([&own]), plan.link([&own])), (Some(Side::One), None));
    }
}
