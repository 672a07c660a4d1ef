package dev.broadside.server.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.work.Verification;
import dev.broadside.server.collect.Collector.Delivery;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.jobs.TestRecords;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.upkeep.KeepRules;
import dev.broadside.server.upkeep.OldIntervals;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that is started again goes on with what all records come to, be they rolled up or not.
class RestartTest {
  private static final int RECORDS = 5_600;
  private static final Phase PHASE =
      new Phase(
          PhaseKind.MEASURE, Duration.ofSeconds(6_000), new LoadModel.Closed(1, new Think.None()));
  private static final RunAxis AXIS = RunAxis.of(List.of(PHASE), Duration.ofSeconds(1));
  private static final RunPlan PLAN =
      new RunPlan("run", AXIS, List.of("op"), Set.of("a", "b"), AXIS.intervals());

  @TempDir private Path folder;
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final List<String> refused = new ArrayList<>();
  private ResultStore store;

  @BeforeEach
  void open() {
    store = opened("broadside");
    store.jobs.add(job(), new JobCode("A job", List.of("op"), "pack@1"));
  }

  /// An empty store of that name.
  private ResultStore opened(String name) {
    return ResultStore.sqlite(file(name), SecretBox.OPEN);
  }

  private Path file(String name) {
    return folder.resolve(name + ".db");
  }

  private static Job job() {
    JobSpec spec = SpecBuilder.of("noop").agents(AgentDemand.any(2)).phases(PHASE).build();
    return Job.submitted("run", spec, Instant.EPOCH);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private final class Silent implements Collector.Observer {
    @Override
    public void progressed(RunProgress progress) {}

    @Override
    public void closed(String runId, List<Entry> intervals) {}

    @Override
    public void late(String runId) {}

    @Override
    public void refused(String agent, String sentence) {
      refused.add(sentence);
    }

    @Override
    public void unknown(String agent, String runId) {}

    @Override
    public Optional<RunPlan> find(String runId) {
      return Optional.empty();
    }
  }

  private Collector started() {
    ManualTime time = new ManualTime(Instant.EPOCH);
    EventOrder events = new EventOrder(store.runs.newestEvent(), 0);
    Collector collector = new Collector(store, time, tasks::add, tasks::add, events, new Silent());
    collector.open(PLAN);
    work();
    return collector;
  }

  private void work() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /// The records of two agents as they come: not in order, some twice, some never.
  private static List<SealedRecord> coming(Random random) {
    List<SealedRecord> records = new ArrayList<>();
    for (int i = 0; i < RECORDS / 2; i++) {
      for (String agent : List.of("a", "b")) {
        records.add(TestRecords.sealed("run", agent, AXIS, i, 10, false));
      }
    }
    for (int i = 0; i + 7 < records.size(); i += 5) {
      Collections.swap(records, i, i + random.nextInt(7));
    }
    records.remove(RECORDS - 200);
    records.add(4_000, records.get(3_900));
    return records;
  }

  private void give(Collector collector, List<SealedRecord> records, Random random) {
    for (int from = 0; from < records.size(); ) {
      int to = Math.min(records.size(), from + 1 + random.nextInt(60));
      records
          .subList(from, to)
          .forEach(one -> collector.offer(new Delivery(one.key().agent(), List.of(one), _ -> {})));
      from = to;
      work();
    }
  }

  private String documents(Collector collector) {
    var answer = collector.look("run", RestartTest::documents);
    work();
    return answer.join().orElseThrow();
  }

  private static String documents(RunAggregate sums) {
    return Json.mapper()
        .writeValueAsString(
            List.of(
                sums.summary(),
                sums.operationSummaries(),
                sums.audit(Verification.NONE),
                sums.host(Set.of("a")),
                sums.generator(true),
                sums.delivery()));
  }

  @Test
  void serverThatDiesAnywhereGoesOnWithAllThatIsThere() {
    Random random = new Random(11);
    List<SealedRecord> records = coming(random);
    int crash = 2_500 + random.nextInt(2_500);
    give(started(), records.subList(0, crash), random);

    Collector again = started();
    String there = documents(again);
    // The agents repeat what was not acknowledged, and more.
    give(again, records.subList(crash - 300, records.size()), random);
    String all = documents(again);

    assertNotEquals(there, all);
    assertTrue(all.contains(10L * (RECORDS - 1) + ""), all);
    assertEquals(documentsWithoutABreak(records, random), withoutDuplicates(all));
    assertEquals(RECORDS - 1, store.records.count("run"));
    assertEquals(List.of(), refused);
  }

  private String documentsWithoutABreak(List<SealedRecord> records, Random random) {
    try (ResultStore whole = opened("other")) {
      ResultStore first = store;
      store = whole;
      store.jobs.add(job(), new JobCode("A job", List.of("op"), "pack@1"));
      Collector collector = started();
      give(collector, records, random);
      store = first;
      return withoutDuplicates(documents(collector));
    }
  }

  private static String withoutDuplicates(String documents) {
    return documents.replaceAll("\"duplicates\":\\d+", "").replaceAll("[\\d,]+ came again", "");
  }

  /// After an outage of a day all is old.
  @Test
  void whatWasRolledUpSinceComesToTheSame() {
    Collector collector = started();
    List<SealedRecord> records = inOrder(2_505);
    give(collector, records, new Random(16));
    String right = documents(collector);

    Duration day = Duration.ofDays(1);
    KeepRules rules =
        new KeepRules(Duration.ofSeconds(1), day, Optional.empty(), Optional.empty(), 0);
    new OldIntervals(store, rules, new EventOrder(0, 0), (_, _) -> {}).rollUp();

    assertEquals(right, documents(started()));
  }

  private static List<SealedRecord> inOrder(int intervals) {
    return IntStream.range(0, intervals)
        .mapToObj(i -> TestRecords.sealed("run", "a", AXIS, i, 10, false))
        .toList();
  }
}
