-- Studies along any axes, and searches. The plan is a JSON object that knows ladders of threads as
-- one case; the points are those that a search has chosen so far.

ALTER TABLE studies RENAME COLUMN threads TO plan;
UPDATE studies SET plan =
  '{"axes":[{"name":"threads","values":' || plan || '}],"order":"given","repeats":1,"settleMillis":0}';
ALTER TABLE studies ADD COLUMN points TEXT NOT NULL DEFAULT '[]';
