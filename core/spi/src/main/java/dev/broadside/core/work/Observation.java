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
    STATEMENT("statement"),
    /// What a program did and wrote, by its name and place.
    PROGRAM("program");

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

  /// Sessions waited for locks at the moment of a reading.
  ///
  /// @param table the one whose locks, or whose rows' locks, they waited for
  record LockWaits(String table, long sessions) implements Observation {
    public LockWaits {
      table = PlainText.line(table, LONGEST_NAME);
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

  /// What the target itself counted for each form of a statement since it was first looked at. A
  /// later one takes the place of an earlier one.
  ///
  /// @param rows the statements that took the most time, the longest first
  /// @param totalMillis the time of all statements, of those that are no row, too
  /// @param watchedMillis since the first look
  /// @param times how long statements took on the target's side; empty if it does not keep that
  /// @param note what is missing and why, in a sentence; empty if nothing is
  record StatementTable(
      List<StatementWork> rows,
      double totalMillis,
      double watchedMillis,
      List<TimeBucket> times,
      String note)
      implements Observation {
    public static final int MOST_ROWS = 20;

    private static final int MOST_BUCKETS = 64;

    public StatementTable {
      rows = List.copyOf(rows.subList(0, Math.min(rows.size(), MOST_ROWS)));
      times = List.copyOf(times.subList(0, Math.min(times.size(), MOST_BUCKETS)));
      note = PlainText.line(note);
    }
  }

  /// What was counted for one form of a statement.
  ///
  /// @param operation the job class's name for it; empty if it is not the job class's, or not known
  /// @param text without literal values
  /// @param maxMillis the longest, below 0 if it is not known
  record StatementWork(
      String operation,
      String text,
      long calls,
      double totalMillis,
      double maxMillis,
      StatementEffort effort) {
    private static final int LONGEST_TEXT = 400;

    public StatementWork {
      operation = PlainText.line(operation, LONGEST_NAME);
      text = PlainText.line(text, LONGEST_TEXT);
    }
  }

  /// What the calls of a statement moved; each is below 0 if it is not known.
  ///
  /// @param rows that were given or changed
  /// @param blocksRead pages that were not in the target's memory
  record StatementEffort(long rows, long rowsExamined, long temporaryTables, long blocksRead) {}

  /// How many statements took as long.
  ///
  /// @param upToMicros they took less, and not less than the bucket before
  record TimeBucket(long upToMicros, long count) {}
}
