package dev.broadside.core.report.section;

import static dev.broadside.core.report.section.TableColumn.latency;
import static dev.broadside.core.report.section.TableColumn.number;
import static dev.broadside.core.report.section.TableColumn.words;

import dev.broadside.core.diagnosis.Diagnosis;
import dev.broadside.core.digest.Sha256;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.load.Counted;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.AgentDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.PhaseDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.section.Block.Headline;
import dev.broadside.core.report.section.Block.MetricLine;
import dev.broadside.core.report.section.Block.OverTime;
import dev.broadside.core.report.section.Block.Pairs;
import dev.broadside.core.report.section.Block.Part;
import dev.broadside.core.report.section.Block.Shade;
import dev.broadside.core.report.section.Block.Source;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.Block.Text;
import dev.broadside.core.report.section.Block.TimeChart;
import dev.broadside.core.report.section.ReportDocument.Head;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Subject;
import dev.broadside.core.work.Verification;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A run for people: first whether its numbers can be trusted, then the numbers.
public final class RunReport {
  private static final int MOST_ERRORS = 10;
  private static final int MOST_MARKS = 20;

  /// How many lines of a program's output a terminal shows.
  private static final int MOST_LINES = 10;

  private static final int LONGEST_BAR = 40;

  /// The order in which a narrow terminal leaves out latencies of operations: the highest first.
  private static final Map<String, Integer> LATENCY_RANKS =
      Map.of("mean", 4, "p50", 0, "p90", 5, "p95", 0, "p99", 0, "p99.9", 3, "p99.99", 7, "max", 1);

  private final RunDocument run;
  private final StatsDocument summary;

  private RunReport(RunDocument run) {
    this.run = run;
    this.summary = run.summary();
  }

  /// The result of a run.
  ///
  /// @param run the result; its intervals are not used
  /// @param definition the job as YAML, without its secrets; may be empty
  public static ReportDocument of(RunDocument run, String definition) {
    RunReport report = new RunReport(run);
    // A run that never began has nothing to judge, and no numbers.
    boolean began = !run.job().startedAt().isEmpty();
    return new ReportDocument(
        report.head(),
        List.of(),
        Verdicts.withNotes(run),
        began ? report.sections() : List.of(),
        report.setup(definition));
  }

  /// A run in one line, as a step of a study.
  public static String inOneLine(RunDocument run) {
    return "%s: %s transactions/s, p95 %s ms, GENERATOR %s, AUDIT %s"
        .formatted(
            run.job().state(),
            NumberText.rate(run.summary().throughput()),
            NumberText.millis(run.summary().latencyMillis(), Measure.P95),
            run.generator().verdict().words(),
            run.audit().verdict());
  }

  private Head head() {
    JobSummary job = run.job();
    boolean lossy =
        job.state().equals("completed")
            && run.delivery().filter(delivery -> !delivery.whole()).isPresent();
    return new Head(
        "Broadside report · " + job.title(),
        job.name(),
        job.jobClass(),
        job.state() + (lossy ? ", with losses" : ""),
        lossy ? Tone.WARN : Tone.ofState(job.state()),
        job.reason(),
        Head.when(job.startedAt(), job.endedAt(), job.id()),
        job.startedAt().isEmpty() || loadedOnly(run) ? "" : shape());
  }

  private String shape() {
    JobSummary job = run.job();
    boolean usual = job.asked().threadKind().equals(ThreadKind.PLATFORM.word());
    return "%s on %s, %s; %s"
        .formatted(
            Counted.of(job.threads(), usual ? "thread" : job.asked().threadKind() + " thread"),
            Counted.of(job.agents(), "agent"),
            job.asked().load(),
            run.phases().stream()
                .map(phase -> phase.kind() + " " + NumberText.seconds(phase.durationMillis()))
                .collect(Collectors.joining(", ")));
  }

