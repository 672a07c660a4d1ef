package dev.broadside.client.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.spool.TestRecords;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.Ping;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WebSocketLinkTest extends LinkContract {
  private final BlockingQueue<Link> accepted = new LinkedBlockingQueue<>();
  private final CompletableFuture<Function<Link, Link.Listener>> acceptor =
      new CompletableFuture<>();
  private final LinkServer server =
      LinkServer.start(
          _ -> new LinkServer.Answer(404, "{}"),
          link -> {
            accepted.add(link);
            return acceptor.join().apply(link);
          });
  private final WebSocketDialer dialer =
      new WebSocketDialer(server.address(), new PinnedTrust(LinkServer.pin()));

  @AfterEach
  void stop() {
    dialer.close();
    server.close();
  }

  @Override
  Ends connect(Function<Link, Link.Listener> left, Function<Link, Link.Listener> right)
      throws Exception {
    acceptor.complete(right);
    Link ours = Dialled.by(dialer, LinkServer.CREDENTIAL, left).link();
    return new Ends(ours, accepted.poll(2, TimeUnit.MINUTES));
  }

  @Test
  void aControlMessageOvertakesBulk() throws Exception {
    Heard there = new Heard();
    CompletableFuture<Void> stalled = new CompletableFuture<>();
    Ends ends =
        connect(
            _ -> new Heard(),
            _ -> {
              stalled.join();
              return there;
            });
    for (int i = 0; i < 20; i++) {
      ends.left().send(chunk(900_000));
    }
    ends.left().send(new Ping(7));
    assertTrue(ends.left().pendingBytes() > 10_000_000);
    stalled.complete(null);
    int before = 0;
    for (Message next = there.next(); !next.equals(new Ping(7)); next = there.next()) {
      before++;
    }
    assertTrue(before < 15, before + " chunks came before the control message");
    there.next(20 - before);
  }

  static Stream<Message.Bulk> largeMessages() {
    byte[] bytes = new byte[1000];
    return Stream.of(
        new Message.Records(List.of(TestRecords.sealed(0))),
        new Message.RecordingPiece("run", 1, 0, bytes.length, bytes),
        chunk(bytes.length));
  }

  @ParameterizedTest
  @MethodSource("largeMessages")
  void aHeartbeatOvertakesEachKindOfLargeMessage(Message.Bulk large) throws Exception {
    EmbeddedChannel channel = new EmbeddedChannel();
    WebSocketDialer.WebSocketLink link = new WebSocketDialer.WebSocketLink(channel);
    link.send(large);
    link.send(new Ping(1));
    channel.runPendingTasks();
    assertEquals(new Ping(1), new LinkCodec().decode(nextFrame(channel)));
    assertInstanceOf(large.getClass(), new LinkCodec().decode(nextFrame(channel)));
  }

  private static byte[] nextFrame(EmbeddedChannel channel) {
    BinaryWebSocketFrame frame = channel.readOutbound();
    byte[] bytes = ByteBufUtil.getBytes(frame.content());
    frame.release();
    return bytes;
  }

  @Test
  void aPeerThatDoesNotReadIsNotWaitedForLongerThanFiveSeconds() {
    EmbeddedChannel frozen = new EmbeddedChannel(new NothingIsEverWritten());
    frozen.freezeTime();
    WebSocketDialer.WebSocketLink link = new WebSocketDialer.WebSocketLink(frozen);
    link.send(new Ping(1));
    link.send(chunk(900_000));
    link.close();
    frozen.runPendingTasks();
    frozen.advanceTimeBy(4, TimeUnit.SECONDS);
    frozen.runScheduledPendingTasks();
    assertTrue(frozen.isOpen());
    frozen.advanceTimeBy(1, TimeUnit.SECONDS);
    frozen.runScheduledPendingTasks();
    assertFalse(frozen.isOpen());
  }

  /// Below a link, as a peer with no window left.
  private static final class NothingIsEverWritten extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext context, Object frame, ChannelPromise written) {
      ReferenceCountUtil.release(frame);
    }
  }

  @Test
  void anUnknownCredentialIsRefused() throws Exception {
    DialFailure failure = Dialled.failing(dialer, "nobody");
    assertEquals(server.address() + " does not know this agent's credential", failure.sentence());
    assertInstanceOf(DialFailure.Unknown.class, failure);
  }

  @Test
  void anUnknownCredentialThatIsToldToWaitIsStillAnUnknownOne() throws Exception {
    DialFailure failure = Dialled.failing(dialer, LinkServer.TRIED_TOO_OFTEN);
    assertEquals(
        server.address() + " does not know this agent's credential, and lets it try less often",
        failure.sentence());
    assertInstanceOf(DialFailure.Unknown.class, failure);
  }

  @Test
  void aServerThatDoesNotListenIsUnreachable() throws Exception {
    server.close();
    DialFailure failure = Dialled.failing(dialer, LinkServer.CREDENTIAL);
    assertInstanceOf(DialFailure.Unreachable.class, failure);
    assertTrue(failure.sentence().startsWith(server.address() + " cannot be reached: "));
  }
}
