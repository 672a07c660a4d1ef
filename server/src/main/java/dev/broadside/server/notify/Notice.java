package dev.broadside.server.notify;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.server.store.row.Headline;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A notice about a job, a study or a group. Texts from users and targets are bounded and without
/// control characters.
///
/// @param event `ended`, `failed`, `changed`, `waiting`, or `test`
/// @param change what has changed, for the event `changed`
/// @param link to its page, if the operator has given the page's address
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Notice(
    String event,
    Instant at,
    @JsonUnwrapped NoticeSubject of,
    @JsonUnwrapped NoticeState now,
    @JsonUnwrapped NoticeFigures figures,
    Optional<String> change,
    Optional<String> link) {

  /// The job, study or group.
  ///
  /// @param job its id if it is a job; likewise `study` and `group`
  /// @param definition of a job
  /// @param jobClass of a job or a study
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record NoticeSubject(
      Optional<String> job,
      Optional<String> study,
      Optional<String> group,
      String name,
      Optional<String> definition,
      Optional<String> jobClass) {}

  /// Its present state.
  ///
  /// @param state in a word
  /// @param reason why it ended or waits, in a sentence; may be empty
  /// @param lines the state of each member of a group; the findings of a study
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record NoticeState(String state, String reason, Optional<List<String>> lines) {}

  /// The result of a job that has one.
  ///
  /// @param throughput over the measured part
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record NoticeFigures(
      Optional<Double> throughput,
      Optional<Double> p95,
      Optional<String> audit,
      Optional<String> generator,
      Optional<String> thresholds) {
    static final NoticeFigures NONE =
        new NoticeFigures(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    static NoticeFigures of(Headline line) {
      return new NoticeFigures(
          Optional.of(line.throughput()),
          line.p95(),
          Optional.of(line.audit()),
          Optional.of(line.generator()),
          line.thresholds());
    }
  }

  /// A notice by which somebody tests a channel.
  static Notice test(Instant at, Optional<String> page) {
    Optional<String> test = Optional.of("test");
    Optional<String> none = Optional.empty();
    return new Notice(
        "test",
        at,
        new NoticeSubject(test, none, none, "A test of this channel", test, none),
        new NoticeState("test", "nothing has happened", Optional.empty()),
        NoticeFigures.NONE,
        none,
        page);
  }

  /// The subject of a mail, in one line.
  String subject() {
    return switch (event) {
      case "failed" -> "Broadside: " + of.name + " went wrong (" + now.state + ")";
      case "changed" -> "Broadside: " + of.name + " has changed";
      case "waiting" -> "Broadside: " + of.name + " waits";
      default -> "Broadside: " + of.name + " " + now.state;
    };
  }

  /// The text of a mail.
  String text() {
    StringBuilder text = new StringBuilder();
    line(text, "job", of.job.map(this::named));
    line(text, "study", of.study.map(this::named));
    line(text, "group", of.group.map(this::named));
    line(text, "state", Optional.of(now.state));
    line(text, "reason", Optional.of(now.reason).filter(why -> !why.isEmpty()));
    now.lines.orElse(List.of()).forEach(one -> line(text, "", Optional.of(one)));
    line(text, "changed", change);
    line(text, "transactions/s", figures.throughput.map(rate -> "%,.1f".formatted(rate)));
    line(text, "p95", figures.p95.map(millis -> "%,.2f ms".formatted(millis)));
    line(text, "audit", figures.audit);
    line(text, "generator", figures.generator);
    line(text, "thresholds", figures.thresholds);
    line(text, "page", link);
    return text.toString();
  }

  private static void line(StringBuilder text, String label, Optional<String> value) {
    value.ifPresent(known -> text.append("%-15s%s%n".formatted(label, known)));
  }

  private String named(String id) {
    return of.name + " (" + id + of.jobClass.map(one -> ", " + one).orElse("") + ")";
  }

  /// Whether a state is an intended end.
  static boolean endedAsMeant(String state) {
    return state.equals("completed") || state.equals("cancelled");
  }
}
