package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.IntervalCsv;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import java.io.IOException;
import java.util.Optional;

/// The intervals of a run as CSV, appended as they close.
final class CsvOutput implements RunOutput {
  private final String target;
  private final Shell shell;
  private Optional<Open> open = Optional.empty();

  private record Open(Destination out, IntervalCsv csv) {}

  CsvOutput(String target, Shell shell) {
    this.target = target;
    this.shell = shell;
  }

  @Override
  public void begins(RunHead head) throws IOException {
    Destination out = Destination.open(target, shell);
    open = Optional.of(new Open(out, new IntervalCsv(head.job())));
    out.line(IntervalCsv.HEADER);
  }

  @Override
  public void interval(IntervalDocument interval) throws IOException {
    Open file = open.orElseThrow();
    for (String line : file.csv().lines(interval)) {
      file.out().line(line);
    }
  }

  @Override
  public void ended(RunDocument run) throws IOException {
    if (open.isEmpty()) {
      begins(RunHead.of(run));
    }
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      open.get().out().close();
    }
  }
}
