-- The first tables. Forward only: a released file is never changed, the next number is added.

CREATE TABLE matches (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    created BIGINT NOT NULL -- milliseconds since 1970
);

-- A game of a match has a place in it; an imported one has neither.
CREATE TABLE games (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
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

CREATE TABLE attempts (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id BIGINT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    UNIQUE (game_id, number)
);

-- Only ever added to.
CREATE TABLE events (
    attempt_id BIGINT NOT NULL REFERENCES attempts (id),
    seq BIGINT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (attempt_id, seq)
);

-- Games that came from elsewhere, as they came.
CREATE TABLE records (
    game_id BIGINT PRIMARY KEY REFERENCES games (id),
    record TEXT NOT NULL
);

-- One row per game that has ended, written together with its last event.
CREATE TABLE results (
    game_id BIGINT PRIMARY KEY REFERENCES games (id),
    attempt_id BIGINT REFERENCES attempts (id),
    standing TEXT NOT NULL,
    ending TEXT NOT NULL
);
