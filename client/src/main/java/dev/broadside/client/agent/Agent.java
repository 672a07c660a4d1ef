package dev.broadside.client.agent;

import com.sun.management.OperatingSystemMXBean;
import dev.broadside.client.link.ClockOffset;
import dev.broadside.client.link.DialFailure;
import dev.broadside.client.link.Dialer;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.link.WebSocketDialer;
import dev.broadside.client.pack.PackCache;
import dev.broadside.client.process.Worker;
import dev.broadside.client.share.DataFolder;
import dev.broadside.client.share.JobTests;
import dev.broadside.client.share.ServerClock;
import dev.broadside.client.share.ShareTools;
import dev.broadside.client.share.Shares;
import dev.broadside.client.share.StartException;
import dev.broadside.client.share.UnclaimedRecords;
import dev.broadside.client.share.WorkerLauncher;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.client.spool.RecordingSpool;
import dev.broadside.client.spool.SpoolQuota;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.core.wire.Message;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An agent: joins its server, runs the shares of jobs that the server gives it, and keeps what
/// they counted until the server has it.
///
/// ## Its life
///
/// 1. It locks its data folder, and reads its identity from it. The first time it joins: with the
///    secret in a file if the server is on the same host, else with a token, and always with the
///    server's authority pinned ([Enrolment]).
/// 2. It takes over what the agent before it left: ends workers that outlived it, closes their
///    records from the counters they left, and sends what the server has not acknowledged
///    ([UnclaimedRecords]).
/// 3. It dials the server, greets, and is welcomed. Both sides send pings that must be echoed; from
///    the answers the agent knows how far the clocks are apart, and lets its runs' clock follow the
///    server's. When the link breaks it dials again, without end ([Uplink]).
/// 4. The server says what it wants of each share: desired states with generation numbers, so
///    saying it twice is harmless. For a new share the agent fetches the pack ([PackCache]), forks
///    a worker, and hands it one goal after the other; what the worker says goes back, on the
///    server's clock ([ShareDriver]).
/// 5. While load runs, each sealed interval goes from the worker into the spool, and from there to
///    the server, which acknowledges what it has stored ([RecordRelay]). When the server is away
///    the load goes on to its planned end, for as long as the job wants
///    ([dev.broadside.core.job.AgentLoss#lease()]).
/// 6. A worker that is to stop gets its grace time, and is killed after it. One that dies leaves
///    its counters in memory: the agent makes the closing record from them
///    ([dev.broadside.client.process.ClosingRecord]), and forks another one that takes the load up.
///    A share that died with the agent before is taken up when the server says so.
/// 7. When the server releases a share, its worker exits and its files go. A flight recording goes
///    to the server when its worker has ended ([RecordingSpool]).
/// 8. When the agent itself is to end, its workers are stopped and get their grace time; the server
///    gets what they counted, and learns that the agent was stopped ([#leave()]). If it is to end
///    at once it kills its workers and closes their records on disk, and the next agent of the
///    folder sends them ([#close()]).
///
/// ## Threads
///
/// One at a time, `agent`, owns all state. The disk work of each share, the packs, the network
/// (`uplink`) and the streams of each worker have threads of their own, which hand their events to
/// it.
public final class Agent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

  /// How long the closing of records may take when the agent is stopped.
  private static final Duration CLOSING = Duration.ofSeconds(20);

  /// [#leave()] takes no longer: the longest grace that a job may have, and what comes after it.
  public static final Duration LONGEST_LEAVING = Duration.ofMinutes(61);

  private final Executor loop;
  private final String name;
  private final Optional<ServerAddress> server;
  private final DataFolder data;
  private final Executor files;
  private final UnclaimedRecords unclaimed;
  private final Shares shares;
  private final PackCache packs;
  private final JobTests tests;
  private final RecordingSpool recordings;
  private final Uplink uplink;
  private final Pulse hourly;
  private final CountDownLatch left = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicBoolean closing = new AtomicBoolean();

  /// What an agent is put together from; simulations put in other time, links and workers, and what
  /// these call runs on the threads that they bring.
  ///
  /// @param threads makes an executor of a name that runs one task at a time
  /// @param dialer makes connections to the agent's server
  public record Parts(
      Time time,
      RandomGenerator random,
      Function<String, Executor> threads,
      Dialer dialer,
      Worker.Forker forker) {}

  /// Starts an agent, and returns when it has joined and begins to connect.
  ///
  /// @throws StartException if it cannot start, with the reason and the mend
  public static Agent start(AgentConfig config) throws StartException, InterruptedException {
    Time time = new SystemTime();
    RandomGenerator random = new SecureRandom();
    DataFolder data = DataFolder.open(new LocalDisk(), config.data());
    try {
      Membership member = new Enrolment(config, data, time, random).enrol();
      Parts parts =
          new Parts(time, random, TaskQueue::new, dialer(member), Worker.Forker.PROCESSES);
      Agent agent = new Agent(config.of(member), member.credential(), data, parts);
      agent.connect();
      return agent;
    } catch (StartException | InterruptedException e) {
      letGo(data);
      throw e;
    }
  }

  private static Dialer dialer(Membership member) {
    return new WebSocketDialer(member.server(), new PinnedTrust(member.authority()));
  }

  /// Puts an agent together; it does nothing before [#connect()].
  Agent(AgentConfig config, String credential, DataFolder data, Parts parts)
      throws StartException, InterruptedException {
    this.name = config.name();
    this.server = config.access().server();
    this.data = data;
    Time time = parts.time();
    loop = parts.threads().apply("agent");
    packs =
        new PackCache(
            data.disk(),
            data.packs(),
            config.trust(),
            parts.threads().apply("packs"),
            this::send,
            LOG::warn);
    recordings =
        new RecordingSpool(
            data.disk(),
            data.recordings(),
            time,
            parts.threads().apply("recordings"),
            this::send,
            LOG::warn);
    ClockOffset offset = new ClockOffset();
    WorkerLauncher.Settings workers = config.workers();
    SpoolQuota quota = new SpoolQuota(config.spoolBytes());
    unclaimed = new UnclaimedRecords(data, quota, time, loop, parts.threads(), this::send);
    adoptRecords();
    shares = shares(parts, quota, workers, offset);
    tests =
        new JobTests(
            time,
            loop,
            (sha256, progress, then) -> packs.fetch(sha256, inUse(shares.packs()), progress, then),
            parts.forker(),
            workers,
            config.data(),
            this::send);
    recordings.adopt();
    Uplink.Identity identity = new Uplink.Identity(credential, hello(config, parts.random()));
    files = parts.threads().apply("data folder");
    hourly = new Pulse(time, Duration.ofHours(1), () -> files.execute(() -> expire(time)));
    files.execute(() -> expire(time));
    uplink =
        new Uplink(time, loop, parts.random(), parts.dialer(), identity, offset, new FromServer());
  }

  private Shares shares(
      Parts parts, SpoolQuota quota, WorkerLauncher.Settings workers, ClockOffset offset) {
    Time time = parts.time();
    WorkerLauncher launcher =
        new WorkerLauncher(
            time, data, quota, parts.forker(), parts.threads(), workers, recordings, this::send);
    SlewedTime ofRuns = new SlewedTime(time);
    return new Shares(
        ofRuns,
        loop,
        unclaimed,
        this::send,
        own ->
            new ShareTools(
                ofRuns,
                loop,
                new ServerClock(time, offset),
                (sha256, progress, then) -> packs.fetch(sha256, inUse(own.packs()), progress, then),
                launcher::launch,
                this::send,
                own::forget));
  }

  /// The packs of shares, and of tests.
  private Set<String> inUse(Set<String> packsOfShares) {
    Set<String> all = new HashSet<>(packsOfShares);
    all.addAll(tests.packs());
    return all;
  }

  private void adoptRecords() throws StartException, InterruptedException {
    try {
      unclaimed.adopt();
    } catch (IOException e) {
      throw new StartException(
          Problem.wrong(
              "data folder",
              "what an earlier agent left in it cannot be read (" + FileCause.of(e) + ")",
              "mend the file system, or choose another folder with --data"),
          e);
    }
  }

  private static Message.Hello hello(AgentConfig config, RandomGenerator random) {
    byte[] instance = new byte[16];
    random.nextBytes(instance);
    return new Message.Hello(
        Message.PROTOCOL,
        config.name(),
        HexFormat.of().formatHex(instance),
        config.version(),
        config.offer().labels(),
        HostFacts.read(config.offer().jobs()));
  }

  /// The name that the agent had when it began to connect. It may differ from the name in its
  /// configuration, since its server may have renamed it.
  public String name() {
    return name;
  }

  /// The server that it has joined.
  public ServerAddress server() {
    return server.orElseThrow();
  }

  /// If the name cannot be kept, the server says it again with the next connection.
  private void keepName(String given) {
    try {
      Optional<Membership> member = data.read(Membership.FILE).flatMap(Membership::parse);
      if (member.isPresent()) {
        data.write(Membership.FILE, member.get().named(given).toText());
      }
    } catch (IOException e) {
      LOG.warn("the name {} cannot be kept in the data folder: {}", given, e.getMessage());
    }
  }

  private void expire(Time time) {
    TrustedClock clock = data.clock(time);
    unclaimed.expire(clock);
    try {
      data.keepClock(clock.now());
    } catch (IOException e) {
      LOG.warn("the time cannot be kept in the data folder: {}", e.getMessage());
    }
  }

  /// Begins to connect.
  void connect() {
    hourly.start();
    uplink.start();
  }

  /// Takes a message to the server if there is a connection. From any thread.
  private void send(Message message) {
    loop.execute(() -> uplink.send(message));
  }

  /// Does what the events of the uplink ask for.
  private final class FromServer implements Uplink.Owner {
    private final ConnectionLog log = new ConnectionLog(LOG::info, LOG::warn);

    @Override
    public void connected() {
      log.connected();
      packs.connected();
      recordings.connected();
      shares.connected();
    }

    @Override
    public void renamed(String name) {
      LOG.info("the server has named this agent {}; it may be started by either name", name);
      files.execute(() -> keepName(name));
    }

    @Override
    public void measured() {
      shares.followServer();
    }

    @Override
    public void lasts() {
      log.lasts();
    }

    @Override
    public void received(Message message) {
      switch (message) {
        case Message.ShareOrder order -> shares.order(order);
        case Message.Ack ack -> shares.acknowledged(ack);
        case Message.PackChunk chunk -> packs.received(chunk);
        case Message.TestOrder order -> tests.order(order.plan());
        case Message.RecordingKept answer -> recordings.kept(answer);
        default -> throw new IllegalStateException("the uplink passes nothing else on");
      }
    }

    @Override
    public void displaced() {
      shares.displaced();
    }

    @Override
    public void disconnected(String reason) {
      log.disconnected(reason);
      shares.disconnected();
      recordings.disconnected();
    }

    @Override
    public void failed(DialFailure failure) {
      switch (failure) {
        case DialFailure.Unknown unknown ->
            log.trouble(
                unknown.sentence()
                    + "; delete the file credential in its data folder and let it join anew");
        case DialFailure.Unreachable unreachable -> log.trouble(unreachable.sentence());
        case DialFailure.Untrusted untrusted ->
            log.trouble(
                untrusted.sentence()
                    + "; nothing is sent to it; if the server was set up anew, delete the file"
                    + " credential in the agent's data folder");
      }
    }
  }

  /// Ends all load in good order: workers finish their iterations within the grace of their jobs,
  /// and the server is given ten seconds to take what they counted. What it does not take then lies
  /// on disk for the next agent. New shares are refused. Waits for all of that, or until another
  /// thread calls [#close()].
  public void leave() throws InterruptedException {
    LOG.info("stopping: load ends within the grace of its job; a second signal ends it at once");
    leave(left::countDown);
    left.await();
  }

  /// Ends all load in good order, as [#leave()] does, and returns at once.
  ///
  /// @param then runs when all has ended
  void leave(Runnable then) {
    loop.execute(() -> shares.leave(then));
  }

  /// Kills the workers, closes their records on disk, disconnects, and lets go of the data folder.
  /// Waits for all of it. From any thread; a second call waits for the first.
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      left.countDown();
      end();
      closed.countDown();
      return;
    }
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    CountDownLatch safe = new CountDownLatch(1);
    loop.execute(() -> {
      tests.close();
      shares.shutDown(safe::countDown);
    });
    try {
      if (!safe.await(CLOSING.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("records are not closed after {}; the next agent closes them", CLOSING);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    hourly.stop();
    uplink.close();
    letGo(data);
  }

  private static void letGo(DataFolder data) {
    try {
      data.close();
    } catch (IOException e) {
      LOG.warn("the data folder's lock cannot be closed: {}", e.getMessage());
    }
  }

  /// What an agent says about its host when it greets the server.
  private static final class HostFacts {
    private static final int MAX_FACT = 200;

    private HostFacts() {}

    /// `os`, `cores`, `memoryBytes`, `jvm`, `hostname`, [Message#BOOT], [Message#JOBS].
    ///
    /// @param jobs how many the agent has at once
    static Map<String, String> read(int jobs) {
      Map<String, String> facts = new TreeMap<>();
      facts.put("os", clean(System.getProperty("os.name") + " " + System.getProperty("os.arch")));
      facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
      facts.put("memoryBytes", Long.toString(memoryBytes()));
      facts.put("jvm", clean(System.getProperty("java.vm.name") + " " + Runtime.version()));
      facts.put("hostname", clean(hostname()));
      facts.put(Message.JOBS, Integer.toString(jobs));
      boot().ifPresent(boot -> facts.put(Message.BOOT, boot));
      return facts;
    }

    /// The kernel's boot id; empty if this is not Linux.
    private static Optional<String> boot() {
      try {
        String boot = clean(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
        return boot.isEmpty() ? Optional.empty() : Optional.of(boot);
      } catch (IOException _) {
        return Optional.empty();
      }
    }

    private static long memoryBytes() {
      return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
          ? system.getTotalMemorySize()
          : -1;
    }

    private static String hostname() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        // A host whose own name does not resolve says so in the message: "NAME: ...".
        return Objects.requireNonNullElse(e.getMessage(), "unknown").split(":", 2)[0];
      }
    }

    private static String clean(String text) {
      return PlainText.lines(text, MAX_FACT);
    }
  }
}
