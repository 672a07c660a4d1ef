package dev.broadside.client.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.LogLine;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.core.wire.Message.Ping;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// What every [Link] promises; each implementation has a subclass that connects two parties.
abstract class LinkContract {
  private static final int MANY = 2_000;

  private final Heard left = new Heard();
  private final Heard right = new Heard();

  /// Both ends of a connection.
  record Ends(Link left, Link right) {}

  /// Connects two parties, each of which is given its own end and returns who listens there.
  abstract Ends connect(Function<Link, Link.Listener> left, Function<Link, Link.Listener> right)
      throws Exception;

  private Ends connect() throws Exception {
    return connect(_ -> left, _ -> right);
  }

  @Test
  void messagesGoBothWaysInOrder() throws Exception {
    Ends ends = connect();
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      sent.add(new Ping(i));
      ends.left().send(sent.get(i));
      ends.right().send(sent.get(i));
    }
    assertEquals(sent, right.next(MANY));
    assertEquals(sent, left.next(MANY));
    ends.left().close();
  }

  @Test
  void aFrameOfNearlyTheLargestSizePasses() throws Exception {
    Ends ends = connect();
    PackChunk chunk = chunk(1_000_000);
    ends.left().send(chunk);
    ends.right().send(chunk);
    assertEquals(chunk.bytes().length, ((PackChunk) right.next()).bytes().length);
    assertEquals(chunk.bytes().length, ((PackChunk) left.next()).bytes().length);
    ends.left().close();
  }

  @Test
  void bothSidesHearOnceThatTheLinkIsClosed() throws Exception {
    Ends ends = connect();
    ends.left().close();
    ends.left().close();
    assertTrue(!left.awaitClosed().isEmpty() && !right.awaitClosed().isEmpty());
    ends.right().close();
    assertEquals(List.of(1, 1), List.of(left.timesClosed(), right.timesClosed()));
  }

  @Test
  void controlMessagesSentBeforeTheEndArrive() throws Exception {
    Ends ends = connect();
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      sent.add(new Ping(i));
      ends.left().send(sent.get(i));
    }
    ends.left().close();
    assertEquals(sent, right.next(MANY));
    right.awaitClosed();
  }

  @Test
  void whatIsSentAfterTheEndIsDropped() throws Exception {
    Ends ends = connect();
    ends.right().send(new Ping(1));
    assertEquals(new Ping(1), left.next());
    ends.right().close();
    left.awaitClosed();
    right.awaitClosed();
    ends.left().send(new Ping(2));
    ends.right().send(new LogLine("run", 0, "too late"));
    assertEquals(0, ends.left().pendingBytes());
    assertEquals(0, ends.right().pendingBytes());
  }

  static PackChunk chunk(int bytes) {
    return new PackChunk("ab".repeat(32), 0, bytes, new byte[bytes]);
  }
}
