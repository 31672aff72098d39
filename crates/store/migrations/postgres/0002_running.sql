-- Games that were begun and have no result, so that those being played are found without looking at all games. `heard` is
-- about when the last event came, in milliseconds since 1970: a program that died leaves its games here, and they fall silent.

CREATE TABLE running (
    game_id BIGINT PRIMARY KEY REFERENCES games (id),
    number BIGINT NOT NULL, -- the last try
    heard BIGINT NOT NULL
);
CREATE INDEX running_heard ON running (heard);

INSERT INTO running (game_id, number, heard)
SELECT p.game_id, MAX(p.number), 0 FROM pieces p LEFT JOIN results r ON r.game_id = p.game_id
WHERE r.game_id IS NULL GROUP BY p.game_id;
