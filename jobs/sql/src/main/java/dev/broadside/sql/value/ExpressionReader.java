package dev.broadside.sql.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Compiles the text of an expression: the language of pgbench's `\set`, with texts.
///
/// ```
/// a or b   a and b   not a   a is [not] null|true|false
/// < > <= >= = <> !=   | # & << >> ~ ||   + -   * / %   -a
/// 12   1.5   'text'   true   false   null   name   :name
/// f(a, b)   case when a then b [else c] end   (a)
/// ```
///
/// Operators of one line bind equally, from left to right; later lines bind more.
public final class ExpressionReader {
  private static final Set<String> RESERVED =
      Set.of(
          "and", "or", "not", "is", "null", "true", "false", "case", "when", "then", "else", "end");

  /// Expressions within an expression: reading one takes a dozen frames of the stack.
  private static final int DEEPEST = 100;

  private final ExpressionTokens tokens;
  private final Scope scope;
  private final Functions functions;

  /// Counts parts that are not constant, to check arguments that must be.
  private int varying;

  private int depth;

  private ExpressionReader(String text, Scope scope, Functions functions) throws ExpressionError {
    this.tokens = new ExpressionTokens(text);
    this.scope = scope;
    this.functions = functions;
  }

  /// An expression, and whether it is the same in all iterations.
  public record Compiled(Expression expression, boolean constant) {}

  /// Whether a word has a meaning of its own, so that no value can have it for a name.
  public static boolean reserved(String word) {
    return RESERVED.contains(word.toLowerCase(Locale.ROOT));
  }

  /// Compiles an expression.
  ///
  /// @throws ExpressionError if the syntax is wrong, or a name is not known here
  public static Compiled read(String text, Scope scope, Functions functions)
      throws ExpressionError {
    return new ExpressionReader(text, scope, functions).all();
  }

  private Compiled all() throws ExpressionError {
    Expression expression = either();
    if (!tokens.atEnd()) {
      throw tokens.unexpected("an operator or the end");
    }
    return new Compiled(expression, varying == 0);
  }

  private Expression either() throws ExpressionError {
    if (depth == DEEPEST) {
      throw new ExpressionError(
          tokens.offset(), "it is nested too deeply", "make values of its parts");
    }
    depth++;
    Expression left = both();
    while (tokens.takeWord("or")) {
      left = Operators.or(left, both());
    }
    depth--;
    return left;
  }

  private Expression both() throws ExpressionError {
    Expression left = negation();
    while (tokens.takeWord("and")) {
      left = Operators.and(left, negation());
    }
    return left;
  }

  private Expression negation() throws ExpressionError {
    int times = 0;
    while (tokens.takeWord("not")) {
      times++;
    }
    return repeated(times, Operators::not, test());
  }

  private static Expression repeated(
      int times, UnaryOperator<Expression> operator, Expression operand) {
    return Stream.iterate(operand, operator).skip(times).findFirst().orElse(operand);
  }

  private Expression test() throws ExpressionError {
    Expression of = comparison();
    while (true) {
      if (tokens.takeWord("isnull")) {
        of = Operators.isNull(of, true);
      } else if (tokens.takeWord("notnull")) {
        of = Operators.isNull(of, false);
      } else if (tokens.takeWord("is")) {
        boolean wanted = !tokens.takeWord("not");
        if (tokens.takeWord("null")) {
          of = Operators.isNull(of, wanted);
        } else if (tokens.takeWord("true")) {
          of = Operators.isTruth(of, true, wanted);
        } else if (tokens.takeWord("false")) {
          of = Operators.isTruth(of, false, wanted);
        } else {
          throw tokens.unexpected("null, true or false");
        }
      } else {
        return of;
      }
    }
  }

  private Expression comparison() throws ExpressionError {
    Expression left = bits();
    while (true) {
      Optional<String> operator = tokens.takeOneOf("<=", ">=", "<>", "!=", "<", ">", "=");
      if (operator.isEmpty()) {
        return left;
      }
      Expression right = bits();
      left =
          switch (operator.get()) {
            case "<=" -> Operators.comparison(left, right, order -> order <= 0);
            case ">=" -> Operators.comparison(left, right, order -> order >= 0);
            case "<" -> Operators.comparison(left, right, order -> order < 0);
            case ">" -> Operators.comparison(left, right, order -> order > 0);
            case "=" -> Operators.comparison(left, right, order -> order == 0);
            default -> Operators.comparison(left, right, order -> order != 0);
          };
    }
  }

  private Expression bits() throws ExpressionError {
    Expression left = complement();
    while (true) {
      Optional<String> operator = tokens.takeOneOf("||", "|", "#", "&", "<<", ">>");
      if (operator.isEmpty()) {
        return left;
      }
      Expression right = complement();
      left =
          switch (operator.get()) {
            case "||" -> Operators.join(left, right);
            case "|" -> Operators.whole(left, right, (a, b) -> a | b);
            case "#" -> Operators.whole(left, right, (a, b) -> a ^ b);
            case "&" -> Operators.whole(left, right, (a, b) -> a & b);
            case "<<" -> Operators.whole(left, right, (a, b) -> a << b);
            default -> Operators.whole(left, right, (a, b) -> a >> b);
          };
    }
  }

