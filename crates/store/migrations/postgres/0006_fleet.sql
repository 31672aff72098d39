-- Games that other machines play: who they are, what is to be done, what came of it.

-- Machines that may hand in games. The token itself is kept nowhere: `token` is its SHA-256 in hexadecimal digits.
CREATE TABLE machines (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL UNIQUE,
    standing TEXT NOT NULL, -- good, quarantined or revoked
    why TEXT NOT NULL,
    created BIGINT NOT NULL -- milliseconds since 1970
);

-- Programs that play on them.
CREATE TABLE workers (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    machine_id BIGINT NOT NULL REFERENCES machines (id),
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    slots BIGINT NOT NULL, -- pairs it plays at once
    speed BIGINT NOT NULL, -- positions a second on one core
    load BIGINT NOT NULL, -- pairs it plays now
    seen BIGINT NOT NULL,
    UNIQUE (machine_id, name)
);

-- Pairs that belong together: those of a match. The totals are moved in the transaction of each result.
CREATE TABLE batches (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    match_id BIGINT NOT NULL UNIQUE REFERENCES matches (id),
    kind TEXT NOT NULL, -- match or data
    spec TEXT NOT NULL, -- what a worker has to know, as JSON
    standing TEXT NOT NULL, -- open, paused or stopped
    why TEXT NOT NULL,
    most_failures BIGINT NOT NULL,
    created BIGINT NOT NULL,
    pairs BIGINT NOT NULL,
    done BIGINT NOT NULL,
    wins BIGINT NOT NULL, -- games, seen from the first bot
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    points0 BIGINT NOT NULL, -- pairs by the half points of the first bot
    points1 BIGINT NOT NULL,
    points2 BIGINT NOT NULL,
    points3 BIGINT NOT NULL,
    points4 BIGINT NOT NULL
);

-- One row for each pair. The id is made of the match's name and the number of the pair, so that it is the same wherever it is made.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    batch_id BIGINT NOT NULL REFERENCES batches (id),
    pair BIGINT NOT NULL,
    state BIGINT NOT NULL, -- 0 waits, 1 is leased, 2 is done, 3 is parked, 4 is held back
    rank BIGINT NOT NULL, -- higher ones first
    slowest BIGINT NOT NULL, -- speed of a worker that may play it
    fastest BIGINT NOT NULL,
    attempt BIGINT NOT NULL, -- how often it was given out
    failures BIGINT NOT NULL, -- how often nothing came of that
    until BIGINT NOT NULL, -- when a lease ends, or before which it is not given out
    worker_id BIGINT REFERENCES workers (id), -- who had it last
    claims TEXT NOT NULL, -- who had which attempt: `,1:17,2:5,`
    UNIQUE (batch_id, pair)
);
CREATE INDEX jobs_waiting ON jobs (rank DESC, batch_id, pair) WHERE state = 0;
CREATE INDEX jobs_leased ON jobs (until) WHERE state = 1;

-- What counts: one row for each pair that is done.
CREATE TABLE job_results (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id),
    attempt BIGINT NOT NULL,
    worker_id BIGINT NOT NULL REFERENCES workers (id),
    moment BIGINT NOT NULL,
    points BIGINT NOT NULL, -- half points of the first bot
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    data BYTEA -- what was made, where these are no games of a match
);
CREATE INDEX job_results_moment ON job_results (moment);

-- What came although there was a result, and is not counted.
CREATE TABLE job_duplicates (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES jobs (id),
    attempt BIGINT NOT NULL,
    worker_id BIGINT NOT NULL REFERENCES workers (id),
    moment BIGINT NOT NULL
);

-- What went wrong: a lease that ran out, a bot that did not start, games that are none.
CREATE TABLE job_failures (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES jobs (id),
    attempt BIGINT NOT NULL,
    worker_id BIGINT NOT NULL REFERENCES workers (id),
    moment BIGINT NOT NULL,
    kind TEXT NOT NULL, -- expired, failed or refused
    bundle TEXT NOT NULL -- what is known of it
);
CREATE INDEX job_failures_job ON job_failures (job_id);
CREATE INDEX job_failures_worker ON job_failures (worker_id);

-- Programs of bots, by name and version.
CREATE TABLE bots (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    command TEXT NOT NULL,
    sum TEXT NOT NULL, -- SHA-256 of the archive in hexadecimal digits
    bytes BIGINT NOT NULL,
    created BIGINT NOT NULL,
    is_whole BIGINT NOT NULL, -- 1 once every piece has come
    UNIQUE (name, version)
);
CREATE TABLE bot_pieces (
    bot_id BIGINT NOT NULL REFERENCES bots (id),
    place BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (bot_id, place)
);
