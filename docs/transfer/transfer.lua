#!/usr/bin/env sysbench
-- sysbench 1.0: moves money between two accounts; an account never falls below zero.
-- Deadlocks: sysbench begins event() anew, with other draws, for errors in --mysql-ignore-errors.

sysbench.cmdline.options = {
  accounts = {"How many accounts there are", 60000},
}

function prepare()
  local con = sysbench.sql.driver():connect()
  con:query("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)")
  con:bulk_insert_init("INSERT INTO account (id, balance) VALUES")
  for id = 1, sysbench.opt.accounts do
    con:bulk_insert_next(string.format("(%d, 1000)", id))
  end
  con:bulk_insert_done()
end

function cleanup()
  sysbench.sql.driver():connect():query("DROP TABLE IF EXISTS account")
end

function thread_init()
  con = sysbench.sql.driver():connect()
  moved = 0
end

function event()
  local from = sysbench.rand.uniform(1, sysbench.opt.accounts)
  local to = sysbench.rand.uniform(1, sysbench.opt.accounts)
  local amount = sysbench.rand.uniform(1, 499)
  con:query("BEGIN")
  local balance = con:query_row(
    string.format("SELECT balance FROM account WHERE id = %d FOR UPDATE", from))
  if tonumber(balance) < amount then
    con:query("ROLLBACK")
    return
  end
  con:query(string.format("UPDATE account SET balance = balance - %d WHERE id = %d", amount, from))
  con:query(string.format("UPDATE account SET balance = balance + %d WHERE id = %d", amount, to))
  con:query("COMMIT")
  moved = moved + amount
end

-- Threads have Lua states of their own: each prints its share of the figure.
function thread_done()
  print(string.format("thread %d: money moved %d EUR", sysbench.tid, moved))
  con:disconnect()
end

-- Called once, when all threads have ended.
function done()
  local con = sysbench.sql.driver():connect()
  local sum, overdrawn = con:query_row("SELECT SUM(balance), SUM(balance < 0) FROM account")
  if tonumber(sum) ~= 1000 * sysbench.opt.accounts or tonumber(overdrawn) > 0 then
    error(string.format("money was lost: sum %s, overdrawn %s", sum, overdrawn))
  end
  print("no money was lost")
end
