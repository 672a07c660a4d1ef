package dev.broadside.core.report.html;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.AgentDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.PhaseDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.work.Verification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// A run as one HTML file that needs nothing else: whether it can be trusted, its figures, its
/// charts, and what is needed to run it again.
public final class RunReport {
  private static final int MOST_OPEN = 60;

  private final RunDocument run;
  private final String definition;
  private final RunCharts charts;
  private final Sheet sheet;

  private RunReport(RunDocument run, Buckets series, String definition) {
    this.run = run;
    this.definition = definition;
    this.charts = new RunCharts(run, series);
    this.sheet = new Sheet(run.job().name() + " – Broadside report");
  }

  /// The document.
  ///
  /// @param run its intervals are not looked at
  /// @param series its intervals
  /// @param definition the job as YAML, without its secrets; empty where nobody has it
  public static String html(RunDocument run, Buckets series, String definition) {
    RunReport report = new RunReport(run, series, definition);
    report.head();
    if (!run.job().startedAt().isEmpty()) {
      report.measured();
    }
    report.setup();
    return report.sheet.html();
  }

  private void head() {
    JobSummary job = run.job();
    String outcome = job.state() + (job.reason().isEmpty() ? "" : ": " + job.reason());
    sheet.add(
        Tag.of("header")
            .add(
                Tag.of("p", "eyebrow", "Broadside · " + job.title()),
                Tag.of("h1").text(job.name()),
                Tag.of("p")
                    .add(
                        Tag.of("b", Verdict.tone(job.state()), outcome),
                        Tag.of(
                            "span",
                            "muted",
                            period(job.startedAt(), job.endedAt()) + " · " + job.id())),
                Tag.of("p", "muted", shape())));
    sheet.add(
        Tag.of("div")
            .at("class", "verdicts")
            .add(Verdict.of(run).stream().map(Verdict::tag).toList()));
    List<Tag> doubts = doubts();
    if (!doubts.isEmpty()) {
      sheet.add(Tag.of("ul").at("class", "doubts").add(doubts));
    }
  }

  /// When it ran, to the second.
  static String period(String startedAt, String endedAt) {
    if (startedAt.isEmpty()) {
      return " never began";
    }
    return endedAt.isEmpty()
        ? " since " + moment(startedAt) + " UTC"
        : " " + moment(startedAt) + " to " + moment(endedAt) + " UTC";
  }

  private static String moment(String instant) {
    return instant.replaceFirst("T", " ").replaceFirst("(\\.\\d+)?Z$", "");
  }

  private String shape() {
    JobSummary job = run.job();
    return String.format(
        Locale.ROOT,
        "%s on %s, %s; %s",
        Counted.of(
            job.threads(),
            job.threadKind().equals("platform") ? "thread" : job.threadKind() + " thread"),
        Counted.of(job.agents(), "agent"),
        job.load(),
        run.phases().stream()
            .map(phase -> phase.kind() + " " + Figures.seconds(phase.durationMillis()))
            .collect(Collectors.joining(", ")));
  }

  /// What must be known beside the verdicts.
  private List<Tag> doubts() {
    Stream<String> delivery =
        run.delivery().stream()
            .filter(one -> !one.whole() && !run.job().startedAt().isEmpty())
            .map(one -> one.sentence(Instant.parse(run.job().startedAt())));
    Stream<String> checks =
        run.audit().checks().stream().filter(check -> !check.holds()).map(RunReport::words);
    Stream<String> amendments =
        run.seal().stream()
            .flatMap(seal -> seal.amendments().stream())
            .map(one -> "amended at " + one.at() + " by records that came after the end");
    Stream<String> backlogs = run.backlogs().stream();
    return Stream.of(run.audit().findings().stream(), checks, delivery, amendments, backlogs)
        .flatMap(all -> all)
        .map(text -> Tag.of("li").text(text))
        .toList();
  }

  private static String words(Verification.Check check) {
    return check.name()
        + " "
        + check.word()
        + (check.evidence() && !check.holds() && !check.unchecked() ? " (evidence only)" : "")
        + ": "
        + check.detail();
  }

  private void measured() {
    sheet.add(headline());
    sheet.section(
        "Operations",
        List.of(
            Tag.of("p", "muted", "Latency in ms, " + run.job().latencyMeaning() + "."),
            operations()));
    sheet.section("Phases", run.phases().size() > 1 ? List.of(phases()) : List.of());
    sheet.section(
        "Over time", Stream.concat(charts.overTime().stream(), marks().stream()).toList());
    sheet.section("Percentiles", charts.percentiles().stream().toList());
    sheet.section("Thresholds", filled(thresholds()));
    sheet.section("Failures", filled(errors()));
    sheet.section("Agents", filled(agents()));
    sheet.section("Checked on the target", filled(checks()));
    figures();
  }

