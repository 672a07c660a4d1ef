package dev.broadside.kit.monitor;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// Reads what a user's query of a database gives: one number, or rows of a name and a number.
///
/// The connection is its own, reads only, and is made anew after each failure. Which rows there are
/// is asked once; a row that is missing later is unknown. For one thread.
public final class QueryMonitor implements TargetMonitor {
  /// More rows than this are left out.
  public static final int MOST_ROWS = 20;

  private static final int MOST_READ = 1_000;
  private static final int LONGEST_SECONDS = 4;

  /// Stands for the name of the only number.
  private static final String ONLY = "";

  private final CounterMonitor.Opener opener;
  private final Extra.Query query;
  private Optional<Connection> connection = Optional.empty();
  private List<String> names = List.of();
  private final List<Failure> omissions = new ArrayList<>();

  /// The rows of whose gaps users know.
  private final Set<String> told = new HashSet<>();

  /// @param opener gives a new connection, in auto-commit or not
  public QueryMonitor(CounterMonitor.Opener opener, Extra.Query query) {
    this.opener = opener;
    this.query = query;
  }

  @Override
  public List<Figure> figures() throws SQLException {
    List<String> all = List.copyOf(ask().keySet());
    names = all.stream().limit(MOST_ROWS).toList();
    if (all.size() > names.size()) {
      omissions.add(
          omission("only the first %d rows are kept; the query gives more".formatted(MOST_ROWS)));
    }
    if (names.equals(List.of(ONLY))) {
      return List.of(figure(query.id(), ""));
    }
    List<String> ids = Figure.ids(query.id(), names);
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      figures.add(figure(ids.get(i), " " + names.get(i)));
    }
    return figures;
  }

  private Figure figure(String id, String more) {
    return Figure.mean(id, query.unit(), PlainText.line(name() + more, Figure.LONGEST_LABEL))
        .in("Monitors")
        .help("What a query of the database gives.");
  }

  /// The monitor's name.
  private String name() {
    return query.id().substring(query.id().indexOf('.') + 1);
  }

  @Override
  public Duration interval() {
    return query.interval();
  }

  @Override
  public double[] read() throws SQLException {
    Map<String, OptionalDouble> now = ask();
    return names.stream().mapToDouble(name -> number(name, now)).toArray();
  }

  private double number(String name, Map<String, OptionalDouble> now) {
    OptionalDouble value = now.getOrDefault(name, OptionalDouble.empty());
    if (Double.isNaN(value.orElse(Double.NaN)) && told.add(name)) {
      String answer =
          !now.containsKey(name)
              ? "answered without this row: "
              : (value.isPresent() ? "answered NaN: " : "answered NULL or no row: ")
                  + "that is no number, so ";
      Failure gap =
          omission(
              "the query "
                  + answer
                  + "the figure has a gap; let the query always give a number, such as with"
                  + " coalesce");
      omissions.add(name.equals(ONLY) ? gap : gap.during("monitor " + name() + ": " + name));
    }
    return value.orElse(Double.NaN);
  }

  private static Failure omission(String what) {
    return new Failure(ErrorClass.OTHER, 0, "", what, Failure.Retry.NEVER);
  }

  private Map<String, OptionalDouble> ask() throws SQLException {
    try {
      Connection open = connection.isPresent() ? connection.get() : connect();
      try (Statement statement = open.createStatement()) {
        statement.setQueryTimeout(LONGEST_SECONDS);
        statement.setMaxRows(MOST_READ);
        return values(statement.executeQuery(query.statement()));
      } finally {
        open.rollback();
      }
    } catch (SQLException failure) {
      close();
      throw failure;
    }
  }

  private Connection connect() throws SQLException {
    Connection opened = opener.open();
    connection = Optional.of(opened);
    opened.setReadOnly(true);
    opened.setAutoCommit(false);
    return opened;
  }

  private static Map<String, OptionalDouble> values(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    if (columns > 2) {
      throw new SQLException(
          "the query gives %d columns; let it give a number, or a name and a number"
              .formatted(columns));
    }
    Map<String, OptionalDouble> values = new LinkedHashMap<>();
    while (rows.next()) {
      String name = columns == 1 ? ONLY : PlainText.line("" + rows.getString(1));
      double value = rows.getDouble(columns);
      if (values.putIfAbsent(
              name, rows.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value))
          != null) {
        throw new SQLException(
            columns == 1
                ? "the query gives several rows; let it give one, or a name in each"
                : "the query gives several rows of one name; let it give each name once");
      }
    }
    if (columns == 1) {
      values.putIfAbsent(ONLY, OptionalDouble.empty());
    }
    return values;
  }

  @Override
  public List<Failure> omissions() {
    List<Failure> news = List.copyOf(omissions);
    omissions.clear();
    return news;
  }

  @Override
  public void close() {
    connection.ifPresent(CounterMonitor::giveUp);
    connection = Optional.empty();
  }
}
