package dev.broadside.sql.draft;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A piece of a statement's text.
///
/// @param apart whether a blank stands before it
record Token(Kind kind, String text, boolean apart) {
  /// Words after which a bracket begins no list of a function's arguments.
  private static final Set<String> BEFORE_BRACKETS =
      Set.of(
          "ALL", "AND", "ANY", "AS", "BY", "EXISTS", "FROM", "IN", "INTO", "JOIN", "NOT", "ON",
          "OR", "OVER", "SELECT", "SET", "THEN", "UNION", "USING", "VALUES", "WHEN", "WHERE");

  /// What a piece is.
  enum Kind {
    WORD,
    /// A name in quotes.
    QUOTED,
    /// A text in quotes or a number.
    LITERAL,
    /// A value that was left out.
    VALUE,
    /// Three dots for further values.
    DOTS,
    /// A comment for further values or rows.
    MORE,
    SIGN
  }

  /// The pieces of a text, without its comments; hints stay.
  ///
  /// @param value how a value that was left out is written
  static List<Token> all(String text, Pattern value) {
    Matcher piece =
        Pattern.compile(
                "(?<MORE>/\\*\\s*,\\s*\\.\\.\\.\\s*\\*/)|(?<comment>--[^\\n]*+|/\\*(?!\\+)(?s:.)*?\\*/)"
                    + "|(?<LITERAL>'(?:[^']|'')*+'|\\$(\\w*)\\$(?s:.)*?\\$\\4\\$|\\b\\d[\\w.]*+)"
                    + "|(?<QUOTED>`[^`]*+`|\"[^\"]*+\")|(?<cast>::)|(?<VALUE>"
                    + value.pattern()
                    + ")|(?<DOTS>\\.\\.\\.)|(?<WORD>[\\p{L}_][\\p{L}\\p{N}_$#]*+)"
                    + "|(?<SIGN>/\\*\\+(?s:.)*?\\*/|:=|[<>=!~@#&|%^]+|\\S)")
            .matcher(text);
    List<Token> tokens = new ArrayList<>();
    int end = 0;
    while (piece.find()) {
      if (piece.group("comment") == null) {
        boolean apart = !tokens.isEmpty() && piece.start() > end;
        tokens.add(new Token(kind(piece), piece.group(), apart));
        end = piece.end();
      }
    }
    return tokens;
  }

  private static Kind kind(Matcher piece) {
    for (Kind kind : Kind.values()) {
      if (kind != Kind.SIGN && piece.group(kind.name()) != null) {
        return kind;
      }
    }
    return Kind.SIGN;
  }

  /// A sign or a word in capitals; empty for anything else.
  String word() {
    return kind == Kind.WORD || kind == Kind.SIGN ? text.toUpperCase(Locale.ROOT) : "";
  }

  boolean is(String word) {
    return word().equals(word);
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }

  /// A name without its quotes.
  String name() {
    return kind == Kind.QUOTED ? text.substring(1, text.length() - 1) : text;
  }

  /// The text of pieces, without blanks where nobody writes them. MySQL takes a word before a
  /// bracket for a function only if there is none.
  static String join(List<Token> tokens) {
    StringBuilder text = new StringBuilder();
    Token before = new Token(Kind.SIGN, "(", false);
    for (Token token : tokens) {
      boolean call = token.is("(") && before.isName() && !BEFORE_BRACKETS.contains(before.word());
      boolean close = before.is("(") || before.is(".") || token.word().matches("[,).]") || call;
      text.append(token.apart && !close ? " " : "").append(token.text);
      before = token;
    }
    return text.toString();
  }
}
