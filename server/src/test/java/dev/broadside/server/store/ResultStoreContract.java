package dev.broadside.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.campaign.CampaignState;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.input.Filing;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Think;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQueryText;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.core.wire.RecordDigest;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.server.store.AgentTable.Known;
import dev.broadside.server.store.AgentTable.Renamed;
import dev.broadside.server.store.NotebookTable.Attaching;
import dev.broadside.server.store.base.PackedText;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.Batch;
import dev.broadside.server.store.job.JobStore;
import dev.broadside.server.store.job.RollUps;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.job.RunTable.LogRing;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.Attachment;
import dev.broadside.server.store.row.Comment;
import dev.broadside.server.store.row.Conflict;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.PackRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import dev.broadside.server.store.row.StoredRecord;
import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.store.row.StreamState;
import dev.broadside.server.store.row.Work;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What every result store does, whichever database it lies in. Each test uses ids of its own.
public abstract class ResultStoreContract {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");

  abstract ResultStore store();

  @Test
  void jobComesBackAsItWasKept() {
    Job job = Job.submitted("kept", spec(Map.of("password", new Secret("hush"))), millis(NOON));
    JobCode code = new JobCode("A title", List.of("read", "write"), "pack@1");
    store().jobs.add(job, code);

    JobRow row = store().jobs.find("kept").orElseThrow();

    assertEquals(JobRow.asked(job, code), row);
    assertEquals("hush", row.job().spec().texts().get("password"));
  }

  @Test
  void stateAndSharesAreKeptTogether() {
    Job job = added("moving");
    Job running =
        job.after(new JobEvent.Placed(), NOON).after(new JobEvent.Started(), NOON.plusSeconds(5));
    ShareRow share =
        ShareRow.placed("agent 1", ShareSlice.of(new Portion(0, 2), 7))
            .reported(1, new ShareStatus.Forked(Map.of("jvm", "25")))
            .wanting(ShareStage.OPEN)
            .reported(2, new ShareStatus.Prepared(Facts.NONE.with("rows", 12)));
    ShareRow other = ShareRow.placed("agent 2", ShareSlice.of(new Portion(1, 2), 7));
    store().jobs.save(running, List.of(share, other));
    store().jobs.save(running, List.of(other.givenUp()));

    JobRow row = store().jobs.find("moving").orElseThrow();

    assertEquals(running, row.job());
    assertEquals(List.of(share, other.givenUp()), row.shares());
  }

  @Test
  void openJobsAreThoseNotDoneAndThoseWithSharesHeldByAgents() {
    Instant lateStart = NOON.plus(Duration.ofDays(3000));
    Job waiting = added("open waiting");
    Job released = added("open released");
    Job held = added("open held");
    ShareRow share = ShareRow.placed("a", ShareSlice.of(new Portion(0, 1), 1));
    store()
        .jobs
        .save(
            released.after(new JobEvent.CancelAsked("me"), lateStart),
            List.of(share.reported(9, new ShareStatus.Released())));
    store().jobs.save(held.after(new JobEvent.CancelAsked("me"), lateStart), List.of(share));

    List<String> open = ids(store().jobs.open(lateStart.minusSeconds(1)));
    List<String> afterADay = ids(store().jobs.open(lateStart.plusSeconds(1)));

    assertTrue(open.contains(waiting.id()));
    assertFalse(open.contains(released.id()));
    assertTrue(open.contains(held.id()));
    assertFalse(afterADay.contains(held.id()));
  }

  @Test
  void newestJobsComeFirst() {
    for (int i = 0; i < 3; i++) {
      store()
          .jobs
          .add(
              Job.submitted(
                  "new " + i, spec(Map.of()), millis(NOON.plus(Duration.ofDays(9000 + i)))),
              new JobCode("t", List.of(), "pack@1"));
    }
    assertEquals(List.of("new 2", "new 1"), ids(store().jobs.listed(2)));
  }

  @Test
  void jobIsKeptWhereItsUsersPutItWhateverState() {
    JobSpec spec =
        SpecBuilder.of("noop")
            .settings(new Settings(Map.of("folder", "nightly/mysql", "tag", "a,b")))
            .build();
    store()
        .jobs
        .add(Job.submitted("filed", spec, millis(NOON)), new JobCode("t", List.of(), "pack@1"));
    JobRow asked = store().jobs.shown("filed").orElseThrow();
    assertEquals(new Filing("nightly/mysql", List.of("a", "b")), asked.filing());

    Job over = asked.job().after(new JobEvent.CancelAsked("me"), NOON);
    store().jobs.save(over, List.of());
    Filing elsewhere = new Filing("", List.of("b", "c"));
    assertEquals(Optional.of(elsewhere), store().jobs.file("filed", _ -> elsewhere));
    assertEquals(Optional.empty(), store().jobs.file("nobody", _ -> elsewhere));

    JobRow row = store().jobs.shown("filed").orElseThrow();
    assertEquals(elsewhere, row.filing());
    assertEquals(over, row.job(), "what was asked stays");
  }

