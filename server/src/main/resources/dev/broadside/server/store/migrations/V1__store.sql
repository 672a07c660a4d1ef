-- The layout of version 0.1.0. A later version adds files of its own, and never changes this one.
-- Instants are milliseconds since 1970, 0 for never; documents are JSON.
-- ${bytes} and ${clustered} are what differs between SQLite and PostgreSQL.

-- Jobs, and the shares of their agents -----------------------------------------------------------

-- definition: what the job is a run of; the jobs of one definition differ in their time alone.
-- filing: where users keep the job. deleted_at: since when it is deleted, and can be brought back.
-- restored_at: when it was brought back, from which on it is kept like one that has just ended.
CREATE TABLE jobs (
  id           VARCHAR(100) PRIMARY KEY,
  submitted_at BIGINT       NOT NULL,
  word         VARCHAR(20)  NOT NULL,
  finished     INTEGER      NOT NULL,
  spec         TEXT         NOT NULL,
  secrets      TEXT         NOT NULL,
  code         TEXT         NOT NULL,
  status       TEXT         NOT NULL,
  headline     TEXT         NOT NULL,
  definition   VARCHAR(100) NOT NULL DEFAULT '',
  filing       TEXT         NOT NULL DEFAULT '{"folder":"","tags":[]}',
  deleted_at   BIGINT       NOT NULL DEFAULT 0,
  restored_at  BIGINT       NOT NULL DEFAULT 0
);
CREATE INDEX jobs_by_age ON jobs (submitted_at);
-- Lists begin with the jobs that have not ended, however old they are.
CREATE INDEX jobs_by_end ON jobs (finished, submitted_at);
CREATE INDEX jobs_by_definition ON jobs (definition, submitted_at);

CREATE TABLE shares (
  job_id   VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  position INTEGER      NOT NULL,
  agent    VARCHAR(100) NOT NULL,
  released INTEGER      NOT NULL,
  document TEXT         NOT NULL,
  PRIMARY KEY (job_id, position)
);

-- What lists of jobs are searched by: narrow rows, derived from those of jobs and results.
-- in_history: whether the run was looked at for a change of its definition.
CREATE TABLE job_index (
  job_id       VARCHAR(100) PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  submitted_at BIGINT       NOT NULL,
  finished     INTEGER      NOT NULL,
  word         VARCHAR(20)  NOT NULL,
  job_class    VARCHAR(100) NOT NULL,
  target       VARCHAR(100) NOT NULL,
  folder       VARCHAR(200) NOT NULL,
  words        TEXT         NOT NULL,
  notifies     INTEGER      NOT NULL DEFAULT 0,
  in_history   INTEGER      NOT NULL DEFAULT 1
);
CREATE INDEX job_index_by_age ON job_index (submitted_at, job_id);
CREATE INDEX job_index_by_notice ON job_index (notifies, finished);
CREATE INDEX job_index_by_history ON job_index (in_history, word);

CREATE TABLE job_tags (
  job_id VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  tag    VARCHAR(64)  NOT NULL,
  PRIMARY KEY (tag, job_id)
)${clustered};
CREATE INDEX job_tags_by_job ON job_tags (job_id);

-- The figures of final results, by the names that thresholds have for them.
CREATE TABLE job_figures (
  job_id VARCHAR(100)     NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  figure VARCHAR(40)      NOT NULL,
  value  DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (job_id, figure)
)${clustered};
CREATE INDEX job_figures_by_value ON job_figures (figure, value, job_id);

-- Records, and what is derived from them ---------------------------------------------------------

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
-- Records of a stream that follow one another may be rolled up into one, which stands under the
-- number of the first: intervals says how many they were, digests has the SHA-256 of each of them
-- in order, and limited says in which of them the load generator was limited.
CREATE TABLE records (
  stream_id      BIGINT   NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  seq            BIGINT   NOT NULL,
  interval_index INTEGER  NOT NULL,
  closing        INTEGER  NOT NULL,
  crc            INTEGER  NOT NULL,
  bytes          ${bytes} NOT NULL,
  intervals      INTEGER  NOT NULL DEFAULT 1,
  digests        ${bytes},
  limited        ${bytes},
  PRIMARY KEY (stream_id, seq)
)${clustered};
CREATE INDEX records_by_interval ON records (stream_id, interval_index, seq, intervals);

