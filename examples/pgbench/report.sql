-- What waits in the queue, read in one transaction.
begin;
select count(*) as jobs from queue \gset
\if :jobs > 0
  select min(payload), max(payload) from queue;
\else
  \sleep 1 ms
\endif
end;