  @Test
  void jobsAreFoundByWhatTheyAreAndByTheirFiguresInPages() {
    finding("found 1", "100% soak", "nightly/a", "x", 10);
    finding("found 2", "100x soak", "nightly", "x,y", 20);
    finding("found 3", "Soak", "nightlyish", "", 30);

    assertEquals(List.of("found 3", "found 2", "found 1"), found("found soak", Optional.empty()));
    assertEquals(List.of("found 1"), found("100%", Optional.empty()));
    assertEquals(List.of("found 2", "found 1"), found("found folder:nightly", Optional.empty()));
    assertEquals(List.of("found 2"), found("tag:y", Optional.empty()));
    assertEquals(List.of("found 2"), found("tag:x p99>10ms p99<=20ms", Optional.empty()));
    assertEquals(List.of("found 2", "found 1"), found("found", Optional.of("found 3")));
    assertEquals(List.of(), found("found", Optional.of("found 1")));
    assertEquals(List.of(), found("found class:other", Optional.empty()));
    assertEquals(List.of("found 3"), found("found since:2026-03-03T12:00:00Z", Optional.empty()));
    assertEquals(List.of("found 1"), found("definition:\"found 1\"", Optional.empty()));
    store().jobs.file("found 1", _ -> new Filing("", List.of("y")));
    assertEquals(List.of("found 2", "found 1"), found("tag:y", Optional.empty()));
    assertEquals(List.of("found 1"), found("tag:y outcome:cancelled", Optional.empty()));
  }

  @Test
  void aQueryFindsTheJobsForWhichItHoldsInMemory() {
    new RandomJobs(store(), new Random(34)).foundByRandomQueries(1_000);
  }

  private void finding(String id, String title, String folder, String tags, double p99) {
    JobSpec spec =
        SpecBuilder.of("noop")
            .settings(new Settings(Map.of("folder", folder, "tag", tags)))
            .build();
    Job job = Job.submitted(id, spec, NOON.plus(Duration.ofDays(id.charAt(6) - '1')));
    store().jobs.add(job, new JobCode(title, List.of(), "pack@1"));
    if (id.endsWith("1")) {
      store().jobs.save(job.after(new JobEvent.CancelAsked("me"), NOON), List.of());
    }
    ObjectNode summary = Json.mapper().valueToTree(StatsDocument.ofTransactions(Tally.NONE, 1));
    summary.withObject("latencyMillis").put("count", 1).put("p99", p99);
    Headline headline =
        new Headline(
            1,
            Optional.of(p99),
            "BALANCED",
            "OK",
            "",
            Optional.of(1.0),
            Optional.of(1),
            Optional.empty());
    String document = Json.mapper().writeValueAsString(Map.of("summary", summary));
    store().runs.finish(id, document, headline, 1, NOON);
  }

  private List<String> found(String query, Optional<String> behind) {
    return found(query, behind, 10);
  }

  private List<String> found(String query, Optional<String> behind, int most) {
    return JobQueryText.read(query, WorkKind.JOB, NOON)
            instanceof Parsed.Value<JobQuery>(JobQuery read)
        ? ids(store().jobs.found(read, behind, most))
        : List.of();
  }

  @Test
  void runsOfADefinitionAreListedByIt() {
    JobSpec nightly =
        SpecBuilder.of("noop").settings(new Settings(Map.of("definition", "nightly"))).build();
    for (int i = 0; i < 3; i++) {
      Instant at = millis(NOON.plus(Duration.ofDays(i)));
      store()
          .jobs
          .add(Job.submitted("night " + i, nightly, at), new JobCode("t", List.of(), "pack@1"));
    }
    added("by itself");
    assertEquals(List.of("night 2", "night 1"), ids(store().jobs.runsOf("nightly", 2)));
    assertEquals(List.of("by itself"), ids(store().jobs.runsOf("by itself", 2)));
  }

  @Test
  void groupComesBackWithTheSecretsOfEachMemberAndIsOpenUntilItIsOver() {
    GroupPlan plan =
        new GroupPlan(
            "Night",
            List.of(
                new Member("load", Kind.JOB, "noop", List.of()),
                new Member(
                    "drop",
                    Kind.STUDY,
                    "noop",
                    List.of(new Dependency("load", Condition.ALWAYS)))));
    JobGroup group = JobGroup.submitted("night", plan, millis(NOON));
    Map<String, MemberRow> asked =
        Map.of("load", memberRow("hush", List.of(1)), "drop", memberRow("quiet", List.of(1, 2)));
    store().campaigns.add(group, "{\"group\":\"Night\"}", asked);

    assertEquals(Optional.of(group), store().campaigns.group("night"));
    assertEquals(List.of(group), store().campaigns.open());
    assertEquals(asked, store().campaigns.asked(Work.group("night")));
    assertEquals(
        "quiet",
        store().campaigns.asked(Work.group("night")).get("drop").spec().texts().get("password"));
    assertEquals(Optional.of("{\"group\":\"Night\"}"), store().campaigns.document("night"));

    JobGroup done =
        group
            .with("load", MemberState.Ended.failed(2, Judgement.THRESHOLD_BROKEN, "p99 < 1ms"))
            .with("drop", new MemberState.Skipped(0, "load has not succeeded"))
            .in(new CampaignState.Done(millis(NOON), new Outcome.Failed("load: p99 < 1ms")));
    store().campaigns.save(done);

    assertEquals(
        List.of(done),
        store().campaigns.found(WorkKind.GROUP, JobQuery.EVERYTHING, Optional.empty(), 1));
    assertEquals(List.of(), store().campaigns.open());
    deletedAndBroughtBack(Work.group("night"), () -> store().campaigns.group("night"));
    assertEquals(Map.of(), store().campaigns.asked(Work.group("night")));
  }

