package dev.broadside.core.search;

import dev.broadside.core.threshold.Threshold.Sign;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// A query for jobs, studies or groups. [JobQueryText] reads it.
public sealed interface JobQuery {
  JobQuery EVERYTHING = new All(List.of());

  /// Selects deleted work that can still be restored. Without it, a query selects no deleted work.
  /// It is never within an [Any] or a [Not].
  Has DELETED = new Has(Key.STATE, "deleted");

  /// The value of [Key#STUDY] for a job that is not a step of a study.
  String NO_STUDY = "none";

  /// Every part holds. Without parts, it selects everything.
  ///
  /// @param parts none, or at least two
  record All(List<JobQuery> parts) implements JobQuery {
    public All {
      parts = List.copyOf(parts);
      if (parts.size() == 1) {
        throw new IllegalArgumentException("a single part needs no All");
      }
    }
  }

  /// At least one part holds.
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

  /// The part does not hold.
  record Not(JobQuery part) implements JobQuery {}

  /// The id, name, definition or the job class's title holds a text.
  ///
  /// @param text in lower case
  record Words(String text) implements JobQuery {}

  /// The key has this value.
  record Has(Key key, String value) implements JobQuery {}

  /// It was submitted at an instant or later.
  record Since(Instant at) implements JobQuery {}

  /// It was submitted before an instant.
  record Until(Instant at) implements JobQuery {}

  /// A figure of the final result is on one side of a limit. It does not hold for a job without
  /// that figure.
  ///
  /// @param id as [dev.broadside.core.figures.Measure] has it
  /// @param limit in the figure's unit
  record Figure(String id, Sign sign, double limit) implements JobQuery {}

  /// The jobs that both this query and another one select.
  default JobQuery and(JobQuery more) {
    return new All(List.of(this, more));
  }

  /// Whether it selects deleted work, and nothing else.
  default boolean ofDeleted() {
    return equals(DELETED)
        || (this instanceof All(List<JobQuery> parts)
            && parts.stream().anyMatch(JobQuery::ofDeleted));
  }

  /// The keys of `key:value`.
  enum Key {
    TAG("tag"),
    /// The folder, or one within it.
    FOLDER("folder"),
    CLASS("class"),
    TARGET("target"),
    DEFINITION("definition"),
    STATE("state"),
    /// The outcome of a job that has ended.
    OUTCOME("outcome"),
    /// Only for jobs: the study whose step it is, or [JobQuery#NO_STUDY].
    STUDY("study");

    private final String word;

    Key(String word) {
      this.word = word;
    }

    /// As people write it.
    public String word() {
      return word;
    }

    /// The keys of a kind of work.
    static Stream<Key> of(WorkKind of) {
      return Stream.of(values()).filter(key -> key != STUDY || of == WorkKind.JOB);
    }
  }
}
