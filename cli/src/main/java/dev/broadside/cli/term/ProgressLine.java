package dev.broadside.cli.term;

import dev.broadside.core.param.PlainText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/// The progress of a step: one line that is written over where a person watches, else a line
/// whenever a step begins, has come another tenth of its way, or has gone on for another while.
/// Safe for use by several threads.
public final class ProgressLine {
  private static final int TENTHS = 10;

  /// What goes on for less is told without a time.
  private static final Duration LEAST_AGE = Duration.ofSeconds(3);

  /// When a step is told again that goes on; then after twice as long, and so on.
  private static final Duration FIRST_AGE = Duration.ofSeconds(5);

  private static final String ERASE = "\r\u001b[K";

  private final PrintStream out;
  private final Terminal terminal;
  private String step = "";
  private long tenth = -1;
  private Duration tellAgain = FIRST_AGE;
  private String shown = "";
  private boolean open;

  public ProgressLine(PrintStream out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /// Tells how far a step has come.
  ///
  /// @param total 0 where it is not known
  /// @param age how long the step has been going on
  public synchronized void update(String newStep, long done, long total, Duration age) {
    String name = PlainText.line(newStep);
    String far = total > 0 ? String.format(Locale.ROOT, "%s: %,d of %,d", name, done, total) : name;
    String text = age.compareTo(LEAST_AGE) < 0 ? far : far + ", " + age.toSeconds() + " s";
    if (terminal.live()) {
      if (!open || !text.equals(shown)) {
        out.print(ERASE + PlainText.line(text, terminal.columns() - 1));
        out.flush();
      }
      open = true;
      shown = text;
      return;
    }
    long newTenth = total > 0 ? done * TENTHS / total : 0;
    boolean another = !name.equals(step);
    boolean still = !another && age.compareTo(tellAgain) >= 0;
    if (another || newTenth > tenth || still) {
      out.println(text);
    }
    step = name;
    tenth = newTenth;
    tellAgain = another ? FIRST_AGE : still ? age.multipliedBy(2) : tellAgain;
  }

  /// Takes the line away, so that something else can be printed.
  public synchronized void clear() {
    if (open) {
      out.print(ERASE);
      out.flush();
      open = false;
    }
  }
}
