package dev.broadside.core.work;

import dev.broadside.core.param.PlainText;
import java.util.List;

/// What was found out about the target while the load ran, in words, since no number can say it.
/// All texts come from the target and may hold anything: they are cut to [#LONGEST] characters.
public sealed interface Observation {
  int LONGEST = 4_000;

  int LONGEST_NAME = 200;

  /// What is looked at again and again.
  enum Subject {
    /// A setting of the database engine, by its name.
    SETTING("setting"),
    /// How the engine carries out a statement, by the statement's name in the job class.
    PLAN("plan"),
    /// The text of a statement, by the name of its operation.
    STATEMENT("statement");

    private final String word;

    Subject(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /// How something was when it was first looked at.
  record Seen(Subject subject, String name, String text) implements Observation {
    public Seen {
      name = PlainText.line(name, LONGEST_NAME);
      text = PlainText.lines(text, LONGEST);
    }
  }

  /// Something is no longer as it was.
  record Changed(Subject subject, String name, String before, String text) implements Observation {
    public Changed {
      name = PlainText.line(name, LONGEST_NAME);
      before = PlainText.lines(before, LONGEST);
      text = PlainText.lines(text, LONGEST);
    }
  }

  /// What the target itself says about failures of a class, such as who waited for whom in a
  /// deadlock.
  record Explained(ErrorClass failures, String text) implements Observation {
    public Explained {
      text = PlainText.lines(text, LONGEST);
    }
  }

  /// One of the slowest iterations of an interval. The load engine itself observes these.
  ///
  /// @param spent in which operation it was slow
  /// @param serviceMicros how long it took from its beginning, repetitions included
  /// @param lateMicros how long after it was due it began; 0 in a closed load
  /// @param thread the job-wide number of its load thread
  /// @param connection the database's number of its connection; empty if it is not known
  record Slow(
      Spent spent,
      long serviceMicros,
      long lateMicros,
      Outcome outcome,
      int tries,
      int thread,
      String connection)
      implements Observation {
    public Slow {
      connection = PlainText.line(connection, LONGEST_NAME);
    }

    /// @param operation the one in which it spent most time, over all tries; empty if it had none
    /// @param micros how long that took at once
    /// @param operations all that ended in it
    public record Spent(String operation, long micros, List<String> operations) {
      public Spent {
        operation = PlainText.line(operation, LONGEST_NAME);
        operations =
            operations.stream()
                .limit(JobDescription.MAX_OPERATIONS)
                .map(one -> PlainText.line(one, LONGEST_NAME))
                .toList();
      }
    }

    /// How it ended.
    public enum Outcome {
      OK,
      ROLLED_BACK,
      FAILED,
      UNCERTAIN
    }
  }
}
