package dev.broadside.server.jobs;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.MemoryLink;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentIdentity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/// An agent as a server sees it: keeps its plan and its records when the link breaks, repeats its
/// newest report and what was not acknowledged when it is back, and runs its share in manual time.
public final class ScriptedAgent implements Link.Listener {
  private final String name;
  private final ManualTime time;
  private final Map<String, Share> shares = new LinkedHashMap<>();
  private final List<ShareGoal> heard = new ArrayList<>();
  private Function<ShareGoal, Optional<ShareStatus>> script = _ -> Optional.empty();
  private Function<Message, List<Message>> outgoing = List::of;
  private Optional<Link> link = Optional.empty();
  private Optional<String> refusal = Optional.empty();
  private boolean mute;
  private long perInterval = 10;
  private String instance;

  /// One share on this agent.
  private static final class Share {
    private final String runId;
    private Optional<Plan> plan = Optional.empty();
    private ShareStatus status = new ShareStatus.Forking();
    private long generation;
    private boolean stopped;
    private int sealed;
    private final List<SealedRecord> spool = new ArrayList<>();

    Share(String runId) {
      this.runId = runId;
    }
  }

  ScriptedAgent(String name, ManualTime time) {
    this.name = name;
    this.time = time;
    this.instance = name + " 1";
  }

  /// Answers these goals otherwise than a healthy agent does.
  ScriptedAgent answering(Function<ShareGoal, Optional<ShareStatus>> other) {
    script = other;
    return this;
  }

  /// Repeats, drops or swaps what the agent sends.
  ScriptedAgent sending(Function<Message, List<Message>> mangling) {
    outgoing = mangling;
    return this;
  }

  public ScriptedAgent counting(long transactionsPerInterval) {
    perInterval = transactionsPerInterval;
    return this;
  }

  /// The same agent as another process, which has forgotten its shares.
  void restart() {
    instance = instance + "+";
    shares.clear();
  }

  /// Hears and says nothing, as a stopped process; the link stays open.
  void freeze() {
    mute = true;
  }

  void thaw() {
    mute = false;
  }

  void connect(AgentConnection.Services services, Executor executor) {
    MemoryLink.connect(
        executor,
        own -> {
          Link mangled = new MangledLink(own, message -> outgoing.apply(message));
          link = Optional.of(mangled);
          return this;
        },
        servers ->
            new AgentConnection(servers, new AgentIdentity(name, List.of(), "10.0.0.7"), services));
    send(
        new Message.Hello(Message.PROTOCOL, name, instance, "1.0", Map.of(), Map.of("cores", "4")));
  }

  void disconnect() {
    link.ifPresent(Link::close);
    link = Optional.empty();
  }

  boolean connected() {
    return link.isPresent();
  }

  Optional<String> refusal() {
    return refusal;
  }

  /// Every goal heard, in order, repeated ones included.
  public List<ShareGoal> heard() {
    return heard;
  }

  /// The records of a run that wait for an acknowledgement.
  List<SealedRecord> spool(String runId) {
    return List.copyOf(shares.get(runId).spool);
  }

  /// How many records wait for an acknowledgement.
  public int spooled() {
    return shares.values().stream().mapToInt(share -> share.spool.size()).sum();
  }

  public void send(Message message) {
    if (!mute) {
      link.ifPresent(open -> open.send(message));
    }
  }

  @Override
  public void closed(String reason) {
    link = Optional.empty();
  }

  @Override
  public void received(Message message) {
    if (mute) {
      return;
    }
    switch (message) {
      case Message.Welcome _ -> welcome();
      case Message.Refused(String sentence, _) -> refusal = Optional.of(sentence);
      case Message.Ping(long nonce) -> send(new Message.Pong(nonce, time.epochNanos()));
      case ShareOrder order -> order(order);
      case Message.Ack ack -> acknowledged(ack);
      case Message.Pong _, Message.PackChunk _, Message.TestOrder _, Message.RecordingKept _ -> {}
      case Message.Hello _,
          Message.ShareReport _,
          Message.Progress _,
          Message.Records _,
          Message.LogLine _,
          Message.TestReport _,
          Message.RecordingPiece _,
          Message.PackRequest _,
          Message.Slew _ ->
          throw new AssertionError("a server does not say " + message);
    }
  }

  private void welcome() {
    for (Share share : shares.values()) {
      report(share);
      if (!share.spool.isEmpty()) {
        send(new Message.Records(share.spool));
      }
    }
  }

