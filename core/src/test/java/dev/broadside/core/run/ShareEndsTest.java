package dev.broadside.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.param.Problem;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When and how a share ends, what is done for it then, and what its controller and people are
/// told.
class ShareEndsTest {
  private static final ShareEffect KILL = new ShareEffect.Kill();
  private static final ShareEffect LEAVE = new ShareEffect.MayExit();
  private static final ShareEffect DISCARD = new ShareEffect.Discard();
  private static final ShareEffect KEEP = new ShareEffect.KeepRecords();
  private static final ShareEffect FORGET = new ShareEffect.Forget();
  private static final ShareEffect ASK = new ShareEffect.AskDelivered();
  private static final ShareEffect RELEASE = new ShareEffect.Order(new ShareGoal.Release());
  private static final ShareGoal VERIFY =
      new ShareGoal.Verify(Totals.NONE, List.of(), List.of(), true);

  private static final ShareInput AGENT_LEAVES = new ShareInput.AgentStops();
  private static final ShareInput AGENT_ENDS = new ShareInput.ShutDown();

  private static ShareEffect report(long generation, ShareStatus status) {
    return new ShareEffect.Report(generation, status);
  }

  // A worker that dies.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0   | ended before its work was done",
        "1   | ended with status 1",
        "128 | ended with status 128",
        "129 | died of signal 1",
        "139 | died of signal 11",
        "137 | was killed by signal 9, by a person or by the system for want of memory"
      })
  void whyAWorkerDiedIsToldInWords(int exit, String words) {
    ScriptedShare share = new ScriptedShare().ready().at(5);
    assertEquals(List.of(new ShareEffect.CloseRecords(OptionalLong.empty())), share.exits(exit));
    assertEquals(
        List.of(report(1, new ShareStatus.Broken("the worker " + words, "last words", -1)), LEAVE),
        share.closed(-1));
  }

  @Test
  void aWorkerThatTheSystemKilledForMemoryIsToldWithItsMend() {
    ScriptedShare share = new ScriptedShare().ready();
    share.on(new ShareInput.Exited(137, true, ""));
    share.closed(-1);
    assertEquals(
        "the worker was killed by the system for want of memory: give its control group or host"
            + " more, or the worker a smaller heap, such as --worker-option=-Xmx256m",
        share.reason());
    ScriptedShare other = new ScriptedShare().ready();
    other.on(new ShareInput.Exited(139, true, ""));
    other.closed(-1);
    assertEquals("the worker died of signal 11", other.reason());
  }

  private static String reasonOf(int exit, String lastWords, String underWay) {
    ScriptedShare share = new ScriptedShare().loading().at(161);
    share.on(new ShareInput.Exited(exit, false, lastWords));
    share.on(new ShareInput.RecordsClosed(3, 7, false, underWay));
    return share.reason();
  }

  @Test
  void aHeapThatWasFullIsToldWithWhatWasUnderWayAndStatusThreeAloneIsNot() {
    String said = "some\nTerminating due to java.lang.OutOfMemoryError: Java heap space\n";
    assertEquals(
        "the worker ran out of heap memory while insert was under way: give it more, such as"
            + " --worker-option=-Xmx2g",
        reasonOf(3, said, "insert"));
    assertEquals(
        "the worker ran out of heap memory: give it more, such as --worker-option=-Xmx2g",
        reasonOf(3, said, ""));
    assertEquals("the worker ended with status 3", reasonOf(3, "some", "insert"));
    assertEquals("the worker ended with status 4", reasonOf(4, said, "insert"));
  }

  @Test
  void anExitThatJobCodeCalledIsToldWithItsPlace() {
    String said = LastWords.EXITED.line(" at Old.java:1") + "\n";
    String newer = "  " + LastWords.EXITED.line(" at Job.java:7") + " \nmore";
    assertEquals(
        "the worker was ended by its job class, which called System.exit(3) at Job.java:7",
        reasonOf(3, said + newer, ""));
    String long_ = LastWords.EXITED.line("x".repeat(401));
    assertTrue(reasonOf(0, long_, "").endsWith("System.exit(0)" + "x".repeat(400)));
  }

  @Test
  void aWorkerThatHadToBeKilledIsToldWithWhereItsThreadsHung() {
    ScriptedShare share = new ScriptedShare().loading();
    share.wake();
    share.wake();
    share.on(new ShareInput.Exited(137, false, LastWords.HANGS.line("thread 1 sleeps")));
    share.closed(40);
    assertEquals(
        "the worker did not end after the job's planned end and was killed: thread 1 sleeps",
        share.reason());
  }

  @Test
  void aWorkerThatDidNotStartIsToldInItsJvmsOwnWords() {
    ScriptedShare share = new ScriptedShare().launched();
    share.on(
        new ShareInput.Exited(
            1,
            false,
            "  Invalid maximum heap size: -Xmx9x \n\nError: Could not create the Java Virtual"
                + " Machine.\nError: A fatal exception has occurred. Program will exit.\n"));
    share.closed(-1);
    assertEquals(
        "the worker ended with status 1 before it could begin: Invalid maximum heap size: -Xmx9x;"
            + " see whether its JVM takes each --worker-option, and this host has the memory for"
            + " it",
        share.reason());
  }

  @Test
  void ofMuchThatAJvmSaidItsFirstFourLinesAndSixHundredCharactersAreTold() {
    assertEquals(": a; b; c; d; see", saidAtItsStart("a\nb\nc\nd\ne"));
    assertEquals(": " + "x".repeat(600) + "; see", saidAtItsStart("x".repeat(601)));
    assertEquals("; see", saidAtItsStart(""));
  }

  private static String saidAtItsStart(String words) {
    ScriptedShare share = new ScriptedShare().launched();
    share.on(new ShareInput.Exited(1, false, words));
    share.closed(-1);
    String reason = share.reason();
    String before = "could begin";
    return reason.substring(reason.indexOf(before) + before.length(), reason.indexOf(" whether"));
  }

  @Test
  void aWorkerThatDiesAmidItsLoadIsFollowedAndPeopleAreTold() {
    ScriptedShare share = new ScriptedShare().loading().at(110);
    assertEquals(
        List.of(new ShareEffect.CloseRecords(OptionalLong.of(10 * ScriptedShare.SECOND))),
        share.exits(139));
    List<ShareEffect> done = share.closed(9);
    assertEquals(
        new ShareEffect.Log("the worker died of signal 11; another one takes its load up"),
        done.getFirst());
    ShareEffect.Launch launch = (ShareEffect.Launch) done.get(1);
    assertEquals(7, launch.plan().former().arrivals(), "what was begun is not begun again");
    share.on(new ShareInput.Launched(launch.plan().withIncarnation(3)));
    assertEquals(
        List.of(new ShareEffect.Log("the load is back: another worker has taken it up")),
        share.says(new ShareStatus.Running(111 * ScriptedShare.SECOND)));
    // What it told on its way the controller has heard of the first one.
    assertEquals(1, share.effects.stream().filter(ShareEndsTest::isRunning).count());
  }

  private static boolean isFollowed(List<ShareEffect> effects) {
    return effects.stream().anyMatch(ShareEffect.Launch.class::isInstance);
  }

  private static boolean isRunning(ShareEffect effect) {
    return effect instanceof ShareEffect.Report(var _, ShareStatus.Running _);
  }

  @Test
  void theThirdDeathWithinAMinuteEndsTheShare() {
    ScriptedShare share = new ScriptedShare().loading().at(101).followed().at(110).followed();
    share.at(120).exits(139);
    assertEquals(LEAVE, share.closed(9).getLast());
    assertEquals(
        "3 workers died within a minute; at last the worker died of signal 11", share.reason());
    assertEquals(9, ((ShareStatus.Broken) share.told()).lastSeq());
  }

  @Test
  void deathsThatLieMoreThanAMinuteApartEndNothing() {
    ScriptedShare within =
        ScriptedShare.takenUp(40).launched().followed().at(50).followed().at(100);
    within.exits(137);
    assertEquals(LEAVE, within.closed(9).getLast(), "a minute apart is within a minute");
    ScriptedShare apart = ScriptedShare.takenUp(40).launched().followed().at(50).followed().at(101);
    apart.exits(137);
    assertTrue(isFollowed(apart.closed(9)));
  }

  @Test
  void whatComesAfterThePlannedEndIsNotTakenUp() {
    ScriptedShare share = new ScriptedShare().loading().at(161);
    share.exits(137);
    share.closed(9);
    assertEquals(
        "the worker was killed by signal 9, by a person or by the system for want of memory",
        share.reason());
  }

  @Test
  void aWorkerThatCannotTakeTheLoadUpMakesRoomForAnother() {
    ScriptedShare share = new ScriptedShare().loading().at(110).followed();
    assertEquals(List.of(KILL), share.says(new ShareStatus.Broken("no table", "", -1)));
    share.exits(137);
    assertTrue(isFollowed(share.closed(3)));
    assertEquals(
        "the worker could not take the load up again: no table; another one takes its load up",
        share.log().getLast());
    share.on(new ShareInput.Launched(share.plan));
    share.says(new ShareStatus.Rejected(List.of(Problem.wrong("--rows", "is wrong", "mend it"))));
    share.exits(137);
    share.closed(3);
    assertTrue(
        share.reason().startsWith("3 workers died within a minute; at last the worker could not"),
        share::reason);
    assertTrue(share.reason().contains("--rows"), share::reason);
  }

  // A step that comes no further.

  @Test
  void aStepHasItsLimitAndTheWorkerTenSecondsMore() {
    ScriptedShare fetching = new ScriptedShare();
    fetching.on(new ShareInput.Begin());
    assertEquals(60, fetching.wake());
    assertEquals(
        "fetching the pack, made no progress for 60 s; see the network between agent and server,"
            + " and the agent's disk",
        fetching.reason());
    assertEquals(-1, fetching.wake(), "it is overdue once");
    ScriptedShare forking = new ScriptedShare();
    forking.on(new ShareInput.Begin());
    forking.on(new ShareInput.Fetched());
    assertEquals(70, forking.wake());
    assertTrue(
        forking.reason().startsWith("starting the worker, made no progress"), forking::reason);
    assertEquals(LEAVE, forking.effects.getLast());
  }

  @Test
  void aStepThatComesFurtherHasItsLimitAnew() {
    ScriptedShare share = new ScriptedShare().launched();
    share.says(new ShareStatus.Forked(java.util.Map.of()));
    share.says(new ShareStatus.Prepared(ScriptedShare.FACTS));
    assertEquals(
        new StepProgress(ShareStep.OPEN, "", 0, 2),
        share.machine.step().orElseThrow(),
        "of the threads none is open");
    StepProgress one = new StepProgress(ShareStep.OPEN, "", 1, 2);
    share.at(50);
    assertEquals(List.of(new ShareEffect.Tell(one)), share.on(new ShareInput.Progressed(one)));
    share.at(55).on(new ShareInput.Progressed(one));
    assertEquals(120, share.wake(), "the same again is no progress");
    assertEquals(KILL, share.effects.getLast());
    assertTrue(
        share.reason().startsWith("opening connections, 1 of 2, made no progress for 60 s; see"),
        share::reason);
    share.exits(137);
    share.closed(-1);
    assertTrue(
        share.reason().startsWith("opening connections, 1 of 2"), "the first failure stands");
  }

  @Test
  void aVerificationThatComesNoFurtherLeavesTheLoadAsItIs() {
    ScriptedShare share = new ScriptedShare().finished();
    share.want(VERIFY);
    assertEquals(160 + 1_800 + 10, share.wake());
    assertTrue(obstacle(share).startsWith("the target was not verified: verifying"));
    assertEquals(KILL, share.effects.getLast());
    share.exits(137);
    share.closed(59);
    assertTrue(share.told() instanceof ShareStatus.Verified);
  }

  private static String obstacle(ScriptedShare share) {
    return ((ShareStatus.Verified) share.told()).verification().obstacle().orElseThrow();
  }

  // A start that was missed.

  @Test
  void aStartThatLiesMoreThanAMinuteBackIsMissed() {
    ScriptedShare inTime = new ScriptedShare().ready().at(160);
    inTime.want(new ShareGoal.Run(ScriptedShare.START * ScriptedShare.SECOND));
    assertFalse(inTime.told().failed());
    ScriptedShare late = new ScriptedShare().ready().at(161);
    late.want(new ShareGoal.Run(ScriptedShare.START * ScriptedShare.SECOND));
    assertEquals(
        "the load was to start 61 s ago by this host's clock, so it does not start; check the"
            + " clocks of agent and server, and start the job again",
        late.reason());
  }

  // An end that was wanted.

  @Test
  void aWorkerThatDoesNotEndWhenTheJobIsStoppedIsKilledAfterItsGrace() {
    ScriptedShare ready = new ScriptedShare().ready().at(20);
    assertEquals(
        List.of(new ShareEffect.Order(new ShareGoal.Stop())), ready.want(new ShareGoal.Stop()));
    assertEquals(33, ready.wake());
    ready.exits(137);
    ready.closed(-1);
    assertEquals("the worker did not end when the job was stopped and was killed", ready.reason());
    ScriptedShare loading = new ScriptedShare().loading().at(120);
    loading.want(new ShareGoal.Stop());
    assertEquals(120, loading.wake(), "how far its records are is looked at");
    assertEquals(133, loading.wake());
    assertEquals(KILL, loading.effects.getLast());
  }

  @Test
  void aWorkerThatDoesNotEndAfterThePlannedEndIsKilledAfterItsGrace() {
    ScriptedShare share = new ScriptedShare().loading();
    assertEquals(160, share.wake());
    assertEquals(173, share.wake());
    share.exits(137);
    share.closed(40);
    assertEquals(
        new ShareStatus.Broken(
            "the worker did not end after the job's planned end and was killed", "last words", 40),
        share.told());
  }

  @Test
  void aWorkerThatDoesNotExitIsKilledAfterEightSeconds() {
    ScriptedShare share = new ScriptedShare().finished().at(200);
    assertEquals(List.of(RELEASE), share.want(new ShareGoal.Release()));
    assertEquals(208, share.wake());
    assertEquals(KILL, share.effects.getLast());
    assertEquals(List.of(DISCARD), share.exits(137));
    assertEquals(
        List.of(report(3, new ShareStatus.Released()), FORGET, LEAVE),
        share.on(new ShareInput.Discarded(0)));
    assertEquals(-1, share.wake());
    assertEquals(List.of(report(4, new ShareStatus.Released())), share.want(new ShareGoal.Stop()));
  }

  @Test
  void aJobThatIsCancelledByForceHasItsWorkerKilledAtOnce() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    List<ShareEffect> done = share.want(new ShareGoal.Stop(false, true));
    assertEquals(KILL, done.getLast());
    share.exits(137);
    share.closed(20);
    assertEquals(
        "the worker was killed at once, because the job was cancelled by force", share.reason());
    ScriptedShare over = new ScriptedShare().finished();
    assertFalse(over.want(new ShareGoal.Stop(false, true)).contains(KILL));
  }

  @Test
  void ofARunThatTheControllerDoesNotKnowRecordsAreUnclaimed() {
    ScriptedShare share = new ScriptedShare().finished();
    share.want(new ShareGoal.Stop(true));
    assertEquals(RELEASE, share.effects.getLast());
    share.at(170).exits(0);
    assertEquals(DISCARD, share.closed(59).getLast());
    assertEquals(
        report(3, new ShareStatus.Unclaimed(12, 170_000)),
        share.on(new ShareInput.Discarded(12)).getFirst());
    ScriptedShare none = new ScriptedShare().finished();
    none.want(new ShareGoal.Stop(true));
    none.exits(0);
    none.closed(59);
    none.on(new ShareInput.Discarded(0));
    assertEquals(new ShareStatus.Released(), none.told());
  }

  @Test
  void recordsThatTheControllerWantsAgainWhileTheyAreDiscardedAreToldOf() {
    ScriptedShare share = discarding();
    share.want(new ShareGoal.Stop());
    assertEquals(
        List.of(report(4, new ShareStatus.Unclaimed(12, 170_000)), FORGET, LEAVE),
        share.on(new ShareInput.Discarded(12)));
    ScriptedShare none = discarding();
    none.want(new ShareGoal.Stop());
    none.on(AGENT_LEAVES);
    assertEquals(List.of(LEAVE), none.on(new ShareInput.Discarded(0)));
    assertEquals(new ShareStatus.Finished(59), none.told());
  }

  private static ScriptedShare discarding() {
    ScriptedShare share = new ScriptedShare().finished();
    share.want(new ShareGoal.Stop(true));
    share.at(170).exits(0);
    assertEquals(DISCARD, share.closed(59).getLast());
    return share;
  }

  @Test
  void aShareThatIsStoppedBeforeItHasAWorkerHasNone() {
    ScriptedShare share = new ScriptedShare();
    share.on(new ShareInput.Begin());
    assertEquals(
        List.of(report(2, new ShareStatus.Finished(-1)), LEAVE), share.want(new ShareGoal.Stop()));
    assertEquals(List.of(), share.on(new ShareInput.Fetched()));
    assertEquals(List.of(DISCARD), share.want(new ShareGoal.Release()));
  }

  // An agent that ends in good order.

  @Test
  void anAgentThatIsStoppedWaitsTenSecondsForItsRecordsToBeDelivered() {
    ScriptedShare share = new ScriptedShare().finished();
    share.want(VERIFY);
    share.says(new ShareStatus.Verified(Verification.NONE));
    share.at(170);
    assertEquals(List.of(ASK), share.on(AGENT_LEAVES));
    assertEquals(List.of(ASK), share.on(new ShareInput.Acknowledged()));
    assertEquals(180, share.wake());
    assertEquals(RELEASE, share.effects.getLast());
    share.exits(0);
    share.closed(59);
    assertEquals(LEAVE, share.effects.getLast());
  }

  @Test
  void anAgentThatIsStoppedLeavesAtOnceWhereAllIsDelivered() {
    ScriptedShare share = new ScriptedShare(1).finished();
    share.on(AGENT_LEAVES);
    assertEquals(List.of(RELEASE), share.on(new ShareInput.Delivered()));
  }

  @Test
  void anAgentThatIsStoppedEndsItsLoadWithinTheGraceAndSaysSo() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    assertEquals(
        List.of(
            new ShareEffect.Log(
                "the agent was stopped, so its load ends within the grace of the job"),
            new ShareEffect.Order(new ShareGoal.Stop())),
        share.on(AGENT_LEAVES));
    share.at(121);
    assertEquals(
        List.of(report(2, new ShareStatus.Broken("the agent was stopped", "", 20, true)), ASK),
        share.says(new ShareStatus.Finished(20)));
  }

  @Test
  void anAgentThatIsStoppedInsteadOfVerifyingSaysSo() {
    ScriptedShare behind = new ScriptedShare().finished().at(165);
    behind.on(AGENT_LEAVES);
    assertEquals("the target was not verified: the agent was stopped", obstacle(behind));
    // A load that ended by itself has done all its work, so that no other agent goes on with it.
    ScriptedShare amid = new ScriptedShare().loading().at(150);
    amid.says(new ShareStatus.Finished(49));
    amid.on(AGENT_LEAVES);
    assertEquals("the target was not verified: the agent was stopped", obstacle(amid));
  }

  @Test
  void aVerificationThatIsUnderWayHasTheGraceOfTheJob() {
    ScriptedShare share = new ScriptedShare().finished();
    share.want(VERIFY);
    share.at(170);
    assertEquals(List.of(), share.on(AGENT_LEAVES));
    assertEquals(180, share.wake());
    assertTrue(share.told() instanceof ShareStatus.Verified);
    assertEquals(ASK, share.effects.getLast());
  }

  // An agent that ends at once.

  @Test
  void anAgentThatEndsKillsItsWorkerAndKeepsWhatItCounted() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    assertEquals(List.of(KILL), share.on(AGENT_ENDS));
    share.exits(137);
    share.closed(20);
    assertEquals(
        new ShareStatus.Broken(
            "the worker was killed because its agent was stopped", "last words", 20, true),
        share.told());
    ScriptedShare ended = new ScriptedShare().loading().at(161);
    ended.exits(137);
    ended.closed(20);
    assertEquals(List.of(KEEP), ended.on(AGENT_ENDS));
    ScriptedShare exiting = new ScriptedShare().finished();
    exiting.want(new ShareGoal.Release());
    assertEquals(List.of(KILL), exiting.on(AGENT_ENDS));
    ScriptedShare fetching = new ScriptedShare();
    fetching.on(new ShareInput.Begin());
    assertEquals(List.of(LEAVE), fetching.on(AGENT_ENDS));
  }

  @Test
  void anAgentThatEndsWhileTheNextWorkerStartsGivesNothingUp() {
    ScriptedShare share = new ScriptedShare().loading().at(110);
    share.exits(137);
    share.closed(9);
    assertEquals(List.of(KEEP), share.on(AGENT_ENDS));
    assertEquals(List.of(KILL), share.on(new ShareInput.Launched(share.plan)), "it comes too late");
    ScriptedShare first = new ScriptedShare();
    first.on(new ShareInput.Begin());
    first.on(new ShareInput.Fetched());
    assertEquals(List.of(), first.on(AGENT_ENDS));
    assertEquals(
        RELEASE, first.on(new ShareInput.Launched(first.plan)).getLast(), "it has counted nothing");
  }

  // A controller that is out of reach.

  @Test
  void aLoadWithoutAControllerEndsAndCanBeTakenUpAgain() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    share.on(new ShareInput.LeaseOver("the server was away for 60 s"));
    share.says(new ShareStatus.Finished(20));
    assertEquals(
        new ShareStatus.Broken("the server was away for 60 s", "", 20, true), share.told());
    share.at(130);
    share.want(new ShareGoal.Resume(share.plan, ScriptedShare.FACTS, 100 * ScriptedShare.SECOND));
    assertEquals(RELEASE, share.effects.getLast());
    share.exits(0);
    assertTrue(isFollowed(share.closed(20)));
  }

  @Test
  void aLoadWithoutAControllerThatNobodyTookUpHasEndedAsPlanned() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    share.on(new ShareInput.LeaseOver("the server was away for 60 s"));
    share.says(new ShareStatus.Finished(20));
    share.at(161).on(new ShareInput.Connected());
    assertEquals(new ShareStatus.Finished(20), share.told());
    ScriptedShare late = new ScriptedShare().loading().at(159);
    late.on(new ShareInput.LeaseOver("the server was away for 60 s"));
    late.at(161).says(new ShareStatus.Finished(60));
    assertEquals(new ShareStatus.Finished(60), late.told());
  }

  @Test
  void whatMayHaveBeenLostIsToldAgainWhenTheControllerHears() {
    ScriptedShare share = new ScriptedShare().loading();
    List<ShareStatus> told =
        share.on(new ShareInput.Connected()).stream()
            .map(effect -> ((ShareEffect.Report) effect).status())
            .toList();
    assertEquals(
        List.of("Forked", "Prepared", "Running"),
        told.stream().map(status -> status.getClass().getSimpleName()).toList());
    ScriptedShare opening = new ScriptedShare().launched();
    List<ShareEffect> again = opening.on(new ShareInput.Connected());
    assertEquals(new ShareEffect.Tell(StepProgress.begin(ShareStep.FORK)), again.getLast());
  }

  @Test
  void anOrderThatComesAgainIsAnsweredAndAnOlderOneIsNot() {
    ScriptedShare share = new ScriptedShare().ready();
    share.want(new ShareGoal.Run(100 * ScriptedShare.SECOND));
    assertEquals(
        List.of(report(2, new ShareStatus.Ready(0, 0))),
        share.on(new ShareInput.Ordered(new ShareOrder("run", 2, new ShareGoal.Stop()))));
    assertEquals(
        List.of(),
        share.on(new ShareInput.Ordered(new ShareOrder("run", 1, new ShareGoal.Stop()))));
  }
}
