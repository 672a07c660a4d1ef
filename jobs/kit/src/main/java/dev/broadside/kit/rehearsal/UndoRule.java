package dev.broadside.kit.rehearsal;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Quoting;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Decides which statements a rollback undoes. A statement that is not known to be undone is not.
///
/// @param quoting of the database
/// @param keepers the tables whose engine keeps every row that was written, in small letters
public record UndoRule(Quoting quoting, List<String> keepers) {
  private static final Pattern FOR_ALL =
      Pattern.compile(
          "set\\s+(global|persist|persist_only|password|@@global|@@persist|@@persist_only)\\b.*",
          Pattern.DOTALL);

  private static final Set<String> READS =
      Set.of("select", "values", "table", "show", "declare", "fetch", "move", "close", "use");
  private static final Set<String> WRITES =
      Set.of(
          "insert",
          "update",
          "delete",
          "merge",
          "replace",
          "with",
          "explain",
          "set",
          "savepoint",
          "release");
  private static final Set<String> PROCEDURES = Set.of("call", "exec", "execute", "begin", "do");

  /// Looks which tables of the target's own schema cannot be rolled back.
  public static UndoRule of(Dialect dialect, Connection connection) throws SQLException {
    return new UndoRule(
        dialect.quoting(),
        dialect.tablesWithoutRollbackQuery().isEmpty()
            ? List.of()
            : Rows.column(connection, dialect.tablesWithoutRollbackQuery()).stream()
                .map(table -> table.toLowerCase(Locale.ROOT))
                .toList());
  }

  /// Why a rollback would not undo a statement; empty if it does.
  public Optional<String> against(String sql) {
    String words = words(sql);
    String first = first(words);
    if (!quoting.single(sql)) {
      return Optional.of("it is several statements in one");
    }
    if (READS.contains(first)) {
      return Optional.empty();
    }
    if (!WRITES.contains(first) || FOR_ALL.matcher(words).matches()) {
      return Optional.of(
          PROCEDURES.contains(first)
              ? "what a procedure commits is not rolled back"
              : (first.isEmpty() ? "it" : first) + " is not rolled back");
    }
    return keepers.stream()
        .filter(table -> words.matches("(?s).*\\b" + Pattern.quote(table) + "\\b.*"))
        .findFirst()
        .map(table -> "the engine of the table " + table + " does not roll back");
  }

  /// A statement in lower case, without texts in quotes, comments, and the semicolon at its end.
  String words(String sql) {
    return quoting
        .bare(sql)
        .strip()
        .replaceFirst("[;\\s]+$", "")
        .replaceFirst("^[({\\s]+", "")
        .toLowerCase(Locale.ROOT);
  }

  static String first(String words) {
    return words.split("\\W", 2)[0];
  }
}
