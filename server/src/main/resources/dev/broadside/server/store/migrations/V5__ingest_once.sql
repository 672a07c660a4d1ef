-- The number of the batch of records that was committed last: whoever lost the answer to a commit
-- finds out by it whether the batch is there.
CREATE TABLE ingest (
  id    INTEGER PRIMARY KEY,
  batch BIGINT NOT NULL
);
INSERT INTO ingest (id, batch) VALUES (1, 0);

-- Why a record was put aside; empty where one of its key with other bytes was there before.
ALTER TABLE quarantine ADD COLUMN reason TEXT DEFAULT '' NOT NULL;
