package dev.broadside.client.engine;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Failure;
import java.io.IOException;
import java.sql.SQLException;

/// Turns what job code throws while it opens into what its user can mend.
public final class TargetProblems {
  private static final int MOST_CHARACTERS = 1_000;

  private TargetProblems() {}

  /// Whether a failure comes from a target, or from the way to it, rather than from the job class's
  /// code.
  static boolean isTargets(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException || cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  /// The problem of a target that does not answer or refuses, or of a statement that it does not
  /// understand.
  static Problem of(String where, Throwable failure) {
    if (isStatements(failure)) {
      return Problem.wrong(
          where,
          describe(failure),
          "mend the statement, or what it names in the database, or what this user may do there");
    }
    return Problem.unreachable(
        where,
        describe(failure),
        "see that the target is up, accepts this user and has room for all threads");
  }

  /// Class 42 of the SQL standard: syntax error or access rule violation.
  private static boolean isStatements(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && ("" + sql.getSQLState()).startsWith("42")) {
        return true;
      }
    }
    return false;
  }

  /// A throwable in bounded, harmless words.
  public static String describe(Throwable failure) {
    String text = harmless(Failure.describe(failure));
    return failure instanceof RuntimeException || failure instanceof Error
        ? failure.getClass().getSimpleName() + ": " + text
        : text;
  }

  /// A text of job code or a target as one bounded line.
  static String harmless(String text) {
    return PlainText.line(text, MOST_CHARACTERS);
  }
}
