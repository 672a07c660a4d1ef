package dev.broadside.jobs.pgbench;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.LoadLog;
import dev.broadside.kit.load.ParallelLoader;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The tables that `pgbench -i` makes: used as they are if pgbench itself made them, else made and
/// loaded by us.
///
/// @param scale how many branches there are, each with 10 tellers and 100,000 accounts
record PgbenchTables(OpenTarget at, long scale, boolean fresh) {
  private static final int TELLERS = 10;
  private static final int ACCOUNTS = 100_000;
  private static final String LOADED = "loaded";

  /// In the order in which they are made.
  private static final List<String> DEFINITIONS =
      List.of(
          "pgbench_branches (bid int not null primary key, bbalance int, filler char(88))",
          "pgbench_tellers (tid int not null primary key, bid int, tbalance int, filler char(84))",
          "pgbench_accounts (aid int not null primary key, bid int, abalance int, filler char(84))",
          "pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))");

  private static final List<String> TABLES =
      DEFINITIONS.stream().map(one -> one.substring(0, one.indexOf(' '))).toList();

  static PgbenchTables of(OpenTarget at, JobContext context) {
    return new PgbenchTables(
        at, context.values().get(Pgbench.SCALE), TargetParameters.fresh(context.values()));
  }

  private LoadLog log() {
    return new LoadLog("pgbench_load", at.dialect());
  }

  private long there() throws SQLException {
    long there = 0;
    for (String table : TABLES) {
      there += TableCatalog.hasTable(at.connection(), table) ? 1 : 0;
    }
    return there;
  }

  /// Whether nothing is left to be made.
  boolean complete() throws SQLException {
    boolean whole = !fresh && there() == TABLES.size();
    return whole && (!log().exists(at.connection()) || log().has(at.connection(), LOADED));
  }

  /// Why the job cannot use what it finds.
  Optional<Problem> obstacle() throws SQLException {
    long there = there();
    if (fresh || there == 0) {
      return Optional.empty();
    }
    if (complete()) {
      long branches = at.whole("select count(*) from pgbench_branches");
      return branches == scale
          ? Optional.empty()
          : Optional.of(
              Problem.wrong(
                  "parameter scale",
                  "the tables have %,d branches, and this job has scale %,d"
                      .formatted(branches, scale),
                  "give --scale %d, or --fresh to make the tables anew".formatted(branches)));
    }
    return log().exists(at.connection())
        ? otherScale()
        : Optional.of(
            Problem.wrong(
                "the tables of pgbench",
                "only %d of %d exist".formatted(there, TABLES.size()),
                "make all of them with pgbench -i, or give --fresh"));
  }

  /// The problem of an interrupted load with another scale.
  private Optional<Problem> otherScale() throws SQLException {
    Optional<String> begun = log().read(at.connection(), "scale");
    return begun.isEmpty() || begun.get().equals("" + scale)
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter scale",
                "a load of scale " + begun.get() + " was begun and not finished",
                "give --scale " + begun.get() + " to finish it, or --fresh"));
  }

  Set<String> privileges() throws SQLException {
    if (fresh) {
      return Set.of("CREATE", "INSERT", "DROP");
    }
    return complete() ? Set.of() : Set.of("CREATE", "INSERT");
  }

  /// Makes and loads what is missing.
  void make(JobContext context) throws SQLException, InterruptedException {
    if (fresh) {
      drop();
    }
    if (complete()) {
      return;
    }
    log().create(at.connection());
    log().noteOnce(at.connection(), "scale", "" + scale);
    for (int i = 0; i < TABLES.size(); i++) {
      String create = "create table " + DEFINITIONS.get(i) + at.dialect().tableOptions();
      log().createTable(at.connection(), TABLES.get(i), create, LOADED);
    }
    context.loading(Facts.NONE);
    load(context);
    if (!context.stopping()) {
      for (String table : TABLES) {
        at.run(at.dialect().afterLoad(table));
      }
      log().noteOnce(at.connection(), LOADED, "yes");
    }
  }

  /// Loads what is missing, or a part of it while another agent [makes][#make] the tables.
  void load(JobContext context) throws SQLException, InterruptedException {
    int threads = TargetParameters.loadThreads(context.values());
    new ParallelLoader(at.target(), log(), threads).load(loads(), context);
  }

  private List<TableLoad> loads() {
    return List.of(
        new TableLoad(
            "pgbench_branches",
            "insert into pgbench_branches (bid, bbalance) values (?, 0)",
            scale,
            (row, number) -> row.setLong(1, number + 1)),
        load("insert into pgbench_tellers (tid, bid, tbalance) values (?, ?, 0)", TELLERS),
        load(
            "insert into pgbench_accounts (aid, bid, abalance, filler) values (?, ?, 0, ' ')",
            ACCOUNTS));
  }

  /// @param each how many rows a branch has
  private TableLoad load(String insert, int each) {
    return new TableLoad(
        insert.split(" ", 4)[2],
        insert,
        scale * each,
        (row, number) -> {
          row.setLong(1, number + 1);
          row.setLong(2, number / each + 1);
        });
  }

  /// The sum of the accounts less that of their history, which pgbench's own scripts never change.
  long accountsBesideHistory() throws SQLException {
    return at.whole("select coalesce(sum(abalance), 0) from pgbench_accounts")
        - at.whole("select coalesce(sum(delta), 0) from pgbench_history");
  }

  long history() throws SQLException {
    return at.whole("select count(*) from pgbench_history");
  }

  /// Drops all of them, the log last.
  void drop() throws SQLException {
    for (String table : TABLES) {
      TableCatalog.drop(at.connection(), table);
    }
    TableCatalog.drop(at.connection(), log().table());
  }

  /// Drops them if we made them.
  void dropOurs() throws SQLException {
    if (log().exists(at.connection())) {
      drop();
    }
  }
}