  /// Studies and groups are found by what they, their steps and their members are asked for.
  @Test
  void studiesAndGroupsAreFoundByTextTagClassTargetOutcomeAndTime() {
    JobCode code = new JobCode("Orders", List.of("read"), "pack@1");
    JobSpec spec =
        SpecBuilder.of("tpcc")
            .settings(
                new Settings(Map.of("folder", "nightly/shop", "tag", "best", "target", "db1")))
            .build();
    for (int i = 1; i <= 3; i++) {
      Instant at = millis(NOON.plus(Duration.ofDays(i)));
      MemberRow asked = new MemberRow(spec, SpecBuilder.ladder(List.of(1, 2)), code);
      Study study = study("ladder-" + i, asked, at);
      store().campaigns.add(study, "", CampaignTable.ofSteps(asked));
      JobGroup group =
          JobGroup.submitted(
              "night-" + i,
              new GroupPlan("Night", List.of(new Member("load", Kind.JOB, "tpcc", List.of()))),
              at);
      store().campaigns.add(group, "{}", Map.of("load", asked));
      if (i == 2) {
        CampaignState over = new CampaignState.Done(at, new Outcome.Failed("no room"));
        store().campaigns.save(group.in(over));
        store().campaigns.save(study.in(new CampaignState.Done(at, new Outcome.Completed())));
      }
    }
    assertEquals("ladder-3 ladder-2 ladder-1", studies("tag:best folder:nightly orders"));
    assertEquals("ladder-2", studies("outcome:completed class:tpcc target:db1"));
    assertEquals("", studies("target:db2"));
    assertEquals("ladder-3", studies("since:2026-03-04"));
    assertEquals("night-3 night-2 night-1", groups("tag:best folder:nightly load"));
    assertEquals("night-2", groups("outcome:failed class:tpcc target:db1"));
    assertEquals("night-1", groups("until:2026-03-03"));
    store().campaigns.delete(Work.group("night-2"), NOON);
    assertEquals("night-3 night-1", groups("tag:best"));
    assertEquals("night-2", groups("state:deleted tag:best"));
    store().campaigns.delete(Work.study("ladder-2"), NOON);
    assertEquals("ladder-3 ladder-1", studies("tag:best"));
    assertEquals("ladder-2", studies("tag:best state:deleted"));
  }

  /// A work that is over is hidden, comes back, and is gone for good in the end.
  private void deletedAndBroughtBack(Work work, Supplier<Optional<?>> find) {
    Optional<?> kept = find.get();
    assertFalse(store().campaigns.restore(work), "it is not deleted");
    assertTrue(store().campaigns.delete(work, NOON));
    assertFalse(store().campaigns.delete(work, NOON), "once is enough");
    assertEquals(Optional.empty(), find.get());
    assertTrue(store().campaigns.deleted(work));
    store().campaigns.removeDeletedBefore(NOON);
    assertTrue(store().campaigns.restore(work), "it was not deleted before noon");
    assertEquals(kept, find.get());

    store().campaigns.delete(work, NOON);
    store().campaigns.removeDeletedBefore(NOON.plusMillis(1));
    assertFalse(store().campaigns.deleted(work));
    assertFalse(store().campaigns.restore(work), "it is gone");
    assertEquals(Optional.empty(), find.get());
  }

  /// Ids that only look like those of steps belong to no study.
  @Test
  void stepsAreFoundByTheirStudyAndLeftOutByNone() {
    JobCode code = new JobCode("t", List.of(), "pack@1");
    JobSpec spec = SpecBuilder.of("noop").build();
    MemberRow ladder = new MemberRow(spec, SpecBuilder.ladder(List.of(1, 16)), code);
    MemberRow other = new MemberRow(spec, SpecBuilder.ladder(List.of(1)), code);
    store().campaigns.add(study("tests", ladder, NOON), "", CampaignTable.ofSteps(ladder));
    store().campaigns.add(study("tests-2", other, NOON), "", CampaignTable.ofSteps(other));
    Set<String> steps = Set.of("tests-t1", "tests-t16", "tests-2-s1");
    Set<String> others = Set.of("tests", "tests-s", "tests-1", "other-s1", "7", "s");
    steps.forEach(this::added);
    others.forEach(this::added);

    assertEquals(
        Set.of("tests-t1", "tests-t16"), Set.copyOf(found("study:tests", Optional.empty())));
    assertEquals(List.of("tests-2-s1"), found("study:tests-2", Optional.empty()));
    // Other tests leave jobs in the same store.
    Set<String> none = new HashSet<>(found("study:none", Optional.empty(), 1_000));
    assertTrue(none.containsAll(others), none::toString);
    assertTrue(Collections.disjoint(none, steps), none::toString);
  }

  private String studies(String query) {
    return found(WorkKind.STUDY, read(query, WorkKind.STUDY));
  }

  private String groups(String query) {
    return found(WorkKind.GROUP, read(query, WorkKind.GROUP));
  }

  private String found(WorkKind kind, JobQuery query) {
    return store().campaigns.found(kind, query, Optional.empty(), 9).stream()
        .map(Campaign::id)
        .collect(Collectors.joining(" "));
  }

  private static Study study(String id, MemberRow asked, Instant at) {
    return Study.submitted(id, asked.code().title(), asked.spec(), asked.plan(), at);
  }

  private static JobQuery read(String query, WorkKind of) {
    if (JobQueryText.read(query, of, NOON) instanceof Parsed.Value<JobQuery>(JobQuery read)) {
      return read;
    }
    throw new AssertionError(query);
  }

  private static MemberRow memberRow(String password, List<Integer> threads) {
    return new MemberRow(
        spec(Map.of("password", new Secret(password))),
        SpecBuilder.ladder(threads),
        new JobCode("A title", List.of("read"), "pack@1"));
  }

