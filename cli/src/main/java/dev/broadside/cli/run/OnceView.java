package dev.broadside.cli.run;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.cli.term.TextReport;
import dev.broadside.client.once.IterationEvent;
import dev.broadside.client.run.LocalRun;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.section.RunReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Shows one iteration as it goes on, and keeps what it has shown. Safe for use by several threads.
final class OnceView implements LocalRun.Listener {
  private final Shell shell;
  private final Terminal terminal;
  private final RunView view;
  private final List<IterationEvent> seen = new ArrayList<>();
  private String indent = "";

  OnceView(Shell shell, boolean quiet) {
    this.shell = shell;
    this.terminal = shell.outTerminal();
    this.view = new RunView(shell, quiet);
  }

  /// Writes all that was seen as JSON.
  ///
  /// @param target a file, or `-`
  synchronized void write(String target, RunDocument run) throws IOException {
    OnceJson.write(target, run, seen, shell);
  }

  synchronized void see(IterationEvent event) {
    seen.add(event);
    switch (event) {
      case IterationEvent.Attempt(int number) -> {
        indent = "";
        if (number > 0) {
          say("");
          say(terminal.paint(Paint.WARNING, "attempt " + (number + 1)));
        }
      }
      case IterationEvent.Begun(String operation) -> {
        say(terminal.paint(Paint.STRONG, PlainText.line(operation)));
        indent = "  ";
      }
      case IterationEvent.Ended(String _, long nanos) -> {
        say(terminal.paint(Paint.GOOD, "ok") + ", " + millis(nanos));
        indent = "";
      }
      case IterationEvent.Answered answered -> answered(answered);
      case IterationEvent.Committing _ ->
          say(faint("from here on, a lost answer would leave it uncertain"));
      case IterationEvent.RolledBack _ -> say("rolled back by the business rule");
      case IterationEvent.Counted(long rows, boolean read) ->
          say(faint("counts " + rows(rows) + (read ? " read" : " written")));
      case IterationEvent.Added(String figure, long amount) ->
          say(faint("counts " + PlainText.line(figure) + " + " + amount));
      case IterationEvent.Done _ -> indent = "";
      case IterationEvent.Failed(var failure, long nanos) -> {
        indent = "";
        String what = failure.errorClass() + ": " + PlainText.line(failure.message());
        say(terminal.paint(Paint.BAD, "failed") + ", " + millis(nanos) + ", " + what);
      }
    }
  }

  private void answered(IterationEvent.Answered answered) {
    say(PlainText.line(answered.text()));
    String given = String.join(", ", answered.parameters());
    String rows =
        answered.rows().isEmpty()
            ? ""
            : rows(answered.rows().getAsLong()) + (answered.reads() ? " read, " : " written, ");
    String how =
        answered
            .failure()
            .map(failure -> terminal.paint(Paint.BAD, "failed: " + PlainText.line(failure)) + ", ")
            .orElse(rows);
    say((given.isEmpty() ? "  " : "  " + given + " -> ") + how + millis(answered.nanos()));
  }

  private static String rows(long rows) {
    return rows == 1 ? "1 row" : String.format(Locale.ROOT, "%,d rows", rows);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%,.3f ms", nanos / 1e6);
  }

  private String faint(String text) {
    return terminal.paint(Paint.FAINT, text);
  }

  private void say(String line) {
    shell.out().println(indent + line);
  }

  /// The end: how the iteration came out, and what the verification says of it.
  synchronized void end(RunDocument run) {
    view.close();
    StatsDocument stats = run.summary();
    if (run.job().startedAt().isEmpty()) {
      TextReport.of(RunReport.of(run, ""), terminal).forEach(this::say);
      return;
    }
    say("");
    say(outcome(stats) + figures(stats));
    TextReport.of(List.of(RunReport.checks(run)), terminal).forEach(this::say);
  }

