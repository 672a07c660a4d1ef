package dev.broadside.kit.job;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.engine.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// A table of a [TransactionJob]: its columns in types that every database has, its indexes, and
/// how many rows it is loaded with and what they hold.
///
/// ```java
/// LoadedTable.named("account")
///     .whole("id").text("owner", 40).whole("balance").key("id")
///     .rows(ACCOUNTS, (row, number) -> row.set(number + 1).set("Ada").set(1_000))
/// ```
///
/// Columns are NOT NULL unless [#orNull()] follows. Every method gives another table, with that
/// more.
public final class LoadedTable {
  private final String name;
  private final List<Column> columns;
  private final String key;
  private final List<Index> indexes;
  private final Size size;
  private final Maker maker;

  /// Makes the rows of one number.
  @FunctionalInterface
  public interface Maker {
    /// Sets all columns of the row with this number, from 0. Called from several threads at once,
    /// and for any number again.
    void make(RowWriter row, long number) throws SQLException;
  }

  private record Column(String name, Function<Dialect, String> type, boolean orNull) {
    String definition(Dialect dialect) {
      return name + " " + type.apply(dialect) + (orNull ? "" : " not null");
    }
  }

  /// @param columns in the words of a CREATE INDEX
  record Index(String name, String columns) {}

  /// @param parameter by which the user says it; empty where it is fixed
  record Size(String parameter, ToLongFunction<ParameterValues> rows) {}

  private LoadedTable(
      String name, List<Column> columns, String key, List<Index> indexes, Size size, Maker maker) {
    this.name = name;
    this.columns = List.copyOf(columns);
    this.key = key;
    this.indexes = List.copyOf(indexes);
    this.size = size;
    this.maker = maker;
  }

  /// A table without columns yet, into which nothing is loaded.
  ///
  /// @param name without the user's prefix; SQL calls it by this name in braces
  public static LoadedTable named(String name) {
    if (!name.matches("[a-z][a-z0-9_]{0,29}")) {
      throw new IllegalArgumentException(
          "\""
              + name
              + "\" is no name of a table: a small letter, then at most 29 small letters,"
              + " digits and underscores");
    }
    return new LoadedTable(name, List.of(), "", List.of(), new Size("", _ -> 0), (_, _) -> {});
  }

  /// A column of 64-bit whole numbers.
  public LoadedTable whole(String column) {
    return with(column, Dialect::wholeNumber);
  }

  /// A column of 32-bit whole numbers.
  public LoadedTable integer(String column) {
    return with(column, _ -> "integer");
  }

  /// A column of exact numbers.
  ///
  /// @param digits in all, before and behind the point
  /// @param scale behind the point
  public LoadedTable decimal(String column, int digits, int scale) {
    return with(column, _ -> "decimal(%d, %d)".formatted(digits, scale));
  }

  /// A column of 64-bit floating-point numbers.
  public LoadedTable real(String column) {
    return with(column, _ -> "double precision");
  }

  /// A column of texts.
  ///
  /// @param characters at most; more than 2,000 some databases refuse
  public LoadedTable text(String column, int characters) {
    return with(column, dialect -> dialect.text(characters));
  }

  /// A column of dates and times to the microsecond, without a time zone.
  public LoadedTable time(String column) {
    return with(column, Dialect::timestamp);
  }

  private LoadedTable with(String column, Function<Dialect, String> type) {
    List<Column> more = new ArrayList<>(columns);
    more.add(new Column(column, type, false));
    return new LoadedTable(name, more, key, indexes, size, maker);
  }

  /// The column that was named last may be NULL.
  public LoadedTable orNull() {
    List<Column> more = new ArrayList<>(columns);
    Column last = more.removeLast();
    more.add(new Column(last.name(), last.type(), true));
    return new LoadedTable(name, more, key, indexes, size, maker);
  }

  /// The primary key.
  public LoadedTable key(String... keyColumns) {
    return new LoadedTable(name, columns, String.join(", ", keyColumns), indexes, size, maker);
  }

  /// An index, built when the rows are loaded.
  ///
  /// @param suffix its name behind the table's, with an underscore between
  public LoadedTable index(String suffix, String... indexColumns) {
    List<Index> more = new ArrayList<>(indexes);
    more.add(new Index(suffix, String.join(", ", indexColumns)));
    return new LoadedTable(name, columns, key, more, size, maker);
  }

  /// Loads a fixed number of rows.
  public LoadedTable rows(long rows, Maker rowMaker) {
    return sized(new Size("", _ -> rows), rowMaker);
  }

  /// Loads as many rows as the user says.
  public LoadedTable rows(Parameter<Long> parameter, Maker rowMaker) {
    return rows(parameter, rows -> rows, rowMaker);
  }

  /// Loads as many rows as follow from a parameter, such as a scale.
  public <T> LoadedTable rows(Parameter<T> parameter, ToLongFunction<T> rows, Maker rowMaker) {
    return sized(
        new Size(parameter.name(), values -> rows.applyAsLong(values.get(parameter))), rowMaker);
  }

  private LoadedTable sized(Size newSize, Maker rowMaker) {
    return new LoadedTable(name, columns, key, indexes, newSize, rowMaker);
  }

  String name() {
    return name;
  }

  /// As declared, without the user's prefix.
  List<Index> indexes() {
    return indexes;
  }

  String sizedBy() {
    return size.parameter();
  }

  long rows(ParameterValues values) {
    return size.rows().applyAsLong(values);
  }

  Maker maker() {
    return maker;
  }

  int width() {
    return columns.size();
  }

  /// @param fullName with the user's prefix
  String create(String fullName, Dialect dialect) {
    String list =
        columns.stream()
            .map(column -> column.definition(dialect))
            .collect(Collectors.joining(", "));
    String primary = key.isEmpty() ? "" : ", primary key (" + key + ")";
    return "create table %s (%s%s)%s".formatted(fullName, list, primary, dialect.tableOptions());
  }

  /// @param fullName with the user's prefix
  String insert(String fullName) {
    return "insert into %s (%s) values (%s)"
        .formatted(
            fullName,
            columns.stream().map(Column::name).collect(Collectors.joining(", ")),
            String.join(", ", java.util.Collections.nCopies(columns.size(), "?")));
  }
}
