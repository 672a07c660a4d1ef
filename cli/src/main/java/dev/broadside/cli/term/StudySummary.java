package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.job.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.HostDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StudyDocument;
import dev.broadside.core.report.StudyTable;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A study as text: first whether its numbers can be trusted, then one row for each step, then
/// where the peak lies.
public final class StudySummary {
  private final StudyDocument study;
  private final StudyTable table;
  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private StudySummary(StudyDocument study, Terminal terminal) {
    this.study = study;
    this.table = StudyTable.of(study);
    this.terminal = terminal;
  }

  public static List<String> of(StudyDocument study, Terminal terminal) {
    StudySummary summary = new StudySummary(study, terminal);
    summary.verdicts();
    summary.thresholds();
    summary.headline();
    summary.table();
    summary.peak();
    return List.copyOf(summary.lines);
  }

  /// What one step gave, in one line.
  public static String inOneLine(RunDocument run) {
    return PlainText.line(run.job().state())
        + ": "
        + Figures.rate(run.summary().transactionsPerSecond())
        + " transactions/s, p95 "
        + Figures.millis(run.summary().latencyMillis().p95())
        + " ms, GENERATOR "
        + run.generator().verdict()
        + ", AUDIT "
        + run.audit().verdict();
  }

  private void verdicts() {
    List<StudyDocument.Step> limited =
        study.steps().stream()
            .filter(step -> step.run().generator().verdict() == GeneratorVerdict.Verdict.LIMITED)
            .toList();
    lines.add(
        limited.isEmpty()
            ? terminal.paint(Paint.GOOD, "GENERATOR OK") + "  in all steps"
            : terminal.paint(Paint.WARNING, "GENERATOR LIMITED")
                + "  at "
                + threads(limited)
                + " threads; first "
                + PlainText.line(limited.getFirst().run().generator().reason()));
    List<StudyDocument.Step> unbalanced =
        study.steps().stream()
            .filter(step -> step.run().audit().verdict() != AuditDocument.Verdict.BALANCED)
            .toList();
    if (unbalanced.isEmpty()) {
      lines.add(terminal.paint(Paint.GOOD, "AUDIT BALANCED") + "  in all steps");
    }
    unbalanced.forEach(step ->
        lines.add(
            "at "
                + Counted.of(step.threads(), "thread")
                + " "
                + terminal.paint(Paint.BAD, PlainText.line(step.run().audit().sentence()))));
  }

  private void thresholds() {
    for (Verdict verdict : List.of(Verdict.BROKEN, Verdict.NOT_JUDGED)) {
      List<StudyDocument.Step> steps =
          study.steps().stream()
              .filter(step ->
                  step.run().thresholds().filter(all -> all.verdict() == verdict).isPresent())
              .toList();
      if (!steps.isEmpty()) {
        String first =
            steps.getFirst().run().thresholds().orElseThrow().each().stream()
                .filter(one -> one.verdict() == verdict)
                .map(ThresholdDocument::sentence)
                .findFirst()
                .orElseThrow();
        lines.add(
            terminal.paint(
                    verdict == Verdict.BROKEN ? Paint.BAD : Paint.WARNING,
                    "THRESHOLDS " + verdict.words())
                + "  at "
                + threads(steps)
                + " threads; first "
                + PlainText.line(first));
      }
    }
  }

  private static String threads(List<StudyDocument.Step> steps) {
    return steps.stream().map(step -> "" + step.threads()).collect(Collectors.joining(", "));
  }

  private void headline() {
    StudyDocument.Head head = study.study();
    lines.add("");
    lines.add(
        terminal.paint(
                Paint.STRONG,
                PlainText.line(head.job()) + " along threads " + PlainText.line(head.state()))
            + (head.reason().isEmpty() ? "" : ": " + PlainText.line(head.reason())));
    lines.add(
        study.steps().size()
            + " of "
            + head.threads().size()
            + " steps on "
            + Counted.of(head.agents(), "agent")
            + study.steps().stream()
                .findFirst()
                .map(
                    step -> ", latency in ms, " + PlainText.line(step.run().job().latencyMeaning()))
                .orElse(""));
  }

  private void table() {
    Table text =
        new Table(
            Column.numbers("threads"),
            Column.numbers("tx/s"),
            Column.numbers("scale-up"),
            Column.numbers("mean"),
            Column.numbers("p50").unlessNarrow(5),
            Column.numbers("p95"),
            Column.numbers("p99").unlessNarrow(2),
            Column.numbers("max").unlessNarrow(6),
            Column.numbers("errors").unlessNarrow(4),
            Column.numbers("user %").unlessNarrow(3),
            Column.numbers("sys %").unlessNarrow(3),
            Column.numbers("idle %").unlessNarrow(3),
            Column.numbers("csw/tx").unlessNarrow(3),
            Column.words("watched host: user/sys/idle %").unlessNarrow(2),
            Column.words("generator"),
            Column.words("run").unlessNarrow(1));
    table.rows().forEach(row -> addRow(text, row));
    lines.add("");
    lines.addAll(text.lines(terminal.columns()));
  }

  private static void addRow(Table text, StudyTable.Row row) {
    LatencyMillis latency = row.latencyMillis();
    HostDocument host = row.host();
    text.row(
        "" + row.threads(),
        Figures.rate(row.transactionsPerSecond()),
        fixed(2, row.scaleUp()),
        Figures.millis(latency.mean()),
        Figures.millis(latency.p50()),
        Figures.millis(latency.p95()),
        Figures.millis(latency.p99()),
        Figures.millis(latency.max()),
        Figures.count(row.errors()),
        known(100 * host.user()),
        known(100 * host.system()),
        known(100 * host.idle()),
        known(host.contextSwitchesPerTransaction()),
        watched(row.watched()),
        "" + row.generator(),
        row.state());
  }

  /// Of a study without an agent that only watches there is nothing to tell.
  private static String watched(HostDocument host) {
    return host.user() < 0
        ? ""
        : known(100 * host.user())
            + " / "
            + known(100 * host.system())
            + " / "
            + known(100 * host.idle());
  }

  private static String known(double figure) {
    return figure < 0 ? "-" : fixed(1, figure);
  }

  private static String fixed(int digits, double value) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  private void peak() {
    table
        .peak()
        .ifPresent(peak -> {
          lines.add("");
          lines.add(
              terminal.paint(Paint.STRONG, "peak")
                  + " "
                  + Figures.rate(peak.transactionsPerSecond())
                  + " transactions/s at "
                  + Counted.of(peak.threads(), "thread")
                  + ", "
                  + fixed(2, peak.scaleUp())
                  + " times those of "
                  + table.baseThreads()
                  + past(peak));
        });
  }

  /// How far the throughput falls behind the peak.
  private String past(StudyTable.Row peak) {
    StudyTable.Row last = table.rows().getLast();
    if (last.threads() == peak.threads() || peak.transactionsPerSecond() <= 0) {
      return last.threads() == peak.threads() ? ", the last step: it may lie higher" : "";
    }
    double lost = 100 * (1 - last.transactionsPerSecond() / peak.transactionsPerSecond());
    return ", and " + fixed(1, lost) + " % less at " + last.threads();
  }
}
