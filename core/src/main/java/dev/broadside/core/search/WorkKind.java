package dev.broadside.core.search;

import dev.broadside.core.job.JobState;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The kinds of work that users submit.
public enum WorkKind {
  JOB("jobs", Stream.concat(JobState.WORDS.stream(), Stream.of("deleted")).toList()),
  STUDY(
      "studies",
      List.of(
          "running", "paused", "stopping", "completed", "cancelled", "failed", "lost", "deleted")),
  GROUP(
      "groups",
      List.of(
          "pending",
          "running",
          "paused",
          "stopping",
          "completed",
          "cancelled",
          "failed",
          "deleted"));

  private static final List<String> OUTCOMES = List.of("completed", "cancelled", "failed", "lost");

  private final String plural;
  private final List<String> states;

  WorkKind(String plural, List<String> states) {
    this.plural = plural;
    this.states = states;
  }

  /// @throws IllegalArgumentException if there is no such kind
  public static WorkKind of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /// Such as `job`: the word of commands, too.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Such as `jobs`: the word of routes, too.
  public String plural() {
    return plural;
  }

  /// The words of its states.
  List<String> states() {
    return states;
  }

  /// The words of its states after its end.
  List<String> outcomes() {
    return states.stream().filter(OUTCOMES::contains).toList();
  }
}
