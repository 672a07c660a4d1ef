package dev.broadside.server.metrics;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.push.PushStatus;
import dev.broadside.server.push.Pusher;
import dev.broadside.server.upkeep.DiskUse;
import dev.broadside.server.upkeep.Upkeep;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The server, its agents and running jobs as metrics of
/// [Prometheus](https://prometheus.io/docs/concepts/metric_types/). A job has metrics from its
/// first record to its end. The label `measure` names the measures of a job, and the label `figure`
/// its declared figures. Safe for use by several threads.
public final class Metrics {
  private static final long PATIENCE_SECONDS = 5;
  private static final String MEASURED = "of the measured phases";

  private final JobReads reads;
  private final Collector collector;
  private final Upkeep upkeep;
  private final Pusher pusher;
  private final String version;
  private final PrometheusTextFormatWriter writer =
      ExpositionFormats.init().getPrometheusTextFormatWriter();

  /// @param version the server's
  public Metrics(
      JobReads reads, Collector collector, Upkeep upkeep, Pusher pusher, String version) {
    this.reads = reads;
    this.collector = collector;
    this.upkeep = upkeep;
    this.pusher = pusher;
    this.version = version;
  }

  /// The page that Prometheus reads.
  public record Page(String contentType, byte[] bytes) {}

  /// The sums of a running job.
  private record Sums(
      Distribution latencies,
      OutcomeCounts outcomes,
      Map<String, Distribution> operations,
      StatsDocument summary,
      List<FigureDocument> figures) {
    static Sums of(RunAggregate run) {
      return new Sums(
          run.measured().transactions().latency(),
          run.totals().outcomes(),
          run.operationLatencies(),
          run.summary(),
          run.figures());
    }
  }

  /// All metrics as they are now. Waits a few seconds at most for the sums of each running job: a
  /// job whose sums do not come is left out.
  public Page page() throws IOException {
    Families families = new Families();
    addServer(families);
    addReceivers(families);
    addAgents(families);
    addJobs(families);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    writer.write(bytes, families.snapshots());
    return new Page(writer.getContentType(), bytes.toByteArray());
  }

  private void addServer(Families families) {
    families.gauge("broadside_build", "1, with the server's version.", 1, "version", version);
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    families.gauge("broadside_server_heap_bytes", "Heap of the server in use.", heap.getUsed());
    DiskUse disk = upkeep.disk();
    families.gauge(
        "broadside_store_free_bytes", "Free on the disk of the data folder.", disk.freeBytes());
    disk.storeBytes()
        .ifPresent(bytes ->
            families.gauge("broadside_store_bytes", "What results take on that disk.", bytes));
  }

  private void addReceivers(Families families) {
    for (PushStatus to : pusher.status()) {
      String name = "broadside_push_requests";
      String help = "Pushes to receivers of metrics, by what became of them.";
      families.counter(name, help, to.sent(), "receiver", to.name(), "outcome", "taken");
      families.counter(name, help, to.refused(), "receiver", to.name(), "outcome", "refused");
      families.counter(name, help, to.dropped(), "receiver", to.name(), "outcome", "dropped");
      families.gauge(
          "broadside_push_waiting",
          "Pushes that wait for a receiver of metrics.",
          to.waiting(),
          "receiver",
          to.name());
    }
  }

  private void addAgents(Families families) {
    Map<String, Integer> states = new TreeMap<>();
    reads.agents().forEach(agent -> states.merge(agent.state(), 1, Integer::sum));
    states.forEach((state, count) ->
        families.gauge("broadside_agents", "Agents by state.", count, "state", state));
    for (AgentView agent : reads.agents()) {
      families.gauge(
          "broadside_agent_jobs",
          "Jobs of which an agent has a share.",
          agent.jobs().size(),
          "agent",
          agent.name());
    }
  }

  private void addJobs(Families families) {
    List<JobView> jobs =
        reads.unfinished().keySet().stream().map(reads::job).flatMap(Optional::stream).toList();
    Map<String, Integer> states = new TreeMap<>();
    jobs.forEach(job -> states.merge(job.state(), 1, Integer::sum));
    states.forEach((state, count) ->
        families.gauge(
            "broadside_jobs", "Jobs that have not ended, by state.", count, "state", state));
    List<CompletableFuture<Optional<Sums>>> sums =
        jobs.stream().map(job -> sums(job.id())).toList();
    for (int i = 0; i < jobs.size(); i++) {
      JobView job = jobs.get(i);
      sums.get(i).join().ifPresent(known -> addJob(families, job, known));
    }
  }

