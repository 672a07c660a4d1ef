package dev.broadside.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.LoadChanges;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.load.LoadChange;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What becomes of changes of a load that come again, out of order, late or amid a change of
/// workers.
class ShareChangesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 100 * SECOND;
  private static final LoadChange ONE = LoadChanges.at(2, LoadChanges.rate(10));
  private static final LoadChange TWO = LoadChanges.at(3, LoadChanges.rate(20));

  private final Plan plan =
      new Plan(
          "run",
          "agent",
          1,
          SpecBuilder.of("job")
              .phases(SpecBuilder.measure(Duration.ofMinutes(1), SpecBuilder.open(1, 5)))
              .build(),
          List.of(),
          ShareSlice.of(new Portion(0, 1), 1));
  private final ShareMachine machine = new ShareMachine(plan, 1);
  private final List<ShareGoal> orders = new ArrayList<>();
  private long generation = 1;

  private List<ShareEffect> on(ShareInput input) {
    List<ShareEffect> effects = machine.on(input, new Moment(START, START));
    for (ShareEffect effect : effects) {
      if (effect instanceof ShareEffect.Order(ShareGoal goal)) {
        orders.add(goal);
      }
    }
    return effects;
  }

  private void want(long number, ShareGoal goal) {
    on(new ShareInput.Ordered(new ShareOrder("run", number, goal)));
  }

  private static ShareGoal run(LoadChange... changes) {
    return new ShareGoal.Run(START, List.of(changes));
  }

  @BeforeEach
  void isAtWork() {
    on(new ShareInput.Begin());
    on(new ShareInput.Fetched());
    on(new ShareInput.Launched(plan));
    on(new ShareInput.Reported(new ShareStatus.Forked(Map.of())));
    on(new ShareInput.Reported(new ShareStatus.Prepared(Facts.NONE)));
    on(new ShareInput.Reported(new ShareStatus.Ready(0, 0)));
    want(++generation, run());
    on(new ShareInput.Reported(new ShareStatus.Running(START)));
    orders.clear();
  }

  @Test
  void eachChangeIsToldOnceWithAllBeforeIt() {
    want(3, run(ONE));
    want(4, run(ONE, TWO));

    assertEquals(List.of(run(ONE), run(ONE, TWO)), orders);
  }

  @Test
  void whatComesAgainOrIsOvertakenChangesNothing() {
    want(4, run(ONE, TWO));
    want(3, run(ONE));
    want(4, run(ONE, TWO));
    want(5, run(ONE, TWO));
    want(6, run(ONE));

    assertEquals(List.of(run(ONE, TWO)), orders);
  }

  @Test
  void aShareThatEndsIsNotChanged() {
    want(3, new ShareGoal.Stop());
    orders.clear();
    want(4, run(ONE));
    on(new ShareInput.Reported(new ShareStatus.Finished(7)));
    want(5, run(ONE, TWO));

    assertEquals(List.of(), orders);
  }

  @Test
  void theNextWorkerHasThemInItsPlan() {
    want(3, run(ONE));
    on(new ShareInput.Exited(137, false, ""));
    want(4, run(ONE, TWO));
    orders.clear();

    Plan next =
        on(new ShareInput.RecordsClosed(3, 17, false, "")).stream()
            .filter(ShareEffect.Launch.class::isInstance)
            .map(effect -> ((ShareEffect.Launch) effect).plan())
            .findFirst()
            .orElseThrow();

    assertEquals(List.of(ONE, TWO), next.changes());
  }

  @Test
  void oneThatComesWhileAWorkerIsForkedReachesIt() {
    on(new ShareInput.Exited(137, false, ""));
    on(new ShareInput.RecordsClosed(3, 17, false, ""));
    want(3, run(ONE));
    on(new ShareInput.Launched(plan));

    ShareGoal.Resume resume = (ShareGoal.Resume) orders.getLast();
    assertEquals(List.of(ONE), resume.plan().changes());
  }

  @Test
  void aShareThatWasTakenUpHearsThemByTheGoalThatItHas() {
    ShareGoal.Resume goal = new ShareGoal.Resume(plan.changed(List.of(ONE)), Facts.NONE, START);
    ShareMachine next = new ShareMachine(goal, 5, new Moment(START, START));
    Moment now = new Moment(START, START);
    next.on(new ShareInput.Begin(), now);
    next.on(new ShareInput.Fetched(), now);
    next.on(new ShareInput.Launched(plan), now);
    ShareGoal.Resume later =
        new ShareGoal.Resume(plan.changed(List.of(ONE, TWO)), Facts.NONE, START);

    List<ShareEffect> effects =
        next.on(new ShareInput.Ordered(new ShareOrder("run", 6, later)), now);

    assertTrue(effects.contains(new ShareEffect.Order(run(ONE, TWO))), effects::toString);
  }
}
