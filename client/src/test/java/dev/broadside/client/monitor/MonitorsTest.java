package dev.broadside.client.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.core.work.TargetMonitor.Extra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MonitorsTest {
  private static final String ALL =
      """
      [{"name":"a","sql":"select 1","unit":"rows"},
       {"name":"b","database":"orders"},
       {"name":"c","command":["true"]},
       {"name":"d","exporter":"http://h/","metrics":["m"],"agent":"db host"}]
      """;

  private final Time time = new SystemTime();
  private final JobSpec spec =
      SpecBuilder.of("x")
          .build()
          .withSettings(
              new Settings(Map.of(JobDocument.MONITORS.declared().name(), ALL.replace("\n", " "))));

  private static List<String> names(List<MonitorSource> sources) {
    return sources.stream().map(MonitorSource::name).toList();
  }

  @Test
  void theFirstAgentReadsWhatNamesNoOther() {
    assertEquals(List.of("a", "b", "c"), names(Monitors.readBy("w1", true, spec)));
    assertEquals(List.of(), names(Monitors.readBy("w2", false, spec)));
    assertEquals(List.of("d"), names(Monitors.readBy("db host", false, spec)));
  }

  private List<String> problems(JobSpec of, boolean commands) {
    return Monitors.problems(Monitors.readBy("w1", true, of), of, commands).stream()
        .map(Problem::sentence)
        .toList();
  }

  @Test
  void commandsNeedConsentAndNamesNeedAServer() {
    assertEquals(
        List.of(
            "monitor b: no target is called orders; give a JDBC URL; only a server knows targets.",
            "monitor c: it is a command, and commands of jobs are not run here; start the agent,"
                + " or the run, with --allow-monitor-commands, or leave it out."),
        problems(spec, false));
    JobSpec told = spec.withSecrets(Map.of("monitors.b", new Secret("{}")));
    assertEquals(List.of(), problems(told, true));
    assertEquals(Map.of(), told.texts());
  }

  @Test
  void theJobClassReadsDatabases() throws Exception {
    JobSpec told =
        spec.withSecrets(
            Map.of("monitors.b", new Secret("{\"url\":\"jdbc:x://h\",\"password\":\"p\"}")));
    List<Extra> asked = new ArrayList<>();
    for (MonitorSource source : Monitors.readBy("w1", true, told)) {
      Monitors.wanted(
          source,
          told,
          new Monitors.Grant(true, WebCredentials.NONE),
          time,
          extra -> {
            asked.add(extra);
            return Optional.empty();
          });
    }
    Duration second = Duration.ofSeconds(1);
    assertEquals(
        List.of(
            new Extra.Query("mon.a", "select 1", "rows", second),
            new Extra.Database("mon.b", Map.of("url", "jdbc:x://h", "password", "p"), second)),
        asked);
    assertTrue(asked.stream().noneMatch(extra -> extra.toString().contains("password")));
  }

  private record Fixed(int many, CountDownLatch hanging) implements TargetMonitor {
    @Override
    public List<Figure> figures() throws Exception {
      hanging.await();
      return IntStream.range(0, many)
          .mapToObj(i -> Figure.mean("mon.f" + many + "." + i, "", "f"))
          .toList();
    }

    @Override
    public Duration interval() {
      return Duration.ofSeconds(1);
    }

    @Override
    public double[] read() {
      return new double[many];
    }

    @Override
    public List<Observation> observations() {
      return List.of(new Observation.Seen(Observation.Subject.SETTING, "f" + many, "on"));
    }
  }

  private static Monitors.Wanted wanted(String name, int many, CountDownLatch hanging) {
    return new Monitors.Wanted(
        name, new Fixed(many, hanging), thrown -> Failure.other((Exception) thrown));
  }

  private static List<String> awaitFailures(Monitors monitors, int many) {
    List<Failure> failures = new ArrayList<>();
    while (failures.size() < many && !Thread.currentThread().isInterrupted()) {
      failures.addAll(monitors.failures());
    }
    return failures.stream().map(one -> one.operation() + ": " + one.message()).sorted().toList();
  }

  @Test
  void whatHangsOrIsTooMuchIsLeftOutAndTold() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(0);
    RunAxis axis =
        RunAxis.of(
            List.of(SpecBuilder.measure(Duration.ofMinutes(1), SpecBuilder.closed(1))),
            Duration.ofSeconds(1));
    try (Monitors monitors =
        Monitors.open(
            List.of(
                wanted("good", 150, done),
                wanted("big", 51, done),
                wanted("small", 50, done),
                wanted("hangs", 0, never)),
            time)) {
      monitors.start(axis, time.nanos());

      assertEquals(200, monitors.figures().size());
      assertEquals(200, monitors.read().size());
      assertEquals(
          List.of(
              "big: its figures are not in this result: it is left out: all monitors together"
                  + " have more than 200 figures",
              "hangs: its figures are not in this result: it did not answer within 5 s"),
          awaitFailures(monitors, 2));
      assertEquals(200, monitors.readLast().size());
      assertEquals(
          Set.of("f150", "f50"),
          monitors.observed().stream()
              .map(one -> ((Observation.Seen) one.what()).name())
              .collect(Collectors.toSet()));
    }
    never.countDown();
  }
}
