package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal.Paint;
import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.load.Counted;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.work.Verification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A finished run as text: first whether its numbers can be trusted, then the numbers.
public final class Summary {
  private static final Set<String> GOING_ON = Set.of("preparing", "running", "stopping");
  private static final int SHOWN_ERRORS = 10;
  private static final int SHOWN_MARKS = 20;
  private static final int SHOWN_MESSAGE = 200;

  private final RunDocument run;
  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private Summary(RunDocument run, Terminal terminal) {
    this.run = run;
    this.terminal = terminal;
  }

  public static List<String> of(RunDocument run, Terminal terminal) {
    Summary summary = new Summary(run, terminal);
    if (run.job().startedAt().isEmpty()) {
      // It never began, so there is nothing to judge and no figure.
      summary.outcome();
      return List.copyOf(summary.lines);
    }
    summary.verdicts();
    summary.lines.add("");
    summary.outcome();
    summary.headline();
    summary.lines.addAll(KindsTable.lines(run, terminal.columns()));
    summary.operations();
    summary.phaseTable();
    summary.figures();
    summary.agents();
    summary.errors();
    summary.marks();
    summary.checks();
    summary.seal();
    return List.copyOf(summary.lines);
  }

  /// What was checked on the target, whatever came of it.
  public static List<String> checks(RunDocument run) {
    return run.audit().checks().stream().map(check -> "  " + describe(check)).toList();
  }

  private void verdicts() {
    generator();
    audit();
    run.drift().ifPresent(this::drift);
    run.thresholds().ifPresent(verdicts -> lines.addAll(ThresholdLines.of(verdicts, terminal)));
    run.backlogs()
        .forEach(
            left -> lines.add(terminal.paint(Paint.WARNING, "BACKLOG  " + PlainText.line(left))));
    run.delivery()
        .filter(delivery -> !delivery.whole())
        .ifPresent(delivery ->
            lines.add(terminal.paint(Paint.WARNING, PlainText.line(sentence(delivery)))));
    run.seal().stream()
        .flatMap(seal -> seal.amendments().stream())
        .map(Summary::describe)
        .forEach(amendment -> lines.add(terminal.paint(Paint.WARNING, amendment)));
    // A check that holds may stand at the end; one that does not must not be missed.
    run.audit().checks().stream()
        .filter(check -> !check.holds())
        .forEach(check -> lines.add("  " + describe(check)));
  }

  private void generator() {
    GeneratorVerdict generator = run.generator();
    Paint paint =
        switch (generator.verdict()) {
          case OK -> Paint.GOOD;
          case LIMITED, TOO_FEW_THREADS -> Paint.WARNING;
        };
    String word = terminal.paint(paint, "GENERATOR " + generator.verdict().words());
    lines.add(word + "  " + PlainText.line(generator.reason()));
  }

  /// While a run goes on its records are still coming: that some are missing is no finding yet.
  private void audit() {
    AuditDocument audit = run.audit();
    if (audit.verdict() == AuditDocument.Verdict.INCOMPLETE
        && GOING_ON.contains(run.job().state())) {
      lines.add(PlainText.line(audit.sentence().replaceFirst("^AUDIT \\w+", "AUDIT SO FAR")));
      return;
    }
    Paint paint =
        switch (audit.verdict()) {
          case BALANCED -> Paint.GOOD;
          case INCOMPLETE -> Paint.WARNING;
          case CONFLICT -> Paint.BAD;
        };
    lines.add(terminal.paint(paint, PlainText.line(audit.sentence())));
    audit.findings().forEach(finding -> lines.add("  " + PlainText.line(finding)));
  }

  private void drift(DriftDocument drift) {
    Paint paint =
        switch (drift.verdict()) {
          case STEADY -> Paint.GOOD;
          case CHANGED, EARLY -> Paint.STRONG;
          case WORSE -> Paint.WARNING;
        };
    String word = terminal.paint(paint, "DRIFT " + drift.verdict());
    lines.add(word + "  " + PlainText.line(drift.sentence()));
  }

  private String sentence(Delivery delivery) {
    return "DELIVERED  " + delivery.sentence(Instant.parse(run.job().startedAt()));
  }

  private static String describe(ResultSeal.Amendment amendment) {
    String records =
        new TreeMap<>(amendment.records())
            .entrySet().stream()
                .map(entry ->
                    Counted.of(entry.getValue(), "record")
                        + " of "
                        + PlainText.line(entry.getKey()))
                .collect(Collectors.joining(", "));
    return "AMENDED "
        + amendment.number()
        + "  "
        + records
        + " came after the end; sealed "
        + amendment.at();
  }

