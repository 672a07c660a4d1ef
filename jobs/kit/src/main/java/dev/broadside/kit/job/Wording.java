package dev.broadside.kit.job;

import dev.broadside.kit.engine.Dialect;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns an author's SQL into that of one database and one run. Words in braces are replaced as
/// [Transaction] says.
///
/// @param dialect the words of the database
/// @param prefix what the names of the tables begin with
/// @param tables their names without it
record Wording(Dialect dialect, String prefix, List<String> tables) {
  private static final Pattern WORD = Pattern.compile("\\{(\\w+)(?: (\\d{1,9}|\\?))?}");

  String of(String sql) {
    return WORD.matcher(sql).replaceAll(word -> Matcher.quoteReplacement(meaning(word)));
  }

  private String meaning(MatchResult word) {
    String name = word.group(1);
    if (tables.contains(name)) {
      return prefix + name;
    }
    if (name.equals("now") && word.group(2) == null) {
      return dialect.now();
    }
    if (name.equals("first") && word.group(2) != null) {
      return dialect.first("", word.group(2)).strip();
    }
    throw new IllegalArgumentException(
        word.group() + " in a statement is no table of this job, and no word that the kit knows");
  }

  /// How many question marks stand for values: those outside of quotes and comments.
  static int parameters(String sql) {
    return (int)
        sql.replaceAll("'[^']*'|\"[^\"]*\"|`[^`]*`|--[^\n]*|(?s:/\\*.*?\\*/)", "")
            .chars()
            .filter(c -> c == '?')
            .count();
  }
}
