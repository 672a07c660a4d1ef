package dev.broadside.client.process;

import java.util.stream.Collectors;

/// Why a worker ended before it had taken its plan.
public final class StartFailure {
  private static final int MOST_LINES = 4;
  private static final int MOST_CHARACTERS = 600;

  /// What a JVM adds to whatever it says of the cause.
  private static final String EMPTY_WORDS =
      "Error: (Could not create the Java Virtual Machine|A fatal exception has occurred).*";

  private StartFailure() {}

  /// The reason in the JVM's own words, and what to do.
  ///
  /// @param how completes a sentence that begins with "the worker"
  /// @param words what it wrote
  public static String sentence(String how, String words) {
    String said =
        words
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.matches(EMPTY_WORDS))
            .limit(MOST_LINES)
            .collect(Collectors.joining("; "));
    String shown = said.substring(0, Math.min(said.length(), MOST_CHARACTERS));
    return "the worker "
        + how
        + " before it could begin"
        + (shown.isEmpty() ? "" : ": " + shown)
        + "; see whether its JVM takes each --worker-option, and this host has the memory for it";
  }
}
