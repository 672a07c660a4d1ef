package dev.broadside.cli.term;

import java.util.Map;

/// What one output stream can do.
///
/// @param live whether a person watches it, so that a line may be written over
/// @param colour whether it takes colours
/// @param columns how wide a line may be
public record Terminal(boolean live, boolean colour, int columns) {
  /// A pipe or a file: plain lines of any length.
  public static final Terminal PIPE = new Terminal(false, false, Integer.MAX_VALUE);

  private static final int USUAL_COLUMNS = 80;
  private static final int LEAST_COLUMNS = 20;
  private static final int MOST_COLUMNS = 1_000;

  /// Decides by the customary variables: `NO_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`, `CI` and
  /// `COLUMNS`. The last is for terminals only: a line that a program reads is not to lose columns
  /// because a person's window is narrow.
  ///
  /// @param attached whether the stream is a terminal
  public static Terminal of(Map<String, String> environment, boolean attached) {
    boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
    boolean continuous = isSet(environment, "CI");
    boolean forced = isSet(environment, "CLICOLOR_FORCE");
    boolean able = attached && !dumb;
    boolean colour =
        environment.getOrDefault("NO_COLOR", "").isEmpty() && (forced || (able && !continuous));
    return new Terminal(
        able && !continuous, colour, attached ? columns(environment) : Integer.MAX_VALUE);
  }

  private static boolean isSet(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    return !value.isEmpty() && !value.equals("0") && !value.equals("false");
  }

  private static int columns(Map<String, String> environment) {
    String text = environment.getOrDefault("COLUMNS", "");
    if (text.matches("[1-9]\\d{0,3}")) {
      return Math.clamp(Integer.parseInt(text), LEAST_COLUMNS, MOST_COLUMNS);
    }
    return USUAL_COLUMNS;
  }

  /// The text in a colour, or as it is.
  public String paint(Paint paint, String text) {
    return colour ? paint.code + text + Paint.END : text;
  }

  /// The few colours in use; each goes with a word that says the same.
  public enum Paint {
    GOOD("\u001b[32m"),
    WARNING("\u001b[33m"),
    BAD("\u001b[31m"),
    STRONG("\u001b[1m"),
    FAINT("\u001b[2m");

    private static final String END = "\u001b[0m";
    private final String code;

    Paint(String code) {
      this.code = code;
    }
  }
}