  private void seal() {
    run.seal()
        .ifPresent(seal -> {
          List<ResultSeal.Amendment> amendments = seal.amendments();
          lines.add("");
          lines.add("sealed " + seal.at() + ", SHA-256 of its records " + seal.sha256());
          amendments.forEach(amendment ->
              lines.add("amendment " + amendment.number() + ", SHA-256 " + amendment.sha256()));
        });
  }

  private void checks() {
    List<Verification.Check> holding =
        run.audit().checks().stream().filter(Verification.Check::holds).toList();
    if (!holding.isEmpty()) {
      lines.add("");
      lines.add("checked on the target");
      holding.forEach(check -> lines.add("  " + describe(check)));
    }
  }

  private static String describe(Verification.Check check) {
    boolean broken = !check.holds() && !check.unchecked();
    String word = broken ? "DOES NOT HOLD" : check.word();
    // What may have other causes decides nothing, and must not look as if it did.
    String weight = check.evidence() && broken ? ", evidence only" : "";
    return PlainText.line(check.name())
        + ": "
        + word
        + weight
        + " ("
        + PlainText.line(check.detail())
        + ")";
  }

  /// One of the load threads; what is usual is not said.
  private static String thread(RunDocument.JobSummary job) {
    return job.threadKind().equals(ThreadKind.PLATFORM.word())
        ? "thread"
        : PlainText.line(job.threadKind()) + " thread";
  }

  private void outcome() {
    RunDocument.JobSummary job = run.job();
    lines.add(
        terminal.paint(
                Paint.STRONG, PlainText.line(job.jobClass()) + " " + PlainText.line(job.state()))
            + (lossy() ? ", with losses" : "")
            + (job.reason().isEmpty() ? "" : ": " + PlainText.line(job.reason())));
  }

