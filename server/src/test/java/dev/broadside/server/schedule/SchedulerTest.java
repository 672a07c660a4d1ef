package dev.broadside.server.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.server.schedule.Scheduler.Decision;
import dev.broadside.server.schedule.Scheduler.Scene;
import dev.broadside.server.schedule.Scheduler.Waiting;
import dev.broadside.server.targets.TargetUse;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which jobs begin, and what the others wait for.
final class SchedulerTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  /// One waiting job against agents that are connected, some of them busy.
  @ParameterizedTest
  @CsvSource({
    "1,        , a,       ,        begins on a",
    "2,        , c b a,   ,        begins on a b",
    "1,        , ,        ,        'needs 1 agent, 0 connected'",
    "3,        , a b,     ,        'needs 3 agents, 2 connected'",
    "1,        , a b,     a=X,     begins on b",
    "1,        , a,       a=X,     a is busy with job X; begins when it is free",
    "2,        , a b,     a=X b=X, a and b are busy with job X; begins when they are free",
    "2,        , a b,     a=X,     a is busy with job X; begins when it is free",
    "2,        , a b,     a=X b=Y, a is busy with job X; b is busy with job Y; begins when they are free",
    "1,        , a b,     a=X b=Y, a is busy with job X; b is busy with job Y; begins when 1 of them is free",
    "1,        b c, a,    ,        needs 1 agent of those named; b and c not connected",
    "2,        c a, a b c,,        begins on c a",
    "2,        a b, a,    ,        needs 2 agents of those named; b not connected",
    "1,        b, a b,    b=X,     b is busy with job X; begins when it is free",
  })
  void jobBeginsOrSaysWhatItWaitsFor(
      int count, String names, String connected, String busy, String expected) {
    JobSpec spec = spec(new AgentDemand(count, words(names)), Optional.empty(), true);

    List<Decision> decisions =
        decided(
            List.of(new Waiting("job", spec, 0)), Set.copyOf(words(connected)), pairs(busy), NOON);

    assertEquals(List.of(expected), decisions.stream().map(SchedulerTest::said).toList());
  }

  @Test
  void jobBeginsAtItsTimeAndNotBefore() {
    JobSpec spec = spec(AgentDemand.any(1), Optional.of(NOON), true);
    assertEquals(
        "begins at 2026-03-01 12:00 UTC", said(decide(spec, Set.of("a"), NOON.minusNanos(1))));
    assertEquals("begins on a", said(decide(spec, Set.of("a"), NOON)));
  }

  @Test
  void jobThatDoesNotWaitGivesUpForWantOfAgentsButNotForBusyOnes() {
    JobSpec spec = spec(AgentDemand.any(1), Optional.empty(), false);
    assertEquals(
        "gives up: needs 1 agent, 0 connected, and the job does not wait for agents",
        said(decide(spec, Set.of(), NOON)));
    assertEquals(
        "a is busy with job X; begins when it is free",
        said(
            decided(List.of(new Waiting("job", spec, 0)), Set.of("a"), Map.of("a", "X"), NOON)
                .getFirst()));
  }

  @Test
  void earlierJobGetsTheAgentsAndALaterOneTheRest() {
    assertEquals(
        List.of(
            "begins on a b",
            "begins on c",
            "a and b are busy with job job 0; c is busy with job job 1;"
                + " begins when 1 of them is free"),
        decideAll(Set.of("a", "b", "c"), Map.of(), 2, 1, 1));
  }

  @Test
  void jobThatFitsPassesOneThatWaitsForBusyAgents() {
    List<Decision> decisions = decide(Set.of("a", "b"), Map.of("a", "X"), 0, 2, 1);
    assertEquals(
        List.of("a is busy with job X; begins when it is free", "begins on b"),
        decisions.stream().map(SchedulerTest::said).toList());
    assertEquals(
        Set.of("job 0"), assertInstanceOf(Decision.Begin.class, decisions.getLast()).passes());
  }

  @Test
  void jobThatWasPassedOftenEnoughHasTheFreeAgentsKept() {
    assertEquals(
        List.of(
            "a is busy with job X; begins when it is free",
            "a is busy with job X; b is kept for job job 0, which waits for longer;"
                + " begins when 1 of them is free"),
        decide(Set.of("a", "b"), Map.of("a", "X"), Scheduler.MOST_PASSES, 2, 1).stream()
            .map(SchedulerTest::said)
            .toList());
  }

  @Test
  void jobTakesAgentsForWhichNobodyWaitsFirst() {
    JobSpec named = spec(new AgentDemand(2, List.of("a", "b")), Optional.empty(), true);
    JobSpec any = spec(AgentDemand.any(1), Optional.empty(), true);
    List<Decision> decisions =
        decided(
            List.of(new Waiting("two", named, 0), new Waiting("one", any, 0)),
            Set.of("a", "b", "c"),
            Map.of("a", "X"),
            NOON);
    assertEquals(new Decision.Begin("one", List.of("c"), Set.of()), decisions.getLast());
  }

  /// Many jobs of random sizes and lengths that come faster than they can be done: each begins, and
  /// no more later ones than may pass it begin while it waits.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyJobBeginsHoweverManySmallerOnesCome(long seed) {
    Random random = new Random(seed);
    Set<String> agents = Set.of("a", "b", "c", "d");
    Map<String, Waiting> waiting = new LinkedHashMap<>();
    Map<String, String> busy = new HashMap<>();
    Map<String, Integer> endsAt = new HashMap<>();
    Map<String, Integer> passed = new HashMap<>();
    int submitted = 0;
    int begun = 0;
    for (int minute = 0; minute < 2_000 && begun < 300; minute++) {
      int now = minute;
      busy.values().removeIf(job -> endsAt.getOrDefault(job, 0) <= now);
      if (submitted < 300) {
        int count = random.nextInt(5) == 0 ? 4 : 1;
        String id = "job " + submitted++;
        waiting.put(id, new Waiting(id, spec(AgentDemand.any(count), Optional.empty(), true), 0));
      }
      for (Decision decision : decided(List.copyOf(waiting.values()), agents, busy, NOON)) {
        if (decision instanceof Decision.Begin(String id, List<String> on, Set<String> passes)) {
          begun++;
          waiting.remove(id);
          endsAt.put(id, now + 1 + random.nextInt(5));
          on.forEach(agent -> busy.put(agent, id));
          for (String earlier : passes) {
            int times = passed.merge(earlier, 1, Integer::sum);
            assertTrue(times <= Scheduler.MOST_PASSES, earlier + " was passed " + times + " times");
            waiting.computeIfPresent(earlier, (_, job) -> new Waiting(earlier, job.spec(), times));
          }
          long later =
              waiting.keySet().stream().filter(other -> number(other) < number(id)).count();
          assertEquals(later, passes.size(), "every earlier job that waits was passed");
        }
      }
    }
    assertEquals(300, begun);
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring("job ".length()));
  }

  @Test
  void jobForWhichTooFewAreThereHoldsNobodyUp() {
    assertEquals(
        List.of("needs 3 agents, 2 connected", "begins on a"),
        decideAll(Set.of("a", "b"), Map.of(), 3, 1));
  }

  @Test
  void manyNamesAreCutShort() {
    Set<String> names = IntStream.range(0, 9).mapToObj(i -> "a" + i).collect(Collectors.toSet());
    Map<String, String> busy = names.stream().collect(Collectors.toMap(n -> n, _ -> "X"));
    JobSpec spec = spec(AgentDemand.any(9), Optional.empty(), true);
    Decision decision = decided(List.of(new Waiting("job", spec, 0)), names, busy, NOON).getFirst();
    assertEquals(
        "a0, a1, a2, a3 and 5 more are busy with job X; begins when they are free", said(decision));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 100})
  void sharesAreExactlyTheJobHoweverManyAgents(int agents) {
    List<String> names = IntStream.range(0, agents).mapToObj(i -> "a" + i).toList();
    JobSpec spec = spec(AgentDemand.any(agents), Optional.empty(), true);

    List<Placement.Placed> placed = Placement.place(spec, names, Set.of("watcher"));
    Placement.Placed watcher = placed.getLast();
    assertTrue(watcher.slice().watches());
    assertEquals(agents, watcher.slice().agentIndex());
    assertEquals(0, watcher.slice().threads());

    int next = 0;
    for (int i = 0; i < agents; i++) {
      ShareSlice slice = placed.get(i).slice();
      assertEquals("a" + i, placed.get(i).agent());
      assertEquals(i, slice.agentIndex());
      assertEquals(next, slice.firstThread());
      assertEquals(4, slice.threads());
      next += slice.threads();
    }
    assertEquals(spec.totalThreads(), next);
    assertEquals(1, placed.stream().filter(one -> one.slice().first()).count());
  }

  @ParameterizedTest
  @CsvSource({"all, db1 db2", "none, ''", "db2, db2", "'db2,db3', db2"})
  void aJobIsWatchedByWhomItNames(String watch, String expected) {
    JobSpec spec = SpecBuilder.of("noop").settings(new Settings(Map.of("watchers", watch))).build();
    Set<String> watchers = new TreeSet<>(Set.of("db1", "db2"));
    String placed =
        Placement.place(spec, List.of("a"), watchers).stream()
            .filter(one -> one.slice().watches())
            .map(Placement.Placed::agent)
            .collect(Collectors.joining(" "));
    assertEquals(expected, placed);
  }

  @Test
  void placementOnAnotherNumberOfAgentsIsAMistake() {
    JobSpec spec = spec(AgentDemand.any(2), Optional.empty(), true);
    assertThrows(
        IllegalArgumentException.class,
        () -> Placement.place(spec, List.of("only one"), Set.of("watcher")));
  }

  private static List<String> decideAll(
      Set<String> connected, Map<String, String> busy, int... counts) {
    return decide(connected, busy, 0, counts).stream().map(SchedulerTest::said).toList();
  }

  private static List<Decision> decide(
      Set<String> connected, Map<String, String> busy, int passed, int... counts) {
    List<Waiting> waiting =
        IntStream.range(0, counts.length)
            .mapToObj(i ->
                new Waiting(
                    "job " + i, spec(AgentDemand.any(counts[i]), Optional.empty(), true), passed))
            .toList();
    return decided(waiting, connected, busy, NOON);
  }

  private static List<Decision> decided(
      List<Waiting> waiting, Set<String> connected, Map<String, String> busy, Instant now) {
    return Scheduler.decide(waiting, new Scene(connected, busy, Map.of(), TargetUse.none()), now);
  }

  private static Decision decide(JobSpec spec, Set<String> connected, Instant now) {
    return decided(List.of(new Waiting("job", spec, 0)), connected, Map.of(), now).getFirst();
  }

  private static String said(Decision decision) {
    return switch (decision) {
      case Decision.Begin(String _, List<String> agents, Set<String> _) ->
          "begins on " + String.join(" ", agents);
      case Decision.Wait(String _, String reason) -> reason;
      case Decision.Skip(String _, String reason) -> "skips: " + reason;
      case Decision.GiveUp(String _, String reason) -> "gives up: " + reason;
    };
  }

  private static List<String> words(String text) {
    return text == null ? List.of() : Arrays.asList(text.split(" "));
  }

  private static Map<String, String> pairs(String text) {
    return words(text).stream()
        .map(pair -> pair.split("="))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  private static JobSpec spec(AgentDemand agents, Optional<Instant> startAt, boolean wait) {
    return SpecBuilder.of("noop")
        .agents(agents)
        .phases(SpecBuilder.measure(Duration.ofSeconds(3), SpecBuilder.closed(4)))
        .startAt(startAt)
        .waitForAgents(wait)
        .build();
  }
}
