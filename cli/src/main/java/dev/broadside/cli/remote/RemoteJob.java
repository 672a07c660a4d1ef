package dev.broadside.cli.remote;

import dev.broadside.core.verdict.Delivery;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A job as the server describes it.
///
/// @param json all of it
public record RemoteJob(JsonNode json) {
  public String id() {
    return text("id");
  }

  public String state() {
    return text("state");
  }

  public String reason() {
    return text("reason");
  }

  public boolean hasStarted() {
    return !text("startedAt").isEmpty();
  }

  public String text(String field) {
    return json.path(field).asString("");
  }

  /// An instant without the parts of its second: `2026-03-01T12:00:00Z`.
  public String toTheSecond(String field) {
    return toTheSecond(json, field);
  }

  /// An instant of a study or a group, without the parts of its second.
  public static String toTheSecond(JsonNode thing, String field) {
    return thing.path(field).asString("").replaceFirst("\\.\\d+Z$", "Z");
  }

  /// Its folder and its tags, as in `nightly/mysql #best`; empty if it has none.
  public String filing() {
    Stream<String> folder = Stream.of(text("folder")).filter(name -> !name.isEmpty());
    Stream<String> tags = json.path("tags").valueStream().map(tag -> "#" + tag.asString(""));
    return Stream.concat(folder, tags).collect(Collectors.joining(" "));
  }

  /// Throughput of the result so far; empty before the first result.
  public String throughput() {
    JsonNode rate = json.path("headline").path("throughput");
    return rate.isMissingNode()
        ? ""
        : String.format(java.util.Locale.ROOT, "%,.2f", rate.asDouble(0));
  }

  /// The state; of a run that did not deliver all of its planned load, how much it did; and whether
  /// its thresholds hold, if not.
  public String outcome() {
    JsonNode delivered = json.path("headline").path("delivered");
    boolean whole = delivered.isMissingNode() || delivered.asDouble(1) >= 1;
    String thresholds = json.path("headline").path("thresholds").asString("HOLDS");
    String judged = thresholds.equals("HOLDS") ? "" : ", thresholds " + thresholds;
    return whole || !state().equals("completed")
        ? state() + judged
        : state() + judged + ", " + Delivery.percent(delivered.asDouble(1)) + " delivered";
  }

  /// The audit's verdict, and how often the result was amended; empty if there is no result.
  public String audit() {
    JsonNode headline = json.path("headline");
    int amendments = headline.path("amendments").asInt(0);
    return headline.path("audit").asString("")
        + (amendments > 0 ? ", amended " + amendments + "x" : "");
  }

  /// The verdict on the load generator; empty if there is no result.
  public String generator() {
    return json.path("headline").path("generator").asString("");
  }
}
