package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.form.InfluxLines;
import java.io.IOException;
import java.util.Optional;

/// The intervals of runs in InfluxDB's line protocol, appended as they close.
final class InfluxOutput implements RunOutput {
  private final LateDestination out;
  private Optional<InfluxLines> lines = Optional.empty();

  InfluxOutput(String target, Shell shell) {
    this.out = new LateDestination(target, shell);
  }

  @Override
  public void begins(RunHead head) throws IOException {
    out.open();
    lines = Optional.of(new InfluxLines(head.job()));
  }

  @Override
  public void interval(IntervalDocument interval) throws IOException {
    for (String line : lines.orElseThrow().lines(interval)) {
      out.line(line);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
