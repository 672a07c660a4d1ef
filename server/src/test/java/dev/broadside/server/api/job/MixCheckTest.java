package dev.broadside.server.api.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.server.api.job.ControlRoutes.MixCheck;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which mixes a load that goes on can have.
class MixCheckTest {
  private static final Parameter<Long> READS =
      Parameter.whole("reads", "Weight of reads").between(0, 100).preset(50);
  private static final Parameter<Long> WRITES =
      Parameter.whole("writes", "Weight of writes").between(0, 100).preset(0);
  private static final Parameter<Long> ROWS =
      Parameter.whole("rows", "Rows").between(1, 1_000).preset(10);

  private static List<String> problems(Map<String, String> planned, Map<String, String> mix) {
    Parameters declared = Parameters.of(READS, WRITES, ROWS).perPhase(READS, WRITES);
    Phase first = SpecBuilder.measure(Duration.ofSeconds(1), SpecBuilder.closed(1));
    Phase second = new Phase(PhaseKind.MEASURE, Duration.ofSeconds(1), first.load(), planned);
    MixCheck check = new MixCheck(declared, SpecBuilder.of("probe").phases(first, second).build());
    return check.problems(mix).stream().map(Problem::sentence).toList();
  }

  @Test
  void whatSomePhasePlansCanBeChanged() {
    assertEquals(List.of(), problems(Map.of(), Map.of("reads", "70")));
    assertEquals(List.of(), problems(Map.of("writes", "1"), Map.of("writes", "30")));
  }

  @Test
  void whatNoPhasePlansStaysAsItIs() {
    List<String> problems = problems(Map.of(), Map.of("reads", "70", "writes", "30"));

    assertEquals(1, problems.size(), problems::toString);
    assertTrue(
        problems.getFirst().startsWith("/mix/writes: it is 0 in all phases"), problems::toString);
    assertEquals(List.of(), problems(Map.of(), Map.of("writes", "0")));
  }

  @Test
  void whatIsNoMixIsToldOnce() {
    assertEquals(
        List.of("/mix/rows: it cannot change between phases"),
        problems(Map.of(), Map.of("rows", "5")).stream()
            .map(sentence -> sentence.substring(0, sentence.indexOf(';')))
            .toList());
    assertEquals(1, problems(Map.of(), Map.of("reads", "many")).size());
    assertEquals(
        List.of("/mix/nosuch: this job class has none of that name; use one of reads, writes."),
        problems(Map.of(), Map.of("nosuch", "1")));
    assertEquals(
        List.of("/mix/raeds: this job class has none of that name; did you mean reads?"),
        problems(Map.of(), Map.of("raeds", "1")));
  }
}
