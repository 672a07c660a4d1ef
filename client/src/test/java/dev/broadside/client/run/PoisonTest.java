package dev.broadside.client.run;

import static dev.broadside.client.process.Worker.Forker.PROCESSES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.engine.LoadObserver;
import dev.broadside.client.pack.PackBuilder;
import dev.broadside.client.pack.PackDescriptors;
import dev.broadside.client.pack.TestPacks;
import dev.broadside.client.poison.PoisonJob;
import dev.broadside.client.process.InProcessWorker;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerFlags;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.time.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A job class that fails in each of its methods, each time in another way: what the user is told,
/// and that the run comes to its end.
class PoisonTest {
  private static final Worker.Forker IN_THIS_JVM =
      InProcessWorker.forker(LoadObserver.NONE, new SystemTime());

  @TempDir private static Path folder;

  private static Path pack;
  private static PackDescriptor descriptor;

  private final List<String> lines = new ArrayList<>();

  @BeforeAll
  static void buildPack() throws Exception {
    pack = folder.resolve("poison.jar");
    descriptor =
        new PackBuilder().build(TestPacks.jarOf(folder.resolve("jobs.jar"), PoisonJob.class), pack);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "check      | runtime   | failed | IllegalStateException: boom?[2J xxx",
        "trial      | null      | failed | returned null",
        "prepare    | stack     | failed | StackOverflowError, at dev.broadside.client.poison",
        "open       | class     | failed | NoClassDefFoundError: example/Missing, at dev.broad",
        "openThread | memory    | failed | OutOfMemoryError: as thrown, at dev.broadside",
        "verify     | error     | completed | Error: an error of its own, at dev.broadside",
        "cleanUp    | exception | completed | Exception: boom, at dev.broadside",
        "prepare    | fills     | failed | the worker ran out of heap memory: give it more",
        "iterate    | class     | failed | NoClassDefFoundError: example/Missing, at dev",
        "close      | stack     | completed | StackOverflowError, at dev.broadside",
      })
  void aMethodThatFailsIsNamedWithItsClass(String method, String how, String state, String sentence)
      throws Exception {
    // What a share's end did wrong is told on its worker's streams.
    boolean process = method.equals("close") || how.equals("fills");
    RunDocument run = run(method, how, process ? PROCESSES : IN_THIS_JVM);

    assertEquals(state, run.job().state(), run.job().reason());
    String all = run.job().reason() + run.audit() + run.errors() + lines;
    assertTrue(all.contains(sentence), all);
    boolean named =
        method.equals("iterate")
            || how.equals("fills")
            || all.contains(method + "() of job class " + PoisonJob.class.getName());
    assertTrue(named, all);
    assertTrue(run.job().reason().length() < 2_000, run.job().reason());
  }

  /// The engine's own threads may be those that meet a heap that two load threads fill: then the
  /// worker ends, and otherwise each iteration fails.
  @Test
  void aHeapThatIterationsFillIsNamedWhoeverMeetsIt() throws Exception {
    RunDocument run = run("iterate", "fills", PROCESSES);

    assertTrue(Set.of("completed", "failed").contains(run.job().state()), run.job().state());
    String all = run.job().reason() + run.errors() + lines;
    assertTrue(all.contains("out of heap memory: give it more, such as"), all);
  }

  @ParameterizedTest
  @CsvSource({"gauge,memory", "close thread,error", "prepare,prints"})
  void whatNobodyNeedsKeepsNoResultBack(String method, String how) throws Exception {
    RunDocument run = run(method, how, PROCESSES);

    String state = how.equals("prints") ? "failed" : "completed";
    assertEquals(state, run.job().state(), () -> run.job().reason() + " " + lines);
    assertTrue(lines.size() < 2_000, "the lines are bounded: " + lines.size());
  }

  private RunDocument run(String method, String how, Worker.Forker forker) throws Exception {
    String sha256 = PackDescriptors.sha256(pack);
    // Only what prints without an end is to meet it: a worker may take a second to start.
    Duration limit = Duration.ofSeconds(how.equals("prints") ? 1 : 60);
    SpecBuilder spec =
        SpecBuilder.of("poison")
            .pack(sha256)
            .parameters(Map.of("where", method, "how", how))
            .interval(Duration.ofMillis(100))
            .settings(Settings.of(Map.of(ShareStep.PREPARE, limit)))
            .phases(SpecBuilder.measure(Duration.ofMillis(200), SpecBuilder.closed(2)));
    WorkerFlags small = new WorkerFlags(64, List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    LocalOrder order =
        new LocalOrder(
            "run",
            spec.build(),
            descriptor.find("poison").orElseThrow(),
            pack,
            folder.resolve("none"),
            small,
            forker,
            Map.of());
    LocalRun.Result result =
        new LocalRun(
                order,
                new LocalRun.Listener() {
                  @Override
                  public void step(String words) {}

                  @Override
                  public void progress(StepProgress at, Duration age) {}

                  @Override
                  public void begins(RunHead head) {}

                  @Override
                  public void interval(IntervalDocument interval) {}

                  @Override
                  public void line(String line) {
                    lines.add(line);
                  }
                },
                new SystemTime())
            .execute();
    return assertInstanceOf(LocalRun.Result.Ran.class, result, () -> result + " " + lines)
        .document();
  }
}
