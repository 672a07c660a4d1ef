package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.broadside.core.param.PlainText;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;

/// Something that happened while a run went on. Charts and tables show it at its time.
///
/// @param id its number in the live stream; 0 if it follows from plan and records
/// @param atMillis when, from the common start
/// @param untilMillis the end of something that lasted; empty if it goes on, or was a moment
/// @param who the agent, or the person who noted it; may be empty
/// @param text what happened, in one line
public record Mark(
    long id,
    Kind kind,
    double atMillis,
    @JsonInclude(Include.NON_ABSENT) OptionalDouble untilMillis,
    String who,
    String text) {
  public static final int LONGEST_TEXT = 500;

  /// The kinds of marks on charts, in exports and in lists.
  public enum Kind {
    /// The load goes over to the next phase.
    PHASE,
    /// An agent was lost, is back, or has another worker at work.
    AGENT,
    /// The server was away; the load went on.
    SERVER,
    /// The target could not be reached, was started again, or gave no good answer.
    TARGET,
    /// A clock was set.
    CLOCK,
    /// Intervals were joined. Their counts are exact.
    COARSE,
    /// A user changed the load.
    CONTROL,
    /// A note of a user.
    NOTE;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    static Kind of(String word) {
      return Arrays.stream(values())
          .filter(kind -> kind.word().equals(word))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no kind of mark is called " + word));
    }
  }

  public Mark {
    text = PlainText.line(text, LONGEST_TEXT);
  }

  /// A mark of something that lasted.
  public static Mark span(Kind kind, double atMillis, double untilMillis, String text) {
    return new Mark(0, kind, atMillis, OptionalDouble.of(untilMillis), "", text);
  }

  /// A mark of a moment.
  public static Mark at(Kind kind, double atMillis, String who, String text) {
    return new Mark(0, kind, atMillis, OptionalDouble.empty(), who, text);
  }

  /// This mark with its number in the live stream.
  public Mark numbered(long number) {
    return new Mark(number, kind, atMillis, untilMillis, who, text);
  }

  /// The text, after the agent or the person that it is about.
  public String line() {
    return who.isEmpty() ? text : who + ": " + text;
  }
}
