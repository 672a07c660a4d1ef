package dev.broadside.cli.term;

import dev.broadside.core.job.StepProgress;
import dev.broadside.core.param.PlainText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/// The progress of a step: if a person watches, one line that is overwritten; otherwise a line when
/// a step begins, when it has come another tenth of its way, and when it takes long. Safe for use
/// by several threads.
public final class ProgressLine {
  private static final int TENTHS = 10;

  /// Fewer parts than these are no rows.
  private static final long LEAST_PACED = 1_000;

  /// A shorter step is shown without its time.
  private static final Duration LEAST_AGE = Duration.ofSeconds(3);

  /// A step that goes on is shown again after this time, then after twice as long, and so on.
  private static final Duration FIRST_AGE = Duration.ofSeconds(5);

  private static final String ERASE = "\r\u001b[K";

  private final PrintStream out;
  private final Terminal terminal;
  private String step = "";
  private long tenth = -1;
  private Duration showAgain = FIRST_AGE;
  private String shown = "";
  private boolean open;
  private String paced = "";
  private long pacedDone;
  private Duration pacedAge = Duration.ZERO;

  public ProgressLine(PrintStream out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /// Shows how far a step has come.
  ///
  /// @param total 0 if it is not known
  /// @param age how long the step has been going on
  public synchronized void update(String newStep, long done, long total, Duration age) {
    String name = PlainText.line(newStep);
    String far = total > 0 ? String.format(Locale.ROOT, "%s: %,d of %,d", name, done, total) : name;
    String pace = pace(name, done, total, age);
    String text = age.compareTo(LEAST_AGE) < 0 ? far : far + ", " + age.toSeconds() + " s" + pace;
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
    boolean still = !another && age.compareTo(showAgain) >= 0;
    if (another || newTenth > tenth || still) {
      out.println(text);
    }
    step = name;
    tenth = newTenth;
    showAgain = another ? FIRST_AGE : still ? age.multipliedBy(2) : showAgain;
  }

  /// How fast a step with many parts goes, and how long the rest takes at that pace.
  private String pace(String name, long done, long total, Duration age) {
    if (!name.equals(paced)) {
      paced = name;
      pacedDone = done;
      pacedAge = age;
    }
    double seconds = age.minus(pacedAge).toMillis() / 1e3;
    if (total < LEAST_PACED || seconds < 1 || done <= pacedDone) {
      return "";
    }
    double perSecond = (done - pacedDone) / seconds;
    Duration left = Duration.ofSeconds(Math.round((total - done) / perSecond));
    return String.format(Locale.ROOT, ", %,.0f/s, %s left", perSecond, StepProgress.span(left));
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
