package dev.broadside.core.report.section;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// How good something is. A word beside it says the same, for readers who cannot see the colour.
public enum Tone {
  GOOD,
  PLAIN,
  WARN,
  BAD;

  /// The name in JSON, and of the style.
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The tone of a state's word; a state of something that goes on is neither good nor bad.
  public static Tone ofState(String state) {
    return switch (state) {
      case "completed" -> GOOD;
      case "failed", "lost", "cancelled" -> BAD;
      default -> PLAIN;
    };
  }
}
