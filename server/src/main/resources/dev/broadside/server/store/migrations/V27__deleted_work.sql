-- Since when a study or a group is deleted that can still be brought back; 0 of all others.

ALTER TABLE studies ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE job_groups ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0;