  private Expression complement() throws ExpressionError {
    int times = 0;
    while (tokens.takeOneOf("~").isPresent()) {
      times++;
    }
    return repeated(
        times, of -> Operators.whole(of, Operators.literal(-1L), (a, b) -> a ^ b), sum());
  }

  private Expression sum() throws ExpressionError {
    Expression left = product();
    while (true) {
      Optional<String> operator = tokens.takeOneOf("+", "-");
      if (operator.isEmpty()) {
        return left;
      }
      Expression right = product();
      left =
          operator.get().equals("+")
              ? Operators.Arithmetic.SUM.of(left, right)
              : Operators.Arithmetic.DIFFERENCE.of(left, right);
    }
  }

  private Expression product() throws ExpressionError {
    Expression left = sign();
    while (true) {
      Optional<String> operator = tokens.takeOneOf("*", "/", "%");
      if (operator.isEmpty()) {
        return left;
      }
      Expression right = sign();
      left =
          switch (operator.get()) {
            case "*" -> Operators.Arithmetic.PRODUCT.of(left, right);
            case "/" -> Operators.Arithmetic.QUOTIENT.of(left, right);
            default -> Operators.whole(left, right, Operators::remainder);
          };
    }
  }

  private Expression sign() throws ExpressionError {
    int times = 0;
    for (Optional<String> sign = tokens.takeOneOf("-", "+");
        sign.isPresent();
        sign = tokens.takeOneOf("-", "+")) {
      times += sign.get().equals("-") ? 1 : 0;
    }
    return repeated(times, Operators::negative, atom());
  }

  private Expression atom() throws ExpressionError {
    int at = tokens.offset();
    if (tokens.takeOneOf("(").isPresent()) {
      Expression inside = either();
      tokens.require(")");
      return inside;
    }
    Optional<Expression> literal = tokens.takeLiteral();
    if (literal.isPresent()) {
      return literal.get();
    }
    if (tokens.takeOneOf(":").isPresent()) {
      return value(tokens.requireName(), at);
    }
    if (tokens.takeWord("case")) {
      return choice();
    }
    if (tokens.takeWord("true")) {
      return Operators.literal(true);
    }
    if (tokens.takeWord("false")) {
      return Operators.literal(false);
    }
    if (tokens.takeWord("null")) {
      return _ -> ValueKind.NULL;
    }
    String name = tokens.requireName();
    if (reserved(name)) {
      throw new ExpressionError(at, "\"" + name + "\" is not a value", "give a value");
    }
    return tokens.takeOneOf("(").isPresent() ? call(name, at) : value(name, at);
  }

  private Expression value(String name, int at) throws ExpressionError {
    Optional<Integer> slot = scope.find(name);
    if (slot.isEmpty()) {
      throw functions.unknownName(name, at, scope);
    }
    if (!scope.constant(name)) {
      varying++;
    }
    return Operators.value(slot.get());
  }

  private Expression choice() throws ExpressionError {
    List<Expression> conditions = new ArrayList<>();
    List<Expression> results = new ArrayList<>();
    while (tokens.takeWord("when")) {
      conditions.add(either());
      tokens.requireWord("then");
      results.add(either());
    }
    if (conditions.isEmpty()) {
      throw tokens.unexpected("when");
    }
    results.add(tokens.takeWord("else") ? either() : _ -> ValueKind.NULL);
    tokens.requireWord("end");
    return Operators.choose(conditions, results);
  }

  private Expression call(String name, int at) throws ExpressionError {
    Functions.Function function = functions.find(name, at);
    List<Functions.Argument> arguments = new ArrayList<>();
    while (tokens.takeOneOf(")").isEmpty()) {
      if (!arguments.isEmpty()) {
        tokens.require(",");
      }
      arguments.add(argument(function));
    }
    if (arguments.size() >= function.drawsFrom()) {
      varying++;
    }
    return function.make(new Functions.Call(name, at, arguments, scope));
  }

  private Functions.Argument argument(Functions.Function function) throws ExpressionError {
    int at = tokens.offset();
    if (function.takesName()) {
      String name = tokens.requireName();
      return new Functions.Argument(_ -> ValueKind.NULL, name, true, at);
    }
    int before = varying;
    String literal = tokens.textAhead();
    return new Functions.Argument(either(), literal, varying == before, at);
  }

  /// The words and signs of an expression, taken from left to right.
  private static final class ExpressionTokens {
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

    /// Takes the first of the signs that matches here; longer ones have to come first.
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
        throw new ExpressionError(
            begin, digits + " has more than 64 bits", "give a smaller number");
      }
    }

    /// The quoted text that comes next; empty if none does. Takes nothing.
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
        return new ExpressionError(at, wanted + " is missing at the end", "complete it");
      }
      Optional<Matcher> word = here(NAME);
      String found = word.map(Matcher::group).orElse(text.substring(at, at + 1));
      return new ExpressionError(
          at, "\"" + found + "\" is not " + wanted, "correct the expression");
    }
  }
}
