package dev.broadside.client.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.link.ClockOffset;
import dev.broadside.client.link.DialFailure;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.Ack;
import dev.broadside.core.wire.Message.LogLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UplinkTest {
  private static final Message.Hello HELLO =
      new Message.Hello(Message.PROTOCOL, "one", "instance", "test", Map.of(), Map.of());

  private final ManualLoop loop = new ManualLoop();
  private final FakeServer server = new FakeServer(loop);
  private final ClockOffset clock = new ClockOffset();
  private final List<String> events = new ArrayList<>();
  private int lasted;
  private int measured;
  private final Uplink uplink =
      new Uplink(
          loop.time(),
          loop,
          new SplittableRandom(1),
          server,
          new Uplink.Identity("secret", HELLO),
          clock,
          new Owner());

  private final class Owner implements Uplink.Owner {
    @Override
    public void connected() {
      events.add("connected");
    }

    @Override
    public void renamed(String name) {
      events.add("renamed " + name);
    }

    @Override
    public void measured() {
      measured++;
    }

    @Override
    public void lasts() {
      lasted++;
    }

    @Override
    public void received(Message message) {
      events.add(message.toString());
    }

    @Override
    public void displaced() {
      events.add("displaced");
    }

    @Override
    public void disconnected(String reason) {
      events.add("disconnected: " + reason);
    }

    @Override
    public void failed(DialFailure failure) {
      events.add("failed: " + failure.sentence());
    }
  }

  @Test
  void itConnectsWithItsCredentialAndMeasuresTheClockAtOnce() {
    uplink.start();
    loop.run();
    assertEquals(List.of("connected"), events);
    assertEquals(List.of("secret"), server.credentials());
    assertEquals(
        loop.time().epochNanos() - loop.time().nanos(), clock.best().orElseThrow().offsetNanos());
    assertEquals(ClockOffset.WINDOW, measured);
    assertEquals(1, server.openLinks());
  }

  @Test
  void messagesPassBothWays() {
    uplink.start();
    loop.run();
    Message line = new LogLine("run", 1, "hello");
    uplink.send(line);
    Ack ack = new Ack("run", 1, "load", 3);
    server.say(ack);
    assertEquals(List.of(line), server.heard());
    assertEquals(ack.toString(), events.getLast());
  }

  @Test
  void itComesBackWithinTwoSecondsAfterTheServerDoes() {
    server.reachable(false);
    uplink.start();
    loop.pass(Duration.ofSeconds(30));
    assertTrue(events.size() > 10, events.size() + " attempts in 30 s");
    assertEquals("failed: the server is away", events.getLast());
    server.reachable(true);
    loop.pass(Duration.ofSeconds(2));
    assertEquals("connected", events.getLast());
  }

  @Test
  void aCutConnectionIsMadeAnew() {
    uplink.start();
    loop.run();
    server.cut();
    assertEquals(0, server.openLinks());
    loop.pass(Duration.ofSeconds(2));
    assertEquals(
        List.of(
            "connected",
            "disconnected: the connection to the server ended: closed by the peer",
            "connected"),
        events);
    assertEquals(1, server.openLinks());
  }

  @Test
  void aServerThatWelcomesAndDropsIsNotDialledWithoutEnd() {
    uplink.start();
    for (int i = 0; i < 30_000; i++) {
      loop.pass(Duration.ofMillis(1));
      server.cut();
    }
    // Each wait is a second on average, once the bound is two.
    assertTrue(server.connections() < 60, server.connections() + " connections in 30 s");
    assertEquals(0, lasted);
    loop.pass(Duration.ofSeconds(13));
    assertEquals(1, lasted);
    server.cut();
    loop.pass(Duration.ofMillis(101));
    assertEquals(1, server.openLinks());
  }

  @Test
  void aServerThatEchoesNothingIsGivenUpAfterTenSeconds() {
    uplink.start();
    loop.pass(Duration.ofSeconds(5));
    server.echoes(false);
    loop.pass(Duration.ofMillis(8_900));
    assertEquals(1, server.openLinks());
    loop.pass(Duration.ofMillis(1_200));
    assertEquals("disconnected: the server has not echoed a heartbeat for 10 s", events.get(1));
    loop.pass(Duration.ofSeconds(3));
    assertEquals(1, server.openLinks());
    assertEquals(2, server.connections());
  }

  @Test
  void aServerThatDoesNotGreetIsGivenUp() {
    server.greetsWith(new LogLine("run", 1, "no welcome"));
    uplink.start();
    loop.run();
    assertEquals(List.of("failed: the server began with something that is no welcome"), events);
  }

  /// Of hundreds that gave up a busy server at the same age, none would ever get in.
  @Test
  void aServerThatIsSlowToGreetIsGivenMoreTimeAtEachAttempt() {
    server.greetsWith(new Message.Ping(1));
    uplink.start();
    loop.pass(Duration.ofSeconds(60));
    String slow = "failed: the server did not answer the agent's greeting";
    // After 5, 10, 20 and 20 s, with waits of two seconds at most between them.
    assertEquals(List.of(slow, slow, slow, slow), events);
  }

  @Test
  void aRefusalIsToldAndTriedAgain() {
    server.greetsWith(new Message.Refused("another agent has this name"));
    uplink.start();
    loop.run();
    server.greetsWith(new Message.Welcome(Message.PROTOCOL, "test", 1_000, "one"));
    loop.pass(Duration.ofSeconds(2));
    assertEquals(
        List.of("failed: the server refused: another agent has this name", "connected"), events);
  }

  @Test
  void whoeverIsDisplacedIsTold() {
    server.greetsWith(new Message.Refused("another agent has this name", true));
    uplink.start();
    loop.run();
    assertEquals(
        List.of("displaced", "failed: the server refused: another agent has this name"), events);
  }

  @Test
  void anAgentThatIsRenamedGreetsByItsNewName() {
    server.greetsWith(new Message.Welcome(Message.PROTOCOL, "test", 1_000, "load-7"));
    uplink.start();
    loop.run();
    server.cut();
    loop.pass(Duration.ofSeconds(2));
    assertEquals(
        List.of(
            "renamed load-7",
            "connected",
            "disconnected: the connection to the server ended: closed by the peer",
            "connected"),
        events);
    assertEquals(List.of(HELLO.agent(), "load-7"), server.greetings());
  }

  @Test
  void anotherVersionOfTheProtocolIsRefused() {
    server.greetsWith(new Message.Welcome(Message.PROTOCOL + 1, "test", 1_000, "one"));
    uplink.start();
    loop.run();
    assertEquals(
        List.of(
            "failed: the server wants to speak version 2 of the protocol, and this agent speaks 1"),
        events);
  }

  @Test
  void afterCloseThereIsNoConnectionAndNoAttempt() {
    uplink.start();
    loop.run();
    uplink.close();
    loop.pass(Duration.ofSeconds(5));
    assertEquals(0, server.openLinks());
    assertEquals(List.of("connected"), events);
    assertEquals(1, server.connections());
  }
}
