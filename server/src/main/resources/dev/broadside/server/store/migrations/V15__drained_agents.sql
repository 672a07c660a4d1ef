-- The process of an agent that is to get no new job; empty where it gets them.

ALTER TABLE agents ADD COLUMN drained VARCHAR(100) NOT NULL DEFAULT '';
