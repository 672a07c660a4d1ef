package dev.broadside.sql.draft;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.monitor.AskedStatements;
import dev.broadside.sql.draft.Digest.Meaning;
import dev.broadside.sql.draft.Digest.Use;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Chooses what the values of statements are drawn from. Of the tables it reads what columns they
/// have and whether there is any value; the values themselves are read by the job, before each run.
final class TableValues {
  private static final Set<Integer> WHOLE =
      Set.of(Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT);

  /// An alias by which our own queries are known among the statements of a database.
  private static final String OWN = " " + DigestReader.OURS + "look ";

  private static final int SAMPLED = 1_000;
  private static final int RANGE = 100;
  private static final int LONGEST_NAME = 50;
  private static final int LONGEST_KEY = 32;
  private static final int LONG_DIGITS = 18;
  private static final String DATE = "date('2026-01-01', '2026-12-31')";
  private static final String TIMESTAMP = "timestamp('2026-01-01T00:00:00', '2026-12-31T23:59:59')";

  private final Connection connection;
  private final Dialect dialect;
  private final AskedStatements view;
  private final Map<String, Optional<Table>> tables = new HashMap<>();

  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> before = new LinkedHashMap<>();
  private final Map<String, String> samples = new LinkedHashMap<>();

  /// How many values each are new ones of a key, by the name of its highest value.
  private final Map<String, Integer> fresh = new HashMap<>();

  /// @param connection in auto-commit
  TableValues(Connection connection, Dialect dialect, AskedStatements view) {
    this.connection = connection;
    this.dialect = dialect;
    this.view = view;
  }

  /// What a value is drawn from.
  ///
  /// @param expression of a new value of a key, the name of its highest value
  /// @param fresh of new values of this key, which one, from 1; 0 of all others
  /// @param fill what the user has to mend; empty if nothing
  record Drawn(String expression, int fresh, String fill) {
    static Drawn of(String expression) {
      return new Drawn(expression, 0, "");
    }

    static Drawn toFill(String expression, String fill) {
      return new Drawn(expression, 0, fill);
    }
  }

  /// @param type of [Types]
  /// @param length in characters or digits
  private record Column(String name, int type, int length, int scale, boolean nullable) {
    boolean whole() {
      boolean decimal = type == Types.NUMERIC || type == Types.DECIMAL;
      return WHOLE.contains(type) || (decimal && scale == 0 && length > 0 && length <= LONG_DIGITS);
    }
  }

  /// @param written its name as a statement writes it
  /// @param unique the columns of each unique index, in small letters
  /// @param leading the columns with which an index begins, in small letters
  private record Table(
      String written, List<Column> columns, List<List<String>> unique, Set<String> leading) {
    Optional<Column> column(String name) {
      return columns.stream().filter(one -> one.name().equalsIgnoreCase(name)).findFirst();
    }
  }

  /// A column of a table.
  private record Place(Table table, Column column) {}

  /// The queries that the job asks before a run, by the names that stand for their answers.
  Map<String, String> before() {
    return before;
  }

  /// The queries of its samples, by their names.
  Map<String, String> samples() {
    return samples;
  }

  /// What draws a value in the YAML job class, now that all statements are known: two that make
  /// keys of one table take turns.
  String expression(Drawn drawn) {
    if (drawn.fresh() == 0) {
      return drawn.expression();
    }
    int all = fresh.getOrDefault(drawn.expression(), 1);
    String step = all == 1 ? "" : all + " * ";
    String back = drawn.fresh() == 1 ? "" : " - " + (drawn.fresh() - 1);
    return drawn.expression() + " + " + step + "sequence(1)" + back;
  }

  /// The columns of a table, in order; none if it cannot be read.
  List<String> columns(String table) {
    return table(table).map(Table::columns).orElse(List.of()).stream().map(Column::name).toList();
  }

  private Optional<Table> table(String written) {
    return tables.computeIfAbsent(written, this::read);
  }

