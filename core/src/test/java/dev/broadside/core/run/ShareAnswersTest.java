package dev.broadside.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a share answers to orders, which come again, late, and when it has ended; and which step it
/// is held to meanwhile.
class ShareAnswersTest {
  private static final ShareEffect KILL = new ShareEffect.Kill();
  private static final ShareEffect LEAVE = new ShareEffect.MayExit();
  private static final ShareEffect DISCARD = new ShareEffect.Discard();
  private static final ShareEffect FORGET = new ShareEffect.Forget();
  private static final ShareEffect ASK = new ShareEffect.AskDelivered();
  private static final ShareGoal VERIFY =
      new ShareGoal.Verify(Totals.NONE, List.of(), List.of(), true);
  private static final ShareGoal OPEN = new ShareGoal.Open(ScriptedShare.FACTS);
  private static final ShareStatus REFUSED = new ShareStatus.Rejected(List.of());
  private static final ShareStatus.Broken LOST = new ShareStatus.Broken("no table", "", -1);
  private static final ShareInput NO_CONTROLLER = new ShareInput.LeaseOver("the server was away");
  private static final ShareInput AGENT_LEAVES = new ShareInput.AgentStops();
  private static final long SECOND = ScriptedShare.SECOND;

  private static ShareEffect order(ShareGoal goal) {
    return new ShareEffect.Order(goal);
  }

  private static ShareGoal resume(ScriptedShare share) {
    return new ShareGoal.Resume(
        share.plan, ScriptedShare.FACTS, ScriptedShare.START * ScriptedShare.SECOND);
  }

  /// That the controller is told where the share is, and nothing else is done.
  private static void answers(ShareStatus expected, List<ShareEffect> effects) {
    assertEquals(1, effects.size(), effects::toString);
    assertEquals(expected, ((ShareEffect.Report) effects.getFirst()).status());
  }

  private static boolean launches(List<ShareEffect> effects) {
    return effects.stream().anyMatch(ShareEffect.Launch.class::isInstance);
  }

  private static Optional<ShareStep> step(ScriptedShare share) {
    return share.machine.step().map(StepProgress::step);
  }

  private static ScriptedShare fetching(int index) {
    ScriptedShare share = new ScriptedShare(index);
    share.on(new ShareInput.Begin());
    return share;
  }

  private static ScriptedShare forking(int index) {
    ScriptedShare share = fetching(index);
    share.on(new ShareInput.Fetched());
    return share;
  }

  // Orders.

  @Test
  void aShareThatBeginsSaysSoFetchesThePackAndTellsHowFarItIs() {
    assertEquals(
        List.of(
            new ShareEffect.Report(1, new ShareStatus.Forking()),
            new ShareEffect.Fetch(),
            new ShareEffect.Tell(StepProgress.begin(ShareStep.FETCH))),
        new ScriptedShare().on(new ShareInput.Begin()));
  }

  @Test
  void whatIsWantedAlreadyIsAnswered() {
    ScriptedShare share = new ScriptedShare().loading();
    ShareStatus running = share.told();
    answers(running, share.want(new ShareGoal.Prepare(share.plan)));
    answers(running, share.want(new ShareGoal.Run(100 * SECOND)));
    answers(running, share.want(resume(share)));
    share.want(new ShareGoal.Stop());
    answers(running, share.want(new ShareGoal.Stop()));
    share.at(120).says(new ShareStatus.Finished(20));
    answers(new ShareStatus.Finished(20), share.want(new ShareGoal.Stop()));
  }

  @Test
  void whatComesTooLateIsAnsweredAndNotOrdered() {
    ScriptedShare broken = new ScriptedShare(1).launched();
    broken.says(LOST);
    answers(LOST, broken.want(OPEN));
    ScriptedShare stopping = new ScriptedShare(1).launched();
    stopping.want(new ShareGoal.Stop());
    answers(new ShareStatus.Forking(), stopping.want(OPEN));
    ScriptedShare verified = new ScriptedShare().finished();
    assertEquals(order(VERIFY), verified.want(VERIFY).getFirst());
    ShareStatus last = new ShareStatus.Verified(Verification.NONE);
    verified.says(last);
    answers(last, verified.want(VERIFY));
    verified.want(new ShareGoal.Release());
    answers(last, verified.want(VERIFY));
    answers(last, verified.want(new ShareGoal.Stop()));
  }

