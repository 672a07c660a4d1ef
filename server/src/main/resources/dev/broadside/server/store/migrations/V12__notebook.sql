-- The lab notebook: where users keep a job, and what lists find it by.
ALTER TABLE jobs ADD COLUMN filing TEXT NOT NULL DEFAULT '{"folder":"","tags":[]}';
-- Since when a job is deleted that can still be brought back; 0 of all others.
ALTER TABLE jobs ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0;

-- What a list of many jobs looks at: narrow rows, derived from those of jobs and results.
CREATE TABLE job_index (
  job_id       VARCHAR(100) PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  submitted_at BIGINT       NOT NULL,
  finished     INTEGER      NOT NULL,
  word         VARCHAR(20)  NOT NULL,
  job_class    VARCHAR(100) NOT NULL,
  target       VARCHAR(100) NOT NULL,
  folder       VARCHAR(200) NOT NULL,
  words        TEXT         NOT NULL
);
CREATE INDEX job_index_by_age ON job_index (submitted_at, job_id);

CREATE TABLE job_tags (
  job_id VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  tag    VARCHAR(64)  NOT NULL,
  PRIMARY KEY (tag, job_id)
)${clustered};
CREATE INDEX job_tags_by_job ON job_tags (job_id);

-- The figures of final results, by the names that thresholds have for them.
CREATE TABLE job_figures (
  job_id VARCHAR(100)     NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  figure VARCHAR(40)      NOT NULL,
  value  DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (job_id, figure)
)${clustered};
CREATE INDEX job_figures_by_value ON job_figures (figure, value, job_id);
