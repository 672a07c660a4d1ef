package dev.broadside.kit.load;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.TargetParameters;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The data that a job class loads: its fingerprint, and its files.
///
/// The fingerprint of a table is its number of rows and one exact sum. A column of whole numbers or
/// decimals adds its values, and one of texts the codes of their first characters; the second
/// column counts twice, the third three times, and so on, so that a number that moves from one
/// column to another changes the sum. NULL adds nothing, and columns of other types add nothing.
/// Every database computes the same sum, in whatever order it reads the rows. What leaves rows and
/// sum alike is not seen, such as two rows that swap their values.
///
/// When a load is complete, the [LoadLog] notes the fingerprint; when a run begins, the facts say
/// whether the tables still have it.
///
/// @param log where it is noted
public record DataSet(OpenTarget at, LoadLog log, List<MadeTable> tables) {
  /// How many rows are read before a run, if the user does not say: about a second.
  private static final long MOST_ROWS = 1_000_000;

  private static final String SOME_THERE = "some were there before";

  /// More than these are compared, but not shown.
  private static final int MOST_SHOWN = 20;

  private static final int LONGEST = 300;

  public DataSet {
    tables = List.copyOf(tables);
  }

  /// What a table holds.
  private record Content(long rows, BigDecimal sum) {
    /// @param noted as [#note] writes it
    static Content of(String noted) {
      String[] parts = noted.split(" ");
      return new Content(Long.parseLong(parts[0]), new BigDecimal(parts[1]));
    }

    String note() {
      return rows + " " + plain(sum);
    }

    String words() {
      return String.format(Locale.ROOT, "%,d rows, sum %s", rows, plain(sum));
    }

    private static String plain(BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /// How it differs from what was loaded; empty if it does not.
    Optional<String> since(Content loaded) {
      long more = rows - loaded.rows;
      if (more != 0) {
        String words =
            more > 0 ? "%,d more rows than were loaded" : "%,d rows less than were loaded";
        return Optional.of(String.format(Locale.ROOT, words, Math.abs(more)));
      }
      return sum.compareTo(loaded.sum) == 0
          ? Optional.empty()
          : Optional.of("as many rows as were loaded with other values");
    }
  }

  /// A column that counts.
  ///
  /// @param place among all columns, from 1
  private record SummedColumn(int place, String sum) {
    static Optional<SummedColumn> of(ResultSetMetaData columns, int place, String quote)
        throws SQLException {
      String name = quote + columns.getColumnName(place) + quote;
      return switch (columns.getColumnType(place)) {
        case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
            Optional.of(new SummedColumn(place, "sum(" + name + ")"));
        // Oracle calls its floating-point numbers so too, with a scale below 0.
        case Types.NUMERIC, Types.DECIMAL ->
            columns.getScale(place) < 0
                ? Optional.empty()
                : Optional.of(new SummedColumn(place, "sum(" + name + ")"));
        // Databases pad a text of fixed length, or they do not.
        case Types.CHAR, Types.VARCHAR, Types.NCHAR, Types.NVARCHAR ->
            Optional.of(new SummedColumn(place, "sum(ascii(rtrim(" + name + ")))"));
        default -> Optional.empty();
      };
    }
  }

  private Content read(String table) throws SQLException {
    String quote = at.connection().getMetaData().getIdentifierQuoteString().strip();
    try (Statement statement = at.connection().createStatement()) {
      List<SummedColumn> counted = new ArrayList<>();
      try (ResultSet none = statement.executeQuery("select * from " + table + " where 1 = 0")) {
        for (int place = 1; place <= none.getMetaData().getColumnCount(); place++) {
          SummedColumn.of(none.getMetaData(), place, quote).ifPresent(counted::add);
        }
      }
      StringBuilder query = new StringBuilder("select count(*)");
      counted.forEach(one -> query.append(", coalesce(").append(one.sum()).append(", 0)"));
      try (ResultSet row = statement.executeQuery(query + " from " + table)) {
        row.next();
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < counted.size(); i++) {
          BigDecimal weight = BigDecimal.valueOf(counted.get(i).place());
          sum = sum.add(row.getBigDecimal(i + 2).multiply(weight));
        }
        return new Content(row.getLong(1), sum);
      }
    }
  }

