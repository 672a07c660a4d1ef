-- A result is sealed when its job ends. Records that come after that make amendments: number 0 is
-- the first result, and what a result was before its amendment is kept.
ALTER TABLE results ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN sealed_at BIGINT NOT NULL DEFAULT 0;

CREATE TABLE former_results (
  run_id   VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  number   INTEGER      NOT NULL,
  document TEXT         NOT NULL,
  PRIMARY KEY (run_id, number)
);
