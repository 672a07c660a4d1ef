package dev.broadside.kit.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of a statement, without what differs between the one who sends it and an engine's
/// record of it.
public final class StatementText {
  /// Longer texts are of no use to anybody, and cost time.
  private static final int LONGEST = 10_000;

  /// A doubled quote within a text makes two texts of it.
  private static final String TEXT =
      "'[^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+(?:'|$)|(?<tag>\\$\\w*\\$).*?(?:\\k<tag>|$)";

  private static final Pattern TEXTS = Pattern.compile(TEXT, Pattern.DOTALL);
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /// A comment, a literal value or what stands for one, a word, or a sign.
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<comment>/\\*.*?(?:\\*/|$)|--[^\\n]*)|(?<value>"
              + TEXT
              + "|[$:]\\d+|\\?|\\.\\.\\.|\\b(?i:null)\\b|\\b\\d[\\w.]*)|(?<word>[\\w$]+)|(?<sign>[^\\s`\"])",
          Pattern.DOTALL);

  private static final String VALUE = "?";
  private static final List<String> VALUE_AND_COMMA = List.of(VALUE, ",");
  private static final List<String> TWO_LISTS = List.of("(", VALUE, ")", ",", "(", VALUE, ")");

  private StatementText() {}

  /// For people: one line without literal texts, which may be anybody's secret.
  public static String shown(String sql) {
    String plain = TEXTS.matcher(cut(sql)).replaceAll(VALUE).replaceAll("\\?{2,}", VALUE);
    return BLANKS.matcher(plain).replaceAll(" ").strip();
  }

  /// For comparing: the same for statements that differ in values, in how many values a list has,
  /// in case, in blanks, in comments or in quotes around names.
  public static String form(String sql) {
    List<String> form = new ArrayList<>();
    Matcher tokens = TOKEN.matcher(cut(sql));
    while (tokens.find()) {
      if (tokens.start("comment") < 0) {
        add(form, tokens.start("value") < 0 ? tokens.group().toLowerCase(Locale.ROOT) : VALUE);
      }
    }
    while (!form.isEmpty() && form.getLast().equals(";")) {
      form.removeLast();
    }
    return String.join(" ", form);
  }

  /// Of several values one is kept, and of several lists of values, too.
  private static void add(List<String> form, String token) {
    if (token.equals(VALUE) && ends(form, VALUE_AND_COMMA)) {
      form.removeLast();
    } else if (!token.equals(VALUE) || !ends(form, List.of(VALUE))) {
      form.add(token);
    }
    if (ends(form, TWO_LISTS)) {
      form.subList(form.size() - 4, form.size()).clear();
    }
  }

  private static boolean ends(List<String> form, List<String> end) {
    int from = form.size() - end.size();
    return from >= 0 && form.subList(from, form.size()).equals(end);
  }

  private static String cut(String sql) {
    return sql.substring(0, Math.min(sql.length(), LONGEST));
  }
}
