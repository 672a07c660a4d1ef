package dev.broadside.sql.plan;

import dev.broadside.core.param.Suggestions;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.ExpressionError;
import dev.broadside.sql.value.Frame;
import dev.broadside.sql.value.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of a statement: `:name` is a value that is set before each execution; `${name}` is a
/// parameter of the job or a constant, put into the text when a thread opens; so are the words that
/// differ between databases, such as `${whole}`, and fragments. `NAME{n}` is one of several tables
/// that are alike.
///
/// Quoted texts, quoted names, comments and `::` casts are left as they are.
///
/// @param parts of the text, in order
public record SqlTemplate(List<Part> parts) {
  /// Texts in quotes, names in quotes, comments, PostgreSQL's dollar quotes: names in them are left
  /// alone.
  private static final String LITERAL =
      "'(?:[^']|'')*+'|\"[^\"]*+\"|`[^`]*+`|--[^\\n]*+|/\\*(?s:.)*?\\*/|\\$\\$(?s:.)*?\\$\\$|::|:=";

  private static final Pattern PIECE =
      Pattern.compile(
          "(?<literal>"
              + LITERAL
              + ")|\\$\\{(?<inserted>[^}]*+)}|:(?<value>[A-Za-z_]\\w*+(?:\\.\\w++)*+)"
              + "|(?<table>[A-Za-z_]\\w*+)\\{(?<number>[A-Za-z_]\\w*+)}");
  private static final Pattern INSERTED = Pattern.compile("\\$\\{([^}]*+)}");
  private static final Pattern TEXT_TYPE = Pattern.compile("text\\((\\d{1,5})\\)");

  private static final Map<String, Function<Dialect, String>> WORDS =
      Map.of(
          "whole", Dialect::wholeNumber,
          "timestamp", Dialect::timestamp,
          "now", Dialect::now,
          "identity", Dialect::identity,
          "options", Dialect::tableOptions);

  public SqlTemplate {
    parts = List.copyOf(parts);
  }

  /// A piece of the text.
  public sealed interface Part {
    /// Unchanged text.
    record Verbatim(String text) implements Part {}

    /// A parameter of the statement, whose value has this number.
    record Value(int slot) implements Part {}

    /// A value that becomes a part of the text.
    record Inserted(int slot) implements Part {}

    /// The number of one of several tables that are alike.
    ///
    /// @param count the slot of how many there are
    /// @param slot of the number
    record Copy(String table, int count, int slot) implements Part {}

    /// A text that is repeated.
    ///
    /// @param slot of the [Fragment]
    record Repeated(int slot) implements Part {}

    /// A word of the database.
    record Word(Function<Dialect, String> word) implements Part {}
  }

  /// Nothing to do.
  public static final SqlTemplate NOTHING = new SqlTemplate(List.of());

  /// The name of the slot that says how many tables are alike; the blank hides it.
  public static String copies(String table) {
    return "copies " + table;
  }

  /// The name of the slot of a fragment; the blank hides it.
  public static String fragment(String name) {
    return "fragment " + name;
  }

