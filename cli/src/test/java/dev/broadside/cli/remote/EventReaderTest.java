package dev.broadside.cli.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.cli.remote.EventReader.Event;
import dev.broadside.core.time.ManualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class EventReaderTest {
  private static List<Event> read(String text) throws IOException {
    List<Event> events = new ArrayList<>();
    try (EventReader stream =
        new EventReader(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
            new ManualTime(Instant.EPOCH))) {
      for (Optional<Event> event = stream.next(); event.isPresent(); event = stream.next()) {
        events.add(event.get());
      }
    }
    return events;
  }

  @Test
  void anEventHasAnIdANameAndData() throws IOException {
    assertEquals(
        List.of(new Event("7", "state", "{\"a\":1}")),
        read("id: 7\nevent: state\ndata: {\"a\":1}\n\n"));
  }

  @Test
  void dataOfSeveralLinesIsJoinedByLineEnds() throws IOException {
    assertEquals("one\ntwo", read("data: one\ndata:two\n\n").getFirst().data());
  }

  @Test
  void commentsAndUnknownFieldsArePassedOver() throws IOException {
    assertEquals(
        List.of(new Event("", "message", "x")), read(": keep alive\n\nretry: 5\ndata: x\n\n"));
  }

  @Test
  void theIdStaysUntilThereIsAnother() throws IOException {
    List<Event> events = read("id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\n");
    assertEquals(List.of("1", "1", "2"), events.stream().map(Event::id).toList());
  }

  @Test
  void anEventThatWasCutOffIsNoEvent() throws IOException {
    assertEquals(List.of(), read("event: state\ndata: {\"half\""));
  }

  /// A response that says what it is given, and then nothing until it is closed.
  private static final class Mute extends InputStream {
    private final BlockingQueue<Integer> bytes = new LinkedBlockingQueue<>();
    private final CountDownLatch waiting;

    Mute(String text, CountDownLatch waiting) {
      text.chars().forEach(bytes::add);
      this.waiting = waiting;
    }

    @Override
    public int read() throws IOException {
      try {
        if (bytes.isEmpty()) {
          waiting.countDown();
        }
        return bytes.take();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int one = read();
      into[offset] = (byte) one;
      return one < 0 ? -1 : 1;
    }

    @Override
    public void close() {
      bytes.add(-1);
    }
  }

  @Test
  void aStreamOnWhichNothingComesBreaks() throws Exception {
    ManualTime time = new ManualTime(Instant.EPOCH);
    CountDownLatch waiting = new CountDownLatch(1);
    EventReader stream = new EventReader(new Mute("data: x\n\n: still here\n", waiting), time);
    assertEquals("x", stream.next().orElseThrow().data());
    FutureTask<Optional<Event>> next = new FutureTask<>(stream::next);
    Thread.ofPlatform().daemon().start(next);
    waiting.await();
    time.advance(EventReader.SILENCE.minusNanos(1));
    assertFalse(next.isDone());
    time.advance(Duration.ofNanos(1));
    ExecutionException broken = assertThrows(ExecutionException.class, next::get);
    assertEquals("nothing came for 20 s", broken.getCause().getMessage());
  }

  @Test
  void anEndlessEventIsRefused() {
    String line = "data: " + "x".repeat(1 << 20) + "\n";
    assertThrows(IOException.class, () -> read(line.repeat(9) + "\n"));
  }
}
