# Locust 2, with PyMySQL: moves money between two accounts; an account never falls below zero.
import random
import time

import pymysql
from gevent.lock import Semaphore
from locust import User, events, task

MOST_ATTEMPTS = 10
REPEATED = {1205, 1213}  # lock wait timeout, deadlock
moved = 0
moving = Semaphore()


@events.init_command_line_parser.add_listener
def options(parser):
    parser.add_argument("--accounts", type=int, default=60000, help="How many accounts there are")
    parser.add_argument("--db-host", default="127.0.0.1")
    parser.add_argument("--db-port", type=int, default=3306)
    parser.add_argument("--db-user", default="root")
    parser.add_argument("--db-password", default="", is_secret=True)
    parser.add_argument("--db-name", default="test")


def connect(options):
    return pymysql.connect(
        host=options.db_host,
        port=options.db_port,
        user=options.db_user,
        password=options.db_password,
        database=options.db_name,
    )


@events.test_start.add_listener
def load(environment, **_):
    accounts = environment.parsed_options.accounts
    with connect(environment.parsed_options) as connection, connection.cursor() as cursor:
        cursor.execute("drop table if exists account")
        cursor.execute("create table account (id bigint primary key, balance bigint not null)")
        cursor.executemany(
            "insert into account (id, balance) values (%s, 1000)",
            [(id,) for id in range(1, accounts + 1)],
        )
        connection.commit()


@events.test_stop.add_listener
def verify(environment, **_):
    with connect(environment.parsed_options) as connection, connection.cursor() as cursor:
        cursor.execute("select sum(balance), sum(balance < 0) from account")
        total, overdrawn = cursor.fetchone()
    print(f"money moved: {moved} EUR")
    if total != 1000 * environment.parsed_options.accounts or overdrawn:
        print(f"MONEY WAS LOST: sum {total}, overdrawn {overdrawn}")
        environment.process_exit_code = 1


class Transfer(User):
    def on_start(self):
        self.connection = connect(self.environment.parsed_options)

    def on_stop(self):
        self.connection.close()

    @task
    def move(self):
        accounts = self.environment.parsed_options.accounts
        self.source = random.randint(1, accounts)
        self.target = random.randint(1, accounts)
        self.amount = random.randint(1, 499)
        start = time.perf_counter()
        failure, rolled_back = None, False
        try:
            rolled_back = self.repeat()
        except pymysql.Error as error:
            failure = error
        events.request.fire(
            request_type="SQL",
            name="too_poor" if rolled_back else "move",
            response_time=(time.perf_counter() - start) * 1000,
            response_length=0,
            exception=failure,
        )

    def repeat(self):
        for attempt in range(MOST_ATTEMPTS):
            try:
                return self.transact()
            except pymysql.Error as error:
                if error.args[0] in (2006, 2013):
                    self.connection.ping(reconnect=True)
                    raise
                self.connection.rollback()
                if error.args[0] not in REPEATED or attempt == MOST_ATTEMPTS - 1:
                    raise

    def transact(self):
        global moved
        with self.connection.cursor() as cursor:
            cursor.execute("select balance from account where id = %s for update", self.source)
            if cursor.fetchone()[0] < self.amount:
                self.connection.rollback()
                return True
            cursor.execute(
                "update account set balance = balance - %s where id = %s",
                (self.amount, self.source),
            )
            cursor.execute(
                "update account set balance = balance + %s where id = %s",
                (self.amount, self.target),
            )
        self.connection.commit()
        with moving:
            moved += self.amount
        return False
