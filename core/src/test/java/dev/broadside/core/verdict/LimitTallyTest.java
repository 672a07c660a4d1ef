package dev.broadside.core.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.verdict.GeneratorVerdict.Verdict;
import dev.broadside.core.verdict.Limit.Cause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Which limit of the load generator a run names.
class LimitTallyTest {
  private final LimitTally run = new LimitTally();

  private void met(String agent, int interval, double value, Cause... causes) {
    List<Limit> limits =
        Arrays.stream(causes).map(cause -> new Limit(agent, cause, value, "")).toList();
    List<RecordSpan.Limited> limited = List.of(new RecordSpan.Limited(interval, limits));
    run.add(agent, new RecordSpan.Generator(limited, GeneratorMeans.NONE));
  }

  private static String reason(LimitTally tally) {
    GeneratorVerdict verdict =
        tally.verdict(
            new LimitTally.Run(
                10, interval -> 1_000 * interval, _ -> Distribution.EMPTY, Optional.empty()));
    assertEquals(Verdict.LIMITED, verdict.verdict());
    return verdict.reason();
  }

  private void names(String agent, Cause cause) {
    String clause = cause.sentence("", "");
    String words = clause.substring(0, clause.indexOf("  "));
    assertTrue(reason(run).contains(": on " + agent + " " + words), reason(run));
  }

  @Test
  void theCauseThatWasMetMostOftenIsNamed() {
    met("a", 1, 0.9, Cause.QUOTA);
    met("a", 2, 0.9, Cause.STEAL);
    met("b", 3, 0.9, Cause.STEAL);
    names("a", Cause.STEAL);
  }

  @Test
  void ofCausesThatWereMetAsOftenTheOneThatTellsMostIsNamed() {
    met("a", 1, 0.9, Cause.STEAL, Cause.QUOTA);
    met("b", 2, 0.9, Cause.STEAL, Cause.QUOTA);
    names("a", Cause.QUOTA);
  }

  @Test
  void ofAgentsTheOneThatMetItMostOftenIsNamedAndElseTheFirstByName() {
    met("b", 1, 0.9, Cause.STEAL);
    met("a", 2, 0.9, Cause.STEAL);
    names("a", Cause.STEAL);
    met("b", 3, 0.9, Cause.STEAL);
    names("b", Cause.STEAL);
  }

  @Test
  void ofIntervalsThatWereEquallyBadTheFirstIsNamedInAnyOrder() {
    List<Integer> intervals = new ArrayList<>(List.of(2, 4, 6, 8));
    for (int i = 0; i < 10; i++) {
      Collections.shuffle(intervals, new Random(i));
      LimitTallyTest shuffled = new LimitTallyTest();
      for (int interval : intervals) {
        shuffled.met("a", interval, interval == 2 ? 0.3 : interval == 8 ? 0.4 : 0.5, Cause.STEAL);
      }
      String reason = reason(shuffled.run);
      assertTrue(reason.contains("up to 50 % in the interval from 0:04 on"), reason);
    }
  }

  @Test
  void timeOfThreadsIsThatOfAllAgents() {
    for (String agent : List.of("a", "b")) {
      RecordKey key = new RecordKey("run", agent, 1, RecordKey.LOAD, 0);
      RecordSpan span = RecordSpan.of(RecordBuilder.of(key, 0).threads(4).build());
      run.add(agent, span.generator());
      run.add(agent, span.generator());
    }
    assertEquals(16, run.threadSeconds());
  }

  @Test
  void causesAndVerdictsAreToldInFewWords() {
    assertEquals("cpu quota", Cause.QUOTA.word());
    assertEquals("TOO FEW THREADS", Verdict.TOO_FEW_THREADS.words());
  }

  @Test
  void roomToSpareIsToldOfTheOtherIntervals() {
    GeneratorVerdict verdict = GeneratorVerdict.of(2, 50, "", Optional.empty());
    assertEquals(Verdict.OK, verdict.verdict());
    assertEquals("the agents had room to spare in 48 of 50 intervals", verdict.reason());
  }
}
