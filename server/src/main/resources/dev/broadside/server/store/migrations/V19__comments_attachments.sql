-- The lab notebook: what people say of a job, and the files that they lay beside it. The numbers of a
-- job's pieces rise over all of its files; a file's pieces carry its number.
CREATE TABLE comments (
  run_id  VARCHAR(100)  NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  number  BIGINT        NOT NULL,
  author  VARCHAR(100)  NOT NULL,
  made_at BIGINT        NOT NULL,
  text    VARCHAR(2000) NOT NULL,
  PRIMARY KEY (run_id, number)
);

CREATE TABLE attachments (
  run_id  VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  number  BIGINT       NOT NULL,
  name    VARCHAR(100) NOT NULL,
  size    BIGINT       NOT NULL,
  sha256  VARCHAR(64)  NOT NULL,
  author  VARCHAR(100) NOT NULL,
  made_at BIGINT       NOT NULL,
  PRIMARY KEY (run_id, number),
  UNIQUE (run_id, name)
);

CREATE TABLE attachment_pieces (
  run_id VARCHAR(100) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  piece  BIGINT       NOT NULL,
  number BIGINT       NOT NULL,
  bytes  ${bytes}     NOT NULL,
  PRIMARY KEY (run_id, piece)
);
