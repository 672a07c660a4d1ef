package dev.broadside.cli.run;

import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.StudySummary;
import dev.broadside.core.report.RunDocument;
import java.util.List;

/// Shows a study while it goes on: each step as a run whose lines say which step it is, and one
/// line when it has ended. Its notes may come from any thread.
final class StudyDisplay implements AutoCloseable {
  private final Shell shell;
  private final boolean quiet;
  private final List<Integer> threads;
  private volatile RunView present;

  /// @param quiet whether only the table is shown
  /// @param threads load threads, step by step
  StudyDisplay(Shell shell, boolean quiet, List<Integer> threads) {
    this.shell = shell;
    this.quiet = quiet;
    this.threads = List.copyOf(threads);
    present = new RunView(shell, quiet);
  }

  /// The view of the step that begins.
  RunView begins(int position) {
    present = new RunView(shell, quiet, mark(position));
    present.note(mark(position) + ", threads: " + threads.get(position));
    return present;
  }

  private String mark(int position) {
    return "step " + (position + 1) + "/" + threads.size();
  }

  /// A step has ended.
  void ended(int position, RunDocument run) {
    present.end();
    present.note(mark(position) + ", " + StudySummary.inOneLine(run));
  }

  @Override
  public void close() {
    present.close();
  }

  /// Something worth knowing.
  void note(String text) {
    present.note(text);
  }
}
