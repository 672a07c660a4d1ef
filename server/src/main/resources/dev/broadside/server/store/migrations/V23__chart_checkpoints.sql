-- What the charts of a long job draw, and up to which event that is, so that a server that is started
-- again reads only the intervals behind it. Made of intervals, and given up wherever there is doubt.
CREATE TABLE chart_checkpoints (
  run_id  VARCHAR(100) PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  version VARCHAR(200) NOT NULL,
  sums    ${bytes}     NOT NULL
);
