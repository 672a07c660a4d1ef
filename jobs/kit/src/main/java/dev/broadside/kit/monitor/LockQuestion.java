package dev.broadside.kit.monitor;

import dev.broadside.core.work.Observation.LockWaits;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Asks a database for the tables whose locks sessions wait for. It is asked only while some wait.
///
/// @param name what people call it
/// @param sql gives rows, whose last columns are texts
/// @param table finds each session that waits in such a text, with the table as its first group
/// @param grant what lets a user ask it
public record LockQuestion(String name, String sql, Pattern table, String grant) {
  private static final int MOST_TABLES = 3;

  /// The tables for which most sessions wait.
  List<LockWaits> ask(Connection connection) throws SQLException {
    StringBuilder told = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int last = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        told.append(rows.getString(last)).append('\n');
      }
    }
    return table
        .matcher(told)
        .results()
        .map(LockQuestion::unquoted)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
        .entrySet()
        .stream()
        .map(one -> new LockWaits(one.getKey(), one.getValue()))
        .sorted(Comparator.comparingLong(LockWaits::sessions).reversed())
        .limit(MOST_TABLES)
        .toList();
  }

  private static String unquoted(MatchResult found) {
    return found.group(1).replace("`", "");
  }
}
