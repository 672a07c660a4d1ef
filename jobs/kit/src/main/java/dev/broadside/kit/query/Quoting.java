package dev.broadside.kit.query;

import java.util.Locale;
import java.util.regex.Pattern;

/// How a database tells texts and comments from the rest of a statement.
public enum Quoting {
  /// The standard's, with the `E''` and `$$` of PostgreSQL.
  STANDARD(
      "(?i:\\be)"
          + Pieces.ESCAPING.formatted("'")
          + "|'[^']*+'|\"[^\"]*+\"|--[^\\n]*+|(?<![\\w$\\x80-\\uFFFF])(\\$\\w*+\\$).*?\\1|"
          + Pieces.COMMENT),

  /// That of MySQL and MariaDB, which carry out what is in `/*! */`.
  MYSQL(
      Pieces.ESCAPING.formatted("'")
          + "|"
          + Pieces.ESCAPING.formatted("\"")
          + "|#[^\\n]*+|--(?=[\\s\\x00-\\x1F]|\\z)[^\\n]*+|(?!/\\*M?!)"
          + Pieces.COMMENT);

  /// Shared by both.
  private static final class Pieces {
    static final String ESCAPING = "%1$s[^%1$s\\\\]*+(?:\\\\.[^%1$s\\\\]*+)*+%1$s";

    /// Without one inside: some databases take that for a comment, too.
    static final String COMMENT = "/\\*(?:[^*/]|\\*(?!/)|/(?!\\*))*+\\*/";
  }

  /// What is left where a server that is set up in another way reads quotes in another way: a
  /// backslash that one takes for an escape leaves the other with one outside, or with a quote too
  /// many.
  private static final Pattern UNREAD = Pattern.compile("['\"\\\\]|/\\*|\\*/");

  private static final Pattern COMMENT = Pattern.compile("--|#|/\\*");

  private final Pattern inert;

  Quoting(String inert) {
    this.inert = Pattern.compile(inert, Pattern.DOTALL);
  }

  /// A statement of the same length, with blanks for comments and backquotes, and `~` for each
  /// character of a text or of a name in double quotes.
  public String bare(String sql) {
    return inert.matcher(sql).replaceAll(found -> blank(found.group())).replace('`', ' ');
  }

  private static String blank(String found) {
    return (COMMENT.matcher(found).lookingAt() ? " " : "~").repeat(found.length());
  }

  /// Whether it is surely one statement, with or without a semicolon at its end.
  public boolean single(String sql) {
    String body = bare(sql).replaceFirst("[;\\s]+$", "");
    return sql.lastIndexOf(';', body.length() - 1) < 0
        || (!body.contains(";") && !UNREAD.matcher(body).find());
  }

  /// The first word of a statement, in small letters.
  public String verb(String sql) {
    return bare(sql).replaceFirst("^[({\\s]+", "").split("\\W", 2)[0].toLowerCase(Locale.ROOT);
  }
}
