package dev.broadside.server.notify;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.Subscription.Event;
import dev.broadside.core.param.PlainText;
import dev.broadside.server.feed.JobView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is told of a job. Its texts are its users' and its target's: plain, and bounded.
///
/// @param event `ended`, `failed`, `changed`, `waiting`, or `test`
/// @param state the job's, in a word
/// @param reason why it ended or waits, in a sentence; may be empty
/// @param transactionsPerSecond over the measured part; this and what follows where there is a
///   result
/// @param change what has changed, where the event is that
/// @param link to its page, where the server's operator has said how it is reached
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Notice(
    String event,
    Instant at,
    String job,
    String name,
    String definition,
    String jobClass,
    String state,
    String reason,
    Optional<Double> transactionsPerSecond,
    Optional<Double> p95Millis,
    Optional<String> audit,
    Optional<String> generator,
    Optional<String> thresholds,
    Optional<String> change,
    Optional<String> link) {

  static Notice of(
      Event event, JobView job, Instant at, Optional<String> change, Optional<String> page) {
    return new Notice(
        event.word(),
        at,
        job.id(),
        PlainText.line(job.name(), 200),
        job.definition(),
        job.jobClass(),
        job.state(),
        PlainText.line(job.reason()),
        job.headline().map(line -> line.transactionsPerSecond()),
        job.headline().map(line -> line.p95Millis()),
        job.headline().map(line -> line.audit()),
        job.headline().map(line -> line.generator()),
        job.headline().flatMap(line -> line.thresholds()),
        change.map(PlainText::line),
        page.map(base -> base + "/jobs/" + job.id()));
  }

  /// What shows that a channel works.
  static Notice test(Instant at, Optional<String> page) {
    Optional<String> none = Optional.empty();
    return new Notice(
        "test",
        at,
        "test",
        "A test of this channel",
        "test",
        "",
        "test",
        "nothing has happened",
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
    line(text, "job", Optional.of(name + " (" + job + ", " + jobClass + ")"));
    line(text, "state", Optional.of(state));
    line(text, "reason", Optional.of(reason).filter(why -> !why.isEmpty()));
    line(text, "changed", change);
    line(text, "transactions/s", transactionsPerSecond.map(rate -> "%,.1f".formatted(rate)));
    line(text, "p95", p95Millis.map(millis -> "%,.2f ms".formatted(millis)));
    line(text, "audit", audit);
    line(text, "generator", generator);
    line(text, "thresholds", thresholds);
    line(text, "page", link);
    return text.toString();
  }

  private static void line(StringBuilder text, String label, Optional<String> value) {
    value.ifPresent(known -> text.append("%-15s%s%n".formatted(label, known)));
  }

  /// Whether a job that has ended went wrong.
  static boolean wentWrong(JobView job) {
    boolean ended = List.of("completed", "cancelled").contains(job.state());
    return !ended
        || job.headline()
            .filter(line ->
                !line.audit().equals("BALANCED")
                    || line.thresholds().filter(words -> !words.equals("HOLDS")).isPresent())
            .isPresent();
  }
}
