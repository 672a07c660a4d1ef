-- What the records of a running job have come to, and which of them are in it, so that a server that
-- is started again reads only those behind it. Made of records, and given up wherever there is doubt.
CREATE TABLE checkpoints (
  run_id  VARCHAR(100) PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  version VARCHAR(200) NOT NULL,
  sums    ${bytes}     NOT NULL
);
