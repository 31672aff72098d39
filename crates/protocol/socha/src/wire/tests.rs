//! The reader alone: splits, bounds and refusals.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use super::*;

fn read_all(wire: &mut Wire, bytes: &[u8]) -> Result<Vec<Element>, WireError> {
    wire.feed(bytes);
    let mut messages = Vec::new();
    while let Some(message) = wire.next()? {
        messages.push(message);
    }
    Ok(messages)
}

fn refusal(text: &str) -> WireError {
    read_all(&mut Wire::new(Bounds::default()), text.as_bytes()).expect_err(text)
}

#[test]
fn messages_come_out_however_the_bytes_are_split() {
    let text = "\u{feff}<?xml version=\"1.0\"?>\n<!-- hi --><protocol>\n  <a x='1' y=\"&lt;&#xa;ä>/\"/><b><c>∅ &amp; <![CDATA[<x>]]></c>\
                <!-- <no> --></b>  </protocol>";
    let mut whole = Wire::new(Bounds::default());
    let messages = read_all(&mut whole, text.as_bytes()).unwrap();
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[0].attribute("y"), Some("<\nä>/"));
    assert_eq!(messages[1].child("c").unwrap().text, "∅ & <x>");
    assert!(whole.is_closed());
    for at in 0..=text.len() {
        let mut split = Wire::new(Bounds::default());
        let mut found = read_all(&mut split, &text.as_bytes()[..at]).unwrap();
        found.extend(read_all(&mut split, &text.as_bytes()[at..]).unwrap());
        assert_eq!(found, messages, "split at {at}");
        assert!(split.is_closed(), "split at {at}");
    }
    let mut slow = Wire::new(Bounds::default());
    let found: Vec<_> = text.bytes().flat_map(|byte| read_all(&mut slow, &[byte]).unwrap()).collect();
    assert_eq!(found, messages);
}

#[test]
fn a_root_that_is_closed_at_once_is_closed() {
    let mut wire = Wire::new(Bounds::default());
    assert_eq!(read_all(&mut wire, b"<protocol/> rubbish").unwrap(), []);
    assert!(wire.is_closed());
}

#[test]
fn what_could_grow_or_reach_out_is_refused() {
    for text in [
        "<!DOCTYPE x [<!ENTITY a 'aaaa'>]><protocol>",
        "<protocol><!DOCTYPE x><a/>",
        "<protocol><?php evil?>",
        "<?evil x?><protocol>",
        "<protocol><a>&lol;</a>",
    ] {
        assert!(matches!(refusal(text), WireError::Refused { .. }), "{text}: {:?}", refusal(text));
    }
}

#[test]
fn what_is_no_xml_is_malformed() {
    for text in [
        "hello",
        "<html>",
        "<protocol>text",
        "<protocol><a></b>",
        "<protocol></a>",
        "<protocol>< a/>",
        "<protocol><a <b/>",
        "<protocol><a x=1/>",
        "<protocol><a x='1' x='2'/>",
        "<protocol><a>\u{1}</a>",
        "<protocol><a>&#0;</a>",
        "<protocol><a x='&#1;'/>",
        "<protocol><a x='&lol;'/>",
        "<protocol><1/>",
        "<protocol><a b&c='1'/>",
        "<protocol><a x='<'/>",
        "<protocol><![CDATA[x]]>",
        "<protocol></protocols>",
        "<protocol><a></a x='1'></a>",
        "<protocol><!->",
    ] {
        assert!(matches!(refusal(text), WireError::Malformed { .. }), "{text}: {:?}", refusal(text));
    }
    let mut wire = Wire::new(Bounds::default());
    assert!(read_all(&mut wire, b"<protocol><a x='\xff'/>").is_err());
}

#[test]
fn an_error_is_final_and_holds_no_memory() {
    let mut wire = Wire::new(Bounds::default());
    let first = read_all(&mut wire, b"<protocol>oops").unwrap_err();
    assert_eq!(read_all(&mut wire, b"<a/>").unwrap_err(), first);
    assert_eq!(wire.held(), 0);
}

#[test]
fn too_much_of_anything_is_refused_before_it_is_all_there() {
    let bounds = Bounds::default();
    for (what, open, more) in [
        ("bytes", "<protocol><a x='", "xxxxxxxx"),
        ("bytes", "<protocol><a>", "text "),
        ("bytes", "<protocol><!--", " long comment "),
        ("bytes", "<protocol", " x='1'"),
        ("levels", "<protocol>", "<a>"),
    ] {
        let mut wire = Wire::new(bounds);
        let mut fed = read_all(&mut wire, open.as_bytes()).map(|_| open.len()).unwrap();
        let error = loop {
            fed += more.len();
            if let Err(error) = read_all(&mut wire, more.as_bytes()) {
                break error;
            }
            assert!(fed <= bounds.message_bytes + 32, "{open}{more}… is taken without end");
            assert!(wire.held() <= 3 * bounds.message_bytes);
        };
        assert!(matches!(error, WireError::TooBig { what: found, .. } if found == what), "{error}");
    }
    for (what, text) in [
        ("elements", format!("<protocol><a>{}</a>", "<b/>".repeat(bounds.elements))),
        ("attributes", format!("<protocol><a>{}</a>", "<b x='' y='' z=''/>".repeat(bounds.attributes / 3 + 1))),
    ] {
        let error = refusal(&text);
        assert!(matches!(error, WireError::TooBig { what: found, .. } if found == what), "{error}");
    }
}

#[test]
fn a_stream_of_many_messages_holds_one_at_a_time() {
    let mut wire = Wire::new(Bounds::default());
    read_all(&mut wire, b"<protocol>").unwrap();
    let message = format!("\n  <room roomId=\"1\"><data class=\"move\" x=\"{}\"/></room>", "9".repeat(5000));
    for _ in 0..1000 {
        assert_eq!(read_all(&mut wire, message.as_bytes()).unwrap().len(), 1);
        assert!(wire.held() <= 16 * 1024, "{}", wire.held());
    }
    read_all(&mut wire, b"  \n").unwrap();
    assert!(wire.held() <= IDLE_ROOM, "an idle stream holds {}", wire.held());
}

#[test]
fn a_byte_at_a_time_is_no_more_work_than_all_at_once() {
    let message = format!("<a x=\"{}\"/>", "y".repeat(60_000));
    let text = format!("<protocol>{}", message.repeat(20));
    let mut wire = Wire::new(Bounds::default());
    let started = std::time::Instant::now();
    let mut found = 0;
    for byte in text.bytes() {
        found += read_all(&mut wire, &[byte]).unwrap().len();
    }
    assert_eq!(found, 20);
    // Quadratic work would be some 36 thousand million steps.
    assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
}
