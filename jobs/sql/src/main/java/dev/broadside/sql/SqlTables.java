package dev.broadside.sql;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.ShareContext;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.LoadLog;
import dev.broadside.kit.load.ParallelLoader;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import dev.broadside.sql.file.JobFile;
import dev.broadside.sql.file.JobFile.TablePlan;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The tables of a job file in one database: whether they exist, and how they are made, loaded and
/// dropped.
///
/// @param constants parameters and constants
record SqlTables(OpenTarget at, JobFile file, Frame constants, ParameterValues values) {
  private static final String LOADED = "loaded";
  private static final String SEED = "seed";

  /// A statement that creates a table, up to its name.
  private static final Pattern CREATE =
      Pattern.compile(
          "(?i)create\\s+(?:[a-z ]+?\\s)??table\\s+(?:if\\s+not\\s+exists\\s+)?([^\\s(]+)");

  private LoadLog log() {
    return new LoadLog(file.description().id().replace('-', '_') + "_load", at.dialect());
  }

  private String name(TablePlan table) {
    return table.name().ready(at.dialect(), constants).sql();
  }

  private long rows(TablePlan table) {
    return table.rows().map(rows -> rows.whole(constants)).orElse(0L);
  }

  /// What a table was made of: its text and its number of rows.
  private String made(TablePlan table) {
    return rows(table) + " rows, text " + Integer.toHexString(table.source().hashCode());
  }

  private static String note(String table) {
    return "table " + table;
  }

  /// Why the job cannot make its tables, or use what it finds.
  List<Problem> obstacles() throws SQLException {
    List<Problem> wrong =
        file.schema().tables().stream().flatMap(table -> misnamed(table).stream()).toList();
    return wrong.isEmpty() ? misfit().stream().toList() : wrong;
  }

  /// The problem that a table is created under another name than the job uses.
  private Optional<Problem> misnamed(TablePlan table) {
    Matcher create = CREATE.matcher(sql(table.create()));
    String known = bare(name(table));
    if (!create.lookingAt() || bare(create.group(1)).equals(known)) {
      return Optional.empty();
    }
    String made = create.group(1);
    return Optional.of(
        Problem.wrong(
            table.create().place(),
            "the statement creates the table %s, but the file calls it %s".formatted(made, known),
            "let it create " + known + ", or write name: " + made));
  }

  /// A name without quotes and schema.
  private static String bare(String name) {
    String plain = name.replaceAll("[\"`]", "").toLowerCase(Locale.ROOT);
    return plain.substring(plain.lastIndexOf('.') + 1);
  }

  private Optional<Problem> misfit() throws SQLException {
    boolean ours = log().exists(at.connection());
    for (TablePlan table : file.schema().tables()) {
      String name = name(table);
      boolean there = TableCatalog.hasTable(at.connection(), name);
      if (there && !ours) {
        return Optional.of(
            Problem.wrong(
                "table " + name,
                "it exists and was not made by this job class",
                "drop it, or give the table another name"));
      }
      Optional<String> made = there ? log().read(at.connection(), note(name)) : Optional.empty();
      if (made.isPresent() && !made.get().equals(made(table)) && !TargetParameters.fresh(values)) {
        return Optional.of(
            Problem.wrong(
                "table " + name,
                "it was made with another text or another number of rows ("
                    + made.get().split(",")[0]
                    + " then, "
                    + rows(table)
                    + " rows now)",
                "give --fresh to make the tables anew, or what they were made with"));
      }
    }
    return Optional.empty();
  }

  /// The privileges that the user needs so that [#prepare] can make what is missing.
  Set<String> privileges() throws SQLException {
    if (file.schema().tables().isEmpty()) {
      return Set.of();
    }
    if (TargetParameters.fresh(values)) {
      return Set.of("CREATE", "INDEX", "INSERT", "DROP");
    }
    boolean complete = log().exists(at.connection()) && log().has(at.connection(), LOADED);
    for (TablePlan table : file.schema().tables()) {
      complete = complete && TableCatalog.hasTable(at.connection(), name(table));
    }
    return complete ? Set.of() : Set.of("CREATE", "INDEX", "INSERT");
  }

  /// Those that are made without a primary key.
  List<String> keyless() {
    return file.schema().tables().stream()
        .filter(table -> !sql(table.create()).toLowerCase(Locale.ROOT).contains("primary key"))
        .map(this::name)
        .toList();
  }

  /// Whether nothing is left to be made.
  boolean complete() throws SQLException {
    if (file.schema().tables().isEmpty() && file.schema().setup().isEmpty()) {
      return true;
    }
    return log().exists(at.connection())
        && log().has(at.connection(), LOADED)
        && privileges().isEmpty();
  }

  /// Makes and loads what is missing.
  ///
  /// @return the seed of the data: that of an earlier load if there was one
  long prepare(JobContext context) throws SQLException, InterruptedException {
    if (TargetParameters.fresh(values)) {
      drop();
    }
    log().create(at.connection());
    runOnce("setup", file.schema().setup());
    for (TablePlan table : file.schema().tables()) {
      create(table);
    }
    long seed =
        Long.parseLong(log().noteOnce(at.connection(), SEED, Long.toString(context.seed())));
    if (!log().has(at.connection(), LOADED)) {
      context.loading(Facts.NONE.with(SEED, seed));
      load(context, seed);
      finish(context);
    }
    return seed;
  }

