package dev.broadside.system.harness;

import dev.broadside.core.report.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// What the dashboard and the alerts of deploy/ ask of a server's metrics.
///
/// @param dashboard of the panels
/// @param alerts of the rules
public record MetricQueries(List<Query> dashboard, List<Query> alerts) {
  private static final Path DEPLOY = Path.of("../../deploy");
  private static final Pattern SELECTED = Pattern.compile("(broadside_\\w+)(?:\\{([^}]*)\\})?");
  private static final Pattern MATCHED = Pattern.compile("(\\w+)=");
  private static final Pattern GROUPED = Pattern.compile("(?:by|on|group_left)\\s*\\(([^()]*)\\)");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Pattern WORD = Pattern.compile("\\b[a-z]\\w*");

  /// One of them.
  ///
  /// @param legend what Grafana writes beside the line, with `{{label}}` in it
  public record Query(String expression, String legend) {}

  /// Those of the files as they are now.
  public static MetricQueries read() {
    try {
      JsonNode board =
          Json.mapper().readTree(Files.readString(DEPLOY.resolve("grafana/broadside.json")));
      List<Query> asked = new ArrayList<>();
      for (JsonNode panel : board.get("panels")) {
        for (JsonNode target : panel.path("targets")) {
          asked.add(
              new Query(target.get("expr").asString(), target.get("legendFormat").asString()));
        }
      }
      JsonNode rules =
          new YAMLMapper()
              .readTree(Files.readString(DEPLOY.resolve("prometheus/broadside.rules.yml")));
      return new MetricQueries(
          List.copyOf(asked),
          rules
              .at("/groups/0/rules")
              .valueStream()
              .map(rule -> new Query(rule.get("expr").asString(), ""))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Names and labels that are asked for and not told.
  ///
  /// @param series as a server tells them: `name{label="value"}`
  public Set<String> unknown(Set<String> series) {
    Map<String, Set<String>> labels = new TreeMap<>();
    for (String one : series) {
      Matcher told = SELECTED.matcher(one);
      if (told.find()) {
        Set<String> known = labels.computeIfAbsent(told.group(1), _ -> new TreeSet<>());
        known.addAll(found(MATCHED, "" + told.group(2)));
      }
    }
    Set<String> unknown = new LinkedHashSet<>();
    Stream.concat(dashboard.stream(), alerts.stream())
        .forEach(asked -> check(asked, labels, unknown));
    return unknown;
  }

  private static void check(Query asked, Map<String, Set<String>> labels, Set<String> unknown) {
    Set<String> any = new TreeSet<>();
    Matcher selected = SELECTED.matcher(asked.expression());
    while (selected.find()) {
      String name = selected.group(1);
      Set<String> known = labels.getOrDefault(name, Set.of());
      any.addAll(known);
      if (!labels.containsKey(name)) {
        unknown.add(name);
      }
      found(MATCHED, "" + selected.group(2)).stream()
          .filter(label -> !known.contains(label))
          .forEach(label -> unknown.add(name + "{" + label + "}"));
    }
    Set<String> named = found(LEGEND, asked.legend());
    found(GROUPED, asked.expression()).forEach(list -> named.addAll(words(list)));
    named.removeAll(any);
    named.removeAll(Set.of("instance", "job"));
    named.forEach(label -> unknown.add(label + " in " + asked.expression()));
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> all = new TreeSet<>();
    pattern.matcher(text).results().forEach(one -> all.add(one.group(1)));
    return all;
  }

  private static Set<String> words(String text) {
    Set<String> all = new TreeSet<>();
    WORD.matcher(text).results().forEach(one -> all.add(one.group()));
    return all;
  }
}
