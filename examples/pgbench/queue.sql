-- A queue of at most :depth jobs: a full one gives its oldest away, any other takes one more.
--
--   create table queue (id bigint primary key, payload bigint)
--   broadside run pgbench --script queue.sql --define depth=50 --url ... --user me --threads 1
\set payload permute(random(1, 1000000), 1000000)
select count(*) as jobs, coalesce(max(id), 0) as newest from queue \gset
\if :jobs >= :depth
  delete from queue where id = :newest - :jobs + 1;
\else
  \set next :newest + 1
  insert into queue (id, payload) values (:next, :payload);
\endif
