-- The highest number that a comment on a job ever had: one that is taken away gives it to no other.
CREATE TABLE comment_numbers (
  run_id VARCHAR(100) NOT NULL PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  newest BIGINT       NOT NULL
);
