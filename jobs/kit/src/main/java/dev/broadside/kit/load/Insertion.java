package dev.broadside.kit.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The INSERT of a [TableLoad], taken apart for those who write its rows elsewhere.
///
/// @param columns as they stand between its brackets
/// @param cells the words of its values: `?`, or a literal
record Insertion(String table, String columns, List<String> cells) {
  private static final Pattern WORDS =
      Pattern.compile("(?is)insert into (\\S+) \\((.*?)\\) values \\((.*)\\)");

  /// Stands for a value that is NULL.
  enum Absent {
    NULL
  }

  /// A row as it is set on an INSERT: its values in the order of their places.
  @FunctionalInterface
  interface RowSink {
    void take(List<Object> values) throws IOException;
  }

  /// Empty if the statement is not an INSERT with columns and values.
  static Optional<Insertion> read(String insert) {
    Matcher words = WORDS.matcher(insert);
    return words.matches()
        ? Optional.of(
            new Insertion(words.group(1), words.group(2), List.of(words.group(3).split(",\\s*"))))
        : Optional.empty();
  }

  /// A statement that gives away the rows that are added to its batch.
  ///
  /// @throws UnsupportedOperationException from its methods, if a row does more than set values
  static PreparedStatement catching(RowSink sink) {
    List<Object> row = new ArrayList<>();
    Class<PreparedStatement> type = PreparedStatement.class;
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              take(method, arguments, row, sink);
              return null;
            }));
  }

  private static void take(Method method, Object[] arguments, List<Object> row, RowSink sink) {
    if (method.getName().equals("addBatch") && method.getParameterCount() == 0) {
      try {
        sink.take(row);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    } else if (method.getName().startsWith("set") && method.getParameterCount() >= 2) {
      int place = (Integer) arguments[0];
      while (row.size() < place) {
        row.add(Absent.NULL);
      }
      boolean absent = method.getName().equals("setNull") || arguments[1] == null;
      row.set(place - 1, absent ? Absent.NULL : arguments[1]);
    } else {
      throw new UnsupportedOperationException(
          "rows for files set values only, and this one calls " + method.getName());
    }
  }
}
