-- How many agents a token lets in.

ALTER TABLE join_tokens ADD COLUMN uses INTEGER NOT NULL DEFAULT 1;
