package dev.broadside.core.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.fixture.SpecBuilder;
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
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/// How long a worker may go on sealing its intervals after its load ended, as planned or by a stop.
class ShareSealingTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int PLANNED = 60;
  private static final JobSpec SPEC =
      SpecBuilder.of("job")
          .phases(SpecBuilder.measure(Duration.ofSeconds(PLANNED), SpecBuilder.closed(1)))
          .build();
  private static final int GRACE = (int) SPEC.grace().toSeconds();

  /// @param sealed the intervals that are sealed so many seconds after the planned end
  /// @return so many seconds after the planned end the worker is killed; -1 where it is not before
  ///   it has sealed them all
  private static int killedAfter(IntUnaryOperator sealed) {
    return killedAfter(PLANNED, sealed);
  }

  /// The same of a job that is stopped at half time.
  private static int killedAfterStop(IntUnaryOperator sealed) {
    return killedAfter(PLANNED / 2, sealed);
  }

  private static int killedAfter(int end, IntUnaryOperator sealed) {
    ShareMachine machine = new ShareMachine(plan(), 1);
    for (ShareInput input : untilLoad()) {
      machine.on(input, new Moment(0, 0));
    }
    for (int second = 0; second < 1_000; second++) {
      int late = second - end;
      Moment now = new Moment(second * SECOND, second * SECOND);
      if (late == 0 && end < PLANNED) {
        machine.on(new ShareInput.Ordered(new ShareOrder("run", 3, new ShareGoal.Stop())), now);
      }
      while (machine.wakeNanos().orElse(Long.MAX_VALUE) <= now.nanos()) {
        ShareInput woken = new ShareInput.Woken("", sealed.applyAsInt(late));
        if (machine.on(woken, now).contains(new ShareEffect.Kill())) {
          return late;
        }
      }
      if (sealed.applyAsInt(late) == end) {
        machine.on(new ShareInput.Reported(new ShareStatus.Finished(end - 1)), now);
      }
    }
    return -1;
  }

  private static Plan plan() {
    ShareSlice slice = ShareSlice.of(new Portion(0, 1), 1);
    return new Plan("run", "agent", 1, SPEC, List.of(), slice);
  }

  private static List<ShareInput> untilLoad() {
    return List.of(
        new ShareInput.Begin(),
        new ShareInput.Fetched(),
        new ShareInput.Launched(plan()),
        new ShareInput.Reported(new ShareStatus.Forked(Map.of())),
        new ShareInput.Reported(new ShareStatus.Prepared(Facts.NONE)),
        new ShareInput.Reported(new ShareStatus.Ready(0, 0)),
        new ShareInput.Ordered(new ShareOrder("run", 2, new ShareGoal.Run(0, List.of()))),
        new ShareInput.Reported(new ShareStatus.Running(0)));
  }

  @Test
  void oneThatIsBehindAndComesFurtherIsWaitedFor() {
    assertEquals(-1, killedAfter(late -> Math.min(PLANNED, 40 + Math.max(0, late))));
  }

  @Test
  void oneThatIsBehindWhenItIsStoppedAndComesFurtherIsWaitedFor() {
    assertEquals(-1, killedAfterStop(late -> Math.min(30, 10 + Math.max(0, late / 2))));
  }

  @Test
  void oneThatIsStoppedAndComesNoFurtherIsKilledAfterItsGrace() {
    assertEquals(GRACE + 3, killedAfterStop(_ -> 0));
    assertEquals(GRACE + 3, killedAfterStop(_ -> 10));
    assertEquals(GRACE + 3, killedAfterStop(late -> late < 0 ? 29 : 31 + late));
    assertEquals(GRACE + 13, killedAfterStop(late -> late < 5 ? 10 : 11));
    assertEquals(GRACE + 43, killedAfterStop(late -> 1 + Math.max(0, late) / 5));
  }

  @Test
  void oneThatComesNoFurtherIsKilledAfterItsGrace() {
    assertEquals(GRACE + 3, killedAfter(_ -> 0));
    assertEquals(GRACE + 3, killedAfter(_ -> 40));
    assertEquals(GRACE + 13, killedAfter(late -> late < 5 ? 40 : 41));
  }

  @Test
  void oneWhoseThreadsGoOnIsKilledAfterItsGrace() {
    assertEquals(GRACE + 3, killedAfter(late -> late < 0 ? PLANNED - 1 : PLANNED + 1 + late));
  }

  @Test
  void oneThatComesFurtherByAndByIsKilledAllTheSame() {
    assertEquals(GRACE + 43, killedAfter(late -> 1 + Math.max(0, late) / 5));
  }
}
