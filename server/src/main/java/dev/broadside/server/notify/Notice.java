package dev.broadside.server.notify;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is told of a job, a study or a group. Its texts are its users' and its target's: plain, and
/// bounded.
///
/// @param event `ended`, `failed`, `changed`, `waiting`, or `test`
/// @param job its id, where it is one; so are `study` and `group`
/// @param state in a word
/// @param reason why it ended or waits, in a sentence; may be empty
/// @param lines of a group, where each member is; of a study, what it found
/// @param throughput over the measured part; this and what follows of a job with a result
/// @param change what has changed, where the event is that
/// @param link to its page, where the server's operator has said how it is reached
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Notice(
    String event,
    Instant at,
    Optional<String> job,
    Optional<String> study,
    Optional<String> group,
    String name,
    Optional<String> definition,
    Optional<String> jobClass,
    String state,
    String reason,
    Optional<List<String>> lines,
    Optional<Double> throughput,
    Optional<Double> p95,
    Optional<String> audit,
    Optional<String> generator,
    Optional<String> thresholds,
    Optional<String> change,
    Optional<String> link) {

  /// What shows that a channel works.
  static Notice test(Instant at, Optional<String> page) {
    Optional<String> none = Optional.empty();
    return new Notice(
        "test",
        at,
        Optional.of("test"),
        none,
        none,
        "A test of this channel",
        Optional.of("test"),
        none,
        "test",
        "nothing has happened",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        none,
        none,
        none,
        none,
        page);
  }

  /// One line.
  String subject() {
    return switch (event) {
      case "failed" -> "Broadside: " + name + " went wrong (" + state + ")";
      case "changed" -> "Broadside: " + name + " has changed";
      case "waiting" -> "Broadside: " + name + " waits";
      default -> "Broadside: " + name + " " + state;
    };
  }

  /// For people.
  String text() {
    StringBuilder text = new StringBuilder();
    line(text, "job", job.map(this::named));
    line(text, "study", study.map(this::named));
    line(text, "group", group.map(this::named));
    line(text, "state", Optional.of(state));
    line(text, "reason", Optional.of(reason).filter(why -> !why.isEmpty()));
    lines.orElse(List.of()).forEach(one -> line(text, "", Optional.of(one)));
    line(text, "changed", change);
    line(text, "transactions/s", throughput.map(rate -> "%,.1f".formatted(rate)));
    line(text, "p95", p95.map(millis -> "%,.2f ms".formatted(millis)));
    line(text, "audit", audit);
    line(text, "generator", generator);
    line(text, "thresholds", thresholds);
    line(text, "page", link);
    return text.toString();
  }

  private static void line(StringBuilder text, String label, Optional<String> value) {
    value.ifPresent(known -> text.append("%-15s%s%n".formatted(label, known)));
  }

  private String named(String id) {
    return name + " (" + id + jobClass.map(of -> ", " + of).orElse("") + ")";
  }

  /// Whether what is in a state ended as somebody meant it to.
  static boolean endedAsMeant(String state) {
    return state.equals("completed") || state.equals("cancelled");
  }
}
