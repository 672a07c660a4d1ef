package dev.broadside.sql;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.load.MadeTable;
import dev.broadside.kit.load.MadeTables;
import dev.broadside.kit.load.TableLoad;
import dev.broadside.kit.query.TableCatalog;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClass.TablePlan;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The tables of a YAML job class in one database.
final class SqlTables extends MadeTables {
  /// A statement that creates a table, up to its name.
  private static final Pattern CREATE =
      Pattern.compile(
          "(?i)create\\s+(?:[a-z ]+?\\s)??table\\s+(?:if\\s+not\\s+exists\\s+)?([^\\s(]+)");

  private static final int MOST_TOLD = 20;

  private final YamlClass file;
  private final Frame constants;
  private final String prefix;

  /// @param constants parameters and constants
  SqlTables(OpenTarget at, YamlClass file, Frame constants, ParameterValues values) {
    super(
        at,
        prefix(values) + file.description().id().replace('-', '_') + "_load",
        TargetParameters.fresh(values));
    this.prefix = prefix(values);
    this.file = file;
    this.constants = constants;
  }

  private static String prefix(ParameterValues values) {
    return values.has(TargetParameters.TABLE_PREFIX)
        ? values.get(TargetParameters.TABLE_PREFIX)
        : "";
  }

  /// One table.
  ///
  /// @param copy its number among those that are alike, from 1
  private record One(TablePlan plan, int copy) {}

  private List<One> all() {
    return file.schema().tables().stream()
        .flatMap(table -> IntStream.rangeClosed(1, copies(table)).mapToObj(i -> new One(table, i)))
        .toList();
  }

  private int copies(TablePlan table) {
    return table.copies() < 0 ? 1 : (int) constants.whole(table.copies());
  }

  @Override
  protected List<MadeTable> tables() {
    List<MadeTable> made = new ArrayList<>();
    for (One table : all()) {
      int number = made.size();
      made.add(
          new MadeTable(
              name(table),
              create(table),
              table.plan.create().place(),
              seed -> load(table, seed + number),
              indexes(table),
              List.of(note(table))));
    }
    return made;
  }

  /// Empty if the file has no text for this database: a trial reports that.
  private String create(One table) {
    return table.plan.create().find(at().dialect()).map(text -> text(text, table)).orElse("");
  }

  private String name(One table) {
    return text(table.plan.name()) + number(table);
  }

  private static String number(One table) {
    return table.plan.copies() < 0 ? "" : Integer.toString(table.copy);
  }

  private String text(SqlTemplate template, One table) {
    if (table.plan.copies() >= 0) {
      constants.set(table.plan.copy(), (long) table.copy);
    }
    return text(template);
  }

  private long rows(TablePlan table) {
    return table.rows().map(rows -> rows.whole(constants)).orElse(0L);
  }

  /// What a table is made of: its text and its number of rows.
  private MadeTable.Note note(One table) {
    String name = "table " + name(table);
    long rows = rows(table.plan);
    return new MadeTable.Note(
        name,
        rows + " rows, text " + Integer.toHexString(table.plan.source().hashCode()),
        noted ->
            Problem.wrong(
                name,
                "it was made with another text or another number of rows (%s then, %d rows now)"
                    .formatted(noted.split(",", 2)[0], rows),
                "give --fresh to make the tables anew, or what they were made with"));
  }

  private List<TableCatalog.Index> indexes(One table) {
    return table.plan.indexes().entrySet().stream()
        .map(index ->
            new TableCatalog.Index(
                prefix + index.getKey() + number(table),
                name(table),
                text(index.getValue(), table)))
        .toList();
  }

  @Override
  protected Problem foreign(String table) {
    return Problem.wrong(
        "table " + table,
        "it exists and was not made by this job class",
        "drop it, or give the table another name");
  }

  /// Why the job cannot make its tables, or use what it finds.
  List<Problem> obstacles() throws SQLException {
    List<Problem> wrong =
        all().stream().flatMap(table -> misnamed(table).stream()).limit(MOST_TOLD).toList();
    return wrong.isEmpty() ? misfit().stream().toList() : wrong;
  }

