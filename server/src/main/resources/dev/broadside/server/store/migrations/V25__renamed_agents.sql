-- The names that an agent had before, newest first, a line each: it may not have heard of its present one yet.

ALTER TABLE agents ADD COLUMN formerly VARCHAR(2000) NOT NULL DEFAULT '';
