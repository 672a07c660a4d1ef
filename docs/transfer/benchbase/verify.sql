-- By hand, after the run.
SELECT SUM(balance) AS total, SUM(CASE WHEN balance < 0 THEN 1 ELSE 0 END) AS overdrawn FROM account;