  /// The problem that a table is created under another name than the job uses.
  private Optional<Problem> misnamed(One table) {
    Matcher create = CREATE.matcher(create(table));
    String known = bare(name(table));
    if (!create.lookingAt() || bare(create.group(1)).equals(known)) {
      return Optional.empty();
    }
    String made = create.group(1);
    return Optional.of(
        Problem.wrong(
            table.plan.create().place(),
            "the statement creates the table %s, but the file calls it %s".formatted(made, known),
            "let it create " + known + ", or write name: " + made));
  }

  /// A name without quotes and schema.
  private static String bare(String name) {
    String plain = name.replaceAll("[\"`]", "").toLowerCase(Locale.ROOT);
    return plain.substring(plain.lastIndexOf('.') + 1);
  }

  /// The privileges for making what is missing. Statements of the file around the load may build
  /// indexes, too.
  Set<String> neededPrivileges() throws SQLException {
    Set<String> needed = new HashSet<>(file.schema().tables().isEmpty() ? Set.of() : privileges());
    if (!needed.isEmpty()) {
      needed.add("INDEX");
    }
    return needed;
  }

  /// Those that are made without a primary key.
  List<String> keyless() {
    return all().stream()
        .filter(table -> !create(table).toLowerCase(Locale.ROOT).contains("primary key"))
        .map(this::name)
        .toList();
  }

  /// Whether the file has nothing to make.
  boolean none() {
    return file.schema().tables().isEmpty() && file.schema().setup().isEmpty();
  }

  @Override
  protected void beforeTables() throws SQLException {
    runOnce("setup", file.schema().setup());
  }

  @Override
  protected void afterRows() throws SQLException {
    runOnce("after-load", file.schema().afterLoad());
  }

  @Override
  protected void beforeDrop() throws SQLException {
    at().run(due(file.schema().cleanup()).map(this::sql).toList());
  }

  private String sql(SqlVariants variants) {
    return text(variants.of(at().dialect()));
  }

  /// Those with something to do on this database.
  private Stream<SqlVariants> due(List<SqlVariants> statements) {
    return statements.stream().filter(one -> !one.nothing(at().dialect()));
  }

  private void runOnce(String note, List<SqlVariants> statements) throws SQLException {
    if (!log().has(at().connection(), note)) {
      for (SqlVariants statement : due(statements).toList()) {
        try {
          at().run(List.of(sql(statement)));
        } catch (SQLException e) {
          throw statement.placed(e);
        }
      }
      log().noteOnce(at().connection(), note, "done");
    }
  }

  private TableLoad load(One one, long seed) {
    TablePlan table = one.plan;
    String insert =
        "insert into %s (%s) values (%s)"
            .formatted(
                name(one),
                String.join(", ", table.columns().keySet()),
                String.join(", ", Collections.nCopies(table.columns().size(), "?")));
    ThreadLocal<MadeRow> rows =
        ThreadLocal.withInitial(() -> new MadeRow(file, one, constants, new RowRandom(seed)));
    return new TableLoad(
        name(one), insert, rows(table), (statement, number) -> rows.get().set(statement, number));
  }

  /// Makes the rows of one table for one loading thread: the columns have the slots after all
  /// others.
  private static final class MadeRow {
    private final Frame frame;
    private final RowRandom random;
    private final Expression[] columns;
    private final int row;
    private final int first;

    MadeRow(YamlClass file, One one, Frame constants, RowRandom random) {
      TablePlan table = one.plan;
      this.columns = table.columns().values().toArray(Expression[]::new);
      this.first = file.plan().layout().size();
      this.frame = new Frame(first + columns.length);
      this.random = random;
      this.row = table.row();
      frame.copy(constants, file.plan().layout().firstLocal());
      if (table.copy() >= 0) {
        frame.set(table.copy(), (long) one.copy);
      }
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

  private String text(SqlTemplate template) {
    return template.ready(at().dialect(), constants).sql();
  }
}