  private static List<Tag> filled(Grid grid) {
    return grid.isEmpty() ? List.of() : List.of(grid.tag());
  }

  private Tag headline() {
    StatsDocument stats = run.summary();
    Optional<LatencyMillis> latency = stats.latencyMillis();
    Tag headline = Tag.of("div").at("class", "headline");
    run.generator()
        .demand()
        .ifPresent(demand ->
            headline.add(
                big("asked for per second", Figures.rate(demand.askedPerSecond())),
                big("dropped", Figures.count(stats.dropped()))));
    return headline.add(
        big("transactions per second", Figures.rate(stats.throughput())),
        big("p50, ms", Figures.millis(latency, Measure.P50)),
        big("p95, ms", Figures.millis(latency, Measure.P95)),
        big("p99, ms", Figures.millis(latency, Measure.P99)),
        big("ended well", Figures.count(stats.transactions())),
        big("failed or uncertain", Figures.count(stats.failed() + stats.uncertain())),
        big("goodput per second", Figures.rate(stats.of(Measure.GOODPUT))));
  }

  private static Tag big(String label, String number) {
    return Tag.of("div").add(Tag.of("b").text(number), Tag.of("span").text(label));
  }

  private Tag operations() {
    Grid grid =
        new Grid(
            "operation",
            "#count",
            "#per s",
            "#failed",
            "#mean",
            "#p50",
            "#p90",
            "#p95",
            "#p99",
            "#p99.9",
            "#p99.99",
            "#max");
    StatsDocument summary = run.summary();
    row(grid, "transaction", summary);
    Map<String, Optional<LatencyMillis>> parts = new LinkedHashMap<>();
    parts.put("· wait for a thread", summary.waitMillis());
    parts.put("· schedule delay", summary.scheduleDelayMillis());
    parts.put("· service", summary.serviceMillis());
    parts.put("· not ok", summary.failedLatencyMillis());
    parts.put(
        "· carried over",
        summary.carriedLatencyMillis().filter(_ -> summary.waitMillis().isPresent()));
    parts.forEach((name, part) -> part.ifPresent(_ -> row(grid, name, "", "", "", part)));
    run.operations()
        .forEach((name, stats) -> {
          if (stats.begun() > 0) {
            row(grid, name, stats);
          }
        });
    return grid.tag();
  }

  private static void row(Grid grid, String name, StatsDocument stats) {
    row(
        grid,
        name,
        Figures.count(stats.transactions()),
        Figures.rate(stats.throughput()),
        Figures.count(stats.failed() + stats.uncertain()),
        stats.latencyMillis());
  }

  private static void row(
      Grid grid,
      String name,
      String count,
      String rate,
      String failed,
      Optional<LatencyMillis> latency) {
    List<String> cells = new ArrayList<>(List.of(name, count, rate, failed));
    cells.addAll(Figures.latencies(latency));
    grid.row(cells.toArray(String[]::new));
  }

  /// Each phase by itself.
  private Tag phases() {
    Grid grid =
        new Grid(
            "phase",
            "at",
            "#due",
            "#begun",
            "#ok",
            "#failed",
            "#dropped",
            "#carried over",
            "#per s",
            "#mean",
            "#p50",
            "#p95",
            "#p99",
            "#max");
    for (PhaseDocument phase : run.phases()) {
      StatsDocument stats = phase.stats();
      Optional<LatencyMillis> latency = stats.latencyMillis();
      List<String> cells =
          new ArrayList<>(List.of(phase.kind(), Figures.seconds(phase.startMillis())));
      LongStream.of(
              stats.due(),
              stats.begun(),
              stats.transactions(),
              stats.failed() + stats.uncertain(),
              stats.dropped(),
              stats.carriedOver())
          .mapToObj(Figures::count)
          .forEach(cells::add);
      cells.add(Figures.rate(stats.throughput()));
      Stream.of(Measure.MEAN, Measure.P50, Measure.P95, Measure.P99, Measure.MAX)
          .map(which -> Figures.millis(latency, which))
          .forEach(cells::add);
      grid.row(cells.toArray(String[]::new));
    }
    return grid.tag();
  }

  private List<Tag> marks() {
    List<Mark> told = RunCharts.told(run);
    Grid grid = new Grid("#", "at", "until", "what happened");
    for (int i = 0; i < told.size(); i++) {
      Mark mark = told.get(i);
      OptionalDouble until = mark.untilMillis();
      grid.row(
          "" + (i + 1),
          Figures.elapsed(mark.atMillis() / 1e3),
          until.isPresent() ? Figures.elapsed(until.getAsDouble() / 1e3) : "",
          mark.kind().word() + ": " + mark.line());
    }
    return filled(grid);
  }

