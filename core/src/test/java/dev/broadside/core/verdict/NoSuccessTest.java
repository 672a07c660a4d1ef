package dev.broadside.core.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.work.ErrorClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NoSuccessTest {
  private static OutcomeCounts counts(long ok, long failed, long uncertain, long dropped) {
    return TestCounts.of(
        ok + failed + uncertain,
        ok,
        failed == 0 ? Map.of() : Map.of(ErrorClass.OTHER, failed),
        uncertain,
        0,
        0,
        dropped == 0 ? Map.of() : Map.of(DropReason.NO_FREE_THREAD, dropped),
        0,
        0,
        Map.of());
  }

  private static ErrorSample error(String operation, String message, long count) {
    return new ErrorSample(ErrorClass.OTHER, (int) count, "", operation, message, count, 0, 0);
  }

  private static Optional<String> of(OutcomeCounts counts, boolean underWay) {
    return NoSuccess.of(counts, underWay, List.of());
  }

  @Test
  void oneThatEndedWellIsASuccessWhateverElseFailed() {
    assertEquals(Optional.empty(), of(counts(1, 1_000_000, 0, 0), true));
  }

  @Test
  void aRunInWhichNothingWasDueHasNotFailed() {
    assertEquals(Optional.empty(), of(OutcomeCounts.NONE, false));
  }

  @Test
  void theMostFrequentFailureIsNamedWithItsOperation() {
    assertEquals(
        Optional.of(
            "nothing ended well in the measured phases: 37,514 transactions failed, 1 transaction"
                + " stayed uncertain, 3 arrivals never began, most often in pay: Duplicate entry"),
        NoSuccess.of(
            counts(0, 37_514, 1, 3),
            false,
            List.of(error("order", "deadlock", 2), error("pay", "Duplicate entry", 37_512))));
  }

  @Test
  void whatIsStillUnderWayAtTheEndIsNoSuccess() {
    assertEquals(
        Optional.of(
            "nothing ended well in the measured phases: what was under way did not end before the"
                + " planned end"),
        of(OutcomeCounts.NONE, true));
  }

  @Test
  void whatADatabaseSaysIsOneBoundedLine() {
    String reason =
        NoSuccess.of(counts(0, 1, 0, 0), false, List.of(error("", "\u001b[2J\n".repeat(9_000), 1)))
            .orElseThrow();
    assertEquals(1, reason.lines().count());
    assertEquals(true, reason.length() < 500, reason);
  }
}
