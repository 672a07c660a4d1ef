package dev.broadside.sql.file;

import dev.broadside.core.param.Problem;
import dev.broadside.sql.value.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Declarations of a YAML job class that nothing in it uses: they cost time, or their name was
/// mistyped in a use.
///
/// @param used whether steps use a part, by section and name
/// @param asked whether expressions use a name
record Unused(YamlNode root, Predicate<String> used, Predicate<String> asked) {

  /// In the order of the sections, each with its place.
  List<Problem> all() {
    List<Problem> all = new ArrayList<>();
    add(all, "parameters", "parameter", key -> asked.test(key.text().replace('-', '_')));
    add(all, "constants", "constant", key -> asked.test(key.text()));
    add(all, "before", "value", key -> asked.test(key.text()));
    add(all, "samples", "sample", key -> asked.test(Samples.slot(key.text())));
    for (String kind : List.of("feed", "queue", "statement")) {
      add(all, kind + "s", kind, key -> used.test(kind + "s " + key.text()));
    }
    add(all, "figures", "figure", key -> isGauge(key.text()) || used.test("figures " + key.text()));
    return all;
  }

  private boolean isGauge(String figure) {
    return root.get("figures")
        .flatMap(all -> all.get(figure))
        .flatMap(one -> one.get("query"))
        .isPresent();
  }

  private void add(List<Problem> all, String section, String kind, Predicate<YamlNode> isUsed) {
    root.get(section).stream()
        .flatMap(node -> node.keys().stream())
        .filter(isUsed.negate())
        .map(key ->
            key.problem(
                "the " + kind + " " + key.text() + " is never used", "use it, or take it out"))
        .forEach(all::add);
  }
}
