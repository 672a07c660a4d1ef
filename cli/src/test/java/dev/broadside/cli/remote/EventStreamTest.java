package dev.broadside.cli.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.cli.remote.EventStream.Event;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventStreamTest {
  private static List<Event> read(String text) throws IOException {
    List<Event> events = new ArrayList<>();
    try (EventStream stream =
        new EventStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
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

  @Test
  void anEndlessEventIsRefused() {
    String line = "data: " + "x".repeat(1 << 20) + "\n";
    assertThrows(IOException.class, () -> read(line.repeat(9) + "\n"));
  }
}
