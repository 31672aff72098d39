//! What the official servers say where only the server, not the rules, has something to say.

use schwarm_core::Side;

use crate::xml::Element;

/// The team's name on the wire.
pub(crate) const fn team(side: Side) -> &'static str {
    match side {
        Side::One => "ONE",
        Side::Two => "TWO",
    }
}

/// What a player is called in messages: its name, or its team where it has none.
pub(crate) fn player(side: Side, name: &str) -> &str {
    if name.is_empty() { team(side) } else { name }
}

/// To a player whose turn it is, but who was not asked: the game is paused.
pub(crate) const NOT_REQUESTED: &str = "We didn't request a move from you yet.";

/// A move as the servers write it in messages; anything else by its class.
pub(crate) fn shown(data: &Element) -> String {
    let cell = |name: &str| {
        let cell = data.child(name)?;
        Some(format!("[{}|{}]", short(cell.attribute("x")?), short(cell.attribute("y")?)))
    };
    if let (Some(from), Some(to)) = (cell("from"), cell("to")) {
        return format!("Zug von {from} zu {to}");
    }
    if let (Some(from), Some(direction)) = (cell("from"), data.child("direction")) {
        return format!("Schwimme von {from} in Richtung {}", short(direction.text.trim()));
    }
    let mut shown = short(data.attribute("class").unwrap_or("data"));
    for name in ["x", "y", "direction"] {
        if let Some(value) = data.attribute(name) {
            shown.push_str(&format!(" {name}={}", short(value)));
        }
    }
    for child in ["piece", "start", "destination"] {
        let Some(child) = data.child(child) else { continue };
        let values = child.attributes.iter().take(4).map(|(_, value)| short(value));
        shown.push_str(&format!(" {}({})", child.name, values.collect::<Vec<_>>().join(",")));
    }
    shown
}

/// Hostile texts stay short.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A lobby error of the newer servers, with the request as it came.
pub(crate) fn error_packet(message: &str, request: &Element) -> Element {
    let mut original = Element::new("originalRequest").with("class", request.name.as_str());
    original.attributes.extend(request.attributes.iter().cloned());
    original.children = request.children.clone();
    original.text = request.text.clone();
    Element::new("errorpacket").with("message", message).containing(original)
}

/// A request in the words of the newer servers' refusal.
pub(crate) fn request(request: &Element) -> String {
    let value = |name: &str, default: &str| request.attribute(name).unwrap_or(default).to_string();
    let room = || format!("roomId={}", value("roomId", "null"));
    match request.name.as_str() {
        "prepare" => {
            let slots = request.children.iter().filter(|child| child.name == "slot").map(|slot| {
                let value = |name: &str, default: &str| slot.attribute(name).unwrap_or(default).to_string();
                let (name, timeout) = (value("displayName", ""), value("canTimeout", "true"));
                let reserved = value("reserved", "true");
                format!("SlotDescriptor(displayName={name}, canTimeout={timeout}, reserved={reserved})")
            });
            let slots = slots.collect::<Vec<_>>().join(", ");
            let (game_type, pause) = (value("gameType", "null"), value("pause", "false"));
            format!("PrepareGameRequest(gameType={game_type}, slotDescriptors=[{slots}], pause={pause})")
        }
        "observe" => format!("ObservationRequest({})", room()),
        "pause" => format!("PauseGameRequest({}, pause={})", room(), value("pause", "false")),
        "step" => format!("StepRequest({}, forced={})", room(), value("forced", "false")),
        "cancel" => format!("CancelRequest({})", room()),
        name => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_preparation_reads_as_the_official_server_26_1_0_writes_it() {
        let slot =
            |name| Element::new("slot").with("displayName", name).with("canTimeout", true).with("reserved", true);
        let prepare = Element::new("prepare").with("gameType", "swc_2026_piranhas").with("pause", false);
        let prepare = prepare.containing(slot("a")).containing(slot("b"));
        assert_eq!(
            request(&prepare),
            "PrepareGameRequest(gameType=swc_2026_piranhas, slotDescriptors=[SlotDescriptor(displayName=a, \
             canTimeout=true, reserved=true), SlotDescriptor(displayName=b, canTimeout=true, reserved=true)], pause=false)"
        );
        let packet = error_packet("no", &prepare);
        let original = packet.child("originalRequest").expect("the request comes back");
        assert_eq!(original.attribute("class"), Some("prepare"));
        assert_eq!(original.children.len(), 2);
    }

    #[test]
    fn hostile_moves_are_shown_short() {
        let long = "x".repeat(100_000);
        let data = Element::new("data").with("class", &long).with("x", &long).with("direction", &long);
        assert!(shown(&data).len() < 200);
    }
}
