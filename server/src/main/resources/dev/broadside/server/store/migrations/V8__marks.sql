-- What happened while a run went on: told where its figures are.
CREATE TABLE marks (
  run_id   VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  event_id BIGINT       NOT NULL,
  document TEXT         NOT NULL,
  PRIMARY KEY (run_id, event_id)
);
