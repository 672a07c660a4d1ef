package dev.broadside.client.engine;

import dev.broadside.core.param.FromUsersFile;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Failure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Turns what job code throws while it opens into problems that the user can mend.
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

  /// The problem: a target that does not answer or refuses, or a statement that it does not
  /// understand.
  static Problem of(String where, Throwable failure) {
    if (isStatements(failure)) {
      Optional<FromUsersFile> written = written(failure);
      return Problem.wrong(
          written.map(FromUsersFile::place).orElse(where),
          written.map(one -> harmless(one.answer())).orElseGet(() -> describe(failure)),
          "mend the statement, create what it names in the database, or grant this user the right to it");
    }
    return Problem.unreachable(
        where,
        describe(failure),
        "check that the target is up, accepts this user and has room for all threads");
  }

  /// Whether the cause is a statement in a user's file, and not the code of a job class.
  static boolean isUsers(Throwable failure) {
    return written(failure).isPresent() && isStatements(failure);
  }

  private static Optional<FromUsersFile> written(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(FromUsersFile.class::isInstance)
        .map(FromUsersFile.class::cast)
        .findFirst();
  }

  /// Classes 42 and 02 of the SQL standard: syntax error or access rule violation, and no data.
  private static boolean isStatements(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && ("" + sql.getSQLState()).matches("(42|02).*")) {
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
