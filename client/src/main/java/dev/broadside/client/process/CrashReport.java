package dev.broadside.client.process;

import java.util.HashSet;
import java.util.Set;

/// What may be shown of the report that a JVM writes to its error stream when it crashes: what
/// happened, and the frames in which.
///
/// All else is left out, because it may hold secrets: the report has the command line, and what
/// registers and the stack point to, be it a password. From the report's first line to the end of
/// the stream only what is listed here is shown, each line once, since the JVM begins twice. For
/// one thread.
final class CrashReport {
  private static final String BEGIN =
      "# (A fatal error has been detected by|There is insufficient memory for)"
          + " the Java Runtime Environment.*";

  /// These flags hold what a user wrote.
  private static final String COMMANDS = "#\\s*(-XX:On|Executing ).*";

  private static final String FACTS = "#.*|siginfo: .*|Internal exceptions? .*";
  private static final String FRAMES = "(Native|Java) frames: .*";
  private static final int MOST_LINES = 200;

  private final Set<String> shown = new HashSet<>();
  private boolean began;
  private boolean frames;

  /// Whether a line of the error stream may be shown; each is asked about once, in order.
  boolean shows(String line) {
    began = began || line.matches(BEGIN);
    if (!began) {
      return true;
    }
    frames = line.matches(FRAMES) || (frames && !line.isBlank());
    boolean harmless = frames || (line.matches(FACTS) && !line.matches(COMMANDS));
    return harmless && shown.size() < MOST_LINES && shown.add(line);
  }
}
