package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.load.MadeTable;
import dev.broadside.kit.load.MadeTables;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import java.sql.SQLException;
import java.util.List;

/// The table of the test, which is full or, for inserts, empty when a run begins.
///
/// All rows are equal but for their id. The jobs of sysbench 1.0 use another name for their log,
/// since they may run in the same schema.
final class SbtestTable extends MadeTables {
  /// Column pad of the row that an iteration of the mode complex inserts.
  static final String INSERTED_PAD = "aaaaaaaaaaffffffffffrrrrrrrrrreeeeeeeeeeyyyyyyyyyy";

  private static final String LOADED_PAD = "qqqqqqqqqqwwwwwwwwwweeeeeeeeeerrrrrrrrrrtttttttttt";
  private static final String CONTENT = "content";

  private final OltpSettings settings;

  SbtestTable(OpenTarget at, OltpSettings settings) {
    super(at, settings.table() + "_04_load", settings.inserts());
    this.settings = settings;
  }

  /// Its index has the name `k` in the tool; in most databases only one table of a schema could
  /// have that.
  @Override
  protected List<MadeTable> tables() {
    String name = settings.table();
    return List.of(
        new MadeTable(
            name,
            Operation.createTable(
                name,
                settings.numbered() ? at().dialect().identity() : "integer",
                ", primary key (id)",
                at().dialect().tableOptions()),
            "",
            _ ->
                new TableLoad(
                    name,
                    "insert into %s (id, k, c, pad) values (?, 0, ' ', '%s')"
                        .formatted(name, LOADED_PAD),
                    rows(),
                    (statement, number) -> statement.setLong(1, number + 1)),
            List.of(new TableCatalog.Index(name + "_k", name, "k")),
            List.of(size())));
  }

  private long rows() {
    return settings.inserts() ? 0 : settings.size();
  }

  private MadeTable.Note size() {
    return new MadeTable.Note(
        "table-size",
        Long.toString(settings.size()),
        found ->
            Problem.wrong(
                "parameter oltp-table-size",
                "the table %s was made for %s rows, and %d are wanted"
                    .formatted(settings.table(), found, settings.size()),
                "give that size or another oltp-table-name, or drop the table by a run with"
                    + " that size and clean-up drop"));
  }

  @Override
  protected void afterRows() throws SQLException {
    if (settings.inserts()) {
      log().noteOnce(at().connection(), CONTENT, "inserted");
    }
  }

  @Override
  protected Problem foreign(String table) {
    return Problem.wrong(
        "parameter oltp-table-name",
        "the table " + table + " exists and was not made by sysbench04_oltp",
        "give another name, or drop the table");
  }

  /// Makes the table anew if a run has changed the number of rows. Returns early if the job is to
  /// stop.
  ///
  /// @return how many rows there are
  long prepare(JobContext context) throws SQLException, InterruptedException {
    if (log().exists(at().connection()) && log().has(at().connection(), CONTENT)) {
      drop();
    }
    make(context);
    if (count() != rows() && !context.stopping()) {
      drop();
      make(context);
    }
    return count();
  }

  /// Whether it exists as it was loaded.
  boolean isLoaded() throws SQLException {
    return complete() && count() == settings.size();
  }

  long count() throws SQLException {
    return at().whole("select count(*) from " + settings.table());
  }

  /// 0 if there are no rows.
  long sumOfK() throws SQLException {
    return at().whole("select coalesce(sum(k), 0) from " + settings.table());
  }
}
