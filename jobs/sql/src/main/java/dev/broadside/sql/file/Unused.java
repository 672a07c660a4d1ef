package dev.broadside.sql.file;

import dev.broadside.core.param.Problem;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.value.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Declarations of a YAML job class that nothing in it uses: they cost time, or their name was
/// mistyped in a use.
///
/// @param used whether steps use a part, by section and name
/// @param asked whether expressions use a name
/// @param said whether another text than its own says a table
record Unused(
    YamlNode root, Predicate<String> used, Predicate<String> asked, Predicate<String> said) {

  /// In the order of the sections, each with its place.
  List<Problem> all() {
    List<Problem> all = new ArrayList<>();
    add(all, "parameters", "parameter", key -> asked.test(key.text().replace('-', '_')));
    add(all, "constants", "constant", key -> asked.test(key.text()));
    add(all, "fragments", "fragment", key -> asked.test(SqlTemplate.fragment(key.text())));
    add(all, "before", "value", key -> asked.test(key.text()));
    add(all, "samples", "sample", key -> asked.test(Samples.slot(key.text())));
    for (String kind : List.of("feed", "queue", "statement")) {
      add(all, kind + "s", kind, key -> used.test(kind + "s " + key.text()));
    }
    add(all, "tables", "table", key -> isSaid(key.text()));
    root.get("statements").stream()
        .flatMap(node -> node.entries().values().stream())
        .flatMap(node -> node.get("with").stream())
        .forEach(with -> add(all, with, "value"));
    root.get("transactions").stream()
        .flatMap(node -> node.entries().values().stream())
        .forEach(node -> addSet(all, node));
    root.get("open").ifPresent(node -> addSet(all, node));
    add(all, "figures", "figure", key -> isGauge(key.text()) || used.test("figures " + key.text()));
    return all;
  }

  private boolean isGauge(String figure) {
    return root.get("figures")
        .flatMap(all -> all.get(figure))
        .flatMap(one -> one.get("query"))
        .isPresent();
  }

  /// By its name in the database. What a parameter makes of a name is not known here.
  private boolean isSaid(String table) {
    String name =
        root.get("tables")
            .flatMap(all -> all.get(table))
            .flatMap(one -> one.text("name"))
            .orElse(table);
    return name.contains("${") || said.test(name.replaceAll("[\"`]", ""));
  }

  /// What steps set, wherever they stand.
  private void addSet(List<Problem> all, YamlNode node) {
    node.get("set").ifPresent(set -> add(all, set, "value"));
    node.items().forEach(one -> addSet(all, one));
    node.entries().values().forEach(one -> addSet(all, one));
  }

  private void add(List<Problem> all, YamlNode values, String kind) {
    add(all, values.keys().stream(), kind, key -> asked.test(key.text()));
  }

  private void add(List<Problem> all, String section, String kind, Predicate<YamlNode> isUsed) {
    add(all, root.get(section).stream().flatMap(node -> node.keys().stream()), kind, isUsed);
  }

  private static void add(
      List<Problem> all, Stream<YamlNode> keys, String kind, Predicate<YamlNode> isUsed) {
    keys.filter(isUsed.negate())
        .map(key ->
            key.problem(
                "the " + kind + " " + key.text() + " is never used", "use it, or take it out"))
        .forEach(all::add);
  }
}
