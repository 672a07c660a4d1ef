-- Flight recordings of workers, in the pieces in which they come. Of each agent the newest worker's is kept.
CREATE TABLE recordings (
  run_id      VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  agent       VARCHAR(100) NOT NULL,
  position    BIGINT       NOT NULL,
  incarnation BIGINT       NOT NULL,
  total       BIGINT       NOT NULL,
  bytes       ${bytes}     NOT NULL,
  PRIMARY KEY (run_id, agent, position)
);
