package dev.broadside.kit.job;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.ShareContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.LoadLog;
import dev.broadside.kit.load.ParallelLoader;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import dev.broadside.kit.rehearsal.Rehearser;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The tables of a [TransactionJob] in one database: whether they exist, and how they are made,
/// loaded and dropped.
///
/// @param outline that declares them
/// @param prefix what their names begin with
record JobSchema(OpenTarget at, JobOutline outline, String prefix) {
  private static final String LOADED = "loaded";

  private List<LoadedTable> tables() {
    return outline.tables();
  }

  private String full(LoadedTable table) {
    return prefix + table.name();
  }

  private String logTable() {
    return prefix + outline.id().replace('-', '_') + "_load";
  }

  private LoadLog log() {
    return new LoadLog(logTable(), at.dialect());
  }

  /// The problems of the rows to be loaded: the first row of each table is made, but not sent.
  List<Problem> wrongRows(JobContext context) throws SQLException {
    return loaded() && !outline.fresh()
        ? List.of()
        : tables().stream().flatMap(table -> wrongRow(table, context).stream()).toList();
  }

  private Optional<Problem> wrongRow(LoadedTable table, JobContext context) {
    LoadedTable.Maker maker = table.maker(context.values());
    Class<PreparedStatement> type = PreparedStatement.class;
    Object nowhere =
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null);
    try {
      long rows = table.count(context.values());
      if (rows > 0) {
        MadeRows made = new MadeRows(maker, table.width(), rows, context.seed());
        made.add(type.cast(nowhere), 0);
      }
      return Optional.empty();
    } catch (SQLException | RuntimeException e) {
      String line = Rehearser.place(e, maker.getClass());
      return Optional.of(
          Problem.wrong(
              "table " + table.name() + (line.isEmpty() ? "" : ", " + line),
              Failure.describe(e),
              "correct the code that makes its rows"));
    }
  }

  /// Why the job cannot use the tables that it finds; empty if it can, or finds none.
  Optional<Problem> misfit(JobContext context) throws SQLException {
    boolean ours = log().exists(at.connection());
    for (LoadedTable table : tables()) {
      Optional<Problem> problem = ours ? unfit(table, context) : foreign(table);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return ours ? otherRows(context.values()) : Optional.empty();
  }

  /// The problem of rows that were loaded with other values of the parameters that shape them.
  private Optional<Problem> otherRows(ParameterValues values) throws SQLException {
    for (Parameter<?> parameter : outline.shapedBy()) {
      String wanted = text(parameter, values);
      String noted = log().read(at.connection(), noteOf(parameter)).orElse(wanted);
      if (!noted.equals(wanted) && !outline.fresh()) {
        return Optional.of(
            Problem.wrong(
                "parameter " + parameter.name(),
                "the tables were loaded with %s, and this job has %s".formatted(noted, wanted),
                "give %s, another table-prefix, or drop the tables and %s"
                    .formatted(noted, logTable())));
      }
    }
    return Optional.empty();
  }

  private static <T> String text(Parameter<T> parameter, ParameterValues values) {
    return parameter.format(values.get(parameter));
  }

  private static String noteOf(Parameter<?> parameter) {
    return "parameter " + parameter.name();
  }

  private Optional<Problem> unfit(LoadedTable table, JobContext context) throws SQLException {
    Optional<Problem> size = size(table, context);
    return size.isPresent() ? size : shape(table);
  }

  private Optional<Problem> foreign(LoadedTable table) throws SQLException {
    return TableCatalog.hasTable(at.connection(), full(table))
        ? Optional.of(
            Problem.wrong(
                "parameter table-prefix",
                "the table " + full(table) + " exists and was not made by " + outline.id(),
                "give another table-prefix, or drop the table"))
        : Optional.empty();
  }

  private Optional<Problem> shape(LoadedTable table) throws SQLException {
    String wanted = table.shape(at.dialect());
    String noted = log().read(at.connection(), shapeNote(table)).orElse(wanted);
    return noted.equals(wanted) || outline.fresh()
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter table-prefix",
                "the table " + full(table) + " was made with other columns than this job has",
                "give another table-prefix, or drop the tables and " + logTable()));
  }

  private static String shapeNote(LoadedTable table) {
    return "shape of " + table.name();
  }

  private Optional<Problem> size(LoadedTable table, JobContext context) throws SQLException {
    long wanted = table.count(context.values());
    long noted = noted(table).map(Long::parseLong).orElse(wanted);
    return noted == wanted || outline.fresh()
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                table.sizedBy().isEmpty() ? "tables" : "parameter " + table.sizedBy(),
                "the table %s was loaded with %,d rows, and this job needs %,d"
                    .formatted(full(table), noted, wanted),
                "give what it was loaded with, another table-prefix, or drop the tables and "
                    + logTable()));
  }

  private Optional<String> noted(LoadedTable table) throws SQLException {
    return log().read(at.connection(), rowsNote(table));
  }

  private static String rowsNote(LoadedTable table) {
    return "rows of " + table.name();
  }

  /// The privileges that the user needs so that [#make] can make what is missing.
  Set<String> privileges() throws SQLException {
    boolean complete = loaded();
    for (LoadedTable table : tables()) {
      complete = complete && TableCatalog.hasTable(at.connection(), full(table));
    }
    return complete && !outline.fresh() ? Set.of() : toMake();
  }

  private Set<String> toMake() {
    Set<String> privileges = new HashSet<>(Set.of("CREATE", "INSERT"));
    if (tables().stream().anyMatch(table -> !table.indexes("").isEmpty())) {
      privileges.add("INDEX");
    }
    if (outline.fresh()) {
      privileges.add("DROP");
    }
    return privileges;
  }

  /// Whether a load was completed.
  boolean loaded() throws SQLException {
    return log().exists(at.connection()) && log().has(at.connection(), LOADED);
  }

  /// Creates what is missing, loads it, builds the indexes, and updates the planner's statistics.
  /// Tables that were dropped since are made again.
  ///
  /// @return the seed of the data: that of an earlier load if there was one
  long make(JobContext context) throws SQLException, InterruptedException {
    if (outline.fresh()) {
      drop();
    }
    log().create(at.connection());
    for (LoadedTable table : tables()) {
      log()
          .noteOnce(at.connection(), rowsNote(table), Long.toString(table.count(context.values())));
      log().noteOnce(at.connection(), shapeNote(table), table.shape(at.dialect()));
      log()
          .createTable(
              at.connection(), full(table), table.create(full(table), at.dialect()), LOADED);
    }
    for (Parameter<?> parameter : outline.shapedBy()) {
      log().noteOnce(at.connection(), noteOf(parameter), text(parameter, context.values()));
    }
    long seed =
        Long.parseLong(log().noteOnce(at.connection(), "seed", Long.toString(context.seed())));
    if (!log().has(at.connection(), LOADED)) {
      context.loading(Facts.NONE.with(TransactionJob.SEED, seed));
      load(context, seed);
      finish(context);
    }
    return seed;
  }

  /// Loads a part of what is missing, while another agent [makes][#make] the tables.
  void help(ShareContext context) throws SQLException, InterruptedException {
    if (!log().has(at.connection(), LOADED)) {
      load(context, context.facts().whole(TransactionJob.SEED));
    }
  }

  private void load(JobContext context, long seed) throws SQLException, InterruptedException {
    ParallelLoader loader =
        new ParallelLoader(at.target(), log(), TargetParameters.loadThreads(context.values()));
    for (LoadedTable table : tables()) {
      loader.load(load(table, context.values(), seed), context);
    }
  }

  private void finish(JobContext context) throws SQLException {
    if (context.stopping()) {
      return;
    }
    buildIndexes(context);
    for (LoadedTable table : tables()) {
      at.run(at.dialect().afterLoad(full(table)));
    }
    log().note(at.connection(), LOADED, "yes");
  }

  private TableLoad load(LoadedTable table, ParameterValues values, long seed) {
    long rows = table.count(values);
    return new TableLoad(
        full(table),
        table.insert(full(table)),
        rows,
        new MadeRows(table.maker(values), table.width(), rows, seed));
  }

  /// The rows that an author's class makes.
  private record MadeRows(LoadedTable.Maker maker, int width, long rows, long seed)
      implements TableLoad.Row {
    @Override
    public void set(PreparedStatement statement, long number) throws SQLException {
      maker.make(new RowWriter(statement, seed, rows, width, number), number);
    }

    @Override
    public void add(PreparedStatement statement, long number) throws SQLException {
      RowWriter row = new RowWriter(statement, seed, rows, width, number);
      maker.make(row, number);
      row.finish();
    }
  }

  private void buildIndexes(JobContext context) throws SQLException {
    List<TableCatalog.Index> indexes =
        tables().stream().flatMap(table -> table.indexes(full(table)).stream()).toList();
    for (int i = 0; i < indexes.size(); i++) {
      indexes.get(i).build(at.connection());
      context.progress("build indexes", i + 1, indexes.size());
    }
  }

  /// Drops what [#make] made, the log last: an interrupted drop can be repeated.
  void drop() throws SQLException {
    if (log().exists(at.connection())) {
      for (LoadedTable table : tables()) {
        TableCatalog.drop(at.connection(), full(table));
      }
      TableCatalog.drop(at.connection(), logTable());
    }
  }
}
