-- Studies: several runs of one job. Their steps are rows of jobs, with ids that follow from the
-- study's. Threads are a JSON list.

CREATE TABLE studies (
  id           VARCHAR(100) PRIMARY KEY,
  submitted_at BIGINT       NOT NULL,
  finished     INTEGER      NOT NULL,
  spec         TEXT         NOT NULL,
  secrets      TEXT         NOT NULL,
  code         TEXT         NOT NULL,
  threads      TEXT         NOT NULL,
  state        TEXT         NOT NULL
);
CREATE INDEX studies_by_age ON studies (submitted_at);
