package dev.broadside.core.work;

import dev.broadside.core.param.PlainText;

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
    PLAN("plan");

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
}
