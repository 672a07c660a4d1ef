-- Groups of jobs and studies. What its members ask for is kept apart from where they are, which is
-- written again and again; what is secret of all members is sealed together, for this row alone.

CREATE TABLE job_groups (
  id           VARCHAR(100) PRIMARY KEY,
  submitted_at BIGINT       NOT NULL,
  finished     INTEGER      NOT NULL,
  document     TEXT         NOT NULL,
  plan         TEXT         NOT NULL,
  asked        TEXT         NOT NULL,
  secrets      TEXT         NOT NULL,
  state        TEXT         NOT NULL
);
CREATE INDEX job_groups_by_age ON job_groups (submitted_at, id);
