package dev.broadside.server.jobs;

import dev.broadside.core.job.Plan;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A small agent over a real WebSocket and in real time: it runs its shares by sending records that
/// balance.
public final class SocketAgent implements WebSocket.Listener, AutoCloseable {
  private static final int PER_INTERVAL = 10;

  private final String name;
  private final LinkCodec codec = new LinkCodec();
  private final SystemTime time = new SystemTime();
  private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
  private final BlockingQueue<Message> heard = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final Map<String, Plan> plans = new ConcurrentHashMap<>();
  private final Map<String, Long> generations = new ConcurrentHashMap<>();
  private CompletableFuture<WebSocket> sending;

  private SocketAgent(String name) {
    this.name = name;
  }

  /// Connects and says nothing yet. The future fails as the upgrade does.
  public static CompletableFuture<SocketAgent> open(
      HttpClient client, URI server, String credential, String name) {
    URI address = URI.create(server.toString().replaceFirst("^http", "ws")).resolve("/agent");
    SocketAgent agent = new SocketAgent(name);
    return client
        .newWebSocketBuilder()
        .header("Authorization", "Bearer " + credential)
        .buildAsync(address, agent)
        .thenApply(socket -> {
          agent.sending = CompletableFuture.completedFuture(socket);
          return agent;
        });
  }

  /// Introduces itself.
  public SocketAgent hello() {
    return helloAs(name);
  }

  public SocketAgent helloAs(String claimed) {
    send(
        new Message.Hello(
            Message.PROTOCOL,
            claimed,
            "1",
            "0.1.0-test",
            Map.of("rack", "a"),
            Map.of("cores", "4")));
    return this;
  }

  public void send(Message message) {
    sendFrame(codec.encode(message));
  }

  /// Sends any bytes as one frame.
  public synchronized void sendFrame(byte[] frame) {
    sending = sending.thenCompose(socket -> socket.sendBinary(ByteBuffer.wrap(frame), true));
  }

  public synchronized void sendText(String text) {
    sending = sending.thenCompose(socket -> socket.sendText(text, true));
  }

  /// The next message of a kind; others before it are skipped.
  public <T extends Message> T next(Class<T> kind) throws InterruptedException {
    for (Message message = heard.poll(2, TimeUnit.MINUTES);
        message != null;
        message = heard.poll(2, TimeUnit.MINUTES)) {
      if (kind.isInstance(message)) {
        return kind.cast(message);
      }
    }
    throw new AssertionError("no " + kind.getSimpleName() + " came");
  }

  /// Completes with the close code once the server has closed.
  public CompletableFuture<Integer> whenClosed() {
    return closed;
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
    byte[] piece = new byte[data.remaining()];
    data.get(piece);
    partial.writeBytes(piece);
    if (last) {
      byte[] frame = partial.toByteArray();
      partial.reset();
      received(frame);
    }
    socket.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
    closed.complete(code);
    return null;
  }

  @Override
  public void onError(WebSocket socket, Throwable error) {
    closed.complete(-1);
  }

  private void received(byte[] frame) {
    try {
      Message message = codec.decode(frame);
      heard.add(message);
      switch (message) {
        case Message.Ping(long nonce) -> send(new Message.Pong(nonce, time.epochNanos()));
        case ShareOrder order -> order(order);
        default -> {}
      }
    } catch (ProtocolException e) {
      throw new AssertionError(e);
    }
  }

  private void order(ShareOrder order) {
    Long before = generations.put(order.runId(), order.generation());
    if (before != null && before >= order.generation()) {
      return;
    }
    switch (order.goal()) {
      case ShareGoal.Prepare(Plan plan) -> {
        plans.put(order.runId(), plan);
        report(order, new ShareStatus.Forked(Map.of("jvm", "25")));
        if (plan.slice().first()) {
          report(order, new ShareStatus.Prepared(Facts.NONE));
          report(order, new ShareStatus.Ready(0, 500_000));
        }
      }
      case ShareGoal.Load _, ShareGoal.Open _ -> report(order, new ShareStatus.Ready(0, 500_000));
      case ShareGoal.Resume _ ->
          throw new AssertionError("it never says that a share could be taken up again");
      case ShareGoal.Run(long start, var changes) when changes.isEmpty() ->
          Thread.ofVirtual().start(() -> run(order, start));
      case ShareGoal.Run(long start, var _) -> report(order, new ShareStatus.Running(start));
      case ShareGoal.Stop _ -> report(order, new ShareStatus.Finished(-1));
      case ShareGoal.Verify _ -> report(order, new ShareStatus.Verified(Verification.NONE));
      case ShareGoal.Release _ -> report(order, new ShareStatus.Released());
    }
  }

  private void run(ShareOrder order, long startEpochNanos) {
    RunAxis axis = Optional.ofNullable(plans.get(order.runId())).orElseThrow().spec().axis();
    long start = time.nanos() + startEpochNanos - time.epochNanos();
    try {
      time.sleepUntil(start);
      report(order, new ShareStatus.Running(startEpochNanos));
      for (int i = 0; i < axis.intervals(); i++) {
        time.sleepUntil(start + axis.endNanos(i));
        SealedRecord sealed =
            TestRecords.sealed(
                order.runId(), name, axis, i, PER_INTERVAL, i == axis.intervals() - 1);
        send(new Message.Records(List.of(sealed)));
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    report(order, new ShareStatus.Finished(axis.intervals() - 1L));
  }

  private void report(ShareOrder order, ShareStatus status) {
    long generation = generations.getOrDefault(order.runId(), order.generation());
    send(new Message.ShareReport(order.runId(), generation, status));
  }

  @Override
  public synchronized void close() {
    sending.thenAccept(WebSocket::abort);
  }
}
