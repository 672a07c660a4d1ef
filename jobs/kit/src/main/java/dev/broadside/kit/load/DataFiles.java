package dev.broadside.kit.load;

import dev.broadside.core.work.JobContext;
import dev.broadside.kit.engine.Dialect;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes a [DataSet] as files for a database's own bulk loader: `schema.sql` with the statements
/// that create the tables, and a file for each table. Equal seeds make equal files.
///
/// | form | a table's file |
/// |---|---|
/// | csv | RFC 4180 with a header; texts stand in quotation marks, and NULL is the word NULL without them |
/// | sql | INSERT statements of up to 1,000 rows |
///
/// @param folder exists
/// @param sql whether the form is sql
record DataFiles(Path folder, boolean sql, Dialect dialect) {
  private static final int ROWS_PER_INSERT = 1_000;
  private static final int ROWS_PER_REPORT = 5_000;

  void write(DataSet data, Map<String, String> notes, JobContext context)
      throws SQLException, IOException {
    long seed = context.seed();
    List<TableLoad> loads = new ArrayList<>();
    List<Map.Entry<String, String>> noted = new ArrayList<>(notes.entrySet());
    StringBuilder schema = new StringBuilder();
    schema.append(data.log().creation()).append(";\n");
    for (MadeTable table : data.tables()) {
      schema.append(table.create()).append(";\n");
      TableLoad load = table.rows().apply(seed);
      loads.add(load);
      for (String part : ParallelLoader.parts(load)) {
        noted.add(Map.entry(part, "written to a file"));
      }
    }
    Files.writeString(folder.resolve("schema.sql"), schema);
    for (TableLoad load : loads) {
      if (load.rows() > 0) {
        write(load, context);
      }
    }
    // The log comes last: without it, the tables are nobody's.
    write(
        new TableLoad(
            data.log().table(),
            data.log().insertion(),
            noted.size(),
            (statement, number) -> {
              statement.setString(1, noted.get((int) number).getKey());
              statement.setString(2, noted.get((int) number).getValue());
            }),
        context);
  }

  private void write(TableLoad load, JobContext context) throws SQLException, IOException {
    String name = load.table().replaceAll("[^A-Za-z0-9_.-]", "_") + (sql ? ".sql" : ".csv");
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(name))) {
      TableWriter rows = new TableWriter(out, load.insert());
      PreparedStatement statement = Insertion.catching(rows::row);
      for (long number = 0; number < load.rows() && !context.stopping(); number++) {
        load.row().add(statement, number);
        if (number % ROWS_PER_REPORT == 0) {
          context.progress("write " + load.table(), number, load.rows());
        }
      }
      rows.end();
      context.progress("write " + load.table(), load.rows(), load.rows());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// The file of one table. The words of its INSERT may have values of their own besides `?`.
  private final class TableWriter {
    private final Writer out;
    private final String into;
    private final List<String> cells;
    private long rows;

    TableWriter(Writer out, String insert) throws IOException {
      Insertion words =
          Insertion.read(insert)
              .orElseThrow(() ->
                  new IllegalArgumentException("no INSERT with columns and values: " + insert));
      this.out = out;
      this.into = "insert into %s (%s) values\n".formatted(words.table(), words.columns());
      this.cells = words.cells();
      if (!sql) {
        out.write(words.columns().replaceAll(",\\s*", ",") + "\r\n");
      }
    }

    void row(List<Object> values) throws IOException {
      if (sql) {
        out.write(rows % ROWS_PER_INSERT > 0 ? ",\n(" : (rows > 0 ? ";\n" : "") + into + "(");
      }
      int next = 0;
      for (int i = 0; i < cells.size(); i++) {
        out.write(i == 0 ? "" : ",");
        String cell = cells.get(i);
        out.write(cell.equals("?") ? text(values.get(next++)) : sql ? cell : quoted(cell));
      }
      out.write(sql ? ")" : "\r\n");
      rows++;
    }

    void end() throws IOException {
      out.write(sql && rows > 0 ? ";\n" : "");
    }
  }

  private String text(Object value) {
    return switch (value) {
      case Insertion.Absent _ -> "NULL";
      case BigDecimal number -> number.toPlainString();
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      case LocalDateTime time ->
          sql ? "timestamp '" + RowText.TIME.format(time) + "'" : RowText.TIME.format(time);
      case String text -> sql ? dialect.literal(text) : csv(text);
      default ->
          throw new IllegalArgumentException(
              "a value of %s cannot be written to a file".formatted(value.getClass().getName()));
    };
  }

  /// A word of SQL as CSV has it.
  private static String quoted(String literal) {
    return literal.startsWith("'")
        ? csv(literal.substring(1, literal.length() - 1).replace("''", "'"))
        : literal;
  }

  private static String csv(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }
}
