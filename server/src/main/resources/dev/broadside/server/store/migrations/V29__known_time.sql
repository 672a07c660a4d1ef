-- The newest moment that the server knew: what is deleted for its age does not depend on the clock alone.
CREATE TABLE known_time (
  id       INTEGER PRIMARY KEY,
  known_at BIGINT  NOT NULL
);

-- When a deleted job was brought back, from which on it is kept like one that has just ended; 0 of all others.
ALTER TABLE jobs ADD COLUMN restored_at BIGINT NOT NULL DEFAULT 0;
