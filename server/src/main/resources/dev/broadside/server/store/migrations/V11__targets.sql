-- Databases that were named once. What is secret of one is sealed for its row alone.

CREATE TABLE targets (
  id       VARCHAR(100) PRIMARY KEY,
  document TEXT         NOT NULL,
  secrets  TEXT         NOT NULL
);
