package dev.broadside.kit.job;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.TableCatalog;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A table of a [TransactionJob]: its columns in types that every database has, its indexes, and
/// how many rows it is loaded with and what they hold.
///
/// ```java
/// LoadedTable.of("account", "id whole key, owner text(40), balance decimal(12, 2), closed time null")
///     .index("owner", "owner")
///     .rows(ACCOUNTS, (row, number) -> row.set(row.key()).set("Ada").set(1_000).setNull(TIMESTAMP))
/// ```
///
/// | type | is |
/// |---|---|
/// | `whole` | a 64-bit whole number |
/// | `integer` | a 32-bit whole number |
/// | `decimal(12, 2)` | an exact number with 12 digits, 2 of them after the point |
/// | `real` | a 64-bit floating-point number |
/// | `text(40)` | a text of at most 40 characters; some databases refuse more than 2,000 |
/// | `time` | a date and time to the microsecond, without a time zone |
/// | `identity` | a 32-bit key that the database gives to new rows; loaded rows bring theirs |
///
/// Columns are NOT NULL unless `null` follows; those that `key` follows, and an `identity`, are the
/// primary key. Every method returns a new table with that addition.
public final class LoadedTable {
  private static final Pattern COLUMN =
      Pattern.compile(
          "(\\w+) (whole|integer|real|time|text ?\\(\\d+\\)|decimal ?\\(\\d+, ?\\d+\\)|identity(?! null))( null| key)?");

  private final String name;
  private final List<Column> columns;
  private final String key;
  private final List<Index> indexes;
  private final Size size;
  private final Function<ParameterValues, Maker> maker;

  /// Makes the row with a number, or all rows that share it.
  @FunctionalInterface
  public interface Maker {
    /// Sets all columns of the row with this number, from 0. Called from several threads at once,
    /// and for any number again.
    void make(RowWriter row, long number) throws SQLException;
  }

  private record Column(String name, String type, boolean orNull, boolean key) {
    String definition(Dialect dialect) {
      return name + " " + type(dialect) + (orNull || generated() ? "" : " not null");
    }

    boolean generated() {
      return type.equals("identity");
    }

    private String type(Dialect dialect) {
      return switch (type) {
        case "identity" -> dialect.identity();
        case "whole" -> dialect.wholeNumber();
        case "real" -> "double precision";
        case "time" -> dialect.timestamp();
        default ->
            type.startsWith("text")
                ? dialect.text(Integer.parseInt(type.replaceAll("\\D", "")))
                : type;
      };
    }
  }

  /// @param columns in the words of a CREATE INDEX
  record Index(String name, String columns) {}

  /// @param parameter by which the user says it; empty if it is fixed
  record Size(String parameter, ToLongFunction<ParameterValues> rows) {}

  private LoadedTable(
      String name,
      List<Column> columns,
      String key,
      List<Index> indexes,
      Size size,
      Function<ParameterValues, Maker> maker) {
    this.name = name;
    this.columns = List.copyOf(columns);
    this.key = key;
    this.indexes = List.copyOf(indexes);
    this.size = size;
    this.maker = maker;
  }

  /// A table into which nothing is loaded yet.
  ///
  /// @param name without the user's prefix; SQL calls it by this name in braces
  /// @param columns names with types, between commas
  /// @throws IllegalArgumentException if that is not understood
  public static LoadedTable of(String name, String columns) {
    if (!name.matches("[a-z][a-z0-9_]{0,29}")) {
      throw new IllegalArgumentException(
          "\"%s\" is not a name for a table: use a lower-case letter, then at most 29 lower-case letters, digits and underscores"
              .formatted(name));
    }
    List<Column> read =
        Arrays.stream(columns.split(",(?![^(]*\\))")).map(one -> column(name, one)).toList();
    String key =
        read.stream().filter(Column::key).map(Column::name).collect(Collectors.joining(", "));
    return new LoadedTable(name, read, key, List.of(), new Size("", _ -> 0), _ -> (_, _) -> {});
  }

  private static Column column(String table, String text) {
    Matcher column = COLUMN.matcher(text.strip().replaceAll("\\s+", " "));
    if (!column.matches()) {
      throw new IllegalArgumentException(
          "table %s: \"%s\" is not a column: write a name and a type (whole, integer, decimal(12, 2), real, text(40), time or identity), then null or key if need be"
              .formatted(table, text.strip()));
    }
    return new Column(
        column.group(1),
        column.group(2),
        " null".equals(column.group(3)),
        " key".equals(column.group(3)) || column.group(2).equals("identity"));
  }

  /// An index, built when the rows are loaded.
  ///
  /// @param suffix its name, after the table's name and an underscore
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

  /// Loads as many rows as follow from several parameters, which may shape them, too.
  ///
  /// @param rowMaker is called once per load, and gives what makes the rows
  public LoadedTable rows(
      ToLongFunction<ParameterValues> rows, Function<ParameterValues, Maker> rowMaker) {
    return new LoadedTable(name, columns, key, indexes, new Size("", rows), rowMaker);
  }

  /// Loads as many rows as follow from a parameter, such as a scale.
  public <T> LoadedTable rows(Parameter<T> parameter, ToLongFunction<T> rows, Maker rowMaker) {
    return sized(
        new Size(parameter.name(), values -> rows.applyAsLong(values.get(parameter))), rowMaker);
  }

  /// Loads some rows for each row of another table.
  public LoadedTable rowsForEach(LoadedTable other, int rows, Maker rowMaker) {
    return sized(new Size(other.size.parameter(), values -> rows * other.count(values)), rowMaker);
  }

  private LoadedTable sized(Size newSize, Maker rowMaker) {
    return new LoadedTable(name, columns, key, indexes, newSize, _ -> rowMaker);
  }

  String name() {
    return name;
  }

  /// @param fullName with the user's prefix
  List<TableCatalog.Index> indexes(String fullName) {
    return indexes.stream()
        .map(index ->
            new TableCatalog.Index(fullName + "_" + index.name(), fullName, index.columns()))
        .toList();
  }

  /// What the table was made of, in a few characters: changes with its columns and its key.
  String shape(Dialect dialect) {
    return Integer.toHexString(create(name, dialect).hashCode());
  }

  String sizedBy() {
    return size.parameter();
  }

  /// How many rows it is loaded with.
  public long count(ParameterValues values) {
    return size.rows().applyAsLong(values);
  }

  Maker maker(ParameterValues values) {
    return maker.apply(values);
  }

  /// The column whose values the database makes.
  Optional<String> generated() {
    return columns.stream().filter(Column::generated).map(Column::name).findFirst();
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
    return insert(fullName, columns, _ -> "?");
  }

  /// With the present time in the columns that hold a time, and the key that the database makes.
  String insertNow(String fullName) {
    return insert(
        fullName,
        columns.stream().filter(column -> !column.generated()).toList(),
        column -> column.type().equals("time") ? "{now}" : "?");
  }

  private static String insert(
      String fullName, List<Column> columns, Function<Column, String> value) {
    return "insert into %s (%s) values (%s)"
        .formatted(
            fullName,
            columns.stream().map(Column::name).collect(Collectors.joining(", ")),
            columns.stream().map(value).collect(Collectors.joining(", ")));
  }
}