  private Grid thresholds() {
    Grid grid = new Grid("threshold", "verdict", "#value", "#limit", "why");
    run.thresholds().stream()
        .flatMap(all -> all.each().stream())
        .forEach(one ->
            grid.row(
                one.text(),
                one.verdict().words(),
                one.valueText(),
                one.limitText(),
                one.verdict() == ThresholdDocument.Verdict.HOLDS ? "" : one.sentence()));
    return grid;
  }

  private Grid errors() {
    Grid grid = new Grid("kind", "operation", "#count", "code", "first", "last", "first message");
    for (ErrorSample error : run.errors()) {
      boolean answered = error.vendorCode() != 0 || !error.sqlState().isEmpty();
      grid.row(
          error.errorClass().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          error.operation(),
          Figures.count(error.count()),
          answered ? error.vendorCode() + " " + error.sqlState() : "",
          Figures.elapsed(error.firstMillis() / 1e3),
          Figures.elapsed(error.lastMillis() / 1e3),
          error.message());
    }
    return grid;
  }

  /// What is declared besides, under the words before the comma of its section, such as `Host of
  /// db, disk sda`. A long list is folded.
  private void figures() {
    Map<String, Grid> groups = new LinkedHashMap<>();
    for (FigureDocument one : run.toldFigures()) {
      FigureNumber number = FigureNumber.of(one);
      if (!number.text().isEmpty()) {
        String[] section = one.figure().section().split(", ", 2);
        String label = (section.length > 1 ? section[1] + ": " : "") + one.figure().label();
        Stream<Tag> words =
            Stream.of(label, number.text(), number.unit()).map(cell -> Tag.of("span").text(cell));
        groups
            .computeIfAbsent(section[0], _ -> new Grid("figure", "#value", "", "over time"))
            .row(Stream.concat(words, charts.small(one).stream()).toList());
      }
    }
    List<Tag> inside = new ArrayList<>();
    groups.forEach((name, grid) ->
        inside.add(
            grid.size() > MOST_OPEN
                ? Sheet.folded(name + ", " + grid.size() + " figures", grid.tag())
                : Tag.of("div").at("class", "figures").add(Tag.of("h3").text(name), grid.tag())));
    sheet.section("Figures", inside);
  }

  private Grid agents() {
    Grid grid =
        new Grid(
            "agent",
            "#threads",
            "#per s",
            "#failed",
            "#p95",
            "#p99",
            "#user",
            "#system",
            "#idle",
            "#first start, ms");
    for (AgentDocument agent : run.agents()) {
      StatsDocument stats = agent.stats();
      grid.row(
          agent.name(),
          "" + agent.threads(),
          Figures.rate(stats.throughput()),
          Figures.count(stats.failed()),
          Figures.millis(stats.latencyMillis(), Measure.P95),
          Figures.millis(stats.latencyMillis(), Measure.P99),
          share(agent.host().user()),
          share(agent.host().system()),
          share(agent.host().idle()),
          agent.threads() > 0 ? Figures.millis(agent.firstStartMillis()) : "–");
    }
    return grid;
  }

  static String share(double share) {
    return share < 0 ? "–" : Figures.percent(OptionalDouble.of(share));
  }

  private Grid checks() {
    Grid grid = new Grid("check", "verdict", "found");
    run.audit()
        .checks()
        .forEach(check ->
            grid.row(
                check.name(),
                check.holds() || check.unchecked() ? check.word() : "DOES NOT HOLD",
                check.detail()));
    return grid;
  }

  /// What was asked, and where it ran.
  private void setup() {
    List<Tag> job = new ArrayList<>();
    if (!definition.isEmpty()) {
      job.add(Tag.of("pre").at("tabindex", 0).lines(definition));
    } else {
      job.add(Sheet.pairs(run.parameters().entrySet()));
    }
    sheet.section("The job", job);
    List<Tag> origin = new ArrayList<>();
    origin.add(Sheet.pairs(run.provenance().entrySet()));
    run.agents()
        .forEach(agent ->
            origin.add(
                Sheet.folded(
                    "Agent " + agent.name(), Sheet.pairs(agent.environment().entrySet()))));
    run.seal().ifPresent(seal -> origin.add(Tag.of("p", "muted", words(seal))));
    sheet.section("Where it comes from", origin);
  }

  private static String words(ResultSeal seal) {
    return "Sealed "
        + seal.at()
        + " with "
        + Counted.of(seal.amendments().size(), "amendment")
        + ". SHA-256 of its records: "
        + seal.sha256();
  }
}
