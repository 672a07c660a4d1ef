package dev.broadside.client.share;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TokenBucket;
import java.util.ArrayList;
import java.util.List;

/// Bounds what a chatty worker may send into the log: a line that repeats itself is counted
/// instead, and more than a few lines a second are left out and counted too. Safe for use by
/// several threads.
public final class LineLimiter {
  /// Longer lines are cut.
  static final int MAX_LINE = 1_000;

  /// How many lines may come at once.
  public static final int BURST = 50;

  /// How many lines a second may come after that.
  static final int PER_SECOND = 5;

  private final TokenBucket allowed;
  private String last = "";
  private long repeats;
  private long leftOut;

  public LineLimiter(Time time) {
    this.allowed = new TokenBucket(time, BURST, PER_SECOND);
  }

  /// A worker wrote a line.
  ///
  /// @return what is to be logged for it: mostly the line itself, bounded and without control
  ///   characters
  public synchronized List<String> line(String text) {
    String line = PlainText.lines(text, MAX_LINE);
    if (line.equals(last)) {
      repeats++;
      return List.of();
    }
    List<String> lines = new ArrayList<>(3);
    if (!allowed.take()) {
      leftOut++;
      return lines;
    }
    lines.addAll(pending());
    last = line;
    lines.add(line);
    return lines;
  }

  /// What was counted and not yet said.
  public synchronized List<String> pending() {
    List<String> lines = new ArrayList<>(2);
    if (repeats > 0) {
      lines.add(
          "(the line before came " + (repeats == 1 ? "once more)" : repeats + " more times)"));
    }
    if (leftOut > 0) {
      lines.add("(" + leftOut + (leftOut == 1 ? " line" : " lines") + " left out)");
    }
    repeats = 0;
    leftOut = 0;
    return lines;
  }
}
