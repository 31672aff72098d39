-- What was said with the bots in a try that has ended: JSON, packed by zlib.

CREATE TABLE dialogues (
    game_id BIGINT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    packed BYTEA NOT NULL,
    PRIMARY KEY (game_id, number)
);
