package dev.broadside.client.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.spool.TestRecords;
import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.PhaseKind;
import dev.broadside.core.job.RunAxis;
import dev.broadside.core.job.Think;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunAggregate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PackedIntervalsTest {
  private static final int MANY = 300;

  private final PackedIntervals packed = new PackedIntervals();

  @Test
  void everyIntervalComesBackAsItWas() {
    List<IntervalDocument> plain = new ArrayList<>();
    Phase phase =
        new Phase(
            PhaseKind.MEASURE, Duration.ofSeconds(MANY), new LoadModel.Closed(1, new Think.None()));
    RunAggregate aggregate =
        new RunAggregate(
            RunAxis.of(List.of(phase), Duration.ofSeconds(1)),
            List.of("one", "two"),
            Set.of("agent"),
            interval -> {
              plain.add(interval);
              packed.add(interval);
            });
    for (int seq = 0; seq < MANY; seq++) {
      aggregate.add(TestRecords.record("run", 1, seq));
    }
    aggregate.closeAll();
    assertTrue(plain.size() >= MANY, plain.size() + " intervals");
    assertEquals(plain, packed);
    assertEquals(plain.get(7), packed.get(7));
  }
}