  private List<Section> sections() {
    FigureParts figures = new FigureParts(run);
    if (loadedOnly(run)) {
      return List.of(dataSet(), errors(), agents(), checks(), seal());
    }
    return Stream.of(
            Section.of("summary", "", "", headline()),
            diagnoses(),
            figures.kinds(),
            operations(),
            SlowestTransactions.of(run),
            StatementParts.of(run),
            phases(),
            Section.of("charts", "Over time", "", overTime()),
            marks(),
            plans(),
            settings(),
            programs(),
            errors(),
            run.drift().map(Verdicts::driftTable).orElse(Section.of("drift", "Drift", "")),
            new Section("figures", "Figures", "", figures.parts()),
            agents(),
            checks(),
            dataSet(),
            seal())
        .toList();
  }

  private Headline headline() {
    Optional<LatencyMillis> latency = summary.latencyMillis();
    List<Headline.Figure> figures = new ArrayList<>();
    run.generator()
        .demand()
        .ifPresent(demand -> {
          figures.add(figure("asked for per second", NumberText.rate(demand.askedPerSecond())));
          figures.add(figure("dropped", NumberText.count(summary.dropped())));
        });
    long bad = summary.failed() + summary.uncertain();
    figures.addAll(
        List.of(
            figure("transactions per second", NumberText.rate(summary.throughput())),
            figure("p50, ms", NumberText.millis(latency, Measure.P50)),
            figure("p95, ms", NumberText.millis(latency, Measure.P95)),
            figure("p99, ms", NumberText.millis(latency, Measure.P99)),
            figure("ended well", NumberText.count(summary.transactions())),
            figure("failed or uncertain", NumberText.count(bad)),
            figure("goodput per second", NumberText.rate(summary.of(Measure.GOODPUT)))));
    return new Headline(figures, sentences());
  }

