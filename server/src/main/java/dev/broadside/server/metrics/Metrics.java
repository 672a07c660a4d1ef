package dev.broadside.server.metrics;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.upkeep.DiskUse;
import dev.broadside.server.upkeep.Upkeep;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The server, its agents and the jobs that run as metrics of
/// [Prometheus](https://prometheus.io/docs/concepts/metric_types/). A job is there from its first
/// record to its end: results are what stays of it. Every figure of a job is told, whoever declared
/// it, by the label `figure`. Safe for use by several threads.
public final class Metrics {
  private static final long PATIENCE_SECONDS = 5;
  private static final String MEASURED = "of the measured phases";

  private final JobReads reads;
  private final Collector collector;
  private final Upkeep upkeep;
  private final String version;
  private final PrometheusTextFormatWriter writer =
      ExpositionFormats.init().getPrometheusTextFormatWriter();

  /// @param version the server's
  public Metrics(JobReads reads, Collector collector, Upkeep upkeep, String version) {
    this.reads = reads;
    this.collector = collector;
    this.upkeep = upkeep;
    this.version = version;
  }

  /// What is told to somebody who asks.
  public record Page(String contentType, byte[] bytes) {}

  /// What a job that runs has come to.
  private record Sums(
      Distribution latencies,
      OutcomeCounts outcomes,
      Map<String, Distribution> operations,
      List<FigureDocument> figures) {
    static Sums of(RunAggregate run) {
      return new Sums(
          run.measured().transactions().latency(),
          run.outcomes(),
          run.operationLatencies(),
          run.figures());
    }
  }

  /// All there is to tell now. Blocks until the sums of each job that runs are there, but for some
  /// seconds at most: a job whose sums do not come is not in it.
  public Page page() throws IOException {
    Families families = new Families();
    addServer(families);
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
        "1 for each job with sums, with what is known of it.",
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
                "The same of each operation.",
                latencies,
                "job_id",
                id,
                "operation",
                operation));
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
}