  private void acknowledged(Message.Ack ack) {
    Share share = shares.get(ack.runId());
    if (share != null) {
      share.spool.removeIf(sealed -> sealed.key().seq() <= ack.throughSeq());
    }
  }

  private void order(ShareOrder order) {
    heard.add(order.goal());
    Share share = shares.computeIfAbsent(order.runId(), Share::new);
    if (order.generation() <= share.generation) {
      report(share);
      return;
    }
    share.generation = order.generation();
    Optional<ShareStatus> scripted = script.apply(order.goal());
    if (scripted.isPresent()) {
      share.status = scripted.get();
      share.stopped = true;
      report(share);
    } else {
      pursue(share, order.goal());
    }
  }

  private void pursue(Share share, ShareGoal goal) {
    switch (goal) {
      case ShareGoal.Prepare(Plan plan) -> {
        share.plan = Optional.of(plan);
        become(share, new ShareStatus.Forking());
        become(share, new ShareStatus.Forked(Map.of("jvm", "25", "agent", name)));
        if (plan.slice().first()) {
          become(share, new ShareStatus.Preparing());
          send(new Message.Progress(share.runId, ShareStep.PREPARE, "loading", 1, 2));
          become(share, new ShareStatus.Prepared(Facts.NONE.with("database.rows", 100)));
          open(share);
        }
      }
      case ShareGoal.Load(Facts facts) -> become(share, new ShareStatus.Prepared(facts));
      case ShareGoal.Open _ -> open(share);
      case ShareGoal.Resume(Plan plan, var _, long startEpochNanos) -> {
        share.plan = Optional.of(plan);
        become(share, new ShareStatus.Running(startEpochNanos));
      }
      case ShareGoal.Run(long startEpochNanos, var _) ->
          time.runAt(
              time.nanos() + startEpochNanos - time.epochNanos(),
              () -> run(share, startEpochNanos));
      case ShareGoal.Stop _ -> stop(share);
      case ShareGoal.Verify _ ->
          become(
              share,
              new ShareStatus.Verified(
                  Verification.of(
                      List.of(new Verification.Check("rows", true, false, "100 rows")))));
      case ShareGoal.Release _ -> {
        share.spool.clear();
        become(share, new ShareStatus.Released());
      }
    }
  }

  private void open(Share share) {
    become(share, new ShareStatus.Opening());
    become(share, new ShareStatus.Ready(1_000_000, 500_000));
  }

  private void run(Share share, long startEpochNanos) {
    if (share.stopped) {
      return;
    }
    become(share, new ShareStatus.Running(startEpochNanos + 1_000));
    RunAxis axis = share.plan.orElseThrow().spec().axis();
    long startNanos = time.nanos();
    for (int i = 0; i < axis.intervals(); i++) {
      int index = i;
      time.runAt(startNanos + axis.endNanos(i), () -> seal(share, axis, index));
    }
  }

  private void seal(Share share, RunAxis axis, int index) {
    if (share.stopped) {
      return;
    }
    boolean last = index == axis.intervals() - 1;
    seal(share, axis, last);
    if (last) {
      become(share, new ShareStatus.Finished(share.sealed - 1L));
    }
  }

  private void seal(Share share, RunAxis axis, boolean last) {
    SealedRecord sealed =
        TestRecords.sealed(share.runId, name, axis, share.sealed++, perInterval, last);
    share.spool.add(sealed);
    send(new Message.Records(List.of(sealed)));
  }

  private void stop(Share share) {
    if (share.status instanceof ShareStatus.Finished) {
      report(share);
      return;
    }
    boolean running = share.status instanceof ShareStatus.Running;
    share.stopped = true;
    if (running) {
      seal(share, share.plan.orElseThrow().spec().axis(), true);
    }
    become(share, new ShareStatus.Finished(running ? share.sealed - 1L : -1));
  }

  /// The worker dies: what it had counted is sealed by the agent.
  public void breakDown(String runId, String reason) {
    Share share = shares.get(runId);
    share.stopped = true;
    seal(share, share.plan.orElseThrow().spec().axis(), true);
    become(share, new ShareStatus.Broken(reason, "last words", share.sealed - 1L));
  }

  private void become(Share share, ShareStatus status) {
    share.status = status;
    report(share);
  }

  private void report(Share share) {
    send(new Message.ShareReport(share.runId, share.generation, share.status));
  }
}
