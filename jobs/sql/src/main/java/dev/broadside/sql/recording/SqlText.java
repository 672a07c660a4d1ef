package dev.broadside.sql.recording;

import java.util.Locale;
import java.util.Set;

/// Looks at a statement's text without its literals and comments, in one pass and however long it
/// is.
final class SqlText {
  /// Statements that change rows of the database at most, or only the session.
  private static final Set<String> PLAIN =
      Set.of(
          ("select insert update delete replace merge with values table begin start commit rollback"
                  + " end abort savepoint release set show explain describe desc analyze declare fetch"
                  + " move close do prepare execute deallocate lock unlock help handler discard reset"
                  + " listen unlisten notify")
              .split(" "));

  private SqlText() {}

  /// Whether it does no more than read and write rows as far as its words tell: no change of
  /// tables, users or settings of the server, no other database, and no second statement behind it.
  static boolean plain(String sql) {
    return plain(bare(sql, true)) && plain(bare(sql, false));
  }

  private static boolean plain(StringBuilder bare) {
    String text = bare.toString().strip().toLowerCase(Locale.ROOT);
    int end = text.indexOf(';');
    boolean one = end < 0 || text.substring(end).matches("[;\\s]*");
    String start = text.substring(0, Math.min(200, text.length())).replaceFirst("^[(\\s]+", "");
    boolean wide = start.matches("(?s)set\\s+(global|persist\\w*|@@global|@@persist).*");
    return one && !wide && PLAIN.contains(start.split("[^a-z]", 2)[0]);
  }

  /// The text with a blank in the place of each comment and `''` in the place of each text. A
  /// comment that MySQL carries out stays.
  ///
  /// @param escapes whether a backslash within quotes takes the next sign with it, as in MySQL
  static StringBuilder bare(String sql, boolean escapes) {
    StringBuilder bare = new StringBuilder();
    int at = 0;
    while (at < sql.length()) {
      int end = behind(sql, at, escapes);
      if (end == at + 1) {
        bare.append(sql.charAt(at));
      } else {
        bare.append(sql.startsWith("--", at) || sql.charAt(at) == '/' ? " " : "''");
      }
      at = end;
    }
    return bare;
  }

  /// Where the text or comment ends that begins at a place; the next place if none begins there.
  static int behind(String sql, int at, boolean escapes) {
    char c = sql.charAt(at);
    if (c == '\'' || c == '"' || c == '`') {
      return behindQuote(sql, at, escapes && c != '`');
    }
    if (sql.startsWith("-- ", at)
        || sql.startsWith("--\n", at)
        || (!escapes && sql.startsWith("--", at))) {
      return find(sql, "\n", at);
    }
    if (sql.startsWith("/*", at) && !sql.startsWith("/*!", at)) {
      return find(sql, "*/", at + 2);
    }
    int tag = c == '$' && !escapes ? sql.indexOf('$', at + 1) : -1;
    if (tag > 0
        && sql.substring(at, Math.min(tag + 1, at + 70)).matches("\\$([A-Za-z_]\\w*)?\\$")) {
      return find(sql, sql.substring(at, tag + 1), tag + 1);
    }
    return at + 1;
  }

  private static int find(String sql, String end, int from) {
    int found = sql.indexOf(end, from);
    return found < 0 ? sql.length() : Math.max(from + 1, found + end.length());
  }

  private static int behindQuote(String sql, int at, boolean escapes) {
    for (int i = at + 1; i < sql.length(); i++) {
      if (escapes && sql.charAt(i) == '\\') {
        i++;
      } else if (sql.charAt(i) == sql.charAt(at)) {
        return i + 1;
      }
    }
    return sql.length();
  }
}