  private void headline() {
    RunDocument.JobSummary job = run.job();
    StatsDocument stats = run.summary();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s on %s, %s; %s",
            Counted.of(job.threads(), thread(job)),
            Counted.of(job.agents(), "agent"),
            PlainText.line(job.load()),
            phases()));
    lines.add(
        Figures.rate(stats.throughput())
            + " transactions/s, "
            + Figures.rate(stats.of(Measure.STATEMENTS))
            + " statements/s; goodput "
            + Figures.rate(stats.of(Measure.GOODPUT))
            + " of "
            + Figures.rate(stats.of(Measure.ATTEMPTS))
            + " attempts/s");
    lines.add(
        String.format(
            Locale.ROOT,
            "%s ok%s, %s failed, %s uncertain, %s retried%s",
            Figures.count(stats.transactions()),
            rolledBack(stats),
            Figures.count(stats.failed()),
            Figures.count(stats.uncertain()),
            Figures.count(stats.retried()),
            dropped(stats)));
    long clamped = stats.latencyMillis().map(LatencyMillis::clamped).orElse(0L);
    if (clamped > 0) {
      lines.add(Figures.count(clamped) + " took longer than an hour, and are counted as one");
    }
    if (!stats.okAfterRetries().isEmpty()) {
      lines.add("ok after retries: " + afterRetries(stats));
    }
  }

  private static String rolledBack(StatsDocument stats) {
    return stats.rolledBack() == 0
        ? ""
        : " (" + Figures.count(stats.rolledBack()) + " rolled back by the business rule)";
  }

  /// Whether it came to its end, and not all of its planned load with it.
  private boolean lossy() {
    return run.job().state().equals("completed")
        && run.delivery().filter(delivery -> !delivery.whole()).isPresent();
  }

  private static String dropped(StatsDocument stats) {
    return stats.droppedBy().entrySet().stream()
        .map(
            entry -> ", " + Figures.count(entry.getValue()) + " dropped: " + entry.getKey().words())
        .collect(Collectors.joining());
  }

  private static String afterRetries(StatsDocument stats) {
    return String.join(
        ", ",
        new TreeMap<>(stats.okAfterRetries())
            .entrySet().stream()
                .map(entry -> Figures.count(entry.getValue()) + " after " + entry.getKey())
                .toList());
  }

  private String phases() {
    return String.join(
        ", ",
        run.phases().stream()
            .map(phase -> phase.kind() + " " + Figures.seconds(phase.durationMillis()))
            .toList());
  }

  private void operations() {
    Table table =
        new Table(
            Column.words("operation"),
            Column.numbers("count"),
            Column.numbers("per s"),
            Column.numbers("failed").unlessNarrow(2),
            Column.numbers("mean").unlessNarrow(4),
            Column.numbers("p50"),
            Column.numbers("p90").unlessNarrow(5),
            Column.numbers("p95"),
            Column.numbers("p99"),
            Column.numbers("p99.9").unlessNarrow(3),
            Column.numbers("p99.99").unlessNarrow(7),
            Column.numbers("max").unlessNarrow(1),
            Column.numbers("std dev").unlessNarrow(6));
    addRow(table, "transaction", run.summary());
    StatsDocument summary = run.summary();
    summary
        .carriedLatencyMillis()
        .filter(_ -> summary.waitMillis().isPresent())
        .ifPresent(carried ->
            addRow(
                table,
                "- carried over",
                Optional.of(carried),
                Figures.count(carried.count()),
                "",
                ""));
    summary.waitMillis().ifPresent(part -> addPart(table, "- wait for a thread", part));
    summary.scheduleDelayMillis().ifPresent(part -> addPart(table, "- schedule delay", part));
    summary.serviceMillis().ifPresent(part -> addPart(table, "- service", part));
    summary
        .failedLatencyMillis()
        .ifPresent(failed ->
            addRow(table, "- not ok", Optional.of(failed), Figures.count(failed.count()), "", ""));
    run.operations().entrySet().stream()
        .filter(one -> done(one.getValue()))
        .forEach(one -> addRow(table, one.getKey(), one.getValue()));
    lines.add("");
    lines.add("latency in ms, " + PlainText.line(run.job().latencyMeaning()));
    lines.addAll(table.lines(terminal.columns()));
  }

  /// Each phase by itself, the first before the others.
  private void phaseTable() {
    if (run.phases().size() < 2) {
      return;
    }
    Table table =
        new Table(
            Column.words("phase"),
            Column.numbers("due"),
            Column.numbers("begun").unlessNarrow(3),
            Column.numbers("ok"),
            Column.numbers("failed").unlessNarrow(2),
            Column.numbers("dropped"),
            Column.numbers("carried over"),
            Column.numbers("per s"),
            Column.numbers("mean").unlessNarrow(5),
            Column.numbers("p50").unlessNarrow(4),
            Column.numbers("p95"),
            Column.numbers("p99"),
            Column.numbers("max").unlessNarrow(1));
    for (RunDocument.PhaseDocument phase : run.phases()) {
      StatsDocument stats = phase.stats();
      Optional<LatencyMillis> latency = stats.latencyMillis();
      table.row(
          Figures.seconds(phase.startMillis()) + " " + phase.kind(),
          Figures.count(stats.due()),
          Figures.count(stats.begun()),
          Figures.count(stats.transactions()),
          Figures.count(stats.failed() + stats.uncertain()),
          Figures.count(stats.dropped()),
          Figures.count(stats.carriedOver()),
          Figures.rate(stats.throughput()),
          Figures.millis(latency, Measure.MEAN),
          Figures.millis(latency, Measure.P50),
          Figures.millis(latency, Measure.P95),
          Figures.millis(latency, Measure.P99),
          Figures.millis(latency, Measure.MAX));
    }
    lines.add("");
    lines.addAll(table.lines(terminal.columns()));
  }

  /// What is declared besides, in the measured phases.
  private void figures() {
    Table table =
        new Table(
            Column.words("figure"),
            Column.numbers("total").unlessNarrow(2),
            Column.numbers("per s"),
            Column.numbers("per tx").unlessNarrow(1),
            Column.numbers("value"),
            Column.numbers("mean").unlessNarrow(4),
            Column.numbers("p50"),
            Column.numbers("p99"),
            Column.numbers("max").unlessNarrow(3),
            Column.words("unit"));
    List<FigureDocument> tabled =
        run.figures().stream()
            .filter(one -> !FoldedFigures.isFolded(one) && !KindsTable.has(one) && one.known())
            .toList();
    for (FigureDocument one : tabled) {
      Optional<LatencyMillis> spread = one.distribution();
      table.row(
          PlainText.line(one.figure().label()),
          number(one.total(), one),
          number(one.perSecond(), one),
          number(one.perTransaction(), one),
          one.share().isPresent() ? Figures.percent(one.share()) : number(one.value(), one),
          spread.map(all -> Figures.millis(all.mean())).orElse(""),
          spread.map(all -> Figures.millis(all.p50())).orElse(""),
          spread.map(all -> Figures.millis(all.p99())).orElse(""),
          spread.map(all -> Figures.millis(all.max())).orElse(""),
          one.figure().unit().equals("B") ? "" : PlainText.line(one.figure().unit()));
    }
    if (!tabled.isEmpty()) {
      lines.add("");
      lines.addAll(table.lines(terminal.columns()));
    }
    lines.addAll(FoldedFigures.lines(run.toldFigures(), terminal.columns()));
  }

  /// Nobody counts the digits of bytes: each has its own unit.
  private static String number(OptionalDouble value, FigureDocument of) {
    return Figures.bytes(value, of.figure().unit()).orElseGet(() -> Figures.number(value));
  }

  /// Whether there was any: of what a job class can do, a run may do a part.
  private static boolean done(StatsDocument stats) {
    return stats.transactions() + stats.failed() + stats.uncertain() > 0;
  }

  private static void addRow(Table table, String name, StatsDocument stats) {
    addRow(
        table,
        name,
        stats.latencyMillis(),
        Figures.count(stats.transactions()),
        Figures.rate(stats.throughput()),
        Figures.count(stats.failed()));
  }

  /// One part of the transactions' response.
  private static void addPart(Table table, String name, LatencyMillis latency) {
    addRow(table, name, Optional.of(latency), "", "", "");
  }

  private static void addRow(
      Table table,
      String name,
      Optional<LatencyMillis> latency,
      String count,
      String perSecond,
      String failed) {
    List<String> cells = new ArrayList<>(List.of(name, count, perSecond, failed));
    cells.addAll(Figures.latencies(latency));
    cells.add(latency.map(one -> Figures.millis(one.stdDev())).orElse(Figures.NONE));
    table.row(cells.toArray(String[]::new));
  }

  private void agents() {
    if (run.agents().size() < 2) {
      return;
    }
    Table table =
        new Table(
            Column.words("agent"),
            Column.numbers("threads"),
            Column.numbers("per s"),
            Column.numbers("failed").unlessNarrow(1),
            Column.numbers("p95"),
            Column.numbers("p99"),
            Column.numbers("user").unlessNarrow(2),
            Column.numbers("system").unlessNarrow(2),
            Column.numbers("idle").unlessNarrow(2),
            Column.numbers("first start, ms").unlessNarrow(3));
    for (RunDocument.AgentDocument agent : run.agents()) {
      table.row(
          agent.name(),
          "" + agent.threads(),
          Figures.rate(agent.stats().throughput()),
          Figures.count(agent.stats().failed()),
          Figures.millis(agent.stats().latencyMillis(), Measure.P95),
          Figures.millis(agent.stats().latencyMillis(), Measure.P99),
          hostShare(agent.host().user()),
          hostShare(agent.host().system()),
          hostShare(agent.host().idle()),
          of(agent.threads(), Figures.millis(agent.firstStartMillis())));
    }
    lines.add("");
    lines.addAll(table.lines(terminal.columns()));
  }

  /// A figure of so many; of none it is unknown.
  private static String of(long many, String figure) {
    return many > 0 ? figure : "-";
  }

  /// Of a host's CPU time.
  private static String hostShare(double share) {
    return share < 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private void errors() {
    if (run.errors().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add(terminal.paint(Paint.BAD, "failures"));
    run.errors().stream().limit(SHOWN_ERRORS).map(Summary::describe).forEach(lines::add);
    if (run.errors().size() > SHOWN_ERRORS) {
      lines.add("  and " + (run.errors().size() - SHOWN_ERRORS) + " other kinds");
    }
  }

  /// What happened; phases are told above.
  private void marks() {
    List<Mark> marks = run.marks().stream().filter(mark -> mark.kind() != Mark.Kind.PHASE).toList();
    if (marks.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("what happened");
    marks.stream().limit(SHOWN_MARKS).map(Summary::describe).forEach(lines::add);
    if (marks.size() > SHOWN_MARKS) {
      lines.add("  and " + (marks.size() - SHOWN_MARKS) + " more");
    }
  }

  private static String describe(Mark mark) {
    String until =
        mark.untilMillis().isPresent()
            ? " to " + Figures.elapsed(mark.untilMillis().getAsDouble() / 1e3)
            : "";
    return "  %s%s  %-6s  %s"
        .formatted(
            Figures.elapsed(mark.atMillis() / 1e3),
            until,
            mark.kind().word(),
            PlainText.line(mark.line()));
  }

  /// What the database called it; nothing where it was none of its errors.
  private static String answer(ErrorSample error) {
    return error.vendorCode() == 0 && error.sqlState().isEmpty()
        ? ""
        : " (code " + error.vendorCode() + ", state " + PlainText.line(error.sqlState()) + ")";
  }

  private static String describe(ErrorSample error) {
    return String.format(
        Locale.ROOT,
        "  %s x %s%s%s, first at %s: %s",
        Figures.count(error.count()),
        error.errorClass().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        error.operation().isEmpty() ? "" : " in " + PlainText.line(error.operation()),
        answer(error),
        Figures.seconds(error.firstMillis()),
        PlainText.line(error.message(), SHOWN_MESSAGE));
  }
}