-- Records that were not taken. reason: why; empty if one with the same key and other bytes was there
-- before, which stands.
CREATE TABLE quarantine (
  stream_id BIGINT   NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  seq       BIGINT   NOT NULL,
  crc       INTEGER  NOT NULL,
  bytes     ${bytes} NOT NULL,
  reason    TEXT     NOT NULL DEFAULT '',
  PRIMARY KEY (stream_id, seq, crc)
);

-- The number of the batch of records that was committed last: a server that lost the answer to a
-- commit finds out by it whether the batch is there.
CREATE TABLE ingest (
  id    INTEGER PRIMARY KEY,
  batch BIGINT  NOT NULL
);
INSERT INTO ingest (id, batch) VALUES (1, 0);

-- How far each level of roll-up has come in a run, and how far it ever came: a record that comes
-- late is looked at again, and one that comes again is looked for among those rolled up.
CREATE TABLE rollups (
  run_id     VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  level      INTEGER      NOT NULL,
  next_index INTEGER      NOT NULL,
  rolled_to  INTEGER      NOT NULL,
  PRIMARY KEY (run_id, level)
);

-- The document of each interval, compressed.
CREATE TABLE intervals (
  run_id         VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  interval_index INTEGER      NOT NULL,
  event_id       BIGINT       NOT NULL,
  document       ${bytes}     NOT NULL,
  PRIMARY KEY (run_id, interval_index)
)${clustered};
CREATE INDEX intervals_by_event ON intervals (run_id, event_id);

-- The final document without its intervals, sealed when the job ends. Records that come after that
-- make amendments: number 0 is the first result, and what a result was before is kept.
CREATE TABLE results (
  run_id    VARCHAR(100) PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  records   BIGINT  NOT NULL,
  document  TEXT    NOT NULL,
  number    INTEGER NOT NULL DEFAULT 0,
  sealed_at BIGINT  NOT NULL DEFAULT 0
);

CREATE TABLE former_results (
  run_id   VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  number   INTEGER      NOT NULL,
  document TEXT         NOT NULL,
  PRIMARY KEY (run_id, number)
);

-- What a run said and what happened while it went on ---------------------------------------------

CREATE TABLE log_lines (
  run_id   VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  event_id BIGINT       NOT NULL,
  document TEXT         NOT NULL,
  PRIMARY KEY (run_id, event_id)
)${clustered};

CREATE TABLE marks (
  run_id   VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  event_id BIGINT       NOT NULL,
  document TEXT         NOT NULL,
  PRIMARY KEY (run_id, event_id)
);

-- Flight recordings of workers, in the pieces in which they come. For each agent, that of its newest
-- worker is kept.
CREATE TABLE recordings (
  run_id      VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  agent       VARCHAR(100) NOT NULL,
  position    BIGINT       NOT NULL,
  incarnation BIGINT       NOT NULL,
  total       BIGINT       NOT NULL,
  bytes       ${bytes}     NOT NULL,
  PRIMARY KEY (run_id, agent, position)
);

-- The lab notebook: what people say about a job, and the files that they attach to it ------------

CREATE TABLE comments (
  run_id  VARCHAR(100)  NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  number  BIGINT        NOT NULL,
  author  VARCHAR(100)  NOT NULL,
  made_at BIGINT        NOT NULL,
  text    VARCHAR(2000) NOT NULL,
  PRIMARY KEY (run_id, number)
);

-- The highest number that a comment on a job ever had: that of a deleted comment is not used again.
CREATE TABLE comment_numbers (
  run_id VARCHAR(100) NOT NULL PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  newest BIGINT       NOT NULL
);

CREATE TABLE attachments (
  run_id  VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  number  BIGINT       NOT NULL,
  name    VARCHAR(100) NOT NULL,
  size    BIGINT       NOT NULL,
  sha256  VARCHAR(64)  NOT NULL,
  author  VARCHAR(100) NOT NULL,
  made_at BIGINT       NOT NULL,
  PRIMARY KEY (run_id, number),
  UNIQUE (run_id, name)
);

-- Pieces are numbered over all files of a job; number is that of the file.
CREATE TABLE attachment_pieces (
  run_id VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  piece  BIGINT       NOT NULL,
  number BIGINT       NOT NULL,
  bytes  ${bytes}     NOT NULL,
  PRIMARY KEY (run_id, piece)
);

-- Studies and groups -----------------------------------------------------------------------------

