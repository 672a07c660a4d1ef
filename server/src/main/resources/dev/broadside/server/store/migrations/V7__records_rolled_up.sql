-- Records of a stream that follow one another may be rolled up into one, which stands under the
-- number of the first: of how many intervals it is, the SHA-256 of each of them in order, and in
-- which of them the load generator was limited.
ALTER TABLE records ADD COLUMN intervals INTEGER DEFAULT 1 NOT NULL;
ALTER TABLE records ADD COLUMN digests ${bytes};
ALTER TABLE records ADD COLUMN limited ${bytes};
CREATE INDEX records_by_interval ON records (stream_id, interval_index, seq, intervals);

-- How far each level of roll-up has come in a run, and how far it ever came: a record that comes
-- late is looked at again, one that comes again is looked for in what was rolled up.
CREATE TABLE rollups (
  run_id     VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  level      INTEGER      NOT NULL,
  next_index INTEGER      NOT NULL,
  rolled_to  INTEGER      NOT NULL,
  PRIMARY KEY (run_id, level)
);
