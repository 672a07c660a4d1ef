package dev.broadside.system.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.drift.Trend;
import dev.broadside.core.fixture.Await;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.system.soak.AcceleratedWeek.Lines;
import dev.broadside.system.soak.SoakTable.Kept;
import dev.broadside.system.soak.Vitals.Heap;
import dev.broadside.system.soak.Vitals.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The soak promises, held against a run of as many intervals as a week has seconds, each of 8 ms:
/// `-Dsoak.intervals=604800` takes 1 h 21 min. Without it the run lasts a minute, and slopes are
/// not judged. `-Dsoak.millis` is the length of an interval.
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
final class AcceleratedWeekTest {
  private static final int INTERVALS = Integer.getInteger("soak.intervals", 6_000);
  private static final int MILLIS = Integer.getInteger("soak.millis", 8);

  /// In less a slope by the hour says nothing.
  private static final Duration JUDGED = Duration.ofMinutes(30);

  /// The gate of a run of hours. Over days 1 is promised, which no run of two hours can tell from
  /// what a full collection happens to leave.
  private static final Growth HEAP_GROWTH = new Growth(4, true);

  /// Promised over days. The compilers' code and classes that are loaded late come in the first
  /// hour of a process, and this run has no other.
  private static final Growth RESIDENT_GROWTH = new Growth(2, false);

  /// In MiB a day, of which the run has seven.
  private static final double PAGE_GROWTH = 50;

  private static final Duration STARTED = Duration.ofSeconds(10);
  private static final double MIB = 1 << 20;

  @TempDir private Path folder;
  private final SoakTable table = new SoakTable();

  @Test
  void whatIsPromisedOfAWeekHolds() {
    try (AcceleratedWeek week = new AcceleratedWeek(folder, INTERVALS, MILLIS)) {
      week.restart();
      restarts(week);
      week.look().all().forEach((name, samples) -> process(week, name, samples));
      page(week);
      JsonNode result = week.result();
      exactness(week, result);
      room(week, result);
    } finally {
      System.out.printf("%,d intervals of %d ms, two agents:%n%n%s%n", INTERVALS, MILLIS, table);
    }
    assertEquals(List.of(), table.broken());
  }

  /// What something may grow by.
  ///
  /// @param most in MiB an hour
  /// @param surely whether the slope's upper bound has to keep it; the slope alone otherwise
  private record Growth(double most, boolean surely) {
    String words() {
      return said("≤ %.0f MiB/h", most) + (surely ? ", upper bound" : "");
    }

    boolean holds(Trend slope) {
      return (surely ? slope.high() : slope.slope()) <= most;
    }
  }

  private void exactness(AcceleratedWeek week, JsonNode result) {
    JsonNode view = week.view();
    String state = view.get("state").asString();
    table.row(
        "job",
        "completed",
        (state + " " + view.path("reason").asString("")).strip(),
        state.equals("completed"));
    Lines lines = week.lines();
    table.row(
        "intervals",
        "all of the plan, no gap",
        "%,d of %,d, %d gaps; in %,d an agent was away"
            .formatted(lines.intervals(), INTERVALS, lines.gaps(), lines.away()),
        lines.intervals() == INTERVALS && lines.gaps() == 0);
    JsonNode audit = result.get("audit");
    long begun = audit.get("begun").asLong();
    long ended =
        audit.get("ok").asLong() + audit.get("failed").asLong() + audit.get("uncertain").asLong();
    boolean holds =
        audit.get("checks").valueStream().allMatch(check -> check.get("holds").asBoolean());
    table.row(
        "audit",
        "begun = ok + failed + uncertain, every check holds",
        "%s; %,d = %,d; %d uncertain"
            .formatted(
                audit.get("verdict").asString(), begun, ended, audit.get("uncertain").asLong()),
        begun == ended && holds);
  }

  private void restarts(AcceleratedWeek week) {
    table.row("restarts", "as wanted", "" + week.restarts(), week.restarts() > 0);
    table.row(
        "server killed: takes requests again",
        "≤ 10 s",
        said("%.1f s at the most", week.slowestStart()),
        week.slowestStart() <= STARTED.toSeconds()
            ? Kept.YES
            : week.slowestStart() <= Await.patiently(STARTED).toSeconds() ? Kept.OPEN : Kept.NO);
    table.row(
        "charts, first look after it",
        "≤ 1 s, ≤ 300 KB",
        said("%.2f s, %.0f KB at the most", week.slowestCharts(), week.chartBytes() / 1e3),
        week.slowestCharts() > 1 && week.length().compareTo(JUDGED) < 0
            ? Kept.OPEN
            : week.slowestCharts() <= 1 && week.chartBytes() <= 300_000 ? Kept.YES : Kept.NO);
  }

