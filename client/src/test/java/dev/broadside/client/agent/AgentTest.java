package dev.broadside.client.agent;

import static dev.broadside.client.spool.TestRecords.sealed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.process.FakeWorker;
import dev.broadside.client.share.LineLimiter;
import dev.broadside.client.share.UnclaimedFolder;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.Ack;
import dev.broadside.core.wire.Message.Ack.Range;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentTest {
  private static final String RUN = "run-1";

  @TempDir private Path temp;
  private AgentRig rig;

  @BeforeEach
  void start() throws Exception {
    rig = new AgentRig(temp);
  }

  @AfterEach
  void stop() throws Exception {
    rig.close();
  }

  @Test
  void aShareGoesFromForkToReleaseOnTheServersClock() throws Exception {
    rig.server.ahead(Duration.ofMinutes(5));
    rig.pass(10);
    FakeWorker worker = rig.forked(RUN);
    assertInstanceOf(ShareStatus.Forked.class, rig.status(RUN));

    rig.order(RUN, 2, new ShareGoal.Open(Facts.NONE));
    assertEquals(new ShareStatus.Ready(Duration.ofMinutes(5).toNanos(), 0), rig.status(RUN));

    long start = rig.server.epochNanos() + Duration.ofSeconds(1).toNanos();
    rig.order(RUN, 3, new ShareGoal.Run(start));
    long hostStart = start - Duration.ofMinutes(5).toNanos();
    assertEquals(new ShareGoal.Run(hostStart), worker.goals().getLast());
    assertEquals(new ShareStatus.Running(start), rig.status(RUN));

    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1));
    rig.loop.run();
    assertEquals(List.of(0L, 1L), rig.seqsSent());
    rig.server.say(new Ack(RUN, 1, "load", 1));

    rig.order(RUN, 4, new ShareGoal.Release());
    rig.loop.run();
    assertEquals(new ShareStatus.Released(), rig.status(RUN));
    assertEquals(List.of(), rig.files("data/spool"));
  }

  @Test
  void ordersSaidAgainOrTooLateAreHarmless() throws Exception {
    FakeWorker worker = rig.running(RUN);
    int told = worker.goals().size();
    rig.order(RUN, 1, new ShareGoal.Prepare(AgentRig.plan(RUN)));
    rig.order(RUN, 2, new ShareGoal.Run(0));
    assertEquals(told, worker.goals().size());
    assertEquals(1, rig.workers.size());
    assertInstanceOf(ShareStatus.Running.class, rig.status(RUN));
  }

  @Test
  void aPackThatIsNotWhatItsNameSaysIsRefused() throws Exception {
    rig.order(RUN, 1, new ShareGoal.Prepare(AgentRig.plan(RUN)));
    byte[] tampered = "other bytes of a pack!!".getBytes(StandardCharsets.UTF_8);
    rig.server.say(new PackChunk(AgentRig.packName(), 0, tampered.length, tampered));
    ShareStatus.Rejected rejected = assertInstanceOf(ShareStatus.Rejected.class, rig.status(RUN));
    assertEquals(
        "pack "
            + AgentRig.packName()
            + ": the bytes that the server sent do not have this SHA-256;"
            + " install the pack again on the server.",
        rejected.problems().getFirst().sentence());
    assertEquals(List.of(), rig.workers);
    rig.order(RUN, 2, new ShareGoal.Release());
    assertEquals(new ShareStatus.Released(), rig.status(RUN));
  }

  @Test
  void aPackIsFetchedOnceAndAChangedOneAnew() throws Exception {
    rig.forked(RUN);
    assertEquals(1, rig.server.heard(Message.PackRequest.class, _ -> true).size());
    rig.order("run-2", 1, new ShareGoal.Prepare(AgentRig.plan("run-2")));
    assertEquals(2, rig.workers.size());
    Files.writeString(temp.resolve("data/packs/" + AgentRig.packName() + ".jar"), "changed");
    rig.forked("run-3");
    assertEquals(2, rig.server.heard(Message.PackRequest.class, _ -> true).size());
    assertEquals(3, rig.workers.size());
  }

  @Test
  void aPackOfWhichNothingComesFailsTheShareWithinItsLimit() throws Exception {
    rig.order(RUN, 1, new ShareGoal.Prepare(AgentRig.plan(RUN)));
    rig.pass(59);
    assertInstanceOf(ShareStatus.Forking.class, rig.status(RUN));
    byte[] half = Arrays.copyOf(AgentRig.PACK, AgentRig.PACK.length / 2);
    rig.server.say(new PackChunk(AgentRig.packName(), 0, AgentRig.PACK.length, half));
    rig.pass(59);
    assertInstanceOf(ShareStatus.Forking.class, rig.status(RUN));
    rig.pass(1);
    assertEquals(
        "fetching the pack, 9 of 19, made no progress for 60 s;"
            + " see the network between agent and server, and the agent's disk",
        assertInstanceOf(ShareStatus.Broken.class, rig.status(RUN)).reason());
    rig.server.say(new PackChunk(AgentRig.packName(), 9, AgentRig.PACK.length, rest()));
    assertEquals(List.of(), rig.workers);
  }

  private static byte[] rest() {
    return Arrays.copyOfRange(AgentRig.PACK, AgentRig.PACK.length / 2, AgentRig.PACK.length);
  }

  @Test
  void aWorkerThatSaysNothingAnyMoreIsKilledAfterTheLimitOfItsStep() throws Exception {
    FakeWorker worker = rig.forked(RUN);
    worker.hangs();
    rig.order(RUN, 2, new ShareGoal.Open(Facts.NONE));
    rig.pass(60);
    worker.says(new Message.Progress(RUN, ShareStep.OPEN, "", 1, 3));
    rig.pass(69);
    assertInstanceOf(ShareStatus.Forked.class, rig.status(RUN));
    rig.pass(1);
    assertEquals(
        "opening connections, 1 of 3, made no progress for 60 s; see that the target answers,"
            + " and whether something between cuts connections off,"
            + " or allow more with --open-timeout",
        assertInstanceOf(ShareStatus.Broken.class, rig.status(RUN)).reason());
    assertEquals(137, worker.end().join());
  }

  @Test
  void aWorkerThatNeverTakesItsPlanIsKilled() throws Exception {
    rig.mute();
    rig.forked(RUN);
    rig.pass(70);
    assertEquals(
        "starting the worker, made no progress for 60 s;"
            + " see whether the agent's host has processors and memory to spare",
        assertInstanceOf(ShareStatus.Broken.class, rig.status(RUN)).reason());
  }

  @Test
  void aWorkerThatHangsInItsVerificationLeavesTheTargetUnverified() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.says(new Message.ShareReport(RUN, 2, new ShareStatus.Finished(-1)));
    worker.hangs();
    rig.order(RUN, 3, new ShareGoal.Verify(Totals.NONE, List.of(), List.of(), true));
    rig.pass(1_810);
    ShareStatus.Verified verified = assertInstanceOf(ShareStatus.Verified.class, rig.status(RUN));
    assertEquals(Verification.Verdict.NOT_CHECKED, verified.verification().verdict());
    assertEquals(
        "verifying the target, made no progress for 30 min; see what the target is busy with,"
            + " and whether locks are held there, or allow more with --verify-timeout",
        verified.verification().checks().getFirst().detail());
    assertEquals(137, worker.end().join());
  }

  @Test
  void whatAShareWaitsForIsToldAgainOnEachConnection() throws Exception {
    FakeWorker worker = rig.forked(RUN);
    worker.hangs();
    rig.order(RUN, 2, new ShareGoal.Open(Facts.NONE));
    worker.says(new Message.Progress(RUN, ShareStep.OPEN, "", 1, 3));
    rig.pass(1);
    rig.server.cut();
    rig.pass(5);
    assertEquals(
        new Message.Progress(RUN, ShareStep.OPEN, "", 1, 3),
        rig.server.heard(Message.Progress.class, _ -> true).getLast());
    assertEquals(
        2, rig.server.heard(Message.Progress.class, progress -> progress.done() == 1).size());
  }

  @Test
  void aShareWhoseWorkerCannotBeForkedSaysSo() throws Exception {
    rig.forkingThrows(new LinkageError("a class is missing"));
    rig.order(RUN, 1, new ShareGoal.Prepare(AgentRig.plan(RUN)));
    rig.server.say(new PackChunk(AgentRig.packName(), 0, AgentRig.PACK.length, AgentRig.PACK));
    assertEquals(
        new ShareStatus.Broken(
            "no worker can be started: java.lang.LinkageError: a class is missing", "", -1),
        rig.status(RUN));
  }

  @Test
  void aWorkerThatNobodyHoldsIsKilled() throws Exception {
    rig.disk.refuse("worker.new");
    FakeWorker worker = rig.forked(RUN);
    assertTrue(worker.end().isDone());
    assertEquals(
        new ShareStatus.Broken("no worker can be started: no space left on this disk", "", -1),
        rig.status(RUN));
  }

  @Test
  void aStartThatLiesFarInThePastIsRefused() throws Exception {
    FakeWorker worker = rig.forked(RUN);
    int told = worker.goals().size();
    rig.order(RUN, 2, new ShareGoal.Run(rig.server.epochNanos() - Duration.ofHours(1).toNanos()));
    assertEquals(told, worker.goals().size());
    assertEquals(
        new ShareStatus.Broken(
            "the load was to start 3600 s ago by this host's clock, so it does not start;"
                + " check the clocks of agent and server, and start the job again",
            "",
            -1),
        rig.status(RUN));
    rig.order(RUN, 3, new ShareGoal.Release());
    rig.loop.run();
    assertEquals(new ShareStatus.Released(), rig.status(RUN));
  }

  @Test
  void loadGoesOnWhileTheServerIsAwayAndAllRecordsComeAfterwards() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1));
    rig.loop.run();
    rig.server.say(new Ack(RUN, 1, "load", 0));
    rig.server.reachable(false);
    rig.server.cut();
    worker.seals(sealed(RUN, 1, 2));
    rig.pass(20);
    assertEquals(List.of(0L, 1L), rig.seqsSent());
    rig.server.reachable(true);
    rig.pass(2);
    assertEquals(List.of(0L, 1L, 1L, 2L), rig.seqsSent());
    assertInstanceOf(ShareStatus.Running.class, rig.status(RUN));
  }

  @Test
  void recordsThatNobodyAcknowledgesAreSentAgainOnTheSameConnection() throws Exception {
    rig.running(RUN).seals(sealed(RUN, 1, 0));
    rig.pass(29);
    assertEquals(List.of(0L), rig.seqsSent());
    rig.pass(2);
    assertEquals(List.of(0L, 0L), rig.seqsSent());
  }

  @Test
  void theRecordsOfAnotherShareAreNotTakenFromAWorker() throws Exception {
    rig.running(RUN).seals(sealed("run-2", 1, 0), sealed(RUN, 2, 0), sealed(RUN, 1, 0));
    rig.loop.run();
    assertEquals(List.of(0L), rig.seqsSent());
  }

  @Test
  void aWorkerThatDoesNotStopWithinItsGraceIsKilled() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.hangs();
    rig.order(RUN, 3, new ShareGoal.Stop());
    rig.pass(12);
    assertFalse(worker.end().isDone());
    rig.pass(2);
    assertEquals(
        new ShareStatus.Broken(
            "the worker did not end when the job was stopped and was killed", "last words", -1),
        rig.status(RUN));
  }

  @Test
  void aWorkerThatDoesNotEndWithItsJobIsKilledEvenWithoutAServer() throws Exception {
    FakeWorker worker = rig.running(RUN);
    rig.server.reachable(false);
    rig.server.cut();
    rig.pass(60 + 12);
    assertFalse(worker.end().isDone());
    rig.pass(2);
    assertTrue(worker.end().isDone());
  }

  @Test
  void withoutAServerForAnHourTheLoadIsStopped() throws Exception {
    rig.order(RUN, 1, new ShareGoal.Prepare(Plans.plan(RUN, AgentRig.packName(), "noop", 7_200)));
    rig.server.say(new PackChunk(AgentRig.packName(), 0, AgentRig.PACK.length, AgentRig.PACK));
    rig.order(RUN, 2, new ShareGoal.Run(rig.server.epochNanos()));
    FakeWorker worker = rig.workers.getFirst();
    rig.server.reachable(false);
    rig.server.cut();
    rig.loop.time().advance(Duration.ofMinutes(59));
    rig.loop.run();
    assertInstanceOf(ShareGoal.Run.class, worker.goals().getLast());
    rig.loop.time().advance(Duration.ofMinutes(1));
    rig.loop.run();
    assertEquals(new ShareGoal.Stop(), worker.goals().getLast());
  }

  /// It was out of reach, and somebody began a copy of it meanwhile.
  @Test
  void whoeverFindsAnotherOneOfItsNameEndsItsLoadAtOnce() throws Exception {
    FakeWorker worker = rig.running(RUN);
    rig.server.greetsWith(new Message.Refused("another agent has this name", true));
    rig.server.cut();
    rig.loop.pass(Duration.ofSeconds(3));
    assertEquals(new ShareGoal.Stop(), worker.goals().getLast());
    assertEquals(1, rig.workers.size(), "nobody else takes its load up");
  }

  @Test
  void stoppedBeforeThereIsAWorkerAShareIsFinishedWithoutOne() throws Exception {
    rig.order(RUN, 1, new ShareGoal.Prepare(AgentRig.plan(RUN)));
    rig.order(RUN, 2, new ShareGoal.Stop());
    assertEquals(new ShareStatus.Finished(-1), rig.status(RUN));
    rig.server.say(new PackChunk(AgentRig.packName(), 0, AgentRig.PACK.length, AgentRig.PACK));
    assertEquals(List.of(), rig.workers);
  }

  @Test
  void theRecordsOfADeadWorkerAreClosedFromTheCountersItLeft() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1));
    leaveCounters(worker, 5, 2, 3);
    rig.pass(3);
    worker.exit(139);
    rig.loop.run();
    assertEquals(2, rig.workers.size(), "another one takes the load up");
    assertInstanceOf(ShareGoal.Resume.class, rig.workers.getLast().goals().getFirst());
    assertInstanceOf(ShareStatus.Running.class, rig.status(RUN));
    assertEquals(List.of(), rig.files("shm"));
    IntervalRecord closing = lastRecordSent();
    assertTrue(closing.last());
    assertEquals(7, closing.total().transactions().begun());
    assertEquals(5, closing.total().transactions().ok());
    assertEquals(2, closing.total().transactions().uncertain());
    assertEquals(3, closing.tally().transactions().counts().ok());
    assertEquals(2, closing.index());
    assertEquals(Duration.ofSeconds(1).toNanos(), closing.lengthNanos());
  }

  /// Writes the counters of a worker whose one thread ended so many iterations well and was amid
  /// others.
  private void leaveCounters(FakeWorker worker, int ok, int amid) throws Exception {
    leaveCounters(worker, ok, amid, 0);
  }

  /// @param livedSeconds when its last sign of life came, in seconds from the common start
  private void leaveCounters(FakeWorker worker, int ok, int amid, int livedSeconds)
      throws Exception {
    Path file = worker.launch().arguments().counters();
    RunAxis axis = AgentRig.plan(RUN).spec().axis();
    try (CounterFile counters = CounterFile.create(file, 1, 1, 1)) {
      Recorder recorder = new Recorder(axis, false, counters, rig.loop.time());
      recorder.start(rig.loop.time().nanos() - Duration.ofSeconds(livedSeconds).toNanos());
      recorder.lives();
      ThreadRecorder thread = recorder.thread(0);
      for (int i = 0; i < ok; i++) {
        thread.ok(thread.begin(ThreadRecorder.AT_ONCE), 0, 0, 0, 0, false);
      }
      for (int i = 0; i < amid; i++) {
        thread.begin(ThreadRecorder.AT_ONCE);
      }
    }
  }

  private IntervalRecord lastRecordSent() throws Exception {
    List<SealedRecord> records =
        rig.server.heard(Message.Records.class, _ -> true).getLast().records();
    return new Codec().open(records.getLast());
  }

  @Test
  void anAgentSendsWhatTheOneBeforeItLeftAndClosesIt() throws Exception {
    FakeWorker worker = rig.running(RUN);
    leaveCounters(worker, 5, 2);
    rig.server.reachable(false);
    rig.server.cut();
    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1));
    rig.loop.run();
    rig.crash();

    rig.server.reachable(true);
    rig.start();
    assertEquals(List.of(0L, 1L, 2L), rig.seqsSent());
    assertTrue(lastRecordSent().last());
    assertEquals(7, lastRecordSent().total().transactions().begun());
    rig.order(RUN, 2, new ShareGoal.Run(0));
    assertEquals(
        new ShareStatus.Broken(
            "the agent was restarted and does not have this share any more", "", 2, true),
        rig.status(RUN));
    rig.server.say(new Ack(RUN, 1, "load", 2));
    assertEquals(List.of(), rig.files("data/spool"));
    assertEquals(List.of(), rig.files("shm"));

    rig.forked("run-2");
    assertEquals(2, rig.workers.getLast().plan().incarnation());
  }

  /// What was sealed is right without them; that the closing record is missing is what the audit
  /// says then.
  @Test
  void whatAnEarlierAgentSealedIsSentThoughTheCountersItLeftAreDamaged() throws Exception {
    FakeWorker worker = rig.running(RUN);
    leaveCounters(worker, 5, 2);
    rig.server.reachable(false);
    rig.server.cut();
    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1));
    rig.loop.run();
    rig.crash();
    Files.write(worker.launch().arguments().counters(), new byte[200]);

    rig.server.reachable(true);
    rig.start();

    assertEquals(List.of(0L, 1L), rig.seqsSent());
    assertFalse(lastRecordSent().last());
  }

  private static final ShareStatus.Broken STOPPED =
      new ShareStatus.Broken("the agent was stopped", "", 1, true);

  @Test
  void aStoppedAgentLetsTheLoadEndAndTheServerTakeItsLastRecord() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.closesWith(sealed(RUN, 1, 1));
    worker.seals(sealed(RUN, 1, 0));
    rig.loop.run();

    rig.leave();
    assertEquals(new ShareGoal.Stop(), worker.goals().getLast());
    assertEquals(STOPPED, rig.status(RUN));
    assertEquals(List.of(0L, 1L), rig.seqsSent());
    rig.order("run-2", 1, new ShareGoal.Prepare(AgentRig.plan("run-2")));
    assertEquals(new ShareStatus.Broken("the agent is being stopped", "", -1), rig.status("run-2"));
    assertFalse(rig.left());

    rig.server.say(new Ack(RUN, 1, "load", 1));
    assertEquals(new ShareGoal.Release(), worker.goals().getLast());
    assertTrue(rig.left());
    assertEquals(STOPPED, rig.status(RUN));
    assertEquals(1, rig.workers.size());
  }

  @Test
  void aStoppedAgentWaitsABoundedTimeForAServerThatIsAway() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.closesWith(sealed(RUN, 1, 0));
    rig.server.reachable(false);
    rig.server.cut();
    rig.leave();
    rig.pass(9);
    assertFalse(rig.left());
    rig.pass(1);
    assertTrue(rig.left());
    assertEquals(List.of(), rig.seqsSent());

    rig.crash();
    rig.server.reachable(true);
    rig.start();
    assertEquals(List.of(0L), rig.seqsSent());
  }

  @Test
  void theWorkerOfAStoppedAgentHasItsGraceAndIsClosedFromItsCountersAfterIt() throws Exception {
    FakeWorker worker = rig.running(RUN);
    leaveCounters(worker, 5, 2);
    worker.hangs();
    rig.leave();
    rig.pass(12);
    assertFalse(worker.end().isDone());
    rig.pass(1);
    assertEquals(
        new ShareStatus.Broken(
            "the worker did not end when the agent was stopped and was killed",
            "last words",
            0,
            true),
        rig.status(RUN));
    assertTrue(lastRecordSent().last());
    assertEquals(7, lastRecordSent().total().transactions().begun());
    assertFalse(rig.left());
    rig.server.say(new Ack(RUN, 1, "load", 0));
    assertTrue(rig.left());
  }

  @Test
  void aStoppedAgentThatIsToVerifyEndsItsVerificationFirst() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.seals(sealed(RUN, 1, 0));
    worker.says(new Message.ShareReport(RUN, 2, new ShareStatus.Finished(0)));
    rig.loop.run();
    rig.server.say(new Ack(RUN, 1, "load", 0));
    worker.hangs();
    rig.order(RUN, 3, new ShareGoal.Verify(Totals.NONE, List.of(), List.of(), true));
    rig.leave();
    rig.pass(5);
    assertFalse(rig.left());
    ShareStatus verified = new ShareStatus.Verified(Verification.NONE);
    worker.says(new Message.ShareReport(RUN, 3, verified));
    rig.loop.run();
    assertEquals(verified, rig.status(RUN));
    assertEquals(new ShareGoal.Release(), worker.goals().getLast());
    worker.exit(0);
    rig.loop.run();
    assertTrue(rig.left());
    assertEquals(verified, rig.status(RUN));
  }

  @Test
  void aStoppedAgentWithoutSharesEndsAtOnceAndOneThatFetchesAPackGivesItUp() throws Exception {
    rig.order(RUN, 1, new ShareGoal.Prepare(AgentRig.plan(RUN)));
    rig.leave();
    assertTrue(rig.left());
    assertEquals(new ShareStatus.Broken("the agent was stopped", "", -1, true), rig.status(RUN));
  }

  @Test
  void theSecretsOfAPlanAreNotWrittenDown() throws Exception {
    rig.running(RUN);
    for (String name : rig.files("data/spool")) {
      byte[] bytes = Files.readAllBytes(temp.resolve("data/spool/1").resolve(name));
      assertFalse(new String(bytes, StandardCharsets.ISO_8859_1).contains("canary"), name);
    }
    assertTrue(rig.files("data/spool").contains("head"));
  }

  @Test
  void severalSharesRunSideBySide() throws Exception {
    FakeWorker one = rig.running(RUN);
    FakeWorker other = rig.running("run-2");
    other.seals(sealed("run-2", 2, 0));
    one.exit(1);
    rig.loop.run();
    assertEquals(RUN, rig.workers.getLast().plan().runId(), "another one takes its load up");
    assertInstanceOf(ShareStatus.Running.class, rig.status(RUN));
    assertInstanceOf(ShareStatus.Running.class, rig.status("run-2"));
    assertEquals(List.of(0L), rig.seqsSent());
  }

  @Test
  void aFloodOfLinesIsBounded() throws Exception {
    FakeWorker worker = rig.running(RUN);
    for (int i = 0; i < 10_000; i++) {
      worker.writes("line " + i);
    }
    rig.loop.run();
    assertEquals(LineLimiter.BURST, rig.server.heard(Message.LogLine.class, _ -> true).size());
  }

  @Test
  void recordsOfARunThatTheServerDoesNotKnowAreKeptAndSentWhenItKnowsItAgain() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.closesWith(sealed(RUN, 1, 2));
    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1));
    rig.loop.run();
    rig.server.say(new Ack(RUN, 1, "load", 0));

    rig.order(RUN, 3, new ShareGoal.Stop(true));
    assertEquals(new ShareGoal.Release(), worker.goals().getLast());
    assertEquals(2, unclaimed().records());
    assertEquals(List.of(), rig.files("data/spool"));
    assertTrue(rig.files("data/unclaimed").contains("00000000.records"));
    rig.order(RUN, 4, new ShareGoal.Stop(true));
    assertEquals(2, unclaimed().records());

    int before = rig.seqsSent().size();
    rig.crash();
    rig.start();
    assertEquals(List.of(0L, 1L, 2L), rig.seqsSent().subList(before, rig.seqsSent().size()));
    rig.order(RUN, 5, new ShareGoal.Stop(true));
    assertEquals(3, unclaimed().records());
    int again = rig.seqsSent().size();
    rig.order(RUN, 6, new ShareGoal.Stop());
    assertEquals(List.of(0L, 1L, 2L), rig.seqsSent().subList(again, rig.seqsSent().size()));
    rig.server.say(new Ack(RUN, 1, "load", 2));
    assertEquals(List.of(), rig.files("data/spool"));
    assertEquals(List.of(), rig.files("data/unclaimed"));
  }

  private ShareStatus.Unclaimed unclaimed() {
    return assertInstanceOf(ShareStatus.Unclaimed.class, rig.status(RUN));
  }

  @Test
  void aReleaseDeletesNoRecordThatWasNotAcknowledged() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1));
    rig.loop.run();
    rig.order(RUN, 3, new ShareGoal.Release());
    rig.loop.run();
    assertEquals(new ShareStatus.Released(), rig.status(RUN));
    UnclaimedFolder.Note kept = UnclaimedFolder.of(temp.resolve("data")).list().getFirst();
    assertEquals(RUN, kept.runId());
    assertEquals(2, kept.records());
    assertEquals("no server had acknowledged them", kept.why());

    rig.loop.time().advance(Duration.ofDays(29));
    rig.loop.run();
    assertEquals(1, UnclaimedFolder.of(temp.resolve("data")).list().size());
    rig.loop.time().advance(Duration.ofDays(2));
    rig.loop.run();
    assertEquals(List.of(), rig.files("data/unclaimed"));
  }

  @Test
  void aClockThatIsSetForwardDeletesNoRecordWithARestartOrWithout() throws Exception {
    FakeWorker worker = rig.running(RUN);
    worker.seals(sealed(RUN, 1, 0));
    rig.loop.run();
    rig.order(RUN, 3, new ShareGoal.Release());
    rig.loop.run();

    for (Duration by : List.of(Duration.ofDays(365), Duration.ofDays(-365))) {
      rig.loop.time().stepClock(by);
      for (int i = 0; i < 2; i++) {
        rig.loop.time().advance(Duration.ofDays(2));
        rig.loop.run();
        assertEquals(1, UnclaimedFolder.of(temp.resolve("data")).list().size());
        rig.crash();
        rig.start();
      }
      rig.loop.time().stepClock(by.negated());
    }
    rig.loop.time().advance(Duration.ofDays(23));
    rig.loop.run();
    assertEquals(List.of(), rig.files("data/unclaimed"));
  }

  @Test
  void whatAnEarlierAgentLeftIsKeptWhenTheServerDoesNotKnowIt() throws Exception {
    rig.server.reachable(false);
    rig.server.cut();
    rig.server.reachable(true);
    rig.pass(3);
    FakeWorker worker = rig.running(RUN);
    worker.seals(sealed(RUN, 1, 0));
    rig.loop.run();
    rig.crash();
    rig.start();
    rig.order(RUN, 3, new ShareGoal.Stop(true));
    assertEquals(1, unclaimed().records());
    assertEquals(List.of(), rig.files("data/spool"));
    assertEquals(1, UnclaimedFolder.of(temp.resolve("data")).remove(RUN).size());
    rig.order(RUN, 4, new ShareGoal.Stop(true));
    assertEquals(new ShareStatus.Released(), rig.status(RUN));
  }

  /// A record, the head, the worker's mark, and a file that does not belong there.
  @Test
  void whateverIsDamagedInWhatAnAgentLeftTheRestArrives() throws Exception {
    FakeWorker worker = rig.running(RUN);
    leaveCounters(worker, 5, 2);
    rig.server.reachable(false);
    rig.server.cut();
    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1), sealed(RUN, 1, 2));
    rig.loop.run();
    rig.crash();
    rig.server.reachable(true);
    Path spool = temp.resolve("data/spool/1");
    Path records = spool.resolve("00000000.records");
    byte[] whole = Files.readAllBytes(records);
    int frame = whole.length / 3;
    whole[frame + frame / 2] ^= 1;
    Files.write(records, whole);
    Files.write(spool.resolve("head"), new byte[] {1});
    Files.writeString(spool.resolve("worker"), "nobody");
    Files.writeString(spool.resolve("odd.records"), "odd");
    rig.start();
    assertEquals(List.of(0L, 2L, 3L), rig.seqsSent());
    assertTrue(lastRecordSent().last());
    List<String> lines =
        rig.server.heard(Message.LogLine.class, _ -> true).stream()
            .map(Message.LogLine::line)
            .toList();
    assertTrue(
        lines.contains("worker 1: " + frame + " bytes of 00000000.records are damaged"),
        lines.toString());
    assertTrue(
        lines.contains("worker 1: odd.records is no name of a segment, so it is left as it is"),
        lines.toString());

    Range beyond = new Range(2, 3);
    rig.server.say(new Ack(RUN, 1, "load", 0, List.of(beyond)));
    assertTrue(rig.files("data/unclaimed").contains("00000000.records"));
    rig.order(RUN, 9, new ShareGoal.Release());
    assertEquals(List.of(), rig.files("data/spool"));
    assertTrue(
        UnclaimedFolder.of(temp.resolve("data")).list().getFirst().why().startsWith("damaged: "));
  }

  @Test
  void noClosingRecordTakesTheNumberOfARecordThatHasDecayed() throws Exception {
    FakeWorker worker = rig.running(RUN);
    leaveCounters(worker, 5, 2);
    worker.seals(sealed(RUN, 1, 0), sealed(RUN, 1, 1));
    rig.loop.run();
    rig.crash();
    Path records = temp.resolve("data/spool/1/00000000.records");
    byte[] whole = Files.readAllBytes(records);
    whole[whole.length - 1] ^= 1;
    Files.write(records, whole);

    rig.start();

    assertEquals(0, lastRecordSent().key().seq());
    assertFalse(lastRecordSent().last());
  }

  @Test
  void aWorkerThatBreaksInItsLoadIsEndedAndItsCountsAreClosed() throws Exception {
    FakeWorker worker = rig.running(RUN);
    leaveCounters(worker, 5, 2);
    worker.seals(sealed(RUN, 1, 0));
    rig.loop.run();

    worker.says(new Message.ShareReport(RUN, 9, new ShareStatus.Broken("the sealer broke", "", 0)));
    rig.loop.run();

    assertEquals(new ShareStatus.Broken("the sealer broke", "last words", 1), rig.status(RUN));
    assertTrue(lastRecordSent().last());
  }
}