  /// A text that is repeated in other texts.
  ///
  /// @param round the slot of the number of the round, from 1
  /// @param values that are worked out in each round, by slot
  public record Fragment(
      Expression times,
      int round,
      Map<Integer, Expression> values,
      SqlTemplate text,
      String between) {
    private static final int MOST = 10_000;

    public Fragment {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// @throws ArithmeticException if it is to be repeated too often
    public int times(Frame constants) {
      long all = times.whole(constants);
      if (all < 0 || all > MOST) {
        throw new ArithmeticException(
            "a fragment is to be repeated %,d times, and can be 0 to %,d times"
                .formatted(all, MOST));
      }
      return (int) all;
    }

    private String text(Dialect dialect, Frame constants) {
      StringJoiner all = new StringJoiner(between);
      int last = times(constants);
      for (int i = 1; i <= last; i++) {
        constants.set(round, (long) i);
        values.forEach((slot, value) -> value.into(constants, slot));
        all.add(text.ready(dialect, constants, 1).sql());
      }
      return all.toString();
    }
  }

  /// A statement as the driver takes it.
  ///
  /// @param slots the values of its parameters, in order
  public record Ready(String sql, int[] slots) {}

  /// Reads a text.
  ///
  /// @param scope what it may name
  public static SqlTemplate read(String text, Scope scope) throws ExpressionError {
    List<Part> parts = new ArrayList<>();
    Matcher piece = PIECE.matcher(text);
    int at = 0;
    while (piece.find()) {
      parts.add(new Part.Verbatim(text.substring(at, piece.start())));
      if (piece.group("table") != null) {
        String table = piece.group("table");
        parts.add(new Part.Verbatim(table));
        parts.add(copy(table, piece.group("number"), piece.start(), scope, parts));
      } else if (piece.group("literal") != null) {
        inQuotes(piece, scope, parts);
      } else if (piece.group("value") != null) {
        parts.add(new Part.Value(slot(piece.group("value"), piece.start(), scope)));
      } else {
        parts.add(inserted(piece.group("inserted"), piece.start(), scope));
      }
      at = piece.end();
    }
    parts.add(new Part.Verbatim(text.substring(at)));
    return new SqlTemplate(parts);
  }

  /// Inserted values may also be in quotes.
  private static void inQuotes(Matcher piece, Scope scope, List<Part> parts)
      throws ExpressionError {
    String text = piece.group();
    Matcher inserted = INSERTED.matcher(text);
    int at = 0;
    while (inserted.find()) {
      parts.add(new Part.Verbatim(text.substring(at, inserted.start())));
      parts.add(inserted(inserted.group(1), piece.start() + inserted.start(), scope));
      at = inserted.end();
    }
    parts.add(new Part.Verbatim(text.substring(at)));
  }

  private static Part copy(String table, String number, int at, Scope scope, List<Part> before)
      throws ExpressionError {
    Optional<Integer> count = scope.find(copies(table));
    if (count.isEmpty()) {
      throw new ExpressionError(
          at, "there are not several tables " + table, "give the table copies: and how many");
    }
    Part.Copy copy = new Part.Copy(table, count.get(), slot(number, at, scope));
    if (before.stream()
        .anyMatch(one -> one instanceof Part.Copy other && other.slot != copy.slot)) {
      throw new ExpressionError(
          at, "it draws the numbers of two tables", "name both by one number");
    }
    return copy;
  }

  private static int slot(String name, int at, Scope scope) throws ExpressionError {
    Optional<Integer> slot = scope.find(name);
    if (slot.isEmpty()) {
      throw new ExpressionError(
          at, ":" + name + " is not known here", Suggestions.mend(name, scope.known()));
    }
    return slot.get();
  }

  private static Part inserted(String name, int at, Scope scope) throws ExpressionError {
    Matcher text = TEXT_TYPE.matcher(name);
    if (text.matches()) {
      int characters = Integer.parseInt(text.group(1));
      return new Part.Word(dialect -> dialect.text(characters));
    }
    Function<Dialect, String> word = WORDS.get(name);
    if (word != null) {
      return new Part.Word(word);
    }
    Optional<Integer> fragment = scope.find(fragment(name));
    if (fragment.isPresent()) {
      return new Part.Repeated(fragment.get());
    }
    if (!scope.constant(name)) {
      TreeSet<String> known = new TreeSet<>(WORDS.keySet());
      scope.known().stream().filter(scope::constant).forEach(known::add);
      throw new ExpressionError(
          at,
          "${" + name + "} is neither a parameter or constant nor a word of the database",
          Suggestions.mend(name, known));
    }
    return new Part.Inserted(slot(name, at, scope));
  }

  /// The statement for one database.
  ///
  /// @param constants what is inserted
  public Ready ready(Dialect dialect, Frame constants) {
    return ready(dialect, constants, 1);
  }

  /// The statement for one of the tables that are alike.
  ///
  /// @param copy its number, from 1
  public Ready ready(Dialect dialect, Frame constants, int copy) {
    StringBuilder sql = new StringBuilder();
    List<Integer> slots = new ArrayList<>();
    for (Part part : parts) {
      switch (part) {
        case Part.Verbatim(String text) -> sql.append(text);
        case Part.Inserted(int slot) -> sql.append(constants.text(slot));
        case Part.Copy _ -> sql.append(copy);
        case Part.Repeated(int slot) ->
            sql.append(((Fragment) constants.object(slot)).text(dialect, constants));
        case Part.Word(var word) -> sql.append(word.apply(dialect));
        case Part.Value(int slot) -> {
          sql.append('?');
          slots.add(slot);
        }
      }
    }
    return new Ready(sql.toString().strip(), slots.stream().mapToInt(slot -> slot).toArray());
  }

  /// The tables one of which it names.
  public Optional<Part.Copy> copied() {
    return parts.stream()
        .filter(Part.Copy.class::isInstance)
        .map(Part.Copy.class::cast)
        .findFirst();
  }

  /// The slots of its parameters.
  public List<Integer> values() {
    return parts.stream()
        .filter(Part.Value.class::isInstance)
        .map(part -> ((Part.Value) part).slot())
        .toList();
  }

  /// Whether a word stands in its own text.
  public boolean says(String word) {
    Pattern whole = Pattern.compile("\\b" + Pattern.quote(word) + "\\b", Pattern.CASE_INSENSITIVE);
    return parts.stream()
        .anyMatch(part -> part instanceof Part.Verbatim(String text) && whole.matcher(text).find());
  }

  /// The first word, in small letters.
  public String firstWord() {
    return parts.stream()
        .filter(Part.Verbatim.class::isInstance)
        .map(part -> ((Part.Verbatim) part).text().strip())
        .filter(text -> !text.isEmpty() && !text.startsWith("--") && !text.startsWith("/*"))
        .findFirst()
        .orElse("")
        .split("\\W", 2)[0]
        .toLowerCase(java.util.Locale.ROOT);
  }
}