  private void create(TablePlan table) throws SQLException {
    String name = name(table);
    if (!TableCatalog.hasTable(at.connection(), name)) {
      log().forget(at.connection(), note(name));
    }
    try {
      log().createTable(at.connection(), name, sql(table.create()), LOADED);
    } catch (SQLException e) {
      throw table.create().placed(e);
    }
    log().noteOnce(at.connection(), note(name), made(table));
  }

  private String sql(SqlVariants variants) {
    return variants.of(at.dialect()).ready(at.dialect(), constants).sql();
  }

  private void runOnce(String note, List<SqlVariants> statements) throws SQLException {
    if (!log().has(at.connection(), note)) {
      for (SqlVariants statement : statements) {
        try {
          at.run(List.of(sql(statement)));
        } catch (SQLException e) {
          throw statement.placed(e);
        }
      }
      log().noteOnce(at.connection(), note, "done");
    }
  }

  /// Loads a part of what is missing, while another agent [prepares][#prepare].
  void help(ShareContext context) throws SQLException, InterruptedException {
    if (!log().has(at.connection(), LOADED)) {
      load(context, context.facts().whole(SEED));
    }
  }

  private void load(JobContext context, long seed) throws SQLException, InterruptedException {
    ParallelLoader loader =
        new ParallelLoader(at.target(), log(), Math.max(1, TargetParameters.loadThreads(values)));
    for (int i = 0; i < file.schema().tables().size(); i++) {
      TablePlan table = file.schema().tables().get(i);
      if (!table.columns().isEmpty()) {
        try {
          loader.load(load(table, seed + i), context);
        } catch (SQLException e) {
          throw table.create().placed(e);
        }
      }
    }
  }

  private void finish(JobContext context) throws SQLException {
    if (context.stopping()) {
      return;
    }
    buildIndexes(context);
    runOnce("after-load", file.schema().afterLoad());
    for (TablePlan table : file.schema().tables()) {
      at.run(at.dialect().afterLoad(name(table)));
    }
    log().noteOnce(at.connection(), LOADED, "yes");
  }

  private TableLoad load(TablePlan table, long seed) {
    String insert =
        "insert into %s (%s) values (%s)"
            .formatted(
                name(table),
                String.join(", ", table.columns().keySet()),
                String.join(", ", Collections.nCopies(table.columns().size(), "?")));
    ThreadLocal<MadeRow> rows =
        ThreadLocal.withInitial(() -> new MadeRow(file, table, constants, new RowRandom(seed)));
    return new TableLoad(
        name(table), insert, rows(table), (statement, number) -> rows.get().set(statement, number));
  }

  /// Makes the rows of one table for one loading thread: the columns have the slots after all
  /// others.
  private static final class MadeRow {
    private final Frame frame;
    private final RowRandom random;
    private final Expression[] columns;
    private final int row;
    private final int first;

    MadeRow(JobFile file, TablePlan table, Frame constants, RowRandom random) {
      this.columns = table.columns().values().toArray(Expression[]::new);
      this.first = file.plan().layout().size();
      this.frame = new Frame(first + columns.length);
      this.random = random;
      this.row = table.row();
      frame.copy(constants, file.plan().layout().firstLocal());
      frame.drawFrom(random);
      frame.make(table.makers());
    }

    void set(PreparedStatement statement, long number) throws SQLException {
      random.row(number);
      frame.set(row, number + 1);
      for (int i = 0; i < columns.length; i++) {
        columns[i].into(frame, first + i);
        frame.bind(statement, i + 1, first + i);
      }
    }
  }

  /// The randomness of a loaded row: it repeats the same draws when the row is made again, by any
  /// thread. For one thread.
  private static final class RowRandom implements RandomGenerator {
    private final long seed;
    private long row;
    private int draws;

    /// @param seed of one table
    RowRandom(long seed) {
      this.seed = seed;
    }

    /// Begins the draws of a row.
    void row(long number) {
      row = number;
      draws = 0;
    }

    @Override
    public long nextLong() {
      return Mixed.of(seed, draws++, row);
    }
  }

  private void buildIndexes(JobContext context) throws SQLException {
    List<TableCatalog.Index> indexes = new ArrayList<>();
    for (TablePlan table : file.schema().tables()) {
      table
          .indexes()
          .forEach((index, columns) ->
              indexes.add(new TableCatalog.Index(index, name(table), text(columns))));
    }
    for (int i = 0; i < indexes.size(); i++) {
      indexes.get(i).build(at.connection());
      context.progress("build indexes", i + 1, indexes.size());
    }
  }

  private String text(SqlTemplate template) {
    return template.ready(at.dialect(), constants).sql();
  }

  /// Drops what [#prepare] made, the log last: an interrupted drop can be repeated.
  void drop() throws SQLException {
    if (log().exists(at.connection())) {
      at.run(file.schema().cleanup().stream().map(this::sql).toList());
      for (TablePlan table : file.schema().tables().reversed()) {
        TableCatalog.drop(at.connection(), name(table));
      }
      TableCatalog.drop(at.connection(), log().table());
    }
  }
}
