package dev.broadside.core.search;

import dev.broadside.core.threshold.Threshold.Sign;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Which jobs are meant: those for which every term holds. [JobQueryText] reads it.
public record JobQuery(List<Term> terms) {
  public static final JobQuery ALL = new JobQuery(List.of());

  /// Of jobs that are deleted and can still be brought back; without it, none of these is meant.
  public static final Has DELETED = new Has(Key.STATE, "deleted");

  public JobQuery {
    terms = List.copyOf(terms);
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
    OUTCOME("outcome");

    private final String word;

    Key(String word) {
      this.word = word;
    }

    /// As people write it.
    public String word() {
      return word;
    }
  }

  /// The same jobs, as far as they have this, too.
  public JobQuery and(Term more) {
    return new JobQuery(Stream.concat(terms.stream(), Stream.of(more)).toList());
  }
}
