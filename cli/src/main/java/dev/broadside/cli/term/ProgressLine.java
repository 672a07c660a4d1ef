package dev.broadside.cli.term;

import java.io.PrintStream;
import java.util.Locale;

/// The progress of a step: one line that is written over where a person watches, else a line
/// whenever a step begins or has come another tenth of its way. Safe for use by several threads.
public final class ProgressLine {
  private static final int TENTHS = 10;
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream out;
  private final Terminal terminal;
  private String step = "";
  private long tenth = -1;
  private boolean open;

  public ProgressLine(PrintStream out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /// Tells how far a step has come.
  ///
  /// @param total 0 where it is not known
  public synchronized void update(String newStep, long done, long total) {
    String name = Plain.text(newStep);
    String text =
        total > 0 ? String.format(Locale.ROOT, "%s: %,d of %,d", name, done, total) : name;
    if (terminal.live()) {
      out.print(ERASE + Plain.text(text, terminal.columns() - 1));
      out.flush();
      open = true;
      return;
    }
    long newTenth = total > 0 ? done * TENTHS / total : 0;
    if (!name.equals(step) || newTenth > tenth) {
      out.println(text);
    }
    step = name;
    tenth = newTenth;
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
