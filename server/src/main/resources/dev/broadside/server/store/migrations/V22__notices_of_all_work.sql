-- Notices of jobs, studies and groups alike: each goes with what it tells of. What was given up says
-- why.

CREATE TABLE notices_of_work (
  id       VARCHAR(300) PRIMARY KEY,
  job_id   VARCHAR(100) REFERENCES jobs (id) ON DELETE CASCADE,
  study_id VARCHAR(100) REFERENCES studies (id) ON DELETE CASCADE,
  group_id VARCHAR(100) REFERENCES job_groups (id) ON DELETE CASCADE,
  event    VARCHAR(20)  NOT NULL,
  channel  VARCHAR(100) NOT NULL,
  body     TEXT         NOT NULL,
  tries    INTEGER      NOT NULL,
  due_at   BIGINT       NOT NULL,
  done     INTEGER      NOT NULL,
  given_up TEXT         NOT NULL
);
INSERT INTO notices_of_work
  (id, job_id, study_id, group_id, event, channel, body, tries, due_at, done, given_up)
SELECT id, job_id, NULL, NULL, '', channel, body, tries, due_at, done, '' FROM notices;
DROP TABLE notices;
ALTER TABLE notices_of_work RENAME TO notices;
CREATE INDEX notices_by_time ON notices (done, due_at);
CREATE INDEX notices_by_job ON notices (job_id);
CREATE INDEX notices_by_study ON notices (study_id);
CREATE INDEX notices_by_group ON notices (group_id);

-- What lists of studies and of groups look at: narrow rows, derived from what is kept of each. Of
-- the kind that a row is, it has the id.

CREATE TABLE work_index (
  kind         VARCHAR(10)  NOT NULL,
  id           VARCHAR(100) NOT NULL,
  study_id     VARCHAR(100) REFERENCES studies (id) ON DELETE CASCADE,
  group_id     VARCHAR(100) REFERENCES job_groups (id) ON DELETE CASCADE,
  submitted_at BIGINT       NOT NULL,
  finished     INTEGER      NOT NULL,
  word         VARCHAR(20)  NOT NULL,
  words        TEXT         NOT NULL,
  notifies     INTEGER      NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX work_index_by_age ON work_index (kind, submitted_at, id);
CREATE INDEX work_index_by_study ON work_index (study_id);
CREATE INDEX work_index_by_group ON work_index (group_id);
CREATE INDEX work_index_by_notice ON work_index (notifies, finished);

-- Of which there may be several: tags, folders, job classes, targets, definitions.
CREATE TABLE work_values (
  kind  VARCHAR(10)  NOT NULL,
  id    VARCHAR(100) NOT NULL,
  name  VARCHAR(20)  NOT NULL,
  value VARCHAR(200) NOT NULL,
  PRIMARY KEY (kind, name, value, id),
  FOREIGN KEY (kind, id) REFERENCES work_index (kind, id) ON DELETE CASCADE
)${clustered};
CREATE INDEX work_values_by_work ON work_values (kind, id);
