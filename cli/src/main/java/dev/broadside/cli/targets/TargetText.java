package dev.broadside.cli.targets;

import dev.broadside.cli.remote.Remote;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// A target in words.
final class TargetText {
  private TargetText() {}

  /// Its fields, a line for each that has a value.
  static List<String> lines(JsonNode target) {
    List<String> lines = new ArrayList<>();
    for (JobField<?> field : TargetDocument.ALL) {
      JsonNode value = target.path(field.path());
      String text = value.isArray() ? Remote.joined(value) : value.asString("");
      boolean says = !text.isEmpty() && !text.matches("0(\\.0)?|false");
      if (says) {
        String shown = value.isNumber() ? number(value.asDouble()) : text;
        lines.add(line(field.label(), value.isBoolean() ? "yes" : shown));
      }
    }
    if (target.path("hasPassword").asBoolean(false)) {
      lines.add(line(TargetDocument.PASSWORD.label(), "kept, and never shown"));
    }
    if (!target.path("usedBy").isEmpty()) {
      lines.add(line("Used by", Remote.joined(target.path("usedBy"))));
    }
    return lines;
  }

  private static String line(String label, String text) {
    return PlainText.line("%-22s%s".formatted(label, text));
  }

  /// Its limits in a few words.
  static String limits(JsonNode target) {
    List<String> limits = new ArrayList<>();
    double connections = target.path("maxConnections").asDouble(0);
    double rate = target.path("maxRate").asDouble(0);
    if (connections > 0) {
      limits.add(number(connections) + " connections");
    }
    if (rate > 0) {
      limits.add(number(rate) + "/s");
    }
    for (JobField<?> flag : List.of(TargetDocument.EXCLUSIVE, TargetDocument.PROTECTED)) {
      if (target.path(flag.path()).asBoolean(false)) {
        limits.add(flag.path());
      }
    }
    return String.join(", ", limits);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.2f", value);
  }
}