  private String outcome(StatsDocument stats) {
    if (stats.rolledBack() > 0) {
      return terminal.paint(Paint.GOOD, "OK") + "  rolled back by the business rule";
    }
    if (stats.transactions() > 0) {
      return terminal.paint(Paint.GOOD, "OK") + "  the iteration ended well";
    }
    return stats.uncertain() > 0
        ? terminal.paint(Paint.WARNING, "UNCERTAIN") + "  nobody knows whether it took effect"
        : terminal.paint(Paint.BAD, "FAILED") + "  the iteration did not end well";
  }

  private static String figures(StatsDocument stats) {
    long attempts = stats.retried() + 1;
    return (attempts == 1 ? ", at the first attempt" : ", after " + attempts + " attempts")
        + "; %s read, %s written".formatted(rows(stats.rowsRead()), rows(stats.rowsWritten()));
  }

  @Override
  public void step(String words) {
    // One iteration is shown by what it does.
  }

  @Override
  public void progress(StepProgress at, Duration age) {
    view.progress(at.what(), at.done(), at.total(), age);
  }

  @Override
  public void begins(RunHead head) {
    view.close();
  }

  @Override
  public void interval(IntervalDocument interval) {
    // There is but one iteration.
  }

  @Override
  public void line(String line) {
    view.note(line);
  }

  /// One iteration as JSON: how it came out, everything that was seen of it, in order, and what the
  /// verification found.
  private static final class OnceJson {
    private OnceJson() {}

    static void write(String target, RunDocument run, List<IterationEvent> seen, Shell shell)
        throws IOException {
      StatsDocument stats = run.summary();
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("jobClass", run.job().jobClass());
      document.put("parameters", run.parameters());
      document.put("outcome", outcome(stats));
      document.put("attempts", stats.retried() + 1);
      document.put("rowsRead", stats.rowsRead());
      document.put("rowsWritten", stats.rowsWritten());
      document.put("seen", seen.stream().map(OnceJson::node).toList());
      document.put("checks", run.audit().checks());
      try (Destination out = Destination.open(target, shell)) {
        String text = Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(document);
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }

    private static String outcome(StatsDocument stats) {
      if (stats.rolledBack() > 0) {
        return "rolled back";
      }
      return stats.transactions() > 0 ? "ok" : stats.uncertain() > 0 ? "uncertain" : "failed";
    }

    private static Map<String, Object> node(IterationEvent sight) {
      return switch (sight) {
        case IterationEvent.Attempt(int number) -> node("attempt", "number", number + 1);
        case IterationEvent.Begun(String operation) -> node("operation", "name", operation);
        case IterationEvent.Ended(String operation, long nanos) ->
            node("operation ended", "name", operation, "millis", millis(nanos));
        case IterationEvent.Answered answered -> statement(answered);
        case IterationEvent.Committing _ -> node("committing");
        case IterationEvent.RolledBack _ -> node("rolled back");
        case IterationEvent.Counted(long rows, boolean read) ->
            node("rows", read ? "read" : "written", rows);
        case IterationEvent.Added(String figure, long amount) ->
            node("figure", "id", figure, "amount", amount);
        case IterationEvent.Done(long nanos) -> node("attempt ended", "millis", millis(nanos));
        case IterationEvent.Failed(var failure, long nanos) ->
            node("attempt failed", "millis", millis(nanos), "failure", failure);
      };
    }

    private static Map<String, Object> statement(IterationEvent.Answered answered) {
      Map<String, Object> node =
          node("statement", "text", answered.text(), "parameters", answered.parameters());
      answered
          .rows()
          .ifPresent(rows -> node.put(answered.reads() ? "rowsRead" : "rowsWritten", rows));
      node.put("millis", millis(answered.nanos()));
      answered.failure().ifPresent(failure -> node.put("failure", failure));
      return node;
    }

    private static Map<String, Object> node(String type, Object... more) {
      Map<String, Object> node = new LinkedHashMap<>(Map.of("type", type));
      for (int i = 0; i < more.length; i += 2) {
        node.put("" + more[i], more[i + 1]);
      }
      return node;
    }

    private static double millis(long nanos) {
      return nanos / 1e6;
    }
  }
}