  @Test
  void studyComesBackAsItWasKeptUntilItIsOver() {
    MemberRow asked = memberRow("hush", List.of(1, 2, 4));
    Study study = study("ladder", asked, millis(NOON));
    store().campaigns.add(study, "", CampaignTable.ofSteps(asked));

    Map<String, MemberRow> kept = store().campaigns.asked(Work.study("ladder"));
    Study found = store().campaigns.study("ladder").orElseThrow();
    assertEquals(asked, CampaignTable.ofSteps(kept));
    assertEquals(study, found.with(asked.spec()));
    assertEquals(List.of(found), store().campaigns.open());
    assertEquals(
        "hush", found.with(CampaignTable.ofSteps(kept).spec()).stepSpec(2).texts().get("password"));

    Study done =
        study.in(new CampaignState.Done(NOON, new Outcome.Failed("at 2 threads: no room")));
    store().campaigns.save(done);

    assertEquals(done, store().campaigns.study("ladder").orElseThrow().with(asked.spec()));
    Study listed =
        (Study)
            store()
                .campaigns
                .found(WorkKind.STUDY, JobQuery.EVERYTHING, Optional.empty(), 1)
                .getFirst();
    assertEquals("ladder", listed.id());
    assertEquals(Map.of("password", new Secret("********")), listed.spec().secrets());
    assertEquals(List.of(), store().campaigns.open());
    deletedAndBroughtBack(Work.study("ladder"), () -> store().campaigns.study("ladder"));
  }

  @Test
  void searchComesBackWithThePointsThatItHasChosen() {
    StudyPlan plan =
        new StudyPlan(
            List.of(new StudyAxis("scale", List.of("1", "10"))),
            StudyOrder.INTERLEAVED,
            2,
            500,
            Optional.of(new KneePlan(100, 20_000, 2)));
    MemberRow asked =
        new MemberRow(spec(Map.of()), plan, new JobCode("A title", List.of("read"), "pack@1"));
    Study search = study("search", asked, millis(NOON));
    store().campaigns.add(search, "", CampaignTable.ofSteps(asked));
    Study further = search.and(plan.next(List.of()).orElseThrow());
    store().campaigns.save(further);

    assertEquals(further, store().campaigns.study("search").orElseThrow());
    assertEquals("search-s1", further.stepId(0));
  }

  @Test
  void recordThatTheStoreDoesNotTakeIsRefusedForWhatItIs() {
    SealedRecord ofNoJob =
        SealedRecord.of(new RecordKey("no such job", "a", 1, "load", 0), new byte[] {1});

    assertThrows(
        StoreException.Refused.class,
        () -> store().records.addAll(new Batch(List.of(new Arrival(ofNoJob, 0, false)))));
    store().check();
  }

  @Test
  void logLinesAreKeptOnceHoweverOftenTheirKeepingIsTried() {
    added("tried");
    store().runs.addLog("tried", List.of(line(1), line(2)), RunTable.NumberRange.NONE);
    store().runs.addLog("tried", List.of(line(7), line(8)), new RunTable.NumberRange(1, 2));

    assertEquals(List.of(line(7), line(8)), store().runs.log("tried"));
  }

  /// What a database may not take as a character, within JSON.
  @Test
  void textOfAnyCharactersIsKept() {
    added("odd texts");
    String odd = "{\"line\":\"\\u0000 \uD83D\uDE80 \uFFFF half of a pair: \\uD83D\"}";
    store()
        .runs
        .addLog("odd texts", List.of(new RunTable.Entry(0, 5, odd)), RunTable.NumberRange.NONE);

    assertEquals(odd, store().runs.log("odd texts").getFirst().json());
  }

  private static RunTable.Entry line(long event) {
    return new RunTable.Entry(0, event, "{\"line\":\"" + event % 2 + "\"}");
  }

  @Test
  void placementThatIsTriedAgainReplacesTheOneBefore() {
    Job job = added("placed twice");
    ShareRow first = ShareRow.placed("a", ShareSlice.of(new Portion(0, 2), 7));
    ShareRow second = ShareRow.placed("b", ShareSlice.of(new Portion(1, 2), 7));
    ShareRow other = ShareRow.placed("c", ShareSlice.of(new Portion(0, 1), 7));
    store()
        .jobs
        .place(
            job, List.of(first, second), Optional.empty(), new JobCode("t", List.of(), "pack@1"));
    store()
        .jobs
        .place(job, List.of(other), Optional.empty(), new JobCode("t", List.of(), "pack@1"));

    assertEquals(List.of(other), store().jobs.find("placed twice").orElseThrow().shares());
  }

  @Test
  void whereAJobIsCanBeAskedAlone() {
    Job job = added("asked");
    assertEquals(Optional.of(job.state()), store().jobs.state("asked"));
    assertEquals(Optional.empty(), store().jobs.state("never"));
  }

  @Test
  void recordIsStoredOnceHoweverOftenItComes() {
    added("once");
    Arrival first = arrival("once", "a", 1, 0, "bytes");

    assertEquals(List.of(Arrival.Result.STORED), store().records.addAll(new Batch(List.of(first))));
    assertEquals(
        List.of(Arrival.Result.DUPLICATE, Arrival.Result.STORED, Arrival.Result.DUPLICATE),
        store()
            .records
            .addAll(
                new Batch(
                    List.of(
                        first,
                        arrival("once", "a", 1, 1, "next"),
                        arrival("once", "a", 1, 1, "next")))));
    assertEquals(2, store().records.count("once"));
    assertEquals(2, store().records.streams("once").getFirst().duplicates());
  }

  @Test
  void manyRecordsAndIntervalsAreNewOnce() {
    assertManyAreNewOnce(store());
  }

