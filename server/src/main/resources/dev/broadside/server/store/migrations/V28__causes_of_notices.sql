-- Why a notice did not arrive the last time; of those that were given up, the sentence that was kept before.

ALTER TABLE notices ADD COLUMN failure TEXT NOT NULL DEFAULT '';
UPDATE notices SET failure = given_up;
