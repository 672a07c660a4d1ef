package dev.broadside.server.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.server.schedule.Scheduler.Decision;
import dev.broadside.server.schedule.Scheduler.Scene;
import dev.broadside.server.schedule.Scheduler.Waiting;
import dev.broadside.server.store.row.ShareRow;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

  /// That what it has ends does not help.
  @ParameterizedTest
  @CsvSource({
    "1, a,     a is drained; begins when it is given jobs again",
    "2, a b,   a and b are drained; begins when they are given jobs again",
    "1, a b,   a and b are drained; begins when 1 of them is given jobs again",
  })
  void jobThatWaitsForDrainedAgentsSaysWhatEndsIt(int count, String agents, String expected) {
    Occupancy occupancy = new Occupancy();
    Map<String, AgentOffer> offers = new HashMap<>();
    for (String agent : words(agents)) {
      occupancy.drain(agent);
      offers.put(agent, offer("", agent, 1));
    }
    JobSpec spec = spec(AgentDemand.any(count));

    assertEquals(
        expected,
        said(decided(List.of(new Waiting("job", spec, 0)), offers, occupancy, NOON).getFirst()));
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

  /// One job that chooses among n1 (rack a, ssd, host x), n2 (rack a, host x), n3 (rack b, ssd,
  /// host y) and n4 (rack a, host z); n2 busy.
  @ParameterizedTest
  @CsvSource({
    "1, '',       ssd,        false, begins on n1",
    "2, '',       ssd,        false, begins on n1 n3",
    "2, '',       rack=a,     false, begins on n1 n4",
    "3, '',       rack=a,     false, n2 is busy with job X; begins when it is free",
    "4, '',       rack=a,     false, 'needs 4 agents with rack=a, 3 connected'",
    "2, '',       'rack=a,ssd', false, 'needs 2 agents with rack=a and ssd, 1 connected'",
    "1, '',       rack=A,     false, 'needs 1 agent with rack=A, 0 connected'",
    "3, '',       '',         true,  begins on n1 n3 n4",
    "2, '',       rack=a,     true,  begins on n1 n4",
    "3, '',       rack=a,     true,  'needs 3 agents with rack=a on different hosts, 3 connected on 2 hosts'",
    "4, '',       '',         true,  'needs 4 agents on different hosts, 4 connected on 3 hosts'",
    "2, n1 n2 n9, rack=a,     true,  'needs 2 agents of those named with rack=a on different hosts, 2 connected on 1 host'",
    "3, n1 n3 n9, rack=a,     false, needs 3 agents of those named with rack=a; n9 not connected; n3 without these labels",
    "2, n2 n3,    '',         true,  n2 is busy with job X; begins when it is free",
    "2, n2 n4,    '',         true,  n2 is busy with job X; begins when it is free",
  })
  void jobChoosesAgentsByLabelsAndHosts(
      int count, String names, String labels, boolean distinct, String expected) {
    Map<String, AgentOffer> offers =
        Map.of(
            "n1", offer("rack:a ssd", "x", 1),
            "n2", offer("rack:a", "x", 1),
            "n3", offer("rack:b ssd", "y", 1),
            "n4", offer("rack:a", "z", 1));
    List<String> named = names.isEmpty() ? List.of() : words(names);
    JobSpec spec =
        with(
            spec(new AgentDemand(count, named)),
            "on-label",
            labels,
            "distinct-hosts",
            "" + distinct);
    Occupancy occupancy = new Occupancy();
    occupancy.take("n2", "X", spec(AgentDemand.any(1)));
    assertEquals(
        expected,
        said(decided(List.of(new Waiting("job", spec, 0)), offers, occupancy, NOON).getFirst()));
  }

  @Test
  void agentHasAsManyJobsAsItCanAndNoneBesideOneThatIsAlone() {
    JobSpec any = spec(AgentDemand.any(1));
    JobSpec alone = with(any, "exclusive", "true");
    Map<String, AgentOffer> offers = Map.of("a", offer("", "x", 2), "b", offer("", "x", 1));
    List<Waiting> four = Stream.of("1", "2", "3", "4").map(id -> new Waiting(id, any, 0)).toList();
    assertEquals(
        List.of(
            "begins on a",
            "begins on b",
            "begins on a",
            "a is busy with jobs 1 and 3; b is busy with job 2; begins when 1 of them is free"),
        decided(four, offers, new Occupancy(), NOON).stream().map(SchedulerTest::said).toList());

    List<Waiting> mixed =
        List.of(new Waiting("1", any, 0), new Waiting("2", alone, 0), new Waiting("3", any, 0));
    assertEquals(
        List.of("begins on a", "a is busy with job 1; begins when it is free", "begins on a"),
        decided(mixed, Map.of("a", offer("", "x", 3)), new Occupancy(), NOON).stream()
            .map(SchedulerTest::said)
            .toList());
    List<Waiting> first = List.of(new Waiting("2", alone, 0), new Waiting("3", any, 0));
    assertEquals(
        List.of("begins on a", "a is busy with job 2; begins when it is free"),
        decided(first, Map.of("a", offer("", "x", 3)), new Occupancy(), NOON).stream()
            .map(SchedulerTest::said)
            .toList());
  }

  /// Jobs of random wishes on agents of random labels, hosts and capacities, which come and go:
  /// each begins on what it asked for, none is beside one that is alone, none is passed too often,
  /// and in the end all have been.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noAgentHasMoreThanItCanAndEveryJobBegins(long seed) {
    Random random = new Random(seed);
    Map<String, AgentOffer> all = new TreeMap<>();
    for (int i = 0; i < 6; i++) {
      String labels = i % 2 == 0 ? "rack:a" : "rack:b";
      all.put("n" + i, offer(labels, "host " + i / 2, 1 + random.nextInt(3)));
    }
    Map<String, Waiting> waiting = new LinkedHashMap<>();
    Map<String, JobSpec> specs = new HashMap<>();
    Map<String, List<String>> running = new LinkedHashMap<>();
    Map<String, Integer> endsAt = new HashMap<>();
    int submitted = 0;
    int begun = 0;
    for (int minute = 0; minute < 6_000 && begun < 300; minute++) {
      int now = minute;
      running.keySet().removeIf(job -> endsAt.get(job) <= now);
      if (submitted < 300) {
        String id = "job " + submitted++;
        specs.put(id, wish(random));
        waiting.put(id, new Waiting(id, specs.get(id), 0));
      }
      Map<String, AgentOffer> there = new TreeMap<>(all);
      if (submitted < 300 && random.nextInt(10) == 0) {
        there.remove("n" + random.nextInt(6));
      }
      Occupancy occupancy = new Occupancy();
      running.forEach((id, on) -> on.forEach(agent -> occupancy.take(agent, id, specs.get(id))));
      for (Decision decision : decided(List.copyOf(waiting.values()), there, occupancy, NOON)) {
        if (decision instanceof Decision.Begin(String id, List<String> on, Set<String> passes)) {
          begun++;
          waiting.remove(id);
          running.put(id, on);
          endsAt.put(id, now + 1 + random.nextInt(4));
          suits(specs.get(id), on, there);
          for (String earlier : passes) {
            Waiting passed = waiting.get(earlier);
            assertTrue(passed.passed() < Scheduler.MOST_PASSES, earlier + " is passed too often");
            waiting.put(earlier, new Waiting(earlier, passed.spec(), passed.passed() + 1));
          }
        }
      }
      all.forEach((agent, offer) -> withinCapacity(agent, offer, running, specs));
    }
    assertEquals(300, begun);
  }

  private static JobSpec wish(Random random) {
    return with(
        spec(AgentDemand.any(1 + random.nextInt(3))),
        "on-label",
        random.nextInt(3) == 0 ? "rack=a" : "",
        "distinct-hosts",
        "" + (random.nextInt(3) == 0),
        "exclusive",
        "" + (random.nextInt(4) == 0));
  }

  private static void suits(JobSpec spec, List<String> on, Map<String, AgentOffer> there) {
    assertEquals(spec.agents().count(), Set.copyOf(on).size());
    on.forEach(
        agent -> assertTrue(JobDocument.AGENT_LABELS.in(spec).matches(there.get(agent).labels())));
    if (JobDocument.DISTINCT_HOSTS.in(spec)) {
      assertEquals(on.size(), on.stream().map(agent -> there.get(agent).host()).distinct().count());
    }
  }

  private static void withinCapacity(
      String agent,
      AgentOffer offer,
      Map<String, List<String>> running,
      Map<String, JobSpec> specs) {
    List<String> its =
        running.keySet().stream().filter(id -> running.get(id).contains(agent)).toList();
    assertTrue(its.size() <= offer.capacity(), agent + " has " + its + " at once");
    assertTrue(
        its.size() <= 1 || its.stream().noneMatch(id -> JobDocument.alone(specs.get(id))),
        agent + " has " + its + ", of which one is to be alone");
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

    List<ShareRow> placed = Placement.place(spec, names, Set.of("watcher"));
    ShareRow watcher = placed.getLast();
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
            .map(ShareRow::agent)
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
    Occupancy occupancy = new Occupancy();
    busy.forEach((agent, job) -> occupancy.take(agent, job, spec(AgentDemand.any(1))));
    Map<String, AgentOffer> offers =
        connected.stream().collect(Collectors.toMap(name -> name, name -> offer("", name, 1)));
    return decided(waiting, offers, occupancy, now);
  }

  private static List<Decision> decided(
      List<Waiting> waiting, Map<String, AgentOffer> offers, Occupancy occupancy, Instant now) {
    return Scheduler.decide(
        waiting,
        new Scene(offers, occupancy, Map.of(), new TargetUse(_ -> Optional.empty(), false)),
        now);
  }

  /// @param labels `rack:a ssd`
  private static AgentOffer offer(String labels, String host, int capacity) {
    Map<String, String> byName = new HashMap<>();
    for (String label : labels.isEmpty() ? List.<String>of() : words(labels)) {
      byName.put(label.split(":")[0], label.contains(":") ? label.split(":")[1] : "");
    }
    return new AgentOffer(byName, host, capacity);
  }

  private static JobSpec spec(AgentDemand agents) {
    return spec(agents, Optional.empty(), true);
  }

  private static JobSpec with(JobSpec spec, String... settings) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    return spec.withSettings(new Settings(given));
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
