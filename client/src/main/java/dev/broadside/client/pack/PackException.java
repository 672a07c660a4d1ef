package dev.broadside.client.pack;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Failure;
import java.util.Arrays;
import java.util.Objects;

/// A file is not a usable pack. The message is one sentence that says why, without a full stop.
public final class PackException extends Exception {
  private static final long serialVersionUID = 1;

  /// Ends the message if the code of a job class is to blame.
  private static final String AUTHORS_MEND = "mend the job class";

  public PackException(String message) {
    super(message);
  }

  public PackException(String message, Throwable cause) {
    super(message, cause);
  }

  /// Describes what a job class threw in a call that runs only its own code.
  ///
  /// @param what was asked of it, up to the cause
  static PackException ofCode(String what, Class<?> author, Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof ExceptionInInitializerError && cause.getCause() != null) {
      cause = cause.getCause();
    }
    // The kit's messages on declarations are sentences. Other messages need the type.
    String type =
        cause instanceof IllegalArgumentException ? "" : cause.getClass().getSimpleName() + ": ";
    String said =
        cause.getMessage() == null
            ? cause.getClass().getSimpleName()
            : type + Failure.describe(cause);
    return new PackException(
        what + PlainText.line(said) + place(cause, author) + "; " + AUTHORS_MEND, thrown);
  }

  /// The first line of the author's code in the stack trace.
  private static String place(Throwable cause, Class<?> author) {
    String own = author.getPackageName() + ".";
    return Arrays.stream(cause.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith(own))
        .findFirst()
        .map(frame ->
            ", at %s line %d"
                .formatted(
                    Objects.requireNonNullElse(frame.getFileName(), frame.getClassName()),
                    frame.getLineNumber()))
        .orElse("");
  }

  /// A message as a problem.
  ///
  /// @param mend what to do if the author is not to blame
  public static Problem problem(String where, String message, String mend) {
    String end = "; " + AUTHORS_MEND;
    return message.endsWith(end)
        ? Problem.wrong(where, message.substring(0, message.length() - end.length()), AUTHORS_MEND)
        : Problem.wrong(where, message, mend);
  }
}
