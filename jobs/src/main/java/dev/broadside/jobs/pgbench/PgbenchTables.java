package dev.broadside.jobs.pgbench;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.MadeTable;
import dev.broadside.kit.load.MadeTables;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The tables that `pgbench -i` makes: used as they are if pgbench itself made them, else made and
/// loaded by us.
final class PgbenchTables extends MadeTables {
  private static final int TELLERS = 10;
  private static final int ACCOUNTS = 100_000;

  /// In the order in which they are made.
  private static final List<String> DEFINITIONS =
      List.of(
          "pgbench_branches (bid int not null primary key, bbalance int, filler char(88))",
          "pgbench_tellers (tid int not null primary key, bid int, tbalance int, filler char(84))",
          "pgbench_accounts (aid int not null primary key, bid int, abalance int, filler char(84))",
          "pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))");

  private static final List<String> TABLES =
      DEFINITIONS.stream().map(one -> one.substring(0, one.indexOf(' '))).toList();

  private final long scale;

  /// Of as many branches as the parameter `scale` says, each with 10 tellers and 100,000 accounts.
  PgbenchTables(OpenTarget at, ParameterValues values) {
    super(at, "pgbench_load", TargetParameters.fresh(values));
    this.scale = values.get(Pgbench.SCALE);
  }

  @Override
  protected List<MadeTable> tables() {
    return List.of(
        made(
            0, scale, "(bid, bbalance) values (?, 0)", (row, number) -> row.setLong(1, number + 1)),
        made(1, TELLERS, "(tid, bid, tbalance) values (?, ?, 0)"),
        made(2, ACCOUNTS, "(aid, bid, abalance, filler) values (?, ?, 0, ' ')"),
        made(3, 0, "", (_, _) -> {}));
  }

  /// @param each how many rows a branch has
  private MadeTable made(int table, int each, String values) {
    return made(
        table,
        scale * each,
        values,
        (row, number) -> {
          row.setLong(1, number + 1);
          row.setLong(2, number / each + 1);
        });
  }

  private MadeTable made(int table, long rows, String values, TableLoad.Row row) {
    String name = TABLES.get(table);
    return new MadeTable(
        name,
        "create table " + DEFINITIONS.get(table) + at().dialect().tableOptions(),
        "",
        _ -> new TableLoad(name, "insert into " + name + " " + values, rows, row),
        List.of(),
        List.of(
            new MadeTable.Note(
                "scale",
                Long.toString(scale),
                begun ->
                    Problem.wrong(
                        "parameter scale",
                        "a load of scale " + begun + " was begun and not finished",
                        "give --scale " + begun + " to finish it, or --fresh"))));
  }

  @Override
  protected Problem foreign(String table) throws SQLException {
    return Problem.wrong(
        "the tables of pgbench",
        "only %d of %d exist".formatted(there(), TABLES.size()),
        "make all of them with pgbench -i, or give --fresh");
  }

  private long there() throws SQLException {
    long there = 0;
    for (String table : TABLES) {
      there += TableCatalog.hasTable(at().connection(), table) ? 1 : 0;
    }
    return there;
  }

  /// Whether nothing is left to be made.
  boolean usable() throws SQLException {
    boolean foreign = !log().exists(at().connection());
    return complete() || (foreign && !fresh() && there() == TABLES.size());
  }

  /// Why the job cannot use what it finds.
  Optional<Problem> obstacle() throws SQLException {
    if (!usable()) {
      return fresh() ? Optional.empty() : misfit();
    }
    long branches = at().whole("select count(*) from pgbench_branches");
    return branches == scale
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter scale",
                "the tables have %,d branches, and this job has scale %,d"
                    .formatted(branches, scale),
                "give --scale %d, or --fresh to make the tables anew".formatted(branches)));
  }

  /// The privileges for making what is missing.
  Set<String> neededPrivileges() throws SQLException {
    return usable() ? Set.of() : privileges();
  }

  /// Makes and loads what is missing.
  void prepare(JobContext context) throws SQLException, InterruptedException {
    if (fresh()) {
      dropForeign();
    }
    if (!usable()) {
      make(context);
    }
  }

  /// The sum of the accounts less that of their history, which pgbench's own scripts never change.
  long accountsBesideHistory() throws SQLException {
    return at().whole("select coalesce(sum(abalance), 0) from pgbench_accounts")
        - at().whole("select coalesce(sum(delta), 0) from pgbench_history");
  }

  long history() throws SQLException {
    return at().whole("select count(*) from pgbench_history");
  }

  private void dropForeign() throws SQLException {
    for (String table : TABLES) {
      TableCatalog.drop(at().connection(), table);
    }
  }
}
