package dev.broadside.sql.plan;

import dev.broadside.core.param.Suggestions;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.sql.value.ExpressionError;
import dev.broadside.sql.value.Frame;
import dev.broadside.sql.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of a statement: `:name` is a value that is set before each execution; `${name}` is a
/// parameter of the job or a constant, put into the text when a thread opens; so are the words that
/// differ between databases, such as `${whole}`.
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
              + ")|\\$\\{(?<inserted>[^}]*+)}|:(?<value>[A-Za-z_]\\w*+(?:\\.\\w++)*+)");
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

    /// A word of the database.
    record Word(Function<Dialect, String> word) implements Part {}
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
      if (piece.group("literal") != null) {
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
    StringBuilder sql = new StringBuilder();
    List<Integer> slots = new ArrayList<>();
    for (Part part : parts) {
      switch (part) {
        case Part.Verbatim(String text) -> sql.append(text);
        case Part.Inserted(int slot) -> sql.append(constants.text(slot));
        case Part.Word(var word) -> sql.append(word.apply(dialect));
        case Part.Value(int slot) -> {
          sql.append('?');
          slots.add(slot);
        }
      }
    }
    return new Ready(sql.toString().strip(), slots.stream().mapToInt(slot -> slot).toArray());
  }

  /// The slots of its parameters.
  public List<Integer> values() {
    return parts.stream()
        .filter(Part.Value.class::isInstance)
        .map(part -> ((Part.Value) part).slot())
        .toList();
  }

  boolean says(String word) {
    Pattern whole = Pattern.compile("\\b" + word + "\\b", Pattern.CASE_INSENSITIVE);
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
