package dev.broadside.core.run;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.run.ShareMachine.Moment;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A share to which a test says what happens, second by second. Its load lasts a minute from second
/// 100 on, its grace 10 s, and its host's wall clock shows the seconds.
final class ScriptedShare {
  static final long SECOND = 1_000_000_000L;
  static final int START = 100;
  static final int END = 160;
  static final Facts FACTS = Facts.NONE.with("rows", "all");

  private static final JobSpec SPEC =
      SpecBuilder.of("job")
          .agents(AgentDemand.any(2))
          .phases(SpecBuilder.measure(Duration.ofMinutes(1), SpecBuilder.closed(2)))
          .build();

  final Plan plan;
  final ShareMachine machine;

  /// Everything that was to be done, in order.
  final List<ShareEffect> effects = new ArrayList<>();

  private long nanos;
  private long generation = 1;

  /// The first of two shares.
  ScriptedShare() {
    this(0);
  }

  ScriptedShare(int index) {
    plan = plan(index);
    machine = new ShareMachine(plan, generation);
  }

  /// A share that another agent process had.
  private ScriptedShare(ShareGoal.Resume goal, int second) {
    plan = goal.plan();
    nanos = second * SECOND;
    machine = new ShareMachine(goal, generation, now());
  }

  /// The first share, whose worker before was of that life, taken up at that second.
  static ScriptedShare takenUp(int second) {
    Plan later = plan(0).after(new Plan.Former(1, 5));
    return new ScriptedShare(new ShareGoal.Resume(later, FACTS, START * SECOND), second);
  }

  private static Plan plan(int index) {
    ShareSlice slice = ShareSlice.of(new Portion(index, 2), 4);
    return new Plan("run", "agent", 1, SPEC, List.of(), slice);
  }

  private Moment now() {
    return new Moment(nanos, nanos);
  }

  ScriptedShare at(int second) {
    nanos = second * SECOND;
    return this;
  }

  /// @return what is to be done about it
  List<ShareEffect> on(ShareInput input) {
    List<ShareEffect> done = machine.on(input, now());
    effects.addAll(done);
    return done;
  }

  List<ShareEffect> says(ShareStatus status) {
    return on(new ShareInput.Reported(status));
  }

  List<ShareEffect> want(ShareGoal goal) {
    return on(new ShareInput.Ordered(new ShareOrder("run", ++generation, goal)));
  }

  List<ShareEffect> exits(int status) {
    return on(new ShareInput.Exited(status, false, "last words"));
  }

  List<ShareEffect> closed(long lastSeq) {
    return on(new ShareInput.RecordsClosed(lastSeq, 7, false, ""));
  }

  /// Lets time pass until something is to be done.
  ///
  /// @return the second in which it was; -1 where nothing is waited for
  double wake() {
    if (machine.wakeNanos().isEmpty()) {
      return -1;
    }
    nanos = machine.wakeNanos().getAsLong();
    on(new ShareInput.Woken("last words", 0));
    return nanos / (double) SECOND;
  }

  /// Up to the worker's first order, at second 0.
  ScriptedShare launched() {
    on(new ShareInput.Begin());
    on(new ShareInput.Fetched());
    on(new ShareInput.Launched(plan.withIncarnation(2)));
    return this;
  }

  /// Up to its open threads.
  ScriptedShare ready() {
    launched();
    says(new ShareStatus.Forked(Map.of()));
    if (!plan.slice().first()) {
      want(new ShareGoal.Open(FACTS));
    } else {
      says(new ShareStatus.Prepared(FACTS));
    }
    says(new ShareStatus.Opening());
    says(new ShareStatus.Ready(0, 0));
    return this;
  }

  /// Up to the beginning of its load, at second 100.
  ScriptedShare loading() {
    ready();
    want(new ShareGoal.Run(START * SECOND));
    at(START);
    says(new ShareStatus.Running(START * SECOND));
    return this;
  }

  /// Up to the end of its load, at second 160.
  ScriptedShare finished() {
    loading().at(END);
    says(new ShareStatus.Finished(59));
    return this;
  }

  /// Its worker dies, and another one is launched.
  ScriptedShare followed() {
    exits(137);
    closed(3);
    on(new ShareInput.Launched(plan.withIncarnation(3)));
    return this;
  }

  /// What the controller was told last.
  ShareStatus told() {
    return effects.stream()
        .filter(ShareEffect.Report.class::isInstance)
        .map(effect -> ((ShareEffect.Report) effect).status())
        .reduce((_, newer) -> newer)
        .orElseThrow();
  }

  /// Why the share is broken, as the controller was told.
  String reason() {
    return ((ShareStatus.Broken) told()).reason();
  }

  /// All that people were told.
  List<String> log() {
    return effects.stream()
        .filter(ShareEffect.Log.class::isInstance)
        .map(effect -> ((ShareEffect.Log) effect).line())
        .toList();
  }
}
