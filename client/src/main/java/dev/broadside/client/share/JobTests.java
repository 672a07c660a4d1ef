package dev.broadside.client.share;

import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.client.pack.PackCache;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerFlags;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.work.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Tests of jobs on this agent: for each, a worker tries what can be tried without load, and is
/// killed after its report. Belongs to the agent's own thread.
public final class JobTests {
  private static final String PACK = "pack";
  private static final String WORKER = "worker";

  private final Time time;
  private final Executor loop;
  private final ShareTools.Packs packs;
  private final Worker.Forker forker;
  private final WorkerLauncher.Settings settings;
  private final Path data;
  private final Consumer<Message> server;
  private final Map<String, Test> going = new HashMap<>();

  /// A test that has not been reported.
  private static final class Test {
    private final Plan plan;
    private Optional<Worker> worker = Optional.empty();
    private Time.Timer limit = () -> {};

    Test(Plan plan) {
      this.plan = plan;
    }
  }

  /// @param data the agent's folder, whose free space is reported
  /// @param server takes a message to the server, as long as there is a connection
  public JobTests(
      Time time,
      Executor loop,
      ShareTools.Packs packs,
      Worker.Forker forker,
      WorkerLauncher.Settings settings,
      Path data,
      Consumer<Message> server) {
    this.time = time;
    this.loop = loop;
    this.packs = packs;
    this.forker = forker;
    this.settings = settings;
    this.data = data;
    this.server = server;
  }

  /// The packs of all tests that go on.
  public Set<String> packs() {
    return going.values().stream().map(test -> test.plan.spec().pack()).collect(Collectors.toSet());
  }

  /// The server wants a test.
  public void order(Plan plan) {
    Test test = new Test(plan);
    if (going.putIfAbsent(plan.runId(), test) != null) {
      return;
    }
    test.limit =
        time.runIn(
            ShareStep.FORK
                .usual()
                .plus(plan.spec().settings().limit(ShareStep.TRIAL))
                .plus(plan.spec().settings().limit(ShareStep.REHEARSE)),
            () ->
                later(
                    test,
                    Finding.fail(
                        WORKER,
                        "the test came to no end" + lastWords(test),
                        "see what the job class does in check() and trial()")));
    packs.fetch(
        plan.spec().pack(), (_, _) -> {}, result -> loop.execute(() -> fetched(test, result)));
  }

  private void fetched(Test test, PackCache.Result result) {
    switch (result) {
      case PackCache.Result.Ready(Path file) -> fork(test, file);
      case PackCache.Result.Refused(var problem) ->
          end(test, List.of(Finding.fail(PACK, problem.what(), problem.mend())));
      case PackCache.Result.Failed(String reason) ->
          end(test, List.of(Finding.fail(PACK, reason, "make room on the agent's disk")));
    }
  }

  private void fork(Test test, Path pack) {
    if (!going.containsValue(test)) {
      return;
    }
    WorkerProcess.Launch launch =
        new WorkerProcess.Launch(
            WorkerFlags.forThreads(1).and(settings.flags()),
            new WorkerArguments(pack, settings.drivers(), pack.resolveSibling("no-counters")));
    try {
      Worker worker = forker.fork("test", launch, link -> new FromWorker(test, link), _ -> {});
      test.worker = Optional.of(worker);
      var _ = worker.end().thenAccept(status -> ended(test, status));
    } catch (IOException e) {
      end(
          test,
          List.of(
              Finding.fail(
                  WORKER, "none can be started: " + e.getMessage(), "see the agent's host")));
    }
  }

  /// Hears the worker.
  private final class FromWorker implements Link.Listener {
    private final Test test;

    FromWorker(Test test, Link link) {
      this.test = test;
      link.send(new Message.TestOrder(test.plan));
    }

    @Override
    public void received(Message message) {
      if (message instanceof Message.TestReport report) {
        loop.execute(() -> end(test, report.findings()));
      }
    }

    @Override
    public void closed(String reason) {
      // Its end says more.
    }
  }

  private void ended(Test test, int status) {
    later(
        test,
        Finding.fail(
            WORKER,
            "it ended with status " + status + lastWords(test),
            "see what the job class does in its constructor, describe(), check() and trial()"));
  }

  private static String lastWords(Test test) {
    String words = test.worker.map(Worker::lastWords).orElse("").strip();
    return words.isEmpty() ? "" : ": " + PlainText.line(words.lines().findFirst().orElse(""));
  }

  private void later(Test test, Finding finding) {
    loop.execute(() -> end(test, List.of(finding)));
  }

  private void end(Test test, List<Finding> findings) {
    if (going.remove(test.plan.runId(), test)) {
      test.limit.cancel();
      test.worker.ifPresent(Worker::kill);
      server.accept(new Message.TestReport(test.plan.runId(), findings, freeBytes()));
    }
  }

  private long freeBytes() {
    try {
      return Files.getFileStore(data).getUsableSpace();
    } catch (IOException _) {
      return -1;
    }
  }

  /// Kills the workers of all tests.
  public void close() {
    going.values().forEach(test -> test.worker.ifPresent(Worker::kill));
    going.values().forEach(test -> test.limit.cancel());
    going.clear();
  }
}