  @Test
  void whatIsWantedBeforeThereIsAWorkerIsOrderedOnceThereIsOne() {
    ScriptedShare share = fetching(1);
    assertEquals(List.of(), share.want(OPEN));
    share.on(new ShareInput.Fetched());
    Plan own = share.plan.withIncarnation(2);
    List<ShareEffect> orders =
        share.on(new ShareInput.Launched(own)).stream()
            .filter(ShareEffect.Order.class::isInstance)
            .toList();
    assertEquals(List.of(order(new ShareGoal.Prepare(own)), order(OPEN)), orders);
  }

  @Test
  void whatIsWantedBeforeThereIsAWorkerIsAnsweredWhereThereNeverIsOne() {
    ScriptedShare share = forking(1);
    share.want(OPEN);
    share.want(new ShareGoal.Release());
    List<ShareEffect> done = share.on(new ShareInput.NotStarted(REFUSED));
    assertEquals(3, done.indexOf(DISCARD), "it is told, leaves, answers, and is discarded");
    assertEquals(REFUSED, share.told());
    assertEquals(List.of(), share.on(new ShareInput.NotStarted(LOST)), "the first failure stands");
  }

  @Test
  void aPackThatCannotBeHadIsTold() {
    assertEquals(
        List.of(new ShareEffect.Report(1, REFUSED), LEAVE),
        fetching(0).on(new ShareInput.NotStarted(REFUSED)));
  }

  @Test
  void aShareThatIsReleasedBeforeItHasAWorkerIsGoneAtOnce() {
    ScriptedShare share = fetching(0);
    assertEquals(
        List.of(new ShareEffect.Report(2, new ShareStatus.Released()), FORGET, LEAVE),
        share.want(new ShareGoal.Release()));
    answers(new ShareStatus.Released(), share.want(new ShareGoal.Release()));
    answers(new ShareStatus.Released(), share.want(OPEN));
    assertEquals(List.of(LEAVE), share.on(AGENT_LEAVES));
  }

  @Test
  void whatEndedIsDiscardedOnce() {
    ScriptedShare share = new ScriptedShare().finished();
    share.exits(137);
    share.closed(59);
    assertEquals(List.of(DISCARD), share.want(new ShareGoal.Release()));
    assertEquals(List.of(), share.want(new ShareGoal.Release()));
    assertEquals(FORGET, share.on(new ShareInput.Discarded(0)).get(1));
  }