  /// Notes the fingerprint of a table whose load is complete. A table that cannot be summed up gets
  /// none, and is not judged.
  public void note(String table) throws SQLException {
    try {
      log.noteOnce(at.connection(), LoadLog.fingerprintNote(table), read(table).note());
    } catch (SQLException unread) {
      if (!at.connection().isValid(1)) {
        throw unread;
      }
    }
  }

  private Map<String, Content> noted() throws SQLException {
    Map<String, Content> noted = new LinkedHashMap<>();
    if (log.exists(at.connection())) {
      for (MadeTable table : tables) {
        log.read(at.connection(), LoadLog.fingerprintNote(table.name()))
            .ifPresent(text -> noted.put(table.name(), Content.of(text)));
      }
    }
    return noted;
  }

  /// Whether some rows are there already: a load was begun and did not end.
  public boolean begun() throws SQLException {
    for (MadeTable table : tables) {
      if (log.knows(at.connection(), LoadLog.partNote(table.name(), ""))) {
        return true;
      }
    }
    return false;
  }

  /// How a load went that is complete, for [Facts#DATA_LOADED].
  ///
  /// @param resumed whether some rows were there before
  /// @param nanos how long the rows took
  public String words(boolean resumed, long nanos) throws SQLException {
    long rows = rows(noted());
    double seconds = nanos / 1e9;
    return resumed
        ? String.format(
            Locale.ROOT, "%,d rows; %s, the rest took %.1f s", rows, SOME_THERE, seconds)
        : String.format(
            Locale.ROOT, "%,d rows in %.1f s, %,.0f rows/s", rows, seconds, rows / seconds);
  }

  private static long rows(Map<String, Content> noted) {
    return noted.values().stream().mapToLong(Content::rows).sum();
  }

  /// Adds what was loaded, and whether the tables still hold it.
  ///
  /// @param facts with [Facts#DATA_LOADED], if this very job has loaded it
  public Facts into(Facts facts, ParameterValues values) throws SQLException {
    Map<String, Content> noted = noted();
    boolean now =
        facts.text(Facts.DATA_LOADED).filter(words -> !words.contains(SOME_THERE)).isPresent();
    Facts more = facts.with(Facts.DATA_BEGAN, began(noted, now, values));
    for (Map.Entry<String, Content> one : noted.entrySet().stream().limit(MOST_SHOWN).toList()) {
      more = more.with(Facts.DATA_TABLE + one.getKey(), one.getValue().words());
    }
    return more;
  }

  private String began(Map<String, Content> noted, boolean now, ParameterValues values) {
    for (MadeTable table : tables) {
      if (!noted.containsKey(table.name())) {
        return "not judged: no fingerprint of " + table.name() + " was noted when it was loaded";
      }
    }
    long rows = rows(noted);
    String wanted = values.get(TargetParameters.FINGERPRINT);
    if (!now && (wanted.equals("never") || (wanted.equals("small") && rows > MOST_ROWS))) {
      return String.format(
          Locale.ROOT,
          "not judged: %,d rows were not read; give fingerprint always to have them read",
          rows);
    }
    List<String> changes = new ArrayList<>();
    try {
      for (Map.Entry<String, Content> one :
          now ? List.<Map.Entry<String, Content>>of() : noted.entrySet()) {
        read(one.getKey())
            .since(one.getValue())
            .ifPresent(how -> changes.add(one.getKey() + " has " + how));
      }
    } catch (SQLException refused) {
      return "not judged: " + PlainText.line(Failure.describe(refused), LONGEST);
    }
    return changes.isEmpty()
        ? "the data set that it asks for"
        : PlainText.line("changed data: " + String.join("; ", changes), LONGEST);
  }

  /// Writes the rows as files, with the statements that create the tables, and the notes by which a
  /// later load finds that the rows are there, and builds the indexes.
  ///
  /// @param form `csv` or `sql`
  /// @param notes what the job class notes in its log, besides the parts of the load
  public void write(Path folder, String form, Map<String, String> notes, JobContext context)
      throws SQLException, IOException {
    new DataFiles(folder, form.equals("sql"), at.dialect()).write(this, notes, context);
  }
}
