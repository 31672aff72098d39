//! Saving replays, beside the games and never in their way.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use schwarm_core::Rulebook;
use schwarm_play::{GameRecord, Moment};

use super::RoomInfo;
use crate::replay;

/// Writes the replay of a finished game on a thread of its own.
pub(crate) fn save(folder: &Path, room: &RoomInfo, record: GameRecord, rules: Arc<dyn Rulebook>) {
    let (path, season) = (folder.join(file_name(room, &record.players, SystemTime::now())), room.season);
    tokio::task::spawn_blocking(move || {
        let text = match replay::write(season, &record, &*rules) {
            Ok(text) => text,
            Err(error) => return tracing::error!(%error, "cannot write down a game"),
        };
        // Written beside and moved, so that nobody reads half a replay.
        let beside: PathBuf = path.with_extension("part");
        if let Err(error) = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, &path)) {
            tracing::error!(%error, path = %path.display(), "cannot save a replay");
        }
    });
}

/// `replay_<game type>_<date>_<names>_<room>.xml`; the room keeps games of the same second apart.
fn file_name(room: &RoomInfo, players: &[String; 2], time: SystemTime) -> String {
    let clean = |name: &String| -> String {
        name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).take(40).collect()
    };
    let names: Vec<_> = players.iter().filter(|name| !name.is_empty()).map(clean).collect();
    let names = if names.is_empty() { String::new() } else { format!("{}_", names.join("_")) };
    let room_start: String = room.id.chars().take(8).collect();
    format!("replay_{}_{}_{names}{room_start}.xml", room.season.game_type(), date(time))
}

/// The date and time in UTC, fit for a file name.
fn date(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    let moment = Moment::of_millis(i64::try_from(since).unwrap_or(i64::MAX));
    format!("{}_{}", moment.date(), moment.time().replace(':', "-"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::season::Season;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let at = |seconds| date(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(951_782_400 + 3661), "2000-02-29_01-01-01");
        assert_eq!(at(1_798_761_599), "2026-12-31_23-59-59");
    }

    #[test]
    fn names_cannot_leave_the_folder() {
        let room = RoomInfo { id: "0123456789".to_string(), number: 0, season: Season::Hive2020 };
        let name = file_name(&room, &["../../etc/passwd".to_string(), "Zoë\0/".to_string()], UNIX_EPOCH);
        assert_eq!(name, "replay_swc_2020_hive_1970-01-01_00-00-00_______etc_passwd_Zoë___01234567.xml");
    }
}
