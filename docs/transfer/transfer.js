// k6 with xk6-sql 1.0: moves money between two accounts; an account never falls below zero.
// The extension has no transactions of its own: one connection per VU, and BEGIN as a statement.
import sql from 'k6/x/sql';
import driver from 'k6/x/sql/driver/mysql';
import { Counter, Trend } from 'k6/metrics';

const accounts = Number(__ENV.ACCOUNTS || 60000);
const mostAttempts = 10;
const db = sql.open(driver, __ENV.DSN || 'root@tcp(127.0.0.1:3306)/test', { max_open_conns: 1 });
const moved = new Counter('money_moved');
const tooPoor = new Counter('too_poor');
const repeated = new Counter('repeated');
const failed = new Counter('failed');
const took = new Trend('move', true);

export const options = { thresholds: { failed: ['count==0'] } };

export function setup() {
  db.exec('drop table if exists account');
  db.exec('create table account (id bigint primary key, balance bigint not null)');
  for (let first = 1; first <= accounts; first += 1000) {
    const rows = [];
    for (let id = first; id < first + 1000 && id <= accounts; id++) {
      rows.push(`(${id}, 1000)`);
    }
    db.exec(`insert into account (id, balance) values ${rows.join(', ')}`);
  }
}

function between(low, high) {
  return low + Math.floor(Math.random() * (high - low + 1));
}

function move(from, to, amount) {
  db.exec('begin');
  const row = db.query('select balance from account where id = ? for update', from)[0];
  if (Number(row.balance) < amount) {
    db.exec('rollback');
    tooPoor.add(1);
    return;
  }
  db.exec('update account set balance = balance - ? where id = ?', amount, from);
  db.exec('update account set balance = balance + ? where id = ?', amount, to);
  db.exec('commit');
  moved.add(amount);
}

export default function () {
  const from = between(1, accounts);
  const to = between(1, accounts);
  const amount = between(1, 499);
  const start = Date.now();
  for (let attempt = 1; ; attempt++) {
    try {
      move(from, to, amount);
      took.add(Date.now() - start);
      return;
    } catch (error) {
      db.exec('rollback');
      if (attempt === mostAttempts || !/Error (1205|1213)/.test(`${error}`)) {
        failed.add(1);
        return;
      }
      repeated.add(1);
    }
  }
}

export function teardown() {
  const row = db.query('select sum(balance) s, sum(balance < 0) o from account')[0];
  db.close();
  if (Number(row.s) !== 1000 * accounts || Number(row.o) > 0) {
    throw new Error(`money was lost: sum ${row.s}, overdrawn ${row.o}`);
  }
}
