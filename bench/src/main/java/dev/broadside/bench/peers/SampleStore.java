package dev.broadside.bench.peers;

import dev.broadside.bench.TempFolder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.time.SystemTime;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.upkeep.KeepRules;
import dev.broadside.server.upkeep.OldIntervals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/// A collector on a real store in a temporary folder, with one run open, whose tasks run when
/// [#work()] is called. For one thread.
public final class SampleStore implements AutoCloseable {
  private static final String RUN = "run";
  private static final List<Phase> PHASES =
      List.of(
          new Phase(
              PhaseKind.MEASURE, Duration.ofDays(7), new LoadModel.Closed(1, new Think.None())));
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /// The run's time axis: a week in seconds.
  public static final RunAxis AXIS = RunAxis.of(PHASES, INTERVAL);

  private final TempFolder folder;
  private final RunPlan plan;
  private final ResultStore store;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Collector collector;

  private SampleStore(TempFolder folder, RunPlan plan) {
    this.folder = folder;
    this.plan = plan;
    store = ResultStore.sqlite(file(), SecretBox.OPEN);
    collector =
        new Collector(
            store, new SystemTime(), tasks::add, tasks::add, new EventOrder(0, 0), new Strict());
  }

  /// A store with a run of one agent.
  public static SampleStore open(int operations) throws IOException {
    List<String> names = IntStream.range(0, operations).mapToObj(i -> "operation_" + i).toList();
    RunPlan plan = new RunPlan(RUN, AXIS, names, Set.of("agent-0"), AXIS.intervals());
    SampleStore sample = new SampleStore(TempFolder.create("bench-store"), plan);
    sample.store.jobs.add(
        Job.submitted(RUN, spec(), Instant.now()), new JobCode("Sample", names, "pack@1"));
    sample.collector.open(plan);
    sample.work();
    return sample;
  }

  private static JobSpec spec() {
    return new JobSpec(
        "sample",
        "sample",
        "0".repeat(64),
        Map.of(),
        Map.of(),
        new AgentDemand(1, List.of()),
        PHASES,
        INTERVAL,
        ThreadKind.PLATFORM,
        1,
        Duration.ZERO,
        Optional.empty(),
        true,
        Settings.NONE);
  }

  public RunPlan plan() {
    return plan;
  }

  public Collector collector() {
    return collector;
  }

  /// Runs the collector's tasks until none is left.
  public void work() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private Path file() {
    return folder.resolve("broadside.db");
  }

  /// Rolls up the intervals that are old enough by the rules.
  public void rollUp(KeepRules rules) {
    new OldIntervals(store, rules, new EventOrder(0, 0), (_, _) -> {}).rollUp();
  }

  public ResultStore store() {
    return store;
  }

  /// How many bytes of the store's file are in use.
  public long usedBytes() {
    return store.usedBytes().orElseThrow();
  }

  /// How long another server takes on this store until it accepts records of the run again, and
  /// until it has added up the stored ones, both in seconds.
  public double[] restart() {
    long begun = System.nanoTime();
    try (ResultStore again = ResultStore.sqlite(file(), SecretBox.OPEN)) {
      EventOrder events = new EventOrder(again.runs.newestEvent(), 0);
      Collector next =
          new Collector(again, new SystemTime(), tasks::add, tasks::add, events, new Strict());
      next.open(plan);
      double[] seconds = new double[2];
      CompletableFuture<Void> open =
          next.look(RUN, _ -> true).thenAccept(_ -> seconds[1] = (System.nanoTime() - begun) / 1e9);
      again.records.streams(RUN);
      seconds[0] = (System.nanoTime() - begun) / 1e9;
      work();
      open.join();
      return seconds;
    }
  }

  @Override
  public void close() throws IOException {
    store.close();
    folder.close();
  }

  /// Nothing may be refused or late here.
  private static final class Strict implements Collector.Observer {
    @Override
    public void progressed(RunProgress progress) {}

    @Override
    public void closed(String runId, List<Entry> intervals) {}

    @Override
    public void late(String runId) {
      throw new IllegalStateException("a record of " + runId + " came late");
    }

    @Override
    public void unknown(String agent, String runId) {
      throw new IllegalStateException("nobody knows run " + runId);
    }

    @Override
    public void refused(String agent, String sentence) {
      throw new IllegalStateException(agent + ": " + sentence);
    }

    @Override
    public Optional<RunPlan> find(String runId) {
      return Optional.empty();
    }
  }
}