  static void assertManyAreNewOnce(ResultStore store) {
    Job job = Job.submitted("many", spec(Map.of()), millis(NOON));
    store.jobs.add(job, new JobCode("t", List.of(), "pack@1"));
    List<Arrival> arrivals =
        IntStream.range(0, 1_500).mapToObj(seq -> arrival("many", "a", 1, seq, "x")).toList();
    List<RunTable.Entry> intervals =
        IntStream.range(0, 1_500).mapToObj(i -> new RunTable.Entry(i, i, "{}")).toList();

    assertEquals(
        Set.of(Arrival.Result.STORED), Set.copyOf(store.records.addAll(new Batch(arrivals))));
    assertEquals(
        Set.of(Arrival.Result.DUPLICATE), Set.copyOf(store.records.addAll(new Batch(arrivals))));
    assertEquals(1_500, store.records.count("many"));
    assertEquals(1_500, store.records.duplicates("many"));
    assertEquals(intervals, store.runs.addIntervals("many", intervals));
    assertEquals(List.of(), store.runs.addIntervals("many", intervals));
    assertEquals(intervals, store.runs.addIntervals("many", intervals, true));
  }

  @Test
  void sameKeyWithOtherBytesIsKeptAsideAndTheFirstStands() {
    added("forged");
    store().records.addAll(new Batch(List.of(arrival("forged", "a", 1, 0, "true"))));

    List<Arrival.Result> results =
        store()
            .records
            .addAll(
                new Batch(
                    List.of(
                        arrival("forged", "a", 1, 0, "false"),
                        arrival("forged", "a", 1, 0, "false"))));

    assertEquals(List.of(Arrival.Result.CONFLICT, Arrival.Result.CONFLICT), results);
    assertEquals(
        List.of(new RecordKey("forged", "a", 1, RecordKey.LOAD, 0)),
        store().records.conflicts("forged", 10).stream().map(Conflict::key).toList());
    assertEquals(List.of("true"), texts("forged"));
  }

  /// An agent that makes up a worker for each record must not fill memory with what is kept of
  /// each.
  @Test
  void recordsOfMoreWorkersThanAnAgentHasAreRefused() {
    added("many workers");
    store()
        .records
        .addAll(
            new Batch(
                LongStream.range(0, 1_000)
                    .mapToObj(worker -> arrival("many workers", "a", worker * 7, 0, "x"))
                    .toList()));

    Arrival more = arrival("many workers", "a", Long.MAX_VALUE, 0, "x");
    assertThrows(
        StoreException.Refused.class, () -> store().records.addAll(new Batch(List.of(more))));
    assertThrows(
        StoreException.Refused.class, () -> store().records.quarantine(more.sealed(), "why"));
    assertEquals(
        List.of(Arrival.Result.STORED, Arrival.Result.STORED),
        store()
            .records
            .addAll(
                new Batch(
                    List.of(
                        arrival("many workers", "b", Long.MAX_VALUE, 0, "x"),
                        arrival("many workers", "a", 0, 1, "x")))));
    assertEquals(1_001, store().records.streams("many workers").size());
  }

  @Test
  void streamsTellHowFarTheyCameWithoutGaps() {
    added("gaps");
    for (int seq : new int[] {0, 1, 3, 4}) {
      store().records.addAll(new Batch(List.of(arrival("gaps", "a", 1, seq, "x" + seq))));
    }
    store().records.addAll(new Batch(List.of(arrival("gaps", "b", 2, 5, "y"))));

    assertEquals(
        List.of(
            new StreamState(new StreamKey("gaps", "a", 1, RecordKey.LOAD), 1, Set.of(3L, 4L), 0),
            new StreamState(new StreamKey("gaps", "b", 2, RecordKey.LOAD), -1, Set.of(5L), 0)),
        store().records.streams("gaps"));
  }

  @Test
  void scanIsInOrderOfIntervalsHoweverRecordsCame() {
    added("scan");
    List<Arrival> arrivals = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int seq = 0; seq < 900; seq++) {
      for (String agent : List.of("a", "b", "c")) {
        arrivals.add(arrival("scan", agent, 1, seq, agent + seq));
        expected.add(agent + seq);
      }
    }
    Collections.shuffle(arrivals, new Random(7));
    store().records.addAll(new Batch(arrivals));

