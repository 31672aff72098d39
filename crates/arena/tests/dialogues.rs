//! What is kept of the talk with bots: real programs that say odd things, lose their minds, or behave.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::collections::BTreeMap;

use common::{Memory, program, random};
use schwarm_arena::matchup::{KeptTalk, Match, MatchPlan, Options, StopSignal};
use schwarm_arena::process::KEPT_OUTPUT;
use schwarm_play::{Dialogue, Dialogues, GameRecord, Speaker};

/// Plays what it is told to, and writes markup and control characters to its standard error.
const ODD: &str = "while read word limit move; do \
    if [ $word = game ]; then echo ready; \
    else printf '<script>alert(1)</script> \\033[2J %s\\n' \"$move\" >&2; echo \"$move\"; fi; done";

/// Says farewell at great length after two moves, and dies.
const DYING: &str = "n=0; while read word limit move; do \
    if [ $word = game ]; then echo ready; else n=$((n + 1)); \
    if [ $n = 3 ]; then head -c 300000 /dev/zero | tr '\\0' 'x' >&2; echo the end >&2; exit 7; fi; echo \"$move\"; fi; done";

fn play(script: &str, talk: KeptTalk) -> (BTreeMap<u64, Dialogues>, BTreeMap<u64, GameRecord>) {
    let plan = MatchPlan { seed: 2, ..MatchPlan::new("piranhas-2026", ["odd".into(), "good".into()], 1) };
    let rules = schwarm_catalog::open(&plan.game).unwrap();
    let (memory, stop) = (Memory::default(), StopSignal::default());
    let options = Options { talk, ..Options::default() };
    let bots = [program(format!("sh -c {}", shlex::try_quote(script).unwrap())), Box::new(random)];
    let run = Match {
        name: "talk",
        plan: &plan,
        rules: &*rules,
        bots,
        journal: &memory,
        options: &options,
        stop: &stop,
        observer: &|_| {},
    };
    run.run().unwrap();
    (memory.dialogues(), memory.records())
}

/// What was said with the program, which has the first side in the first game.
fn with_program(dialogues: &BTreeMap<u64, Dialogues>, game: u64) -> &Dialogue {
    let side = (game % 2) as usize;
    assert_eq!(dialogues[&game][1 - side], None, "nobody speaks with a bot of this program");
    dialogues[&game][side].as_ref().unwrap()
}

#[test]
fn every_game_has_its_own_talk_and_each_line_its_ply() {
    let (dialogues, records) = play(ODD, KeptTalk::All);
    assert_eq!(dialogues.len(), 2);
    for (game, record) in &records {
        let dialogue = with_program(&dialogues, *game);
        assert_eq!(dialogue.left_out, 0);
        assert_eq!(dialogue.lines.iter().filter(|line| line.text == "ready").count(), 1, "one game and no other");
        assert!(dialogue.lines.is_sorted_by(|one, two| one.at <= two.at && one.ply <= two.ply));
        assert!(dialogue.lines[0].at < 5.0 && dialogue.lines[0].by == Speaker::Host);
        // Every move of the program is said at the ply it was played at.
        let said = dialogue.lines.iter().filter(|line| line.by == Speaker::Bot && line.text != "ready");
        let said: Vec<_> = said.map(|line| (line.ply as usize, line.text.as_str())).collect();
        let own = |ply: usize| ply % 2 == (*game % 2) as usize;
        let played: Vec<_> = (0..)
            .zip(&record.moves)
            .filter(|(ply, _)| own(*ply))
            .map(|(ply, played)| (ply, played.text.as_str()))
            .collect();
        assert_eq!(said, played);
        assert!(dialogue.stderr.contains("<script>alert(1)</script> \u{1b}[2J "), "as it was written");
    }
}

#[test]
fn the_last_words_of_a_bot_that_dies_are_kept_and_no_more_than_fits() {
    for talk in [KeptTalk::All, KeptTalk::Faults] {
        let (dialogues, _) = play(DYING, talk);
        assert_eq!(dialogues.len(), 2);
        for game in [0, 1] {
            let dialogue = with_program(&dialogues, game);
            assert!(dialogue.stderr.len() <= KEPT_OUTPUT && dialogue.stderr.ends_with("xxxthe end\n"));
            let last = dialogue.lines.last().unwrap();
            assert!(last.by == Speaker::Host && last.text.starts_with("go "), "{last:?}");
            assert_eq!(last.ply as usize, 4 + game as usize);
        }
    }
}

#[test]
fn nothing_is_kept_of_good_games_where_only_faults_are_wanted() {
    assert_eq!(play(ODD, KeptTalk::Faults).0, BTreeMap::new());
}
