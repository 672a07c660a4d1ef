package dev.broadside.sql.file;

import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure.Retry;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.sql.plan.RetryRules;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.ExpressionError;
import dev.broadside.sql.value.ExpressionReader;
import dev.broadside.sql.value.Functions;
import dev.broadside.sql.value.PureFunctions;
import dev.broadside.sql.value.Scope;
import dev.broadside.sql.value.ValueKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Shared by the readers of a YAML job class's parts: the problems found so far, and compiling of
/// expressions and statements.
///
/// @param problems everything that is wrong is added here
/// @param texts every statement is added here, with its texts for all databases
/// @param used section and name of every part that another part of the file uses
record FileReading(
    List<Problem> problems, Functions functions, List<SqlVariants> texts, Set<String> used) {
  private static final Expression NOTHING = _ -> ValueKind.NULL;

  FileReading() {
    this(new ArrayList<>(), PureFunctions.forYamlClasses(), new ArrayList<>(), new HashSet<>());
  }

  Expression expression(YamlNode node, Scope scope) {
    return compiled(node, scope).expression();
  }

  /// An expression whose errors name its place.
  ExpressionReader.Compiled compiled(YamlNode node, Scope scope) {
    try {
      ExpressionReader.Compiled compiled = ExpressionReader.read(node.text(), scope, functions);
      return new ExpressionReader.Compiled(
          compiled.expression().placed(node.place()), compiled.constant());
    } catch (ExpressionError e) {
      problems.add(node.problem(e.offset(), e.what(), e.mend()));
      return new ExpressionReader.Compiled(NOTHING, true);
    }
  }

  SqlTemplate template(YamlNode node, Scope scope) {
    try {
      return SqlTemplate.read(node.text(), scope);
    } catch (ExpressionError e) {
      problems.add(node.problem(e.offset(), e.what(), e.mend()));
      return new SqlTemplate(List.of());
    }
  }

  SqlVariants sql(YamlNode node, Scope scope) {
    node.entries().values().stream()
        .filter(FileReading::nothing)
        .forEach(one -> refuse(one, "here something has to be asked", "give a text"));
    return sqlOrNothing(node, scope);
  }

  /// As [#sql], if a database may have nothing to do.
  SqlVariants sqlOrNothing(YamlNode node, Scope scope) {
    SqlVariants sql = variants(node, scope);
    texts.add(sql);
    return sql;
  }

  private static boolean nothing(YamlNode text) {
    return text.text().equals("nothing");
  }

  private SqlVariants variants(YamlNode node, Scope scope) {
    if (!node.isMap()) {
      return SqlVariants.one(template(node, scope), node.line());
    }
    Map<String, SqlTemplate> byEngine = new LinkedHashMap<>();
    node.entries()
        .forEach((engine, text) ->
            byEngine.put(engine, nothing(text) ? SqlTemplate.NOTHING : template(text, scope)));
    if (byEngine.isEmpty()) {
      refuse(node, "the text is missing here", "give default: and the statement");
      return SqlVariants.one(new SqlTemplate(List.of()), node.line());
    }
    return new SqlVariants(byEngine, node.line());
  }

  List<SqlVariants> sqlList(Optional<YamlNode> list, Scope scope) {
    return list.stream()
        .flatMap(node -> node.items().stream())
        .map(item -> sqlOrNothing(item, scope))
        .toList();
  }

  /// A number that may have underscores between its digits.
  int number(Optional<YamlNode> node, int preset) {
    if (node.isEmpty()) {
      return preset;
    }
    String digits = node.get().text().replace("_", "");
    if (digits.length() > 9) {
      refuse(node.get(), "the number is too large", "give one below 1,000,000,000");
      return preset;
    }
    return Integer.parseInt(digits);
  }

  /// The index of a name in a list of names.
  ///
  /// @param what it names
  int named(YamlNode node, List<String> names, String what) {
    int index = names.indexOf(node.text());
    if (index < 0) {
      refuse(
          node,
          "there is no " + what + " " + node.text(),
          names.isEmpty() ? "declare it" : Suggestions.mend(node.text(), names));
    }
    return Math.max(0, index);
  }

  RetryRules retries(Optional<YamlNode> node) {
    if (node.isEmpty()) {
      return RetryRules.NONE;
    }
    if (node.get().isScalar()) {
      return new RetryRules(Optional.of(RetryPolicy.retry(node.get().text())), Map.of());
    }
    Map<ErrorClass, Retry> byClass = new EnumMap<>(ErrorClass.class);
    node.get()
        .entries()
        .forEach((name, word) ->
            byClass.put(
                ErrorClass.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')),
                RetryPolicy.retry(word.text())));
    return new RetryRules(Optional.empty(), byClass);
  }

  /// The texts of a scalar or of a list of them.
  static List<YamlNode> oneOrMany(Optional<YamlNode> node) {
    return node.map(one -> one.isList() ? one.items() : List.of(one)).orElse(List.of());
  }

  static boolean flag(Optional<YamlNode> node, boolean preset) {
    return node.map(one -> one.text().equals("true")).orElse(preset);
  }

  void refuse(YamlNode node, String what, String mend) {
    problems.add(node.problem(what, mend));
  }
}
