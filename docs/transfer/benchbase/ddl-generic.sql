DROP TABLE IF EXISTS account;
CREATE TABLE account (id bigint NOT NULL PRIMARY KEY, balance bigint NOT NULL);