  private CompletableFuture<Optional<Sums>> sums(String job) {
    return collector
        .look(job, Sums::of)
        .completeOnTimeout(Optional.empty(), PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static void addJob(Families families, JobView job, Sums sums) {
    String id = job.id();
    families.gauge(
        "broadside_job",
        "1 for each job with sums, with its name, class and folder.",
        1,
        "job_id",
        id,
        "name",
        job.name(),
        "job_class",
        job.asked().jobClass(),
        "folder",
        job.filing().folder());
    addOutcomes(families, id, sums.outcomes());
    families.latencies(
        "broadside_job_latency_seconds",
        "Latencies of the transactions " + MEASURED + " that ended ok.",
        sums.latencies(),
        "job_id",
        id);
    sums.operations()
        .forEach((operation, latencies) ->
            families.latencies(
                "broadside_job_operation_latency_seconds",
                "Latencies of the operations " + MEASURED + " that ended ok.",
                latencies,
                "job_id",
                id,
                "operation",
                operation));
    for (Measure one : Measure.in(Measure.Place.LINES)) {
      double value = sums.summary().of(one);
      if (!one.latency() && !Double.isNaN(value)) {
        families.gauge(
            "broadside_job_measure",
            "Measures that are no latencies, " + MEASURED + ".",
            value,
            "job_id",
            id,
            "measure",
            one.id(),
            "unit",
            one.unit());
      }
    }
    sums.figures().forEach(figure -> addFigure(families, id, figure));
  }

  private static void addOutcomes(Families families, String id, OutcomeCounts counts) {
    String name = "broadside_job_transactions";
    String help = "Transactions that ended, from the first on.";
    families.counter(name, help, counts.ok(), "job_id", id, "outcome", "ok");
    families.counter(name, help, counts.failed(), "job_id", id, "outcome", "failed");
    families.counter(name, help, counts.uncertain(), "job_id", id, "outcome", "uncertain");
    // Also those that never came: the first one could not be seen as a rise otherwise.
    for (ErrorClass cause : ErrorClass.values()) {
      families.counter(
          "broadside_job_failures",
          "Transactions that failed, by cause.",
          counts.failedBy().getOrDefault(cause, 0L),
          "job_id",
          id,
          "cause",
          cause.name().toLowerCase(Locale.ROOT));
    }
    families.counter(
        "broadside_job_retries", "Repetitions of transactions.", counts.retried(), "job_id", id);
    families.counter(
        "broadside_job_dropped", "Arrivals that were never begun.", counts.dropped(), "job_id", id);
  }

  private static void addFigure(Families families, String id, FigureDocument document) {
    Figure figure = document.figure();
    String[] labels = {"job_id", id, "figure", figure.id(), "unit", figure.unit()};
    document
        .total()
        .ifPresent(total ->
            families.counter(
                "broadside_job_figure", "Figures that add up, " + MEASURED + ".", total, labels));
    document
        .value()
        .ifPresent(value ->
            families.gauge(
                "broadside_job_reading",
                "Figures that are read, " + MEASURED + ".",
                value,
                labels));
    document
        .distribution()
        .ifPresent(all ->
            families.summary(
                "broadside_job_spread", "Figures that spread, " + MEASURED + ".", all, labels));
  }

  /// Families of metrics while they are filled: each has a name, a sentence of help, and a point
  /// for each set of labels. Labels are given as names and values by turns. For one thread.
  private static final class Families {
    /// Bounds of latencies are powers of two, from 128 µs to 67 s: none lies within a slot of the
    /// recorder, so the counts are exact.
    private static final int LOWEST_POWER = 7;

    private static final int HIGHEST_POWER = 26;
    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    private final Map<String, MetricSnapshot.Builder<?>> byName = new LinkedHashMap<>();

    MetricSnapshots snapshots() {
      return new MetricSnapshots(
          byName.values().stream().map(MetricSnapshot.Builder::build).toList());
    }

    /// @param name without the `_total` that counters end on
    void counter(String name, String help, double value, String... labels) {
      family(name, help, CounterSnapshot.Builder.class, CounterSnapshot::builder)
          .dataPoint(
              CounterDataPointSnapshot.builder().value(value).labels(Labels.of(labels)).build());
    }

    void gauge(String name, String help, double value, String... labels) {
      family(name, help, GaugeSnapshot.Builder.class, GaugeSnapshot::builder)
          .dataPoint(
              GaugeDataPointSnapshot.builder().value(value).labels(Labels.of(labels)).build());
    }

    /// Latencies, in seconds.
    void latencies(String name, String help, Distribution all, String... labels) {
      family(name, help, HistogramSnapshot.Builder.class, HistogramSnapshot::builder)
          .dataPoint(
              HistogramDataPointSnapshot.builder()
                  .classicHistogramBuckets(buckets(all))
                  .sum(all.sumNanos() / NANOS)
                  .labels(Labels.of(labels))
                  .build());
    }

    /// Values in a unit of their own, by their quantiles.
    void summary(String name, String help, LatencyMillis all, String... labels) {
      family(name, help, SummarySnapshot.Builder.class, SummarySnapshot::builder)
          .dataPoint(
              SummaryDataPointSnapshot.builder()
                  .count(all.count())
                  .sum(all.mean() * all.count())
                  .quantiles(quantiles(all))
                  .labels(Labels.of(labels))
                  .build());
    }

    private static Quantiles quantiles(LatencyMillis all) {
      Quantiles.Builder quantiles = Quantiles.builder();
      for (Measure one : Measure.in(Measure.Place.LINES)) {
        if (one.formula() instanceof Measure.Latency at && at.percentile()) {
          quantiles.quantile(at.percent() / 100, all.of(one));
        }
      }
      return quantiles.build();
    }

    private <B extends MetricSnapshot.Builder<B>> B family(
        String name, String help, Class<B> type, Supplier<B> make) {
      return type.cast(byName.computeIfAbsent(name, _ -> make.get().name(name).help(help)));
    }

    private static ClassicHistogramBuckets buckets(Distribution all) {
      int size = HIGHEST_POWER - LOWEST_POWER + 2;
      double[] bounds = new double[size];
      long[] counts = new long[size];
      for (int i = 0; i < size - 1; i++) {
        bounds[i] = (1L << (LOWEST_POWER + i)) / MICROS;
      }
      bounds[size - 1] = Double.POSITIVE_INFINITY;
      for (LatencyBucket bucket : LatencyBucket.of(all)) {
        int power = Long.numberOfTrailingZeros(bucket.upToMicros());
        counts[Math.clamp(power - LOWEST_POWER, 0, size - 1)] += bucket.count();
      }
      return ClassicHistogramBuckets.of(bounds, counts);
    }
  }
}
