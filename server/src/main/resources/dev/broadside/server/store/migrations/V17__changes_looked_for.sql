-- Whether a run was looked at for a change of its definition. Those that are there were.

ALTER TABLE job_index ADD COLUMN in_history INTEGER NOT NULL DEFAULT 1;
CREATE INDEX job_index_by_history ON job_index (in_history, word);