-- kind: study or group; the jobs that are their members are rows of jobs. What lists look at stands
-- first, so that a list reads no further; state is where it and its members are, which is written
-- again and again. plan: of a study, all that it asks for. document, asked: from which a group was
-- read, and what its members ask for. What is secret of it is sealed together, for this row alone.
CREATE TABLE campaigns (
  kind         VARCHAR(10)  NOT NULL,
  id           VARCHAR(100) NOT NULL,
  submitted_at BIGINT       NOT NULL,
  finished     INTEGER      NOT NULL,
  deleted_at   BIGINT       NOT NULL DEFAULT 0,
  word         VARCHAR(20)  NOT NULL,
  notifies     INTEGER      NOT NULL,
  words        TEXT         NOT NULL,
  state        TEXT         NOT NULL,
  plan         TEXT         NOT NULL,
  document     TEXT         NOT NULL,
  asked        TEXT         NOT NULL,
  secrets      TEXT         NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX campaigns_by_age ON campaigns (kind, submitted_at, id);
CREATE INDEX campaigns_by_notice ON campaigns (notifies, finished);
CREATE INDEX campaigns_by_end ON campaigns (finished, submitted_at, id);

-- What a study or group may have several of: tags, folders, job classes, targets, definitions.
CREATE TABLE campaign_values (
  kind  VARCHAR(10)  NOT NULL,
  id    VARCHAR(100) NOT NULL,
  name  VARCHAR(20)  NOT NULL,
  value VARCHAR(200) NOT NULL,
  PRIMARY KEY (kind, name, value, id),
  FOREIGN KEY (kind, id) REFERENCES campaigns (kind, id) ON DELETE CASCADE
)${clustered};
CREATE INDEX campaign_values_by_campaign ON campaign_values (kind, id);

-- Notices of jobs, studies and groups to channels outside, each deleted with its job, study or group.
-- given_up: why no further try is made. failure: why the last try failed.
CREATE TABLE notices (
  id            VARCHAR(300) PRIMARY KEY,
  job_id        VARCHAR(100) REFERENCES jobs (id) ON DELETE CASCADE,
  campaign_kind VARCHAR(10),
  campaign_id   VARCHAR(100),
  event         VARCHAR(20)  NOT NULL,
  channel       VARCHAR(100) NOT NULL,
  body          TEXT         NOT NULL,
  tries         INTEGER      NOT NULL,
  due_at        BIGINT       NOT NULL,
  done          INTEGER      NOT NULL,
  given_up      TEXT         NOT NULL,
  failure       TEXT         NOT NULL DEFAULT '',
  FOREIGN KEY (campaign_kind, campaign_id) REFERENCES campaigns (kind, id) ON DELETE CASCADE
);
CREATE INDEX notices_by_time ON notices (done, due_at);
CREATE INDEX notices_by_job ON notices (job_id);
CREATE INDEX notices_by_campaign ON notices (campaign_kind, campaign_id);

-- Agents, packs, targets, and the server itself --------------------------------------------------

-- drained: the process of an agent that is to get no new job; empty if it gets them.
-- formerly: the names that the agent had before, newest first, a line each; it may not have heard of
-- its present one yet.
CREATE TABLE agents (
  name            VARCHAR(100)  PRIMARY KEY,
  credential_hash VARCHAR(200)  NOT NULL UNIQUE,
  first_seen      BIGINT        NOT NULL,
  last_seen       BIGINT        NOT NULL,
  drained         VARCHAR(100)  NOT NULL DEFAULT '',
  formerly        VARCHAR(2000) NOT NULL DEFAULT ''
);

-- uses: how many agents the token lets in.
CREATE TABLE join_tokens (
  hash       VARCHAR(200) PRIMARY KEY,
  expires_at BIGINT       NOT NULL,
  used       INTEGER      NOT NULL,
  uses       INTEGER      NOT NULL DEFAULT 1
);

CREATE TABLE packs (
  sha256       VARCHAR(64) PRIMARY KEY,
  bytes        BIGINT      NOT NULL,
  descriptor   TEXT        NOT NULL,
  installed_at BIGINT      NOT NULL
);

-- Databases that were named once. What is secret of one is sealed for its row alone.
CREATE TABLE targets (
  id       VARCHAR(100) PRIMARY KEY,
  document TEXT         NOT NULL,
  secrets  TEXT         NOT NULL
);

-- The newest moment that a server on this store knew: what is deleted for its age does not depend on
-- the clock alone.
CREATE TABLE known_time (
  id       INTEGER PRIMARY KEY,
  known_at BIGINT  NOT NULL
);