  private void room(AcceleratedWeek week, JsonNode result) {
    double stored =
        week.installation().api().get("/api/v1/server").body().at("/disk/storeBytes").asDouble();
    int series = result.at("/job/operations").size() + 1;
    table.row(
        "server's disk",
        "state the figure",
        said(
            "%.0f MiB, %.0f B for each agent, interval and operation",
            stored / MIB, stored / INTERVALS / series / 2),
        stored > 0);
    Await.until(Duration.ofMinutes(1), "empty spools", () -> spooled() == 0, this::spooled);
    table.row("agents' spools", "empty 60 s after the end", "empty", true);
    long lines = week.installation().server().err().lines().count();
    double minutes = Math.max(1, week.length().toMinutes());
    table.row(
        "log of the server since its last restart",
        "≤ 1 line a minute",
        said("%d lines in %.0f min", lines, minutes),
        lines <= minutes + 20);
  }

  private long spooled() {
    return Stream.of("a1", "a2").mapToLong(agent -> bytes(folder.resolve(agent, "spool"))).sum();
  }

  private static long bytes(Path folder) {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void process(AcceleratedWeek week, String name, List<Sample> samples) {
    slope(week, name + ", heap after collection", HEAP_GROWTH, samples, Sample::heapMib);
    drawn(name, samples);
    slope(week, name + ", memory in use (RSS)", RESIDENT_GROWTH, samples, Sample::residentMib);
    double threads = Vitals.range(samples, Sample::threads);
    double descriptors = Vitals.range(samples, Sample::descriptors);
    table.row(
        name + ", threads and descriptors",
        "constant, ±2 and ±4",
        said("within %.0f and %.0f", threads, descriptors),
        threads <= 4 && descriptors <= 8);
  }

  private void page(AcceleratedWeek week) {
    List<Double> mib = week.pageMib();
    Trend slope = Vitals.slope(mib, Double::doubleValue, week.daysBetweenLooks());
    table.row(
        "a browser with the job's page open, heap after collection",
        said("≤ %.0f MiB a day of the week, upper bound", PAGE_GROWTH),
        said(
            "%.1f to %.1f MiB; %+.2f MiB a day (%+.2f to %+.2f)",
            mib.getFirst(), mib.getLast(), slope.slope(), slope.low(), slope.high()),
        judged(week, slope.high() <= PAGE_GROWTH));
  }

  private void drawn(String name, List<Sample> samples) {
    List<Heap> heaps = samples.stream().flatMap(sample -> sample.heap().stream()).toList();
    var buckets = heaps.stream().mapToLong(Heap::buckets).summaryStatistics();
    if (buckets.getMax() > 0) {
      var mib = heaps.stream().mapToDouble(Heap::drawnMib).summaryStatistics();
      table.row(
          name + ", what its charts draw",
          said("≤ %,d buckets", Buckets.MOST),
          said(
              "%,d to %,d buckets, %.1f to %.1f MiB",
              buckets.getMin(), buckets.getMax(), mib.getMin(), mib.getMax()),
          buckets.getMax() <= Buckets.MOST);
    }
  }

  private void slope(
      AcceleratedWeek week,
      String quantity,
      Growth most,
      List<Sample> samples,
      Function<Sample, OptionalDouble> asked) {
    if (asked.apply(samples.getFirst()).isEmpty()) {
      return;
    }
    ToDoubleFunction<Sample> figure = sample -> asked.apply(sample).orElseThrow();
    Trend slope = Vitals.slope(samples, figure, week.hoursBetweenLooks());
    table.row(
        quantity,
        most.words(),
        said(
            "%.1f to %.1f MiB; %+.2f MiB/h (%+.2f to %+.2f)",
            figure.applyAsDouble(samples.getFirst()),
            figure.applyAsDouble(samples.getLast()),
            slope.slope(),
            slope.low(),
            slope.high()),
        judged(week, most.holds(slope)));
  }

  private static Kept judged(AcceleratedWeek week, boolean kept) {
    return week.length().compareTo(JUDGED) < 0 ? Kept.OPEN : kept ? Kept.YES : Kept.NO;
  }

  private static String said(String format, Object... figures) {
    return String.format(Locale.ROOT, format, figures);
  }
}
