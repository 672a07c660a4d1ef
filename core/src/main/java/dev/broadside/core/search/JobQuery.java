package dev.broadside.core.search;

import dev.broadside.core.job.JobState;
import dev.broadside.core.threshold.Threshold.Sign;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Which jobs, studies or groups are meant: those for which every term holds. [JobQueryText] reads
/// it.
public record JobQuery(List<Term> terms) {
  /// Of those that are deleted and can still be brought back; without it, none of these is meant.
  public static final Has DELETED = new Has(Key.STATE, "deleted");

  /// What a job has for [Key#STUDY] that is no step of a study.
  public static final String NO_STUDY = "none";

  private static final List<String> OUTCOMES = List.of("completed", "cancelled", "failed", "lost");

  public JobQuery {
    terms = List.copyOf(terms);
  }

  /// Of what something is asked.
  public enum Of {
    JOB(Stream.concat(JobState.WORDS.stream(), Stream.of("deleted")).toList()),
    STUDY(
        List.of(
            "running",
            "paused",
            "stopping",
            "completed",
            "cancelled",
            "failed",
            "lost",
            "deleted")),
    GROUP(List.of("pending", "running", "stopping", "completed", "cancelled", "failed", "deleted"));

    private final List<String> states;

    Of(List<String> states) {
      this.states = states;
    }

    /// In which states it can be, in words.
    List<String> states() {
      return states;
    }

    /// In which states it can be when it is over.
    List<String> outcomes() {
      return states.stream().filter(OUTCOMES::contains).toList();
    }
  }

  /// One thing that must be so.
  public sealed interface Term {}

  /// The id, name, definition or the job class's title holds a text.
  ///
  /// @param text in lower case
  public record Words(String text) implements Term {}

  /// Of a key it has a value.
  public record Has(Key key, String value) implements Term {}

  /// It was submitted at an instant or later.
  public record Since(Instant at) implements Term {}

  /// It was submitted before an instant.
  public record Until(Instant at) implements Term {}

  /// A figure of its final result is on one side of a limit; a job without that figure is not
  /// meant.
  ///
  /// @param id as [dev.broadside.core.figures.RunFigure] has it
  /// @param limit in the unit in which the figure is told
  public record Figure(String id, Sign sign, double limit) implements Term {}

  /// What can be asked of a job by `key:value`.
  public enum Key {
    TAG("tag"),
    /// The folder, or one within it.
    FOLDER("folder"),
    CLASS("class"),
    TARGET("target"),
    DEFINITION("definition"),
    STATE("state"),
    /// The same of jobs that are over.
    OUTCOME("outcome"),
    /// Of jobs only: the study whose step it is, or [JobQuery#NO_STUDY].
    STUDY("study");

    private final String word;

    Key(String word) {
      this.word = word;
    }

    /// As people write it.
    public String word() {
      return word;
    }

    /// What can be asked of these.
    static Stream<Key> of(Of of) {
      return Stream.of(values()).filter(key -> key != STUDY || of == Of.JOB);
    }
  }

  /// The same jobs, as far as they have this, too.
  public JobQuery and(Term more) {
    return new JobQuery(Stream.concat(terms.stream(), Stream.of(more)).toList());
  }
}
