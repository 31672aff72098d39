-- Which positions a game came through, by the numbers of their shapes; counted together for those who ask what is played from where.

-- Games that were looked at, whether anything was found in them or not.
CREATE TABLE openings_read (
    game_id INTEGER PRIMARY KEY REFERENCES games (id)
);

CREATE TABLE shapes (
    shape BIGINT NOT NULL,
    game_id BIGINT NOT NULL REFERENCES games (id),
    PRIMARY KEY (shape, game_id)
) WITHOUT ROWID;

-- The results of the games in `shapes`.
CREATE TABLE shape_totals (
    shape INTEGER PRIMARY KEY,
    one BIGINT NOT NULL,
    two BIGINT NOT NULL,
    draws BIGINT NOT NULL
);
