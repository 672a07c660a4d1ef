package dev.broadside.cli.run;

import dev.broadside.cli.output.RunOutputs;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.IntervalLine;
import dev.broadside.cli.term.ProgressLine;
import dev.broadside.cli.term.TextReport;
import dev.broadside.client.run.LocalRun;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.section.RunReport;
import java.time.Duration;
import java.util.TreeMap;

/// Shows a run while it goes on: progress and notes on standard error, interval lines and the
/// summary on standard output. Safe for use by several threads.
///
/// An interval is shown once, in order: when all agents' records for it have come, or when those of
/// later ones have. Closed in any case, so that nothing stands beside a line of progress.
public final class RunView implements AutoCloseable {
  /// How many intervals an agent may be late before an interval is shown without it.
  private static final int PATIENCE = 5;

  private final Shell shell;
  private final boolean quiet;
  private final String mark;
  private final ProgressLine progress;
  private final TreeMap<Integer, IntervalDocument> waiting = new TreeMap<>();
  private int next;

  /// @param quiet whether only the summary is shown
  public RunView(Shell shell, boolean quiet) {
    this(shell, quiet, "");
  }

  /// A view of one run among several.
  ///
  /// @param mark which of them, such as `step 2/6`
  RunView(Shell shell, boolean quiet, String mark) {
    this.shell = shell;
    this.quiet = quiet;
    this.mark = mark;
    this.progress = new ProgressLine(shell.err(), shell.errTerminal());
  }

  /// How far a step is, and for how long it has been going on.
  public synchronized void progress(String step, long done, long total, Duration age) {
    if (!quiet) {
      progress.update(mark.isEmpty() ? step : mark + ", " + step, done, total, age);
    }
  }

  /// Something worth knowing.
  public synchronized void note(String text) {
    progress.clear();
    if (!quiet) {
      shell.err().println(PlainText.line(text));
    }
  }

  /// Why a run never began. That is its result, so it is printed even if notes are not.
  ///
  /// @param text what a note has said already
  public synchronized void neverBegan(String text) {
    progress.clear();
    if (quiet) {
      shell.err().println(PlainText.line(text));
    }
  }

  /// An interval, or a newer version of one.
  public synchronized void interval(IntervalDocument interval) {
    if (interval.index() >= next) {
      waiting.put(interval.index(), interval);
    }
    while (!waiting.isEmpty() && due(waiting.firstEntry().getValue())) {
      show(waiting.pollFirstEntry().getValue());
    }
  }

  private boolean due(IntervalDocument first) {
    return (first.missing().isEmpty() && first.index() == next)
        || waiting.lastKey() - first.index() >= PATIENCE;
  }

  private void show(IntervalDocument interval) {
    next = interval.index() + 1;
    progress.clear();
    // After the last phase there is nothing to see unless something still ended there.
    boolean empty = interval.phase().equals("drain") && interval.stats().begun() == 0;
    if (!quiet && !empty) {
      shell.out().println(IntervalLine.of(interval) + (mark.isEmpty() ? "" : " [" + mark + "]"));
    }
  }

  /// The end: shows the intervals that still wait, and the summary.
  public synchronized void end(RunDocument run) {
    end();
    shell.out().println();
    TextReport.of(RunReport.of(run, ""), shell.outTerminal()).forEach(shell.out()::println);
  }

  /// The end of one run among several: shows the intervals that still wait.
  synchronized void end() {
    waiting.values().forEach(this::show);
    waiting.clear();
    progress.clear();
  }

  /// Takes the line of progress away.
  @Override
  public synchronized void close() {
    progress.clear();
  }

  /// Shows the events of a local run, and writes them to its outputs.
  record Listener(RunView view, RunOutputs outputs) implements LocalRun.Listener {
    @Override
    public void step(String words) {
      view.progress(words, 0, 0, Duration.ZERO);
    }

    @Override
    public void progress(StepProgress at, Duration age) {
      view.progress(at.what(), at.done(), at.total(), age);
    }

    @Override
    public void begins(RunHead head) {
      outputs.begins(head);
    }

    @Override
    public void interval(IntervalDocument interval) {
      view.interval(interval);
      outputs.interval(interval);
    }

    @Override
    public void line(String line) {
      view.note(line);
    }
  }
}
