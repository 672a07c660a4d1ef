-- The first layout. Instants are milliseconds since 1970; documents are JSON.
-- ${bytes} and ${clustered} are what differs between SQLite and PostgreSQL.

CREATE TABLE jobs (
  id           VARCHAR(100) PRIMARY KEY,
  submitted_at BIGINT       NOT NULL,
  word         VARCHAR(20)  NOT NULL,
  finished     INTEGER      NOT NULL,
  spec         TEXT         NOT NULL,
  secrets      TEXT         NOT NULL,
  code         TEXT         NOT NULL,
  status       TEXT         NOT NULL,
  headline     TEXT         NOT NULL
);
CREATE INDEX jobs_by_age ON jobs (submitted_at);

CREATE TABLE shares (
  job_id   VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  position INTEGER      NOT NULL,
  agent    VARCHAR(100) NOT NULL,
  released INTEGER      NOT NULL,
  document TEXT         NOT NULL,
  PRIMARY KEY (job_id, position)
);

-- One row for each source of records: a worker of an agent within a run.
CREATE TABLE streams (
  id          BIGINT       PRIMARY KEY,
  run_id      VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  agent       VARCHAR(100) NOT NULL,
  incarnation BIGINT       NOT NULL,
  stream      VARCHAR(100) NOT NULL,
  duplicates  BIGINT       NOT NULL,
  UNIQUE (run_id, agent, incarnation, stream)
);

-- The truth: sealed records as they came, each once. Everything else is derived from these.
CREATE TABLE records (
  stream_id      BIGINT   NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  seq            BIGINT   NOT NULL,
  interval_index INTEGER  NOT NULL,
  closing        INTEGER  NOT NULL,
  crc            INTEGER  NOT NULL,
  bytes          ${bytes} NOT NULL,
  PRIMARY KEY (stream_id, seq)
)${clustered};

-- Records that came again with other bytes. The first one stands.
CREATE TABLE quarantine (
  stream_id   BIGINT   NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  seq         BIGINT   NOT NULL,
  crc         INTEGER  NOT NULL,
  bytes       ${bytes} NOT NULL,
  PRIMARY KEY (stream_id, seq, crc)
);

CREATE TABLE intervals (
  run_id         VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  interval_index INTEGER      NOT NULL,
  event_id       BIGINT       NOT NULL,
  document       TEXT         NOT NULL,
  PRIMARY KEY (run_id, interval_index)
)${clustered};
CREATE INDEX intervals_by_event ON intervals (run_id, event_id);

-- The final document without its intervals.
CREATE TABLE results (
  run_id   VARCHAR(100) PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  records  BIGINT NOT NULL,
  document TEXT   NOT NULL
);

CREATE TABLE log_lines (
  run_id   VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  event_id BIGINT       NOT NULL,
  document TEXT         NOT NULL,
  PRIMARY KEY (run_id, event_id)
)${clustered};

CREATE TABLE agents (
  name            VARCHAR(100) PRIMARY KEY,
  credential_hash VARCHAR(200) NOT NULL UNIQUE,
  first_seen      BIGINT       NOT NULL,
  last_seen       BIGINT       NOT NULL
);

CREATE TABLE join_tokens (
  hash       VARCHAR(200) PRIMARY KEY,
  expires_at BIGINT  NOT NULL,
  used       INTEGER NOT NULL
);

CREATE TABLE packs (
  sha256       VARCHAR(64) PRIMARY KEY,
  bytes        BIGINT      NOT NULL,
  descriptor   TEXT        NOT NULL,
  installed_at BIGINT      NOT NULL
);
