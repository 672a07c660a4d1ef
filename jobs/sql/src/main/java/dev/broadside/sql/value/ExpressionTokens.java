package dev.broadside.sql.value;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The words and signs of an expression, taken from left to right.
final class ExpressionTokens {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*+(?:\\.\\w++)*+");
  private static final Pattern NUMBER =
      Pattern.compile("(?:\\d[\\d_]*+(?:\\.\\d*+)?|\\.\\d++)(?:[eE][+-]?\\d++)?");
  private static final Pattern QUOTED = Pattern.compile("'((?:[^']|'')*+)'");

  /// Operators in a row are evaluated within one another.
  private static final int MOST = 1_000;

  private final String text;
  private int at;
  private int taken;

  ExpressionTokens(String text) {
    this.text = text;
    skipBlanks();
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private void advance(int to) throws ExpressionError {
    if (taken == MOST) {
      throw new ExpressionError(
          at, "it has more than 1,000 words and signs", "make values of its parts");
    }
    taken++;
    at = to;
    skipBlanks();
  }

  int offset() {
    return at;
  }

  boolean atEnd() {
    return at == text.length();
  }

  /// Takes a word that is not the beginning of a longer one.
  boolean takeWord(String word) throws ExpressionError {
    int end = at + word.length();
    boolean there =
        text.regionMatches(true, at, word, 0, word.length())
            && (end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end)));
    if (there) {
      advance(end);
    }
    return there;
  }

  void requireWord(String word) throws ExpressionError {
    if (!takeWord(word)) {
      throw unexpected(word);
    }
  }

  /// Takes the first of the signs that stands here; longer ones are to be named first.
  Optional<String> takeOneOf(String... signs) throws ExpressionError {
    for (String sign : signs) {
      if (text.startsWith(sign, at)) {
        advance(at + sign.length());
        return Optional.of(sign);
      }
    }
    return Optional.empty();
  }

  void require(String sign) throws ExpressionError {
    if (takeOneOf(sign).isEmpty()) {
      throw unexpected("\"" + sign + "\"");
    }
  }

  Optional<Expression> takeLiteral() throws ExpressionError {
    Optional<Matcher> quoted = here(QUOTED);
    if (quoted.isPresent()) {
      advance(quoted.get().end());
      return Optional.of(Operators.literal(quoted.get().group(1).replace("''", "'")));
    }
    Optional<Matcher> number = here(NUMBER);
    if (number.isEmpty()) {
      return Optional.empty();
    }
    int begin = at;
    advance(number.get().end());
    return Optional.of(number(number.get().group().replace("_", ""), begin));
  }

  private static Expression number(String digits, int begin) throws ExpressionError {
    try {
      return digits.chars().allMatch(Character::isDigit)
          ? Operators.literal(Long.parseLong(digits))
          : Operators.literal(Double.parseDouble(digits));
    } catch (NumberFormatException _) {
      throw new ExpressionError(begin, digits + " has more than 64 bits", "give a smaller number");
    }
  }

  /// The quoted text that stands here; empty where none does. Takes nothing.
  String textAhead() {
    return here(QUOTED).map(found -> found.group(1)).orElse("");
  }

  String requireName() throws ExpressionError {
    Optional<Matcher> name = here(NAME);
    if (name.isEmpty()) {
      throw unexpected("a value");
    }
    advance(name.get().end());
    return name.get().group();
  }

  private Optional<Matcher> here(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    return matcher.lookingAt() ? Optional.of(matcher) : Optional.empty();
  }

  ExpressionError unexpected(String wanted) {
    if (atEnd()) {
      return new ExpressionError(at, "it ends where " + wanted + " is wanted", "complete it");
    }
    Optional<Matcher> word = here(NAME);
    String found = word.map(Matcher::group).orElse(text.substring(at, at + 1));
    return new ExpressionError(
        at, "\"" + found + "\" stands where " + wanted + " is wanted", "mend the expression");
  }
}