  private static Headline.Figure figure(String label, String number) {
    return new Headline.Figure(label, number);
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "%s transactions/s, %s statements/s; goodput %s of %s attempts/s"
            .formatted(
                NumberText.rate(summary.throughput()),
                NumberText.rate(summary.of(Measure.STATEMENTS)),
                NumberText.rate(summary.of(Measure.GOODPUT)),
                NumberText.rate(summary.of(Measure.ATTEMPTS))));
    String rolledBack = NumberText.count(summary.rolledBack());
    String dropped =
        summary.droppedBy().entrySet().stream()
            .map(one ->
                ", " + NumberText.count(one.getValue()) + " dropped: " + one.getKey().words())
            .collect(Collectors.joining());
    sentences.add(
        "%s ok%s, %s failed, %s uncertain, %s retried%s"
            .formatted(
                NumberText.count(summary.transactions()),
                summary.rolledBack() == 0
                    ? ""
                    : " (" + rolledBack + " rolled back by the business rule)",
                NumberText.count(summary.failed()),
                NumberText.count(summary.uncertain()),
                NumberText.count(summary.retried()),
                dropped));
    long clamped = summary.latencyMillis().map(LatencyMillis::clamped).orElse(0L);
    if (clamped > 0) {
      sentences.add(
          NumberText.count(clamped) + " took longer than an hour, and are counted as one");
    }
    String retries =
        new TreeMap<>(summary.okAfterRetries())
            .entrySet().stream()
                .map(one -> NumberText.count(one.getValue()) + " after " + one.getKey())
                .collect(Collectors.joining(", "));
    if (!retries.isEmpty()) {
      sentences.add("ok after retries: " + retries);
    }
    run.pricePerHour()
        .filter(_ -> summary.throughput() > 0)
        .map(price ->
            "a million transactions cost %s, at %s an hour"
                .formatted(NumberText.text(run.pricePerMillion(), ""), price))
        .ifPresent(sentences::add);
    floor().ifPresent(sentences::add);
    return sentences;
  }

  /// What the target's cheapest answers took before the load: no latency can be lower.
  private Optional<String> floor() {
    Optional<String> roundTrip = Optional.ofNullable(run.provenance().get(Facts.FLOOR_ROUND_TRIP));
    Optional<String> select = Optional.ofNullable(run.provenance().get(Facts.FLOOR_SELECT));
    return roundTrip.flatMap(trip ->
        select.map(
            one -> "floor before the load: round trip %s ms, select 1 %s ms".formatted(trip, one)));
  }

  /// The page shows links to the charts in its place.
  private Section diagnoses() {
    List<Block> parts = new ArrayList<>();
    for (Diagnosis one : run.diagnoses()) {
      List<Block> said = new ArrayList<>();
      said.add(new Text(one.sentence() + "."));
      said.add(new Text("To do: " + one.todo() + "."));
      one.evidence().forEach(shown -> said.add(new Text("Seen in " + shown.words() + ".")));
      String title = one.title() + ", " + one.certainty().word();
      parts.add(new Part(title, false, Optional.empty(), said));
    }
    return new Section("diagnoses", "Diagnoses", "what held the run back", parts);
  }

  /// @param rate empty for a part of the response time, which has no counts of its own
  private record Timed(
      String name, String count, String rate, String failed, Optional<LatencyMillis> latency) {
    static Timed of(String name, StatsDocument stats) {
      return new Timed(
          name,
          NumberText.count(stats.transactions()),
          NumberText.rate(stats.throughput()),
          NumberText.count(stats.failed() + stats.uncertain()),
          stats.latencyMillis());
    }

    String stdDev() {
      return latency.map(all -> NumberText.millis(all.stdDev())).orElse(NumberText.NONE);
    }

    static Optional<Timed> counted(String name, Optional<LatencyMillis> latency) {
      return latency.map(all -> new Timed(name, NumberText.count(all.count()), "", "", latency));
    }

    static Optional<Timed> part(String name, Optional<LatencyMillis> latency) {
      return latency.map(_ -> new Timed(name, "", "", "", latency));
    }
  }

  private Section operations() {
    List<Timed> rows = new ArrayList<>(List.of(Timed.of("transaction", summary)));
    Stream.of(
            Timed.counted(
                "- carried over",
                summary.carriedLatencyMillis().filter(_ -> summary.waitMillis().isPresent())),
            Timed.part("- wait for a thread", summary.waitMillis()),
            Timed.part("- schedule delay", summary.scheduleDelayMillis()),
            Timed.part("- service", summary.serviceMillis()),
            Timed.counted("- not ok", summary.failedLatencyMillis()))
        .flatMap(Optional::stream)
        .forEach(rows::add);
    // A run may use only some of the operations of its job class.
    run.operations().entrySet().stream()
        .filter(one ->
            one.getValue().transactions() + one.getValue().failed() + one.getValue().uncertain()
                > 0)
        .forEach(one -> rows.add(Timed.of(one.getKey(), one.getValue())));
    List<Block> blocks = new ArrayList<>();
    List<TableColumn<Timed>> columns = new ArrayList<>();
    columns.add(words("operation", Timed::name));
    columns.add(number("count", Timed::count));
    columns.add(number("per s", Timed::rate));
    columns.add(number("failed", 2, Timed::failed));
    Measure.latencies()
        .forEach(one ->
            columns.add(latency(one, LATENCY_RANKS.getOrDefault(one.id(), 8), Timed::latency)));
    columns.add(number("std dev", 6, Timed::stdDev));
    blocks.add(Table.of(rows, columns));
    PercentileCurves.of(run).ifPresent(blocks::add);
    return new Section(
        "percentiles",
        "Operations",
        "latency in ms, " + run.job().asked().latencyMeaning(),
        blocks);
  }

  /// A row for each phase.
  private Section phases() {
    List<PhaseDocument> phases = run.phases().size() < 2 ? List.of() : run.phases();
    return Section.of(
        "phases",
        "Phases",
        "",
        Table.of(
            phases,
            words("phase", one -> NumberText.seconds(one.startMillis()) + " " + one.kind()),
            counted("due", 0, StatsDocument::due),
            counted("begun", 3, StatsDocument::begun),
            counted("ok", 0, StatsDocument::transactions),
            counted("failed", 2, stats -> stats.failed() + stats.uncertain()),
            counted("dropped", 0, StatsDocument::dropped),
            counted("carried over", 0, StatsDocument::carriedOver),
            number("per s", one -> NumberText.rate(one.stats().throughput())),
            latency(Measure.MEAN, 5, one -> one.stats().latencyMillis()),
            latency(Measure.P50, 4, one -> one.stats().latencyMillis()),
            latency(Measure.P95, one -> one.stats().latencyMillis()),
            latency(Measure.P99, one -> one.stats().latencyMillis()),
            latency(Measure.MAX, 1, one -> one.stats().latencyMillis())));
  }

  private static TableColumn<PhaseDocument> counted(
      String title, int rank, ToLongFunction<StatsDocument> count) {
    return number(title, rank, one -> NumberText.count(count.applyAsLong(one.stats())));
  }

  /// Only an open load has waiting arrivals: in a closed load a transaction is due when a thread
  /// begins it.
  private OverTime overTime() {
    boolean open = run.job().asked().latencyMeaning().startsWith("response");
    List<TimeChart> charts = new ArrayList<>();
    charts.add(
        TimeChart.of(
            "Throughput",
            "transactions per second",
            lines(one -> one.unit().equals("/s") && !one.drawnDraining())));
    charts.add(
        TimeChart.of(
            "Latency", "ms, " + run.job().asked().latencyMeaning(), lines(Measure::latency)));
    charts.add(
        TimeChart.of(
            "Latency heat map",
            "ms; the stronger the colour, the more transactions took that long"));
    if (open) {
      charts.add(
          TimeChart.of(
              "Arrivals that wait",
              "at the end of an interval",
              new MetricLine("waiting", "waiting")));
    }
    charts.add(TimeChart.of("Failures", "per second", lines(Measure::drawnDraining)));
    charts.add(
        TimeChart.of(
            "Agents' CPU",
            "%, the busiest agent",
            new MetricLine("processCpu", "worker's CPU"),
            new MetricLine("hostCpu", "host's CPU"),
            new MetricLine("cpuWait", "waiting for a core")));
    return new OverTime(charts, shades());
  }

  /// The lines of the drawn measures that match.
  private static MetricLine[] lines(Predicate<Measure> which) {
    return Measure.in(Measure.Place.CHART).stream()
        .filter(which)
        .map(one -> new MetricLine(one.id(), one.title()))
        .toArray(MetricLine[]::new);
  }

  /// The phases that are not measured, and the marks, numbered as in their table.
  private List<Shade> shades() {
    List<Mark> marks = happened();
    return Stream.concat(
            run.phases().stream()
                .filter(phase -> !phase.kind().equals("measure"))
                .map(phase ->
                    new Shade(
                        phase.startMillis(),
                        phase.startMillis() + phase.durationMillis(),
                        "",
                        phase.kind() + ", not measured")),
            IntStream.range(0, marks.size())
                .mapToObj(i ->
                    new Shade(
                        marks.get(i).atMillis(),
                        marks.get(i).untilMillis().orElse(marks.get(i).atMillis()),
                        "" + (i + 1),
                        marks.get(i).line())))
        .toList();
  }

  /// The marks without those that follow from the plan.
  private List<Mark> happened() {
    return run.marks().stream().filter(mark -> mark.kind() != Mark.Kind.PHASE).toList();
  }

  private Section marks() {
    List<Mark> marks = happened();
    return Section.of(
        "marks",
        "What happened",
        "",
        Table.of(
                marks,
                words("#", mark -> "" + (marks.indexOf(mark) + 1)),
                words("at", mark -> NumberText.elapsed(mark.atMillis() / 1e3)),
                words("until", mark -> elapsed(mark.untilMillis())),
                words("kind", mark -> mark.kind().word()),
                words("what happened", Mark::line))
            .most(MOST_MARKS));
  }

  /// The plans that changed, then those that did not, which a terminal leaves out.
  private Section plans() {
    List<Block> parts = new ArrayList<>();
    List<Step> kept = new ArrayList<>();
    Set<String> changed = new HashSet<>();
    changed(Subject.PLAN)
        .forEach((change, at) -> {
          changed.add(change.name());
          parts.add(
              new Part(
                  "%s, changed at %s".formatted(change.name(), at),
                  false,
                  Optional.empty(),
                  List.of(beside(change))));
        });
    for (Observed one : run.observed()) {
      if (one.what() instanceof Observation.Seen seen
          && seen.subject() == Subject.PLAN
          && changed.add(seen.name())) {
        kept.addAll(Step.of(seen));
      }
    }
    if (!kept.isEmpty()) {
      parts.add(
          new Part(
              parts.isEmpty() ? "" : "The other statements",
              true,
              Optional.of(List.of()),
              List.of(
                  Table.of(
                      kept,
                      words("statement", Step::name),
                      words("plan", Step::words),
                      words("fingerprint", Step::fingerprint)))));
    }
    return new Section("plans", "Plans", "how the database carried out the statements", parts);
  }

  /// A line of a plan; the first one has its name.
  private record Step(String name, String words, String fingerprint) {
    static List<Step> of(Observation.Seen seen) {
      List<String> lines = seen.text().lines().toList();
      return IntStream.range(0, lines.size())
          .mapToObj(i ->
              i == 0
                  ? new Step(seen.name(), lines.get(i), RunReport.fingerprint(seen.text()))
                  : new Step("", lines.get(i), ""))
          .toList();
    }
  }

  /// Plans of the same shape have the same fingerprint, in any run.
  private static String fingerprint(String plan) {
    return Sha256.hex(plan).substring(0, 8);
  }

  private static Table beside(Observation.Changed change) {
    List<String> before = change.before().lines().toList();
    List<String> after = change.text().lines().toList();
    return Table.of(
        IntStream.range(0, Math.max(before.size(), after.size())).boxed().toList(),
        words(
            "before, " + fingerprint(change.before()), i -> i < before.size() ? before.get(i) : ""),
        words("after, " + fingerprint(change.text()), i -> i < after.size() ? after.get(i) : ""));
  }

  /// What changed, and when that was seen, in the order of time.
  private Map<Observation.Changed, String> changed(Subject subject) {
    Map<Observation.Changed, String> changes = new LinkedHashMap<>();
    for (Observed one : run.observed()) {
      if (one.what() instanceof Observation.Changed change && change.subject() == subject) {
        changes.putIfAbsent(change, NumberText.elapsed(one.atMillis() / 1e3));
      }
    }
    return changes;
  }

  private Section settings() {
    List<Map.Entry<Observation.Changed, String>> changes =
        List.copyOf(changed(Subject.SETTING).entrySet());
    return Section.of(
        "settings",
        "Settings that changed",
        "all others are under Provenance",
        Table.of(
            changes,
            words("setting", one -> one.getKey().name()),
            words("before", one -> one.getKey().before()),
            words("after", one -> one.getKey().text()),
            words("seen at", Map.Entry::getValue)));
  }

  /// What programs of the job said, in full.
  private Section programs() {
    List<Block> parts = new ArrayList<>();
    for (Observed one : run.observed()) {
      if (one.what() instanceof Observation.Seen seen && seen.subject() == Subject.PROGRAM) {
        parts.add(
            new Part(
                seen.name(), true, Optional.of(brief(seen)), List.of(new Source(seen.text()))));
      }
    }
    return new Section("programs", "Programs", "the last lines that each program wrote", parts);
  }

  /// How the program went, and its last lines.
  private static List<Part.Brief> brief(Observation.Seen seen) {
    List<String> lines = seen.text().lines().toList();
    List<Part.Brief> brief = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (i == 0 || i >= lines.size() - MOST_LINES) {
        String name = i == 0 ? "status" : brief.size() == 1 ? "output" : "";
        brief.add(new Part.Brief(name, List.of(lines.get(i))));
      }
    }
    return brief;
  }

  private static String elapsed(OptionalDouble millis) {
    return millis.isPresent() ? NumberText.elapsed(millis.getAsDouble() / 1e3) : "";
  }

  private Section errors() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Table.of(
                run.errors(),
                number("count", one -> NumberText.count(one.count())),
                words("kind", one -> kind(one.errorClass())),
                words("operation", ErrorSample::operation),
                words("code", RunReport::answer),
                words("first", one -> NumberText.elapsed(one.firstMillis() / 1e3)),
                words("last", 1, one -> NumberText.elapsed(one.lastMillis() / 1e3)),
                words("first message", ErrorSample::message))
            .most(MOST_ERRORS));
    for (Observed one : run.observed()) {
      if (one.what() instanceof Observation.Explained explained) {
        blocks.add(
            new Part(
                "%s about %s, by the database itself"
                    .formatted(
                        kind(explained.failures()), NumberText.elapsed(one.atMillis() / 1e3)),
                true,
                Optional.of(List.of()),
                List.of(new Source(explained.text()))));
      }
    }
    return new Section("errors", "Failures", "", blocks);
  }

  private static String kind(ErrorClass errorClass) {
    return errorClass.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /// The database's own code and SQLState; empty if the error was not the database's.
  private static String answer(ErrorSample error) {
    return error.vendorCode() == 0 && error.sqlState().isEmpty()
        ? ""
        : error.vendorCode() + " " + error.sqlState();
  }

  /// A terminal leaves the table out if there is one agent, whose numbers are those of the run.
  private Section agents() {
    Table table =
        Table.of(
            run.agents(),
            words("agent", AgentDocument::name),
            number("threads", one -> "" + one.threads()),
            number("per s", one -> NumberText.rate(one.stats().throughput())),
            number("failed", 1, one -> NumberText.count(one.stats().failed())),
            latency(Measure.P95, one -> one.stats().latencyMillis()),
            latency(Measure.P99, one -> one.stats().latencyMillis()),
            number("user", 2, one -> share(one.host().user())),
            number("system", 2, one -> share(one.host().system())),
            number("idle", 2, one -> share(one.host().idle())),
            number(
                "first start, ms",
                3,
                one ->
                    one.threads() > 0
                        ? NumberText.millis(one.firstStartMillis())
                        : NumberText.NONE));
    return Section.of(
        "agent-results",
        "Agents",
        "",
        run.agents().size() == 1
            ? new Part("", false, Optional.of(List.of()), List.of(table))
            : table);
  }

  /// A share of a host's CPU time in words.
  private static String share(double share) {
    return share < 0 ? NumberText.NONE : NumberText.percent(OptionalDouble.of(share));
  }

  /// Whether the job was to load its tables and end.
  static boolean loadedOnly(RunDocument run) {
    return run.provenance().containsKey(Facts.DATA_ONLY);
  }

  /// What the tables were loaded with, and whether the run began on it.
  private Section dataSet() {
    List<Block> blocks = new ArrayList<>();
    Optional.ofNullable(run.provenance().get(Facts.DATA_BEGAN))
        .filter(_ -> !loadedOnly(run))
        .ifPresent(began -> blocks.add(new Text("began on " + began)));
    Optional.ofNullable(run.provenance().get(Facts.DATA_LOADED))
        .ifPresent(loaded -> blocks.add(new Text("loaded " + loaded)));
    List<Map.Entry<String, String>> tables =
        run.provenance().entrySet().stream()
            .filter(fact -> fact.getKey().startsWith(Facts.DATA_TABLE))
            .toList();
    blocks.add(
        Table.of(
            tables,
            words("table", fact -> fact.getKey().substring(Facts.DATA_TABLE.length())),
            words("content when it was loaded", Map.Entry::getValue)));
    return new Section("data-set", "Data set", "", blocks);
  }

  private Section checks() {
    return new Section("checks", "Checked on the target", "", List.of(checks(run)));
  }

  /// The checks on the target.
  public static Table checks(RunDocument run) {
    return Table.of(
        run.audit().checks(),
        words("check", Verification.Check::name),
        TableColumn.cell("verdict", Verdicts::cell),
        words("found", Verification.Check::detail));
  }

  /// The latencies of a run in powers of two, with a bar for each.
  public static List<Block> distribution(RunDocument run) {
    List<LatencyBucket> buckets = run.distribution();
    long total = buckets.stream().mapToLong(LatencyBucket::count).sum();
    if (total == 0) {
      return List.of(new Text("no latencies to distribute"));
    }
    long most = buckets.stream().mapToLong(LatencyBucket::count).max().orElse(1);
    return List.of(
        new Text(
            "transactions by latency, in powers of two; " + run.job().asked().latencyMeaning()),
        Table.of(
            buckets,
            number("below", one -> power(one.upToMicros())),
            number("count", one -> NumberText.count(one.count())),
            number("%", one -> percent(one.count(), total)),
            number("up to here %", one -> percent(through(buckets, one), total)),
            words("", 1, one -> "#".repeat((int) Math.ceilDiv(one.count() * LONGEST_BAR, most)))));
  }

  private static long through(List<LatencyBucket> buckets, LatencyBucket last) {
    return buckets.stream().limit(buckets.indexOf(last) + 1).mapToLong(LatencyBucket::count).sum();
  }

  private static String percent(long part, long total) {
    return String.format(Locale.ROOT, "%.3f", 100.0 * part / total);
  }

  private static String power(long micros) {
    return micros < 1_000
        ? micros + " us"
        : micros < 10_000
            ? String.format(Locale.ROOT, "%.2f ms", micros / 1e3)
            : micros < 1_000_000
                ? String.format(Locale.ROOT, "%.0f ms", micros / 1e3)
                : String.format(
                    Locale.ROOT, micros < 10_000_000 ? "%.2f s" : "%.0f s", micros / 1e6);
  }

  private Section seal() {
    List<Block> lines = new ArrayList<>();
    run.seal()
        .ifPresent(seal -> {
          lines.add(new Text("sealed " + seal.at() + ", SHA-256 of its records " + seal.sha256()));
          for (ResultSeal.Amendment one : seal.amendments()) {
            lines.add(new Text("amendment " + one.number() + ", SHA-256 " + one.sha256()));
          }
        });
    return new Section("seal", "", "", lines);
  }

  /// The job and the hosts that ran it.
  private List<Section> setup(String definition) {
    List<Block> origin = new ArrayList<>();
    origin.add(new Pairs(run.provenance()));
    run.agents()
        .forEach(agent ->
            origin.add(
                new Part(
                    "Agent " + agent.name(),
                    true,
                    Optional.empty(),
                    List.of(new Pairs(agent.environment()), clock(agent)))));
    return List.of(
        Section.of(
            "job",
            "The job",
            "",
            definition.isEmpty() ? new Pairs(run.parameters()) : new Source(definition)),
        new Section("provenance", "Provenance", "", origin));
  }

  private static Text clock(AgentDocument agent) {
    return new Text(
        String.format(
            Locale.ROOT,
            "The server's clock minus this agent's was %+.3f ms before the start, at most %.3f ms"
                + " wrong.",
            agent.clockOffsetMillis(),
            agent.clockErrorMillis()));
  }
}
