//! Dates as boardspace writes them, in the language of the player's machine.

/// Beginnings of the names of months in western Europe. Further languages would name one month
/// with the word another has for the next.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen"],
    &["feb", "fév", "fev"],
    &["mar", "mär", "maa", "mrt"],
    &["apr", "avr", "abr"],
    &["may", "mai", "mei", "maj", "mag"],
    &["jun", "juin", "giu"],
    &["jul", "juil", "lug"],
    &["aug", "aoû", "ago"],
    &["sep", "set"],
    &["oct", "okt", "out", "ott"],
    &["nov"],
    &["dec", "dez", "dic", "déc"],
];

/// `2018.11.02` of texts such as `Fri Nov 02 09:01:07 EDT 2018`, `2 November 2018`,
/// `November 2, 2018` and `2018-11-02`. `02/11/2018` is none: nobody knows which is the month.
pub(super) fn read(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    if let [word] = words[..] {
        return numbers(word);
    }
    let (mut day, mut month, mut year) = (None, None, None);
    for word in words.into_iter().take(12) {
        let number = word.trim_end_matches('.');
        match number.parse::<u32>() {
            Ok(n @ 1..=31) if number.len() <= 2 => day = day.or(Some(n)),
            Ok(n) if number.len() == 4 => year = Some(n),
            Ok(_) => {}
            Err(_) => month = month.or_else(|| month_of(number)),
        }
    }
    Some(format!("{:04}.{:02}.{:02}", year?, month?, day?))
}

/// Whether a text is a date as records have it; parts may be unknown: `2018.??.??`.
pub(super) fn is_plain(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let fits = |part: &&str, length| part.len() == length && part.bytes().all(|b| b.is_ascii_digit() || b == b'?');
    matches!(&parts[..], [year, month, day] if fits(year, 4) && fits(month, 2) && fits(day, 2))
}

fn numbers(word: &str) -> Option<String> {
    let parts: Vec<&str> = word.split('-').collect();
    let text = parts.join(".");
    (parts.len() == 3 && is_plain(&text)).then_some(text)
}

fn month_of(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let index = MONTHS.iter().position(|names| names.iter().any(|name| word.starts_with(name)))?;
    Some(index as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_many_machines_are_read() {
        for (text, date) in [
            ("Fri Nov 02 09:01:07 EDT 2018", "2018.11.02"),
            ("Mon Mar 30 15:15:58 CEST 2016", "2016.03.30"),
            ("28 October 2018", "2018.10.28"),
            ("3. Dezember 2018", "2018.12.03"),
            ("October 2, 2019", "2019.10.02"),
            ("2018-11-02", "2018.11.02"),
        ] {
            assert_eq!(read(text).as_deref(), Some(date), "{text}");
        }
        for text in ["", "yesterday", "02/11/2018", "2.10.2019", "November 2018", "Fri 99 Nov 2018", "é é é"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn plain_dates_may_have_unknown_parts() {
        assert!(is_plain("2018.11.02") && is_plain("????.??.??"));
        assert!(!is_plain("2018.11") && !is_plain("2018.11.2") && !is_plain(""));
    }
}