  private Optional<Table> read(String written) {
    try (Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery("select * from " + written + OWN + "where 1 = 0")) {
      ResultSetMetaData meta = none.getMetaData();
      List<Column> columns = new ArrayList<>();
      for (int i = 1; i <= meta.getColumnCount(); i++) {
        columns.add(
            new Column(
                meta.getColumnName(i),
                meta.getColumnType(i),
                meta.getPrecision(i),
                meta.getScale(i),
                meta.isNullable(i) != ResultSetMetaData.columnNoNulls));
      }
      // A YAML job class would take that for a parameter.
      boolean odd = columns.stream().anyMatch(column -> column.name().contains("${"));
      return odd ? Optional.empty() : Optional.of(indexed(written, columns));
    } catch (SQLException _) {
      // The database says so again when it is asked to prepare the statement.
      return Optional.empty();
    }
  }

  private Table indexed(String written, List<Column> columns) throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    String[] parts = written.split("\\.");
    String name = folded(meta, parts[parts.length - 1]);
    Optional<String> owner =
        Optional.of(parts).filter(all -> all.length > 1).map(all -> folded(meta, all[0]));
    boolean schemas = connection.getSchema() != null;
    Map<String, List<String>> unique = new LinkedHashMap<>();
    Set<String> leading = new HashSet<>();
    try (ResultSet rows =
        meta.getIndexInfo(
            schemas ? connection.getCatalog() : owner.orElse(connection.getCatalog()),
            schemas ? owner.orElse(connection.getSchema()) : null,
            name,
            false,
            true)) {
      while (rows.next()) {
        String column =
            ("" + rows.getString("COLUMN_NAME")).replace("\"", "").toLowerCase(Locale.ROOT);
        if (rows.getInt("ORDINAL_POSITION") == 1) {
          leading.add(column);
        }
        if (!rows.getBoolean("NON_UNIQUE")) {
          unique
              .computeIfAbsent("" + rows.getString("INDEX_NAME"), _ -> new ArrayList<>())
              .add(column);
        }
      }
    }
    return new Table(written, columns, List.copyOf(unique.values()), Set.copyOf(leading));
  }

  /// Names without quotes are folded, and each database folds its own way.
  private static String folded(DatabaseMetaData meta, String name) {
    try {
      if (name.matches("[`\"].*")) {
        return name.substring(1, name.length() - 1);
      }
      return meta.storesUpperCaseIdentifiers()
          ? name.toUpperCase(Locale.ROOT)
          : meta.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
    } catch (SQLException _) {
      return name;
    }
  }

  /// What a value is drawn from; empty if nothing of that type is known to fill its place with.
  ///
  /// @param type its type as the database tells it, of [Types]; NULL if it does not
  Optional<Drawn> drawn(Meaning meaning, int type) {
    return switch (meaning) {
      case Meaning.OfColumn(List<String> of, String column, Use use) -> {
        List<Place> places =
            of.stream()
                .flatMap(name -> table(name).stream())
                .flatMap(table -> table.column(column).map(one -> new Place(table, one)).stream())
                .toList();
        yield places.size() == 1
            ? Optional.of(drawn(places.getFirst(), use))
            : filler(type, "which table has " + column + " is not known");
      }
      case Meaning.Count(long usual, String word) ->
          Optional.of(Drawn.toFill("" + usual, "the number of the " + word + " is not known"));
      case Meaning.Unknown(String after) ->
          filler(type, "what stood after \"" + after + "\" is not known");
    };
  }

  private Drawn drawn(Place place, Use use) {
    return switch (use) {
      case Use.Compared _ -> ofColumn(place);
      case Use.Pattern _ ->
          Drawn.toFill(
              ofColumn(place).expression(),
              "the pattern is not known, and a whole value stands here");
      case Use.EndOfRange(String low) ->
          place.column().whole()
              ? Drawn.toFill(low + " + " + (RANGE - 1), "how long the range was is not known")
              : Drawn.toFill(low, "how long the range was is not known, and it is one value");
      case Use.Inserted(List<String> columns) -> inserted(place, columns);
    };
  }

  /// A value to compare the column with: of a number that an index finds, one between the lowest
  /// and the highest, which is asked quickly; else one that it has.
  private Drawn ofColumn(Place place) {
    if (!place.column().whole()
        || !place.table().leading().contains(place.column().name().toLowerCase(Locale.ROOT))) {
      return sampled(place);
    }
    ask(place, "min");
    ask(place, "max");
    return Drawn.of("uniform(%1$s_min, %1$s_max)".formatted(name(place)));
  }

  /// A value that the column has, which another table may know.
  private Drawn sampled(Place place) {
    String query =
        "select %1$s from %2$s%3$swhere %1$s is not null"
            .formatted(quoted(place), place.table().written(), OWN);
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(1);
      try (ResultSet any = statement.executeQuery(query)) {
        if (!any.next()) {
          return Drawn.toFill(
              place.column().nullable() ? "null" : usual(place.column().type()).orElse("null"),
              "the column has no value yet");
        }
      }
    } catch (SQLException _) {
      return Drawn.toFill("null", "the column cannot be read");
    }
    samples.put(name(place), dialect.first(query + " order by " + view.random(), SAMPLED));
    return Drawn.of("sample(%s)".formatted(name(place)));
  }

  private String ask(Place place, String function) {
    String name = name(place) + "_" + function;
    before.put(
        name,
        "select coalesce(%s(%s), 0) from %s%s"
            .formatted(function, quoted(place), place.table().written(), OWN.stripTrailing()));
    return name;
  }

  /// What a column is called in the YAML job class.
  private String name(Place place) {
    return names.computeIfAbsent(
        place.table().written() + " " + place.column().name(),
        said -> {
          String plain =
              said.toLowerCase(Locale.ROOT)
                  .replaceAll("[^a-z0-9]+", "_")
                  .replaceFirst("^_", "")
                  .replaceFirst("^(?![a-z])", "t_");
          String cut = plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
          return names.containsValue(cut) ? cut + "_" + names.size() : cut;
        });
  }

  private String quoted(Place place) {
    try {
      String quote = connection.getMetaData().getIdentifierQuoteString().strip();
      return quote + place.column().name() + quote;
    } catch (SQLException _) {
      return place.column().name();
    }
  }

  /// A new value, if it is the one that makes the row's key a new one.
  private Drawn inserted(Place place, List<String> columns) {
    List<String> given = columns.stream().map(one -> one.toLowerCase(Locale.ROOT)).toList();
    String name = place.column().name().toLowerCase(Locale.ROOT);
    boolean decides =
        place.table().unique().stream()
            .filter(given::containsAll)
            .anyMatch(key -> decides(place.table(), key).equals(name));
    if (!decides) {
      return sampled(place);
    }
    if (place.column().whole()) {
      String highest = ask(place, "max");
      return new Drawn(highest, fresh.merge(highest, 1, Integer::sum), "");
    }
    if (isText(place.column().type())) {
      return Drawn.of("letters(%d)".formatted(keyLength(place.column())));
    }
    return Drawn.toFill(
        sampled(place).expression(), "the column is a key, which refuses a value twice");
  }

  /// Of several columns of a key, the last whole number; else the last.
  private static String decides(Table table, List<String> key) {
    return key.reversed().stream()
        .filter(name -> table.column(name).filter(Column::whole).isPresent())
        .findFirst()
        .orElse(key.getLast());
  }

  private static boolean isText(int type) {
    return Set.of(Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR).contains(type);
  }

  private static int keyLength(Column column) {
    return column.length() < 1 ? LONGEST_KEY : Math.min(LONGEST_KEY, column.length());
  }

  /// Something that a place of this type takes; empty if nothing is known.
  private static Optional<String> usual(int type) {
    return switch (type) {
      case Types.DATE -> Optional.of(DATE);
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Optional.of(TIMESTAMP);
      case Types.BIT, Types.BOOLEAN -> Optional.of("true");
      case Types.REAL, Types.FLOAT, Types.DOUBLE, Types.NUMERIC, Types.DECIMAL, Types.NULL ->
          Optional.of("1");
      default ->
          isText(type) ? Optional.of("'x'") : Optional.of("1").filter(_ -> WHOLE.contains(type));
    };
  }

  private static Optional<Drawn> filler(int type, String fill) {
    return usual(type).map(one -> Drawn.toFill(one, fill));
  }
}
