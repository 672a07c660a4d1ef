package dev.broadside.kit.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The latest deadlock in InnoDB's own words: who waited for which lock, with which statement. The
/// contents of locked records are left out, and so are the texts in statements: only their lengths
/// are shown.
///
/// @param moment its time by the database's clock, which tells it from others
/// @param text lines
record InnoDbDeadlock(String moment, String text) {
  private static final int LONGEST_STATEMENT = 600;

  private static final Pattern LATEST =
      Pattern.compile(
          "(?s)\\nLATEST DETECTED DEADLOCK\\n-+\\n([^\\n]*)\\n(.*?)(?:\\n-{8,}\\n|\\z)");

  /// What describes transactions and locks.
  private static final Pattern KEPT =
      Pattern.compile(
          "\\*\\*\\* (\\(\\d+\\) |WAITING|HOLDS|CONFLICTING|WE ROLL).*"
              + "|TRANSACTION \\d+.*|LOCK WAIT .*|\\d+ lock struct.*"
              + "|RECORD LOCKS space id .*|TABLE LOCK table .*");

  /// A line after which a statement follows.
  private static final Pattern SESSION = Pattern.compile("(MySQL|MariaDB) thread id \\d+.*");

  /// @param status what SHOW ENGINE INNODB STATUS gives
  /// @return empty if there was none since the start of the database
  static Optional<InnoDbDeadlock> latest(String status) {
    return Optional.of(LATEST.matcher(status))
        .filter(found -> found.find())
        .map(found -> new InnoDbDeadlock(found.group(1), text(found.group(2).lines().toList())));
  }

  private static String text(List<String> lines) {
    List<String> kept = new ArrayList<>();
    List<String> statement = new ArrayList<>();
    boolean inStatement = false;
    for (String line : lines) {
      boolean structure = KEPT.matcher(line).matches();
      if (structure || SESSION.matcher(line).matches()) {
        addStatement(statement, kept);
        kept.add(line);
        inStatement = !structure;
      } else if (inStatement) {
        statement.add(line);
      }
    }
    addStatement(statement, kept);
    return String.join("\n", kept);
  }

  private static void addStatement(List<String> statement, List<String> kept) {
    String words = withoutTexts(String.join("\n", statement));
    if (!words.isBlank()) {
      kept.add(
          words.length() > LONGEST_STATEMENT
              ? words.substring(0, LONGEST_STATEMENT) + "..."
              : words);
    }
    statement.clear();
  }

  /// A statement without the texts in it, of which one may be cut off.
  static String withoutTexts(String sql) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == '\'' || c == '"') {
        int end = end(sql, i);
        shown.append("<text of ").append(Math.max(0, end - i - 1)).append(" characters>");
        i = end;
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }

  /// Where a text ends that begins with a quote: at its last quote, or behind the statement.
  private static int end(String sql, int begin) {
    char quote = sql.charAt(begin);
    for (int i = begin + 1; i < sql.length(); i++) {
      boolean doubled = i + 1 < sql.length() && sql.charAt(i + 1) == quote;
      if (sql.charAt(i) == '\\' || (sql.charAt(i) == quote && doubled)) {
        i++;
      } else if (sql.charAt(i) == quote) {
        return i;
      }
    }
    return sql.length();
  }
}
