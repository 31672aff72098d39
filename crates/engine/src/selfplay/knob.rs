//! The numbers of a search as texts: `lmr=off`, `null=3:2:6`.

use std::str::FromStr;

use schwarm_search::{Knobs, LateMoves, Margin, NullMove, Reductions};

/// Why a text sets no knob.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} sets no knob: {why}")]
pub struct KnobError {
    text: String,
    why: String,
}

const FORMS: &str = "the knobs are null=off|DEPTH:BASE:PER, lmr=off|DEPTH:INDEX:BASE:DIVISOR:HISTORY, \
    rfp=off|DEPTH:MARGIN, futility=off|DEPTH:MARGIN, lmp=off|DEPTH:BASE:FACTOR, aspiration=N, unguided=N, \
    extend=on|off, threatened=on|off, progress=on|off, quiescence=N, beyond=N, solve=PERCENT";

/// Sets one knob.
///
/// # Errors
/// For a text that names none, or has a value that it cannot take.
pub fn set_knob(knobs: &mut Knobs, text: &str) -> Result<(), KnobError> {
    set(knobs, text).map_err(|why| KnobError { text: text.chars().take(80).collect(), why })
}

fn set(knobs: &mut Knobs, text: &str) -> Result<(), String> {
    let (name, value) = text.split_once('=').ok_or(FORMS)?;
    match name {
        "null" => knobs.null_move = unless_off(value, null_move)?,
        "lmr" => knobs.reductions = unless_off(value, reductions)?,
        "rfp" => knobs.reverse_futility = unless_off(value, margin)?,
        "futility" => knobs.futility = unless_off(value, margin)?,
        "lmp" => knobs.late_moves = unless_off(value, late_moves)?,
        "aspiration" => knobs.aspiration = number(value)?,
        "unguided" => knobs.unguided_depth = number(value)?,
        "solve" => knobs.solving = number(value)?,
        "beyond" => knobs.pruned_beyond = number(value)?,
        "quiescence" => knobs.quiescence_plies = number(value)?,
        "extend" => knobs.extend_threats = switch(value)?,
        "threatened" => knobs.prune_threatened = switch(value)?,
        "progress" => knobs.trusts_progress = switch(value)?,
        _ => return Err(FORMS.to_string()),
    }
    Ok(())
}

fn unless_off<T>(value: &str, read: fn(&[&str]) -> Result<T, String>) -> Result<Option<T>, String> {
    if value == "off" {
        return Ok(None);
    }
    read(&value.split(':').collect::<Vec<_>>()).map(Some)
}

fn null_move(fields: &[&str]) -> Result<NullMove, String> {
    let [depth, base, per] = fields else { return Err("off or DEPTH:BASE:PER is wanted".to_string()) };
    match number(per)? {
        per if per > 0 => Ok(NullMove { depth: number(depth)?, base: number(base)?, per }),
        _ => Err("PER must be above zero".to_string()),
    }
}

fn reductions(fields: &[&str]) -> Result<Reductions, String> {
    let [depth, index, base, divisor, history] = fields else {
        return Err("off or DEPTH:INDEX:BASE:DIVISOR:HISTORY is wanted".to_string());
    };
    let (divisor, history) = (number(divisor)?, number(history)?);
    if divisor <= 0.0 || history <= 0 {
        return Err("DIVISOR and HISTORY must be above zero".to_string());
    }
    Ok(Reductions { depth: number(depth)?, index: number(index)?, base: number(base)?, divisor, history })
}

fn margin(fields: &[&str]) -> Result<Margin, String> {
    let [depth, per_ply] = fields else { return Err("off or DEPTH:MARGIN is wanted".to_string()) };
    Ok(Margin { depth: number(depth)?, per_ply: number(per_ply)? })
}

fn late_moves(fields: &[&str]) -> Result<LateMoves, String> {
    let [depth, base, factor] = fields else { return Err("off or DEPTH:BASE:FACTOR is wanted".to_string()) };
    Ok(LateMoves { depth: number(depth)?, base: number(base)?, factor: number(factor)? })
}

fn switch(value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("on or off is wanted".to_string()),
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:?} is no number it can take"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_knob_can_be_set_and_switched_off() {
        let mut knobs = Knobs::default();
        for text in [
            "null=3:2:6",
            "lmr=3:4:0.25:2.5:6000",
            "rfp=4:80",
            "futility=3:100",
            "lmp=3:8:3",
            "aspiration=30",
            "unguided=4",
            "extend=on",
            "threatened=on",
            "progress=on",
            "quiescence=8",
            "beyond=4",
            "solve=20",
        ] {
            set_knob(&mut knobs, text).expect(text);
        }
        let expected = Knobs {
            aspiration: 30,
            null_move: Some(NullMove { depth: 3, base: 2, per: 6 }),
            reductions: Some(Reductions { depth: 3, index: 4, base: 0.25, divisor: 2.5, history: 6000 }),
            reverse_futility: Some(Margin { depth: 4, per_ply: 80 }),
            futility: Some(Margin { depth: 3, per_ply: 100 }),
            late_moves: Some(LateMoves { depth: 3, base: 8, factor: 3 }),
            unguided_depth: 4,
            extend_threats: true,
            prune_threatened: true,
            trusts_progress: true,
            quiescence_plies: 8,
            pruned_beyond: 4,
            solving: 20,
            exact_depths: false,
        };
        assert_eq!(knobs, expected);
        for text in [
            "null=off",
            "lmr=off",
            "rfp=off",
            "futility=off",
            "lmp=off",
            "aspiration=0",
            "unguided=0",
            "extend=off",
            "threatened=off",
            "progress=off",
            "quiescence=0",
            "beyond=0",
            "solve=0",
        ] {
            set_knob(&mut knobs, text).expect(text);
        }
        assert_eq!(knobs, Knobs::default());
    }

    #[test]
    fn what_sets_no_knob_says_what_would() {
        for (text, said) in [
            ("nul=off", "null=off|DEPTH:BASE:PER"),
            ("lmr", "lmr=off"),
            ("null=3:2", "DEPTH:BASE:PER is wanted"),
            ("null=3:2:0", "above zero"),
            ("lmr=3:4:0.2:0:6000", "above zero"),
            ("rfp=4:x", "\"x\" is no number"),
            ("extend=yes", "on or off"),
        ] {
            let error = set_knob(&mut Knobs::default(), text).expect_err(text).to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
