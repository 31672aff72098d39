-- Positions with one move that wins by force, found in games or taken in from elsewhere. The id is made of rules and position.

CREATE TABLE puzzles (
    id TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    position TEXT NOT NULL,
    plies BIGINT NOT NULL,
    line TEXT NOT NULL, -- moves, one a line
    rating BIGINT NOT NULL,
    game_id BIGINT REFERENCES games (id), -- the game it was found in; none where it came from elsewhere
    event TEXT NOT NULL,
    player_one TEXT NOT NULL,
    player_two TEXT NOT NULL,
    ply BIGINT NOT NULL, -- plies that were played before it
    created BIGINT NOT NULL -- milliseconds since 1970
);
CREATE INDEX puzzles_rating ON puzzles (rating, id);
CREATE INDEX puzzles_rules ON puzzles (rules, rating, id);

-- Games that were looked through for puzzles.
CREATE TABLE mined (
    game_id BIGINT PRIMARY KEY REFERENCES games (id),
    created BIGINT NOT NULL
);
