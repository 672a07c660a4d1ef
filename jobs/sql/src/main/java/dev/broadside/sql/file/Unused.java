package dev.broadside.sql.file;

import dev.broadside.core.param.Problem;
import dev.broadside.sql.value.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What a job file declares and nothing in it needs: it costs time, or its name was mistyped where
/// it should be needed.
///
/// @param used everything that steps name, as section and name
/// @param asked everything that expressions name
record Unused(YamlNode root, Predicate<String> used, Predicate<String> asked) {

  /// In the order of the sections, each with its place.
  List<Problem> all() {
    List<Problem> all = new ArrayList<>();
    add(all, "parameters", key -> asked.test(key.text().replace('-', '_')));
    add(all, "constants", key -> asked.test(key.text()));
    add(all, "before", key -> asked.test(key.text()));
    add(all, "samples", key -> asked.test(Samples.slot(key.text())));
    for (String section : List.of("feeds", "queues", "statements")) {
      add(all, section, key -> used.test(section + " " + key.text()));
    }
    add(all, "figures", key -> isGauge(key.text()) || used.test("figures " + key.text()));
    return all;
  }

  private boolean isGauge(String figure) {
    return root.get("figures")
        .flatMap(all -> all.get(figure))
        .flatMap(one -> one.get("query"))
        .isPresent();
  }

  private void add(List<Problem> all, String section, Predicate<YamlNode> isUsed) {
    root.get(section).stream()
        .flatMap(node -> node.keys().stream())
        .filter(isUsed.negate())
        .map(key ->
            key.problem(key.text() + " in " + section + " is never used", "use it, or take it out"))
        .forEach(all::add);
  }
}
