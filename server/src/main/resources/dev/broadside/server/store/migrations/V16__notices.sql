-- What is told of jobs to channels outside, and what is still to be delivered.

ALTER TABLE job_index ADD COLUMN notifies INTEGER NOT NULL DEFAULT 0;
CREATE INDEX job_index_by_notice ON job_index (notifies, finished);

CREATE TABLE notices (
  id      VARCHAR(300) PRIMARY KEY,
  job_id  VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  channel VARCHAR(100) NOT NULL,
  body    TEXT         NOT NULL,
  tries   INTEGER      NOT NULL,
  due_at  BIGINT       NOT NULL,
  done    INTEGER      NOT NULL
);
CREATE INDEX notices_by_time ON notices (done, due_at);
