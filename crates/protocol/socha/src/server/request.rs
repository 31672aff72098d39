//! What a client may ask for, read from its element.
//!
//! Not here: moves (`room`); whether a client may ask, and what follows (`connection`).

use crate::season::Season;
use crate::xml::Element;

/// A slot of a prepared game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlotRequest {
    pub name: String,
    pub can_timeout: bool,
    pub reserved: bool,
    pub paused: bool,
}

/// A message of a client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    Join { game_type: String },
    JoinPrepared { code: String },
    JoinRoom { room: String },
    Authenticate { password: String, old: bool },
    Prepare { game_type: String, slots: Vec<SlotRequest>, pause: bool },
    Observe { room: String },
    Pause { room: String, pause: bool },
    Step { room: String, forced: bool },
    Cancel { room: String },
    Timeout { room: String, activate: bool, slot: usize },
    FreeReservation { code: String },
    TestMode { on: bool },
    ScoreForPlayer { name: String },
    Close,
}

impl Request {
    /// Reads a message. What a season's server does not know is no message in that season;
    /// without a season everything is known.
    pub fn read(element: &Element, season: Option<Season>) -> Option<Request> {
        let old = season.is_none_or(super::room::is_old);
        let new = season.is_none_or(|season| !super::room::is_old(season));
        let value = |name: &str| element.attribute(name).map(str::to_string);
        let flag = |name: &str, default: bool| match element.attribute(name) {
            None => Some(default),
            Some("true") => Some(true),
            Some("false") => Some(false),
            Some(_) => None,
        };
        Some(match element.name.as_str() {
            "join" => Request::Join { game_type: value("gameType")? },
            "joinPrepared" => Request::JoinPrepared { code: value("reservationCode")? },
            "joinRoom" if new => Request::JoinRoom { room: value("roomId")? },
            "authenticate" => match value("password") {
                Some(password) => Request::Authenticate { password, old: false },
                None => Request::Authenticate { password: value("passphrase")?, old: true },
            },
            "prepare" => {
                let slots = element.children.iter().filter(|child| child.name == "slot").map(read_slot);
                let slots = slots.collect::<Option<_>>()?;
                Request::Prepare { game_type: value("gameType")?, slots, pause: flag("pause", false)? }
            }
            "observe" => Request::Observe { room: value("roomId")? },
            "pause" => Request::Pause { room: value("roomId")?, pause: flag("pause", false)? },
            "step" => Request::Step { room: value("roomId")?, forced: flag("forced", false)? },
            "cancel" => Request::Cancel { room: value("roomId")? },
            "timeout" if old => {
                let slot = value("slot")?.parse().ok()?;
                Request::Timeout { room: value("roomId")?, activate: flag("activate", false)?, slot }
            }
            "freeReservation" if old => Request::FreeReservation { code: value("reservation")? },
            "testMode" if old => Request::TestMode { on: flag("testMode", false)? },
            "scoreForPlayer" if old => Request::ScoreForPlayer { name: value("displayName")? },
            name if says_goodbye(name, season) => Request::Close,
            _ => return None,
        })
    }
}

/// Each season has its own word for goodbye; the others' words are no messages there.
fn says_goodbye(name: &str, season: Option<Season>) -> bool {
    let word = |season: Season| season.close().name == name;
    season.map_or_else(|| Season::ALL.into_iter().any(word), word)
}

fn read_slot(slot: &Element) -> Option<SlotRequest> {
    let flag = |name: &str, default: bool| match slot.attribute(name) {
        None => Some(default),
        Some("true") => Some(true),
        Some("false") => Some(false),
        Some(_) => None,
    };
    Some(SlotRequest {
        name: slot.attribute("displayName").unwrap_or_default().chars().take(100).collect(),
        can_timeout: flag("canTimeout", true)?,
        reserved: flag("reserved", true)?,
        paused: flag("shouldBePaused", false)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_knows_only_its_own_words() {
        let read = |name: &'static str, season| Request::read(&Element::new(name), season).is_some();
        assert!(read("close", Some(Season::Piranhas2026)));
        assert!(!read("close", Some(Season::Ostseeschach2022)), "that server calls it a protocol error");
        assert!(read("sc.protocol.CloseConnection", Some(Season::Ostseeschach2022)));
        assert!(read("sc.protocol.responses.CloseConnection", Some(Season::Hive2020)));
        assert!(read("close", None) && read("sc.protocol.CloseConnection", None));
        assert!(read("testMode", Some(Season::Piranhas2019)) && !read("testMode", Some(Season::Piranhas2026)));
        assert!(!read("dance", None));
    }

    #[test]
    fn a_request_without_what_it_needs_is_none() {
        for name in ["join", "joinPrepared", "joinRoom", "authenticate", "prepare", "observe", "pause", "timeout"] {
            assert_eq!(Request::read(&Element::new(name), None), None, "{name}");
        }
        let odd = Element::new("pause").with("roomId", "r").with("pause", "perhaps");
        assert_eq!(Request::read(&odd, None), None);
    }

    #[test]
    fn slots_have_the_defaults_of_the_official_servers() {
        let prepare = Element::new("prepare").with("gameType", "g").containing(Element::new("slot"));
        let Some(Request::Prepare { slots, pause, .. }) = Request::read(&prepare, None) else { panic!("no request") };
        let slot = SlotRequest { name: String::new(), can_timeout: true, reserved: true, paused: false };
        assert_eq!((slots, pause), (vec![slot], false));
    }
}
