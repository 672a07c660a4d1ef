package dev.broadside.client.pack;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Failure;
import java.util.Arrays;
import java.util.Objects;

/// A file that is no usable pack; the message is one sentence that says why, without a final full
/// stop.
public final class PackException extends Exception {
  private static final long serialVersionUID = 1;

  /// Ends the message where the code of a job class is to blame.
  private static final String AUTHORS_MEND = "mend the job class";

  public PackException(String message) {
    super(message);
  }

  public PackException(String message, Throwable cause) {
    super(message, cause);
  }

  /// What a job class threw where nothing but its own code is run.
  ///
  /// @param what was asked of it, up to the cause
  static PackException ofCode(String what, Class<?> author, Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof ExceptionInInitializerError && cause.getCause() != null) {
      cause = cause.getCause();
    }
    // What the kit says of a declaration is a sentence; of all else the type says as much.
    String type =
        cause instanceof IllegalArgumentException ? "" : cause.getClass().getSimpleName() + ": ";
    String said =
        cause.getMessage() == null
            ? cause.getClass().getSimpleName()
            : type + Failure.describe(cause);
    return new PackException(
        what + PlainText.line(said) + place(cause, author) + "; " + AUTHORS_MEND, thrown);
  }

  /// The first of the author's own lines that it came through.
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
  /// @param mend for what is not the author's to mend
  public static Problem problem(String where, String message, String mend) {
    String end = "; " + AUTHORS_MEND;
    return message.endsWith(end)
        ? Problem.wrong(where, message.substring(0, message.length() - end.length()), AUTHORS_MEND)
        : Problem.wrong(where, message, mend);
  }
}