  @Test
  void aWorkerThatIsKilledDiesAndIsReadBeforeItsShareIsReleased() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    share.want(new ShareGoal.Stop(false, true));
    assertEquals(List.of(), share.want(new ShareGoal.Release()));
    assertTrue(share.exits(137).getFirst() instanceof ShareEffect.CloseRecords);
    assertEquals(DISCARD, share.closed(20).getLast());
  }

  @Test
  void aWorkerThatExitsInTimeIsNotWaitedForAnyMore() {
    ScriptedShare share = new ScriptedShare().finished();
    share.want(new ShareGoal.Release());
    share.exits(0);
    assertEquals(-1, share.wake());
  }

  @Test
  void aWorkerThatComesTooLateIsKilledAndHasCountedNothing() {
    ScriptedShare share = forking(0);
    assertEquals(70, share.wake());
    assertEquals(List.of(KILL), share.on(new ShareInput.Launched(share.plan)));
    assertEquals(List.of(DISCARD), share.exits(137));
    ScriptedShare second = new ScriptedShare().loading().at(110);
    second.exits(137);
    second.closed(9);
    second.wake();
    second.on(new ShareInput.Launched(second.plan));
    assertEquals(List.of(), second.exits(137), "what the first one counted is kept");
  }

  @Test
  void aWorkerThatBreaksAmidItsLoadIsKilledAndTheFirstFailureStands() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    assertEquals(KILL, share.says(LOST).getLast());
    assertEquals(List.of(), share.says(new ShareStatus.Broken("another", "", -1)));
    share.exits(137);
    share.closed(20);
    assertEquals(new ShareStatus.Broken("no table", "", 20), share.told());
    ScriptedShare before = new ScriptedShare().ready();
    assertFalse(before.says(LOST).contains(KILL));
    ScriptedShare verifying = new ScriptedShare().finished();
    verifying.want(VERIFY);
    assertFalse(verifying.says(LOST).contains(KILL));
  }

  @Test
  void aRefusalStandsThoughTheWorkerDiesAfterIt() {
    ScriptedShare share = new ScriptedShare().launched();
    share.says(REFUSED);
    share.exits(0);
    share.closed(-1);
    assertEquals(REFUSED, share.told());
  }

  @Test
  void anUnknownRunIsUnclaimedOnceItsLoadIsOver() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    share.want(new ShareGoal.Stop(true));
    List<ShareEffect> done = share.says(new ShareStatus.Finished(20));
    assertEquals(order(new ShareGoal.Release()), done.getLast());
    ScriptedShare dead = new ScriptedShare().loading().at(120);
    dead.want(new ShareGoal.Stop(true));
    dead.exits(139);
    assertEquals(DISCARD, dead.closed(20).getLast());
    ScriptedShare ended = new ScriptedShare().finished();
    ended.exits(137);
    ended.closed(59);
    assertEquals(DISCARD, ended.want(new ShareGoal.Stop(true)).getLast());
  }

  // A controller that is out of reach.

  @Test
  void aLoadIsStoppedOnceNobodyAnswersForIt() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    assertEquals(List.of(order(new ShareGoal.Stop())), share.on(NO_CONTROLLER));
    ScriptedShare ready = new ScriptedShare().ready();
    ready.on(NO_CONTROLLER);
    ready.says(new ShareStatus.Finished(-1));
    assertEquals(new ShareStatus.Finished(-1), ready.told(), "it had no load to be taken up again");
    ScriptedShare finished = new ScriptedShare().finished();
    finished.at(159).on(NO_CONTROLLER);
    assertEquals(new ShareStatus.Finished(59), finished.told());
  }

  @Test
  void aLoadThatWasStoppedBeforeIsNotOneThatNobodyAnswersFor() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    share.want(new ShareGoal.Stop());
    share.on(NO_CONTROLLER);
    share.says(new ShareStatus.Finished(20));
    assertEquals(new ShareStatus.Finished(20), share.told());
  }

  @Test
  void aControllerThatIsBackAndStopsTheJobHasItEndedInGoodOrder() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    share.on(NO_CONTROLLER);
    share.says(new ShareStatus.Finished(20));
    assertEquals(new ShareStatus.Broken("the server was away", "", 20, true), share.told());
    answers(new ShareStatus.Finished(20), share.want(new ShareGoal.Stop()));
  }

  @Test
  void aLoadWhoseWorkerIsGoneSinceIsTakenUpAgain() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    share.on(NO_CONTROLLER);
    share.says(new ShareStatus.Finished(20));
    share.exits(0);
    share.closed(20);
    List<ShareEffect> done = share.at(130).want(resume(share));
    assertTrue(launches(done));
    assertEquals(new ShareStatus.Forking(), share.told());
    share.on(new ShareInput.Launched(share.plan.withIncarnation(3)));
    share.says(new ShareStatus.Running(131 * SECOND));
    assertEquals(new ShareStatus.Running(131 * SECOND), share.told());
    // Its own death is the first, and it is stopped like any other.
    assertEquals(order(new ShareGoal.Stop()), share.want(new ShareGoal.Stop()).getFirst());
  }

  // An agent that ends.

  @Test
  void anAgentThatIsStoppedBeforeItHasAWorkerCanTakeItUpAgain() {
    assertEquals(
        List.of(
            new ShareEffect.Report(
                1, new ShareStatus.Broken("the agent was stopped", "", -1, true)),
            LEAVE),
        fetching(0).on(AGENT_LEAVES));
    ScriptedShare share = forking(0);
    assertEquals(List.of(), share.on(AGENT_LEAVES));
    share.on(new ShareInput.Launched(share.plan));
    assertTrue(share.effects.contains(order(new ShareGoal.Stop())));
  }

  @Test
  void anAgentThatIsStoppedDeliversWhatADeadWorkerCounted() {
    ScriptedShare share = new ScriptedShare().loading().at(120);
    share.on(AGENT_LEAVES);
    share.exits(137);
    assertEquals(ASK, share.closed(20).getLast());
    assertEquals(List.of(LEAVE), share.on(new ShareInput.Delivered()));
    ScriptedShare ended = new ScriptedShare().finished().at(161);
    ended.exits(137);
    ended.closed(59);
    assertEquals(List.of(ASK), ended.on(AGENT_LEAVES));
    ended.want(new ShareGoal.Release());
    ended.on(new ShareInput.Discarded(0));
    assertEquals(-1, ended.wake(), "what is gone waits for nothing");
  }

  @Test
  void aLoadThatEndedBeforeItsTimeCanBeTakenUpByTheNextAgent() {
    ScriptedShare share = new ScriptedShare().loading().at(150);
    share.says(new ShareStatus.Finished(0));
    share.on(new ShareInput.ShutDown());
    share.exits(137);
    share.closed(0);
    ShareStatus.Broken told = (ShareStatus.Broken) share.told();
    assertTrue(told.resumable());
    assertEquals(0, told.lastSeq());
    ScriptedShare behind = new ScriptedShare().finished().at(161);
    behind.on(new ShareInput.ShutDown());
    behind.exits(137);
    behind.closed(59);
    assertTrue(behind.told() instanceof ShareStatus.Verified, "all that is missing is that");
  }

  @Test
  void aShareThatHadNoLoadHasNothingToVerify() {
    ScriptedShare share = new ScriptedShare().ready();
    share.want(new ShareGoal.Stop());
    share.says(new ShareStatus.Finished(-1));
    share.on(AGENT_LEAVES);
    assertEquals(new ShareStatus.Finished(-1), share.told());
    ScriptedShare second = new ScriptedShare(1).finished().at(161);
    second.on(AGENT_LEAVES);
    assertEquals(new ShareStatus.Finished(59), second.told());
    ScriptedShare one = new ScriptedShare().loading().at(161);
    one.says(new ShareStatus.Finished(0));
    one.on(AGENT_LEAVES);
    assertTrue(one.told() instanceof ShareStatus.Verified, "one record is a load");
  }

  // Steps.

  @Test
  void theFirstShareIsHeldToEachStepUpToItsOpenThreads() {
    ScriptedShare share = new ScriptedShare().launched();
    assertEquals(Optional.of(ShareStep.FORK), step(share));
    share.says(new ShareStatus.Forked(Map.of()));
    assertEquals(Optional.of(ShareStep.TRIAL), step(share));
    share.says(new ShareStatus.Preparing());
    assertEquals(Optional.of(ShareStep.TRIAL), step(share));
    share.says(new ShareStatus.Loading(Facts.NONE));
    assertEquals(Optional.of(ShareStep.TRIAL), step(share));
    share.says(new ShareStatus.Prepared(ScriptedShare.FACTS));
    assertEquals(Optional.of(ShareStep.OPEN), step(share));
    share.says(new ShareStatus.Opening());
    assertEquals(Optional.of(ShareStep.OPEN), step(share));
    share.says(new ShareStatus.Ready(0, 0));
    assertEquals(Optional.empty(), step(share));
    assertEquals(-1, share.wake());
  }

  @Test
  void anotherShareIsHeldToWhatItWasAsked() {
    ScriptedShare share = new ScriptedShare(1).launched();
    share.says(new ShareStatus.Forked(Map.of()));
    assertEquals(Optional.empty(), step(share), "it waits for the target");
    share.want(new ShareGoal.Load(Facts.NONE));
    assertEquals(Optional.of(ShareStep.PREPARE), step(share));
    share.says(new ShareStatus.Prepared(Facts.NONE));
    assertEquals(Optional.empty(), step(share), "it has loaded its part");
    List<ShareEffect> done = share.want(OPEN);
    assertEquals(order(OPEN), done.getFirst());
    assertEquals(new ShareEffect.Tell(new StepProgress(ShareStep.OPEN, "", 0, 2)), done.getLast());
    ScriptedShare unasked = new ScriptedShare(1).launched();
    unasked.says(new ShareStatus.Forked(Map.of()));
    unasked.want(OPEN);
    assertEquals(Optional.of(ShareStep.OPEN), step(unasked));
  }

  @Test
  void aShareIsHeldToItsVerificationOnceThatIsWanted() {
    ScriptedShare share = new ScriptedShare().finished();
    assertEquals(Optional.empty(), step(share));
    share.want(VERIFY);
    assertEquals(Optional.of(ShareStep.VERIFY), step(share));
    StepProgress cleaning = StepProgress.begin(ShareStep.CLEAN_UP);
    share.at(170).on(new ShareInput.Progressed(cleaning));
    assertEquals(Optional.of(cleaning), share.machine.step());
    assertEquals(170 + 1_800 + 10, share.wake());
  }

  @Test
  void progressOfAWorkerThatThereIsNotIsNotTold() {
    ScriptedShare share = fetching(0);
    assertEquals(
        List.of(), share.on(new ShareInput.Progressed(StepProgress.begin(ShareStep.OPEN))));
    StepProgress half = new StepProgress(ShareStep.FETCH, "", 1, 2);
    assertEquals(
        List.of(new ShareEffect.Tell(half)), share.at(30).on(new ShareInput.Progressed(half)));
    assertEquals(90, share.wake());
    ScriptedShare working = new ScriptedShare().launched();
    assertEquals(List.of(), working.on(new ShareInput.Progressed(half)));
  }

  @Test
  void aStepThatIsOverdueIsToldOnce() {
    ScriptedShare share = new ScriptedShare().launched();
    share.says(new ShareStatus.Forked(Map.of()));
    assertEquals(70, share.wake());
    assertEquals(Optional.empty(), step(share));
    StepProgress late = new StepProgress(ShareStep.TRIAL, "", 1, 2);
    share.on(new ShareInput.Progressed(late));
    assertEquals(-1, share.wake());
  }

  /// The alarm of the one lies before the limit of the other, either way.
  @Test
  void aLoadThatIsTakenUpIsHeldToItsOpeningAndToItsPlannedEnd() {
    ScriptedShare early = ScriptedShare.takenUp(60).at(60).launched();
    assertEquals(Optional.of(ShareStep.OPEN), step(early));
    assertEquals(130, early.wake());
    assertTrue(early.reason().startsWith("opening connections"), early::reason);
    ScriptedShare late = ScriptedShare.takenUp(110).at(110).launched();
    assertEquals(160, late.wake());
    assertFalse(late.told().failed(), "its threads may open until 180");
    assertEquals(173, late.wake());
    assertEquals(KILL, late.effects.getLast());
  }

  @Test
  void whatAWorkerSaysOnItsWayIsPassedOnWhereTheControllerDoesNotKnowIt() {
    ScriptedShare again = ScriptedShare.takenUp(110).at(110).launched();
    assertFalse(again.says(new ShareStatus.Forked(Map.of())).isEmpty());
    assertEquals(new ShareStatus.Forked(Map.of()), again.told());
    ScriptedShare followed = new ScriptedShare().loading().at(110).followed();
    assertEquals(List.of(), followed.says(new ShareStatus.Forked(Map.of())));
    assertEquals(List.of(), followed.says(new ShareStatus.Opening()));
    assertTrue(followed.told() instanceof ShareStatus.Running);
  }

  @Test
  void aWorkerThatRefusesToTakeTheLoadUpIsKilledAndFollowed() {
    ScriptedShare share = new ScriptedShare().loading().at(110).followed();
    assertEquals(List.of(KILL), share.says(REFUSED));
    share.exits(137);
    assertTrue(launches(share.closed(3)));
    assertEquals(
        "the worker could not take the load up again: refused; another one takes its load up",
        share.log().getLast());
  }
}
