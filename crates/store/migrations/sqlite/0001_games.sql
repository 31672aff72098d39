-- The first tables. Forward only: a released file is never changed, the next number is added.

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    created BIGINT NOT NULL -- milliseconds since 1970
);

-- A game of a match has a place in it; an imported one has neither.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    match_id BIGINT REFERENCES matches (id),
    place BIGINT,
    rules TEXT NOT NULL,
    player_one TEXT NOT NULL,
    player_two TEXT NOT NULL,
    created BIGINT NOT NULL,
    UNIQUE (match_id, place)
);
CREATE INDEX games_player_one ON games (player_one);
CREATE INDEX games_player_two ON games (player_two);

-- What happened in a game, in the pieces it came in; number counts the tries at the game from 1. Only ever added to.
-- A piece holds the events from place `first` up to, not with, place `next`: one line of JSON each. The first piece of a
-- try begins at 0, every other where the one before it ended. The rows lie in the order they came in, so that games played at
-- the same time share pages.
CREATE TABLE pieces (
    game_id BIGINT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    first BIGINT NOT NULL,
    next BIGINT NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (game_id, number, first)
);

-- Games that came from elsewhere, as they came.
CREATE TABLE records (
    game_id INTEGER PRIMARY KEY REFERENCES games (id),
    record TEXT NOT NULL
);

-- One row per game that has ended, written together with its last event.
CREATE TABLE results (
    game_id INTEGER PRIMARY KEY REFERENCES games (id),
    number BIGINT, -- the try that ended; none where the game came from elsewhere
    standing TEXT NOT NULL,
    ending TEXT NOT NULL
);
