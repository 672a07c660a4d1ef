package dev.broadside.client.agent;

import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.process.FakeWorker;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.client.share.DataFolder;
import dev.broadside.client.share.WorkerLauncher;
import dev.broadside.client.spool.FailingDisk;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.core.job.Plan;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// An agent between a server and workers that the test plays, in manual time and on one thread; its
/// files are real.
final class AgentRig implements AutoCloseable {
  static final byte[] PACK = "the bytes of a pack".getBytes(StandardCharsets.UTF_8);

  final ManualLoop loop = new ManualLoop();
  final FakeServer server = new FakeServer(loop);
  final FailingDisk disk = new FailingDisk(new LocalDisk());
  final List<FakeWorker> workers = new ArrayList<>();
  private Runnable beforeFork = () -> {};
  private boolean mute;
  private final Path folder;
  private DataFolder data;
  private Agent agent;
  private boolean left;

  AgentRig(Path folder) throws Exception {
    this.folder = folder;
    Files.createDirectories(folder.resolve("shm"));
    start();
  }

  /// Starts an agent, after [#crash()] a new one in the same folder.
  void start() throws Exception {
    data = DataFolder.open(disk, folder.resolve("data"), folder.resolve("shm"));
    AgentConfig config =
        new AgentConfig(
            Plans.AGENT,
            new AgentConfig.Access(
                Optional.of(new ServerAddress("127.0.0.1", 1)),
                Optional.empty(),
                new AgentConfig.Joining.Already()),
            new AgentConfig.Offer(Map.of("rack", "7"), 1),
            new WorkerLauncher.Settings(folder.resolve("drivers"), List.of()),
            folder.resolve("data"),
            AgentConfig.SPOOL_BYTES,
            PackTrust.ANYBODY,
            "test");
    Agent started =
        new Agent(
            config,
            "secret",
            data,
            new Agent.Parts(loop.time(), new SplittableRandom(1), _ -> loop, server, this::fork));
    agent = started;
    left = false;
    agent.connect();
    loop.run();
  }

  private Worker fork(
      String name,
      WorkerProcess.Launch launch,
      Function<Link, Link.Listener> listener,
      Consumer<String> line) {
    beforeFork.run();
    FakeWorker worker = new FakeWorker(loop, launch, listener, line);
    if (mute) {
      worker.hangs();
    }
    workers.add(worker);
    return worker;
  }

  /// From now on workers answer nothing.
  void mute() {
    mute = true;
  }

  /// Lets every fork fail.
  void forkingThrows(Error error) {
    beforeFork =
        () -> {
          throw error;
        };
  }

  /// Tells the agent to end in good order.
  void leave() {
    agent.leave(() -> left = true);
    loop.run();
  }

  /// Whether it has nothing more to wait for.
  boolean left() {
    return left;
  }

  /// Everything of the agent but its files is gone at once.
  void crash() throws IOException {
    data.close();
    server.forgetLinks();
    loop.clear();
  }

  static String packName() throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(PACK);
    return HexFormat.of().formatHex(digest);
  }

  static Plan plan(String runId) throws Exception {
    return Plans.plan(runId, packName(), "noop", 60);
  }

  void order(String runId, long generation, ShareGoal goal) {
    server.say(new Message.ShareOrder(runId, generation, goal));
  }

  /// Brings a share to where its worker is forked.
  FakeWorker forked(String runId) throws Exception {
    order(runId, 1, new ShareGoal.Prepare(plan(runId)));
    server.say(new PackChunk(packName(), 0, PACK.length, PACK));
    return workers.getLast();
  }

  /// Brings a share to where its load runs, from now on.
  FakeWorker running(String runId) throws Exception {
    FakeWorker worker = forked(runId);
    order(runId, 2, new ShareGoal.Run(server.epochNanos()));
    return worker;
  }

  /// The newest status that the server was told.
  ShareStatus status(String runId) {
    return server.heard(Message.ShareReport.class, r -> r.runId().equals(runId)).getLast().status();
  }

  /// Sequence numbers of all records that the server was sent, in order, repetitions included.
  List<Long> seqsSent() {
    return server.heard(Message.Records.class, _ -> true).stream()
        .flatMap(records -> records.records().stream())
        .map(record -> record.key().seq())
        .toList();
  }

  void pass(int seconds) {
    loop.pass(Duration.ofSeconds(seconds));
  }

  /// Every file below a folder of the agent.
  List<String> files(String name) {
    try (Stream<Path> all = Files.walk(folder.resolve(name))) {
      return all.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  @Override
  public void close() throws IOException {
    data.close();
  }
}
