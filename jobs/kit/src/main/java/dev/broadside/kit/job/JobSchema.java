package dev.broadside.kit.job;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.MadeTable;
import dev.broadside.kit.load.MadeTables;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.rehearsal.Rehearser;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The tables of a [TransactionJob] in one database.
final class JobSchema extends MadeTables {
  /// Begins the fact that says what became of a trigger.
  static final String TRIGGER = "data.trigger.";

  static final String MADE = "made";

  private static final int LONGEST_NOTE = 190;
  private static final String ANEW = "--fresh to make the tables anew";

  /// The note for which a replica is waited.
  private static final String MARK = "last of the preparation";

  private static final Duration STEP = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final JobOutline outline;
  private final Wording words;
  private final String prefix;
  private final ParameterValues values;

  /// @param outline declares the tables
  /// @param prefix what their names begin with
  JobSchema(OpenTarget at, JobOutline outline, String prefix, ParameterValues values) {
    super(
        at,
        prefix + outline.id().replace('-', '_') + "_load",
        outline.fresh() || TargetParameters.fresh(values));
    this.outline = outline;
    this.words =
        new Wording(
            at.dialect(), prefix, outline.tables().stream().map(LoadedTable::name).toList());
    this.prefix = prefix;
    this.values = values;
  }

  @Override
  protected List<MadeTable> tables() {
    return outline.tables().stream().map(this::made).toList();
  }

  private MadeTable made(LoadedTable table) {
    String full = prefix + table.name();
    return new MadeTable(
        full,
        table.create(full, at().dialect()),
        "",
        seed -> load(table, full, seed),
        table.indexes(full),
        List.of(size(table, full), shape(table, full)));
  }

  private TableLoad load(LoadedTable table, String full, long seed) {
    long rows = table.count(values);
    return new TableLoad(
        full,
        table.insert(full),
        rows,
        new MadeRows(table.maker(values), table.width(), rows, seed));
  }

  private MadeTable.Note size(LoadedTable table, String full) {
    long wanted = table.count(values);
    return new MadeTable.Note(
        "rows of " + table.name(),
        Long.toString(wanted),
        noted ->
            Problem.wrong(
                table.sizedBy().isEmpty() ? "tables" : "parameter " + table.sizedBy(),
                "the table %s was loaded with %,d rows, and this job needs %,d"
                    .formatted(full, Long.parseLong(noted), wanted),
                "give what it was loaded with, another table-prefix, or " + ANEW));
  }

  private MadeTable.Note shape(LoadedTable table, String full) {
    return new MadeTable.Note(
        "shape of " + table.name(),
        table.shape(at().dialect()),
        _ ->
            Problem.wrong(
                "parameter table-prefix",
                "the table " + full + " was made with other columns than this job has",
                "give another table-prefix, or " + ANEW));
  }

  /// The values of the parameters that shape the rows.
  @Override
  protected List<MadeTable.Note> notes() {
    return outline.shapedBy().stream().map(this::note).toList();
  }

  private <T> MadeTable.Note note(Parameter<T> parameter) {
    String name = "parameter " + parameter.name();
    String wanted = parameter.format(values.get(parameter));
    return new MadeTable.Note(
        name,
        wanted,
        noted ->
            Problem.wrong(
                name,
                "the tables were loaded with %s, and this job has %s".formatted(noted, wanted),
                "give %s, another table-prefix, or %s".formatted(noted, ANEW)));
  }

  @Override
  protected void afterRows() throws SQLException {
    for (LoadedTable table : outline.tables()) {
      if (table.generated().isPresent()) {
        String full = prefix + table.name();
        String key = table.generated().get();
        long last = at().whole("select coalesce(max(%s), 0) from %s".formatted(key, full));
        at().run(at().dialect().continueIdentity(full, key, last + 1));
      }
    }
    for (JobOutline.Trigger trigger : outline.triggers()) {
      log().forget(at().connection(), noteOf(trigger));
      log().note(at().connection(), noteOf(trigger), made(trigger));
    }
  }

  /// @return why the trigger was not made; [#MADE] if it was
  private String made(JobOutline.Trigger trigger) {
    List<String> statements = at().dialect().trigger(trigger.made());
    if (!trigger.wanted().test(values)) {
      return "not wanted";
    }
    if (statements.isEmpty()) {
      return "the database has no triggers in SQL";
    }
    try {
      at().run(statements.stream().map(words::of).toList());
      return MADE;
    } catch (SQLException refused) {
      return PlainText.line("the database refused it: " + Failure.describe(refused), LONGEST_NOTE);
    }
  }

  private static String noteOf(JobOutline.Trigger trigger) {
    return "trigger " + trigger.made().name();
  }

  /// What became of the triggers when the tables were loaded.
  Facts triggers(Facts facts) throws SQLException {
    Facts more = facts;
    for (JobOutline.Trigger trigger : outline.triggers()) {
      String known = log().read(at().connection(), noteOf(trigger)).orElse("not made");
      more = more.with(TRIGGER + trigger.made().name(), known);
    }
    return more;
  }

  /// Waits until the replica for reads has what was made: it has all of it as soon as it has what
  /// is noted now.
  ///
  /// @throws SQLException if it has not after [#PATIENCE]
  void awaitReplica(Target replica, JobContext context) throws SQLException, InterruptedException {
    String mark = UUID.randomUUID().toString();
    log().forget(at().connection(), MARK);
    log().note(at().connection(), MARK, mark);
    try (Connection there = replica.connect(Target.Purpose.SET_UP)) {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (!log().exists(there) || !log().read(there, MARK).equals(Optional.of(mark))) {
        if (System.nanoTime() - end > 0 || context.stopping()) {
          throw new SQLException(
              "reads-to has not got what was written to url: it is no replica, or is late by more"
                  + " than %d s; see to its replication, and begin again"
                      .formatted(PATIENCE.toSeconds()));
        }
        Thread.sleep(STEP);
      }
    }
  }

  @Override
  protected void beforeDrop() throws SQLException {
    for (JobOutline.Trigger trigger : outline.triggers()) {
      at().run(at().dialect().dropTrigger(trigger.made()).stream().map(words::of).toList());
    }
  }

  @Override
  protected Problem foreign(String table) {
    return Problem.wrong(
        "parameter table-prefix",
        "the table " + table + " exists and was not made by " + outline.id(),
        "give another table-prefix, or drop the table");
  }

  /// The problems of the rows to be loaded: the first row of each table is made, but not sent.
  List<Problem> wrongRows(JobContext context) throws SQLException {
    return loaded() && !fresh()
        ? List.of()
        : outline.tables().stream().flatMap(table -> wrongRow(table, context).stream()).toList();
  }

  private Optional<Problem> wrongRow(LoadedTable table, JobContext context) {
    Class<PreparedStatement> type = PreparedStatement.class;
    Object nowhere =
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null);
    LoadedTable.Maker maker = table.maker(values);
    try {
      long rows = table.count(values);
      if (rows > 0) {
        new MadeRows(maker, table.width(), rows, context.seed()).add(type.cast(nowhere), 0);
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
}
