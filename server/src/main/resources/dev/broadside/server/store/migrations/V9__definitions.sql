-- What a job is a run of: jobs of one definition can be told apart by their time alone.
ALTER TABLE jobs ADD COLUMN definition VARCHAR(100) NOT NULL DEFAULT '';
UPDATE jobs SET definition = id;
CREATE INDEX jobs_by_definition ON jobs (definition, submitted_at);
