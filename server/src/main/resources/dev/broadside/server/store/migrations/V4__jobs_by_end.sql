-- Lists begin with the jobs that have not ended, however old they are.
CREATE INDEX jobs_by_end ON jobs (finished, submitted_at);
