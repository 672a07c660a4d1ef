package dev.broadside.core.search;

import dev.broadside.core.threshold.Threshold.Sign;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Which jobs, studies or groups are meant. [JobQueryText] reads it.
public sealed interface JobQuery {
  JobQuery EVERYTHING = new All(List.of());

  /// Of those that are deleted and can still be brought back; without it, none of these is meant.
  /// It stands in no [Any] and in no [Not].
  Has DELETED = new Has(Key.STATE, "deleted");

  /// What a job has for [Key#STUDY] that is no step of a study.
  String NO_STUDY = "none";

  /// Every part holds; with no parts, everything is meant.
  ///
  /// @param parts none, or at least two: one stands for itself
  record All(List<JobQuery> parts) implements JobQuery {
    public All {
      parts = List.copyOf(parts);
      if (parts.size() == 1) {
        throw new IllegalArgumentException("one part stands for itself");
      }
    }
  }

  /// Those for which at least one part holds.
  ///
  /// @param parts at least two
  record Any(List<JobQuery> parts) implements JobQuery {
    public Any {
      parts = List.copyOf(parts);
      if (parts.size() < 2) {
        throw new IllegalArgumentException("fewer than two parts");
      }
    }
  }

  /// Those for which something does not hold.
  record Not(JobQuery part) implements JobQuery {}

  /// The id, name, definition or the job class's title holds a text.
  ///
  /// @param text in lower case
  record Words(String text) implements JobQuery {}

  /// It has this value of a key.
  record Has(Key key, String value) implements JobQuery {}

  /// It was submitted at an instant or later.
  record Since(Instant at) implements JobQuery {}

  /// It was submitted before an instant.
  record Until(Instant at) implements JobQuery {}

  /// A figure of its final result is on one side of a limit; a job without that figure is not
  /// meant.
  ///
  /// @param id as [dev.broadside.core.figures.Measure] has it
  /// @param limit in the unit in which the figure is told
  record Figure(String id, Sign sign, double limit) implements JobQuery {}

  /// The jobs that this query and another one mean.
  default JobQuery and(JobQuery more) {
    return new All(List.of(this, more));
  }

  /// Whether those are meant that are deleted, and no others.
  default boolean ofDeleted() {
    return equals(DELETED)
        || (this instanceof All(List<JobQuery> parts)
            && parts.stream().anyMatch(JobQuery::ofDeleted));
  }

  /// What can be asked of a job by `key:value`.
  enum Key {
    TAG("tag"),
    /// The folder, or one within it.
    FOLDER("folder"),
    CLASS("class"),
    TARGET("target"),
    DEFINITION("definition"),
    STATE("state"),
    /// The state of a job that is over.
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
    static Stream<Key> of(WorkKind of) {
      return Stream.of(values()).filter(key -> key != STUDY || of == WorkKind.JOB);
    }
  }
}
