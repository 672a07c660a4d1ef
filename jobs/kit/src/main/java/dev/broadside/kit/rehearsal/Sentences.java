package dev.broadside.kit.rehearsal;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.Failure;

/// What is said of a failure in a rehearsal.
final class Sentences {
  private static final String NO_DATA = "02000";

  private Sentences() {}

  /// The cause.
  static String of(Throwable thrown, Failure failure) {
    boolean answered = failure.vendorCode() != 0 || !failure.sqlState().isEmpty();
    String type = answered || !failure.place().isEmpty() ? "" : type(thrown, failure);
    return PlainText.line(type + failure.message());
  }

  private static String type(Throwable thrown, Failure failure) {
    String name = thrown.getClass().getSimpleName();
    return failure.message().startsWith(name) ? "" : name + ": ";
  }

  /// What to do about it, without a final full stop.
  static String mend(Failure failure) {
    if (failure.sqlState().equals(NO_DATA)) {
      return "see that such rows are there before the load";
    }
    return switch (failure.errorClass()) {
      case CONSTRAINT -> "write what does not violate it";
      case JOB_CODE -> "mend the job class";
      case READ_ONLY -> "name a database that accepts writes";
      case RESOURCE_EXHAUSTED -> "make room for it";
      case DEADLOCK,
          LOCK_WAIT,
          SERIALIZATION,
          SNAPSHOT_TOO_OLD,
          CONNECTION_LOST,
          TIMEOUT,
          CANCELLED,
          DRIVER,
          OTHER ->
          "mend the statement, or what it names in the database";
    };
  }
}
