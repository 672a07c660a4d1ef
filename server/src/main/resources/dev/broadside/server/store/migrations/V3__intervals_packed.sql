-- Documents of intervals become bytes, which are compressed from now on. Those that are there stay
-- as they are: JSON begins with a brace, what is compressed does not.

CREATE TABLE packed_intervals (
  run_id         VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  interval_index INTEGER      NOT NULL,
  event_id       BIGINT       NOT NULL,
  document       ${bytes}     NOT NULL,
  PRIMARY KEY (run_id, interval_index)
)${clustered};
INSERT INTO packed_intervals (run_id, interval_index, event_id, document)
  SELECT run_id, interval_index, event_id, ${document_as_bytes} FROM intervals;
DROP TABLE intervals;
ALTER TABLE packed_intervals RENAME TO intervals;
CREATE INDEX intervals_by_event ON intervals (run_id, event_id);