    assertEquals(expected, texts("scan"));
  }

  @Test
  void intervalsAreReplacedOnlyByOtherOnes() {
    added("intervals");
    RunTable runs = store().runs;
    RunTable.Entry zero = new RunTable.Entry(0, 10, "{\"index\":0}");
    RunTable.Entry one = new RunTable.Entry(1, 11, "{\"index\":1}");
    RunTable.Entry oneAgain = new RunTable.Entry(1, 12, "{\"index\":1}");
    RunTable.Entry oneMended = new RunTable.Entry(1, 13, "{\"index\":1,\"more\":true}");

    assertEquals(List.of(zero, one), runs.addIntervals("intervals", List.of(zero, one)));
    assertEquals(List.of(), runs.addIntervals("intervals", List.of(oneAgain)));
    assertEquals(List.of(oneMended), runs.addIntervals("intervals", List.of(oneMended)));
    assertEquals(List.of(zero, oneMended), runs.intervals("intervals", 0, 10));
    runs.addLog("intervals", List.of(new RunTable.Entry(0, 12, "{}")), RunTable.NumberRange.NONE);
    RunTable.Kept line = new RunTable.Kept(RunTable.What.LINE, new RunTable.Entry(0, 12, "{}"));
    RunTable.Kept mended = new RunTable.Kept(RunTable.What.INTERVAL, oneMended);
    assertEquals(List.of(line, mended), runs.history("intervals", 10, 13, 10));
    assertEquals(List.of(line), runs.history("intervals", 10, 12, 10));
    assertEquals(List.of(line), runs.history("intervals", 10, 13, 1));
    assertEquals(1, runs.newestInterval("intervals").orElseThrow());
    assertTrue(runs.newestEvent() >= 13);
  }

  @Test
  void ofALongLogTheBeginningAndTheEndAreKeptAndTheRestIsCounted() {
    added("log");
    RunTable runs = store().runs;
    int all = LogRing.FIRST + LogRing.NEWEST;
    runs.addLog("log", lines(0, all), RunTable.NumberRange.NONE);
    assertEquals(all, runs.log("log").size());
    runs.addLog("log", lines(all, all + 7), RunTable.NumberRange.NONE);
    runs.addLog("log", lines(all + 7, all + 10), RunTable.NumberRange.NONE);

    List<RunTable.Entry> kept = runs.log("log");

    assertEquals(all, kept.size());
    assertEquals(lines(0, LogRing.FIRST), kept.subList(0, LogRing.FIRST));
    RunTable.Entry gap = kept.get(LogRing.FIRST);
    assertTrue(gap.json().contains("(11 lines left out)"), gap.json());
    assertEquals(lines(LogRing.FIRST + 11, all + 10), kept.subList(LogRing.FIRST + 1, kept.size()));
    assertEquals(2, runs.history("log", 1000 + all + 10 - 3, Long.MAX_VALUE, 10).size());
  }

  private static List<RunTable.Entry> lines(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> new RunTable.Entry(0, 1000L + i, "{\"line\":\"" + i + "\"}"))
        .toList();
  }

  @Test
  void resultAndHeadlineComeBack() {
    Job job = added("result");
    Headline headline =
        new Headline(
            1234.5,
            Optional.of(6.7),
            "BALANCED",
            "OK",
            "room to spare",
            Optional.of(1.0),
            Optional.of(0),
            Optional.of("BROKEN"));
    store().runs.finish(job.id(), "{\"job\":{}}", headline, 42, NOON);
    store().runs.finish(job.id(), "{\"job\":{\"id\":1}}", headline, 43, NOON);

    assertEquals(Optional.of("{\"job\":{\"id\":1}}"), store().runs.result(job.id()));
    assertEquals(Optional.of(headline), store().jobs.find(job.id()).orElseThrow().headline());
  }

  @Test
  void amendedResultKeepsTheFormerOnes() {
    Job job = added("amended");
    RunTable runs = store().runs;
    Headline headline =
        new Headline(
            1,
            Optional.of(2.0),
            "BALANCED",
            "OK",
            "",
            Optional.of(1.0),
            Optional.of(1),
            Optional.empty());
    runs.finish(job.id(), "[1]", headline, 42, NOON);
    runs.amend(job.id(), "[2]", headline, 43, 1, NOON.plusSeconds(1));
    runs.amend(job.id(), "[3]", headline, 44, 2, NOON.plusSeconds(2));

    assertEquals(Optional.of("[1]"), runs.former(job.id(), 0));
    assertEquals(Optional.of("[2]"), runs.former(job.id(), 1));
    assertEquals(Optional.of("[3]"), runs.result(job.id()));
    assertEquals(44, runs.recordsInResult(job.id()));
    assertTrue(runs.sealedAfter(NOON.plusSeconds(1)).contains(job.id()));
    assertFalse(runs.sealedAfter(NOON.plusSeconds(2)).contains(job.id()));
  }

  @Test
  void tokenIsUsedOnceAndOnlyInTime() {
    TokenTable tokens = store().tokens;
    tokens.add("fresh", 1, NOON.plusSeconds(10), NOON);
    tokens.add("stale", 1, NOON.plusSeconds(10), NOON);

    assertFalse(tokens.use("unknown", NOON));
    assertTrue(tokens.use("fresh", NOON.plusSeconds(5)));
    assertFalse(tokens.use("fresh", NOON.plusSeconds(6)));
    assertFalse(tokens.use("stale", NOON.plusSeconds(11)));
  }

  @Test
  void tokenOfManyIsUsedSoOftenAndUntilAllAreEnded() {
    TokenTable tokens = store().tokens;
    tokens.end(NOON);
    tokens.add("three", 3, NOON.plusSeconds(10), NOON);
    tokens.add("many", 1_000, NOON.plusSeconds(10), NOON);
    for (int i = 0; i < 3; i++) {
      assertTrue(tokens.usable("three", NOON));
      assertTrue(tokens.use("three", NOON));
    }
    assertFalse(tokens.usable("three", NOON));
    assertFalse(tokens.use("three", NOON));

    assertTrue(tokens.use("many", NOON));
    assertEquals(1, tokens.end(NOON));
    assertFalse(tokens.usable("many", NOON));
    assertFalse(tokens.use("many", NOON));
    assertEquals(0, tokens.end(NOON));
  }

  @Test
  void agentIsKnownByItsNewestCredential() {
    AgentTable agents = store().agents;
    assertEquals(Optional.empty(), agents.holder("hash 1"));
    agents.register("agent-7", "hash 1", NOON);
    agents.register("agent-7", "hash 2", NOON);
    agents.seen("agent-7", NOON.plusSeconds(1));

    assertEquals(Optional.empty(), agents.holder("hash 1"));
    assertEquals(Optional.of(new Known("agent-7", List.of())), agents.holder("hash 2"));
  }

  @Test
  void renamedAgentKeepsItsCredentialAndItsDrainAndWhatItWasCalled() {
    AgentTable agents = store().agents;
    agents.register("renamed a", "hash of a", NOON);
    agents.register("renamed b", "hash of b", NOON);
    agents.drain("renamed a", Optional.of("process"));

    assertEquals(Renamed.TAKEN, agents.rename("renamed a", "renamed b"));
    assertEquals(Renamed.UNKNOWN, agents.rename("nobody", "renamed c"));
    assertEquals(Optional.of(new Known("renamed a", List.of())), agents.holder("hash of a"));
    assertEquals(Renamed.DONE, agents.rename("renamed a", "renamed c"));
    assertEquals(Renamed.DONE, agents.rename("renamed c", "renamed d"));

    assertEquals(
        Optional.of(new Known("renamed d", List.of("renamed c", "renamed a"))),
        agents.holder("hash of a"));
    assertEquals("process", agents.drained().get("renamed d"));
    assertEquals(Renamed.DONE, agents.rename("renamed d", "renamed a"));
    assertEquals(
        Optional.of(new Known("renamed a", List.of("renamed d", "renamed c"))),
        agents.holder("hash of a"));
    agents.register("renamed a", "hash of another", NOON);
    assertEquals(Optional.of(new Known("renamed a", List.of())), agents.holder("hash of another"));
  }

  @Test
  void noMoreThanTenFormerNamesOfAnAgentAreKept() {
    AgentTable agents = store().agents;
    agents.register("n0", "hash n", NOON);
    for (int i = 0; i < 12; i++) {
      assertEquals(Renamed.DONE, agents.rename("n" + i, "n" + (i + 1)));
    }

    List<String> formerly = agents.holder("hash n").orElseThrow().formerly();
    assertEquals(10, formerly.size());
    assertEquals("n11", formerly.getFirst());
  }

  @Test
  void whatIsRolledUpStandsInThePlaceOfWhatItWasMadeFrom() {
    added("rolled");
    List<StoredRecord> parts = new ArrayList<>();
    for (int seq = 0; seq < 12; seq++) {
      Arrival arrival = arrival("rolled", "a", 1, seq, "x" + seq);
      store().records.addAll(new Batch(List.of(arrival)));
      parts.add(StoredRecord.single(arrival.sealed(), seq));
      store()
          .runs
          .addIntervals(
              "rolled", List.of(new RunTable.Entry(seq, 100 + seq, "{\"i\":" + seq + "}")));
    }
    byte[] digests = new byte[10 * RecordDigest.BYTES];
    for (int i = 0; i < 10; i++) {
      System.arraycopy(
          parts.get(i).ownDigests(), 0, digests, i * RecordDigest.BYTES, RecordDigest.BYTES);
    }
    SealedRecord sum = SealedRecord.of(parts.getFirst().sealed().key(), "sum".getBytes(UTF_8));
    RollUps.Group group =
        new RollUps.Group(
            0,
            10,
            List.of(new StoredRecord(sum, 0, 10, digests, PackedText.pack("[]"))),
            Optional.of("{\"i\":10}"),
            false);

    assertEquals(
        Optional.of(List.of()), store().rollUps.keep("rolled", 1, 10, List.of(group), () -> 0));

    assertEquals(List.of("sum", "x10", "x11"), texts("rolled"));
    assertEquals(12, store().records.count("rolled"));
    assertEquals(11, store().records.streams("rolled").getFirst().through());
    assertEquals(10, store().rollUps.next("rolled", 1));
    assertEquals(
        List.of(0, 10, 11),
        store().runs.intervals("rolled", 0, 20).stream().map(RunTable.Entry::position).toList());
    assertEquals(109, store().runs.intervals("rolled", 0, 1).getFirst().eventId());
    assertEquals(
        List.of(Arrival.Result.DUPLICATE, Arrival.Result.CONFLICT, Arrival.Result.DUPLICATE),
        store()
            .records
            .addAll(
                new Batch(
                    List.of(
                        arrival("rolled", "a", 1, 3, "x3"),
                        arrival("rolled", "a", 1, 4, "other"),
                        arrival("rolled", "a", 1, 11, "x11")))));
    assertEquals(
        List.of(Arrival.Result.STORED),
        store().records.addAll(new Batch(List.of(arrival("rolled", "b", 1, 3, "y")))));
    assertEquals(3, store().rollUps.next("rolled", 1));
  }

  @Test
  void jobIsTakenOutAndBroughtInRowByRow() {
    Job job = added("moved");
    store().jobs.save(ended(job), List.of());
    store()
        .records
        .addAll(
            new Batch(List.of(arrival("moved", "a", 1, 0, "x"), arrival("moved", "a", 1, 1, "y"))));
    store().runs.addIntervals("moved", List.of(new RunTable.Entry(0, 7, "{\"index\":0}")));
    store().runs.addLog("moved", List.of(line(8)), RunTable.NumberRange.NONE);
    assertTrue(store().runs.addMark("moved", new RunTable.Entry(9, 9, "{}")));
    assertTrue(store().notebook.say("moved", "me", NOON, "so\n'so'").isPresent());
    assertEquals(Attaching.KEPT, attached("moved", "plan", 3 << 20));
    List<ObjectNode> rows = rows("moved");

    assertTrue(store().wholeJobs.hide("moved"));
    assertEquals(Optional.empty(), store().jobs.shown("moved"));
    assertEquals(List.of("moved"), store().wholeJobs.hidden());
    while (store().wholeJobs.removeSome("moved")) {
      assertEquals(List.of("moved"), store().wholeJobs.hidden());
    }
    assertEquals(List.of(), store().wholeJobs.hidden());
    assertEquals(0, store().records.count("moved"));

    JobStore.Incoming incoming = store().wholeJobs.bringIn("moved");
    long[] number = {500};
    for (ObjectNode row : rows) {
      if (incoming.add(row)) {
        incoming.keep(() -> number[0]++);
      }
    }
    incoming.keep(() -> number[0]++);
    assertEquals(Optional.empty(), store().jobs.shown("moved"));
    incoming.show();

    assertEquals(ended(job).state(), store().jobs.shown("moved").orElseThrow().job().state());
    assertEquals(List.of("x", "y"), texts("moved"));
    assertEquals(withoutNumbers(rows), withoutNumbers(rows("moved")));
    assertTrue(store().wholeJobs.ended().stream().anyMatch(one -> one.id().equals("moved")));
    assertTrue(store().wholeJobs.bytes("moved") > 0);
    store().wholeJobs.hide("moved");
    while (store().wholeJobs.removeSome("moved")) {
      assertFalse(store().wholeJobs.hidden().isEmpty());
    }
  }

  private Attaching attached(String id, String name, int size) {
    Attachment file = new Attachment(name, size, "0", "me", millis(NOON));
    return store().notebook.attach(id, file, new ByteArrayInputStream(bytes(name, size)));
  }

  private static byte[] bytes(String name, int size) {
    byte[] bytes = new byte[size];
    new Random(name.hashCode()).nextBytes(bytes);
    return bytes;
  }

  @Test
  void notebookKeepsCommentsAndFilesUntilTheyAreTakenAway() throws IOException {
    added("noted");
    NotebookTable notebook = store().notebook;
    Comment first = notebook.say("noted", "me", NOON, "\uD83D\uDE80".repeat(1_000)).orElseThrow();
    Comment second = notebook.say("noted", "you", NOON, "two").orElseThrow();
    assertEquals(List.of(first, second), notebook.comments("noted"));
    assertTrue(notebook.unsay("noted", 1));
    assertFalse(notebook.unsay("noted", 1));
    assertEquals(List.of(second), notebook.comments("noted"));
    assertTrue(notebook.unsay("noted", 2));
    assertEquals(3, notebook.say("noted", "me", NOON, "three").orElseThrow().number());

    assertEquals(Attaching.KEPT, attached("noted", "a", 200_000));
    assertEquals(Attaching.NAME_TAKEN, attached("noted", "a", 1));
    assertEquals(Attaching.KEPT, attached("noted", "b", 64 << 10));
    InputStream broken =
        new InputStream() {
          private int left = 100_000;

          @Override
          public int read() throws IOException {
            if (left-- <= 0) {
              throw new IOException("gone");
            }
            return 7;
          }
        };
    Attachment half = new Attachment("half", 200_000, "0", "me", millis(NOON));
    assertThrows(UncheckedIOException.class, () -> notebook.attach("noted", half, broken));
    assertEquals(
        List.of("a", "b"), notebook.attachments("noted").stream().map(Attachment::name).toList());
    assertTrue(notebook.detach("noted", "a"));
    assertFalse(notebook.detach("noted", "a"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    notebook.copy("noted", "b", out);
    assertArrayEquals(bytes("b", 64 << 10), out.toByteArray());
    assertThrows(IOException.class, () -> notebook.copy("noted", "a", out));
  }

  private static Job ended(Job job) {
    return new Job(
        job.id(),
        job.spec(),
        new JobState.Done(millis(NOON), new Outcome.Cancelled("somebody")),
        job.history(),
        job.submittedAt());
  }

  private List<ObjectNode> rows(String id) {
    List<ObjectNode> rows = new ArrayList<>();
    store().wholeJobs.takeOut(id, rows::add);
    return rows;
  }

  /// Numbers of streams and events are a server's own.
  private static List<String> withoutNumbers(List<ObjectNode> rows) {
    return rows.stream()
        .map(row -> {
          ObjectNode copy = row.deepCopy();
          copy.remove(List.of("id", "stream_id", "event_id"));
          return copy.toString();
        })
        .toList();
  }

  @Test
  void packsAreListedNewestFirst() {
    PackRow old = pack("a", "1", NOON);
    PackRow young = pack("b", "2", NOON.plusSeconds(1));
    store().packs.add(old);
    store().packs.add(young);
    store().packs.add(pack("b", "2", NOON.plusSeconds(2)));

    assertEquals(Optional.of(old), store().packs.find(old.sha256()));
    assertEquals(List.of(young, old), store().packs.all());
    store().packs.remove(young.sha256());
    assertEquals(List.of(old), store().packs.all());
  }

  private static PackRow pack(String digit, String version, Instant at) {
    var noop =
        new PackDescriptor.ClassDescriptor(
            "noop", "No-op", "Nothing", List.of(), List.of("noop"), List.of());
    return new PackRow(
        digit.repeat(64), new PackDescriptor("jobs", version, List.of(noop)), 5, millis(at));
  }

  private Job added(String id) {
    Job job = Job.submitted(id, spec(Map.of()), millis(NOON));
    store().jobs.add(job, new JobCode("t", List.of("op"), "pack@1"));
    return job;
  }

  private List<String> texts(String runId) {
    List<String> texts = new ArrayList<>();
    store().records.scan(runId, kept -> texts.add(new String(kept.sealed().bytes(), UTF_8)));
    return texts;
  }

  private static List<String> ids(List<JobRow> rows) {
    return rows.stream().map(row -> row.job().id()).toList();
  }

  private static Arrival arrival(
      String runId, String agent, long incarnation, long seq, String text) {
    RecordKey key = new RecordKey(runId, agent, incarnation, RecordKey.LOAD, seq);
    return new Arrival(SealedRecord.of(key, text.getBytes(UTF_8)), (int) seq, false);
  }

  private static Instant millis(Instant instant) {
    return Instant.ofEpochMilli(instant.toEpochMilli());
  }

  public static JobSpec spec(Map<String, Secret> secrets) {
    LoadModel load = new LoadModel.Closed(4, new Think.Fixed(Duration.ofMillis(5)));
    return SpecBuilder.of("noop")
        .parameters(Map.of("url", "jdbc:h2:mem:x"))
        .secrets(secrets)
        .agents(AgentDemand.any(2))
        .phases(SpecBuilder.measure(Duration.ofSeconds(3), load))
        .startAt(Optional.of(NOON))
        .build();
  }
}
