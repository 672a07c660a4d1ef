package dev.broadside.client.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionLogTest {
  private static final String CONNECTED = "connected to the server";

  private final List<String> lines = new ArrayList<>();
  private final ConnectionLog log = new ConnectionLog(lines::add, lines::add);

  @Test
  void whatIsWrongIsSaidOnceHoweverOftenItIsTried() {
    log.trouble("away");
    log.trouble("away");
    log.connected();
    log.lasts();
    log.disconnected("cut");
    log.trouble("away");
    log.connected();
    assertEquals(
        List.of(
            "away; the agent keeps trying",
            CONNECTED,
            "cut; the agent keeps trying",
            "away; the agent keeps trying",
            CONNECTED),
        lines);
  }

  @Test
  void ofAServerThatTakesInAndDropsNothingNewIsSaidUntilAConnectionLasts() {
    for (int i = 0; i < 100; i++) {
      log.connected();
      log.disconnected("dropped");
    }
    assertEquals(List.of(CONNECTED, "dropped; the agent keeps trying"), lines);
    log.connected();
    log.lasts();
    log.disconnected("dropped");
    log.connected();
    assertEquals(
        List.of(CONNECTED, "dropped; the agent keeps trying", CONNECTED),
        lines.subList(2, lines.size()));
  }
}
