package dev.broadside.client.engine;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobThread;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/// Describes what the code of a job class has thrown, in words that help its author: type, message
/// and place, such as `IllegalStateException: boom, at example.Transfer.iterate
/// (Transfer.java:41)`.
public final class JobCodeFailure {
  /// Longer messages are cut, so that the place still fits where failures are shown.
  private static final int MOST_CHARACTERS = 100;

  /// The kit's code, which calls the author's code if the author's thread is one of the kit's.
  private static final String KIT = "dev.broadside.kit.";

  private static final List<String> NOT_THE_AUTHORS =
      List.of("dev.broadside.core.", "dev.broadside.client.", KIT);

  private JobCodeFailure() {}

  /// The failure of an iteration, as the job's thread classifies it. If that code throws as well,
  /// the failure says so.
  public static Failure of(Throwable thrown, JobThread work) {
    try {
      return thrown instanceof Exception failure
              && !(failure instanceof LoadIteration.ContractBroken)
          ? explained(
              Objects.requireNonNull(work.classify(failure), "classify() returned null"),
              failure,
              work.getClass())
          : of(thrown, work.getClass());
    } catch (Throwable e) {
      return of(e, work.getClass());
    }
  }

  /// A failure that is the job class's own fault, and not the target's.
  ///
  /// @param author the class of the job's thread
  static Failure of(Throwable thrown, Class<?> author) {
    return new Failure(
        ErrorClass.JOB_CODE, 0, "", text(thrown, typed(thrown), author), Failure.Retry.NEVER);
  }

  /// A failure with its place if the job class knows it; else with type and place unless a database
  /// answered. A message of the job class itself stays.
  static Failure explained(Failure failure, Throwable thrown, Class<?> author) {
    if (!failure.place().isEmpty()) {
      return placed(failure);
    }
    boolean answered = failure.vendorCode() != 0 || !failure.sqlState().isEmpty();
    if (answered || isSql(thrown)) {
      return failure;
    }
    boolean unsaid = failure.message().isBlank() || said(failure.message()).equals(message(thrown));
    String what = unsaid ? typed(thrown) : failure.message();
    return new Failure(failure.errorClass(), 0, "", text(thrown, what, author), failure.retry());
  }

  /// A failure with the place that its job class gave, shortened to fit.
  private static Failure placed(Failure failure) {
    String place = ", at " + failure.place();
    int room = Math.max(0, Failure.MAX_MESSAGE - place.length());
    String message = failure.message();
    String what = message.length() > room ? message.substring(0, room) : message;
    return new Failure(
        failure.errorClass(),
        failure.vendorCode(),
        failure.sqlState(),
        what + place,
        failure.retry(),
        failure.operation(),
        failure.place());
  }

  private static boolean isSql(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        return true;
      }
    }
    return false;
  }

  private static String typed(Throwable thrown) {
    String type = thrown.getClass().getSimpleName();
    return thrown.getMessage() == null ? type : type + ": " + bounded(message(thrown));
  }

  private static String message(Throwable thrown) {
    return said(Failure.describe(thrown));
  }

  private static String said(String message) {
    return message.replaceAll("\\s+", " ").strip();
  }

  private static String bounded(String message) {
    return message.length() > MOST_CHARACTERS
        ? message.substring(0, MOST_CHARACTERS) + "..."
        : message;
  }

  private static String text(Throwable thrown, String what, Class<?> author) {
    return what + place(thrown.getStackTrace(), author).map(frame -> ", at " + frame).orElse("");
  }

  /// The first frame in the author's package; else the first one that is neither the JDK's nor
  /// ours; else the kit's.
  private static Optional<String> place(StackTraceElement[] frames, Class<?> author) {
    String own = author.getPackageName() + ".";
    return first(frames, frame -> isIn(own, frame) && !isIn(KIT, frame))
        .or(() -> first(frames, JobCodeFailure::mayBeAuthors))
        .or(() -> first(frames, frame -> isIn(KIT, frame)))
        .map(JobCodeFailure::words);
  }

  private static Optional<StackTraceElement> first(
      StackTraceElement[] frames, Predicate<StackTraceElement> wanted) {
    return Arrays.stream(frames).filter(wanted).findFirst();
  }

  private static boolean isIn(String packages, StackTraceElement frame) {
    return frame.getClassName().startsWith(packages);
  }

  private static boolean mayBeAuthors(StackTraceElement frame) {
    return frame.getModuleName() == null
        && NOT_THE_AUTHORS.stream().noneMatch(ours -> isIn(ours, frame));
  }

  private static String words(StackTraceElement frame) {
    String line = frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "";
    String source = frame.getFileName() == null ? "" : "(" + frame.getFileName() + line + ")";
    return frame.getClassName() + "." + frame.getMethodName() + source;
  }
}
