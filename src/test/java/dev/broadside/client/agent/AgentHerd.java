package dev.broadside.client.agent;

import dev.broadside.client.link.ClockOffset;
import dev.broadside.client.link.DialFailure;
import dev.broadside.client.link.PinnedTrust;
import dev.broadside.client.link.WebSocketDialer;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.wire.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// The uplinks of many agents that have no job, all of them an agent's own. In the agent's package,
/// since nobody else keeps one up.
public final class AgentHerd implements AutoCloseable {
  private final SystemTime time = new SystemTime();
  private final ExecutorService loop = Executors.newSingleThreadExecutor();
  private final WebSocketDialer dialer;
  private final List<Uplink> uplinks = new ArrayList<>();
  private final AtomicInteger attached = new AtomicInteger();
  private final AtomicInteger lasting = new AtomicInteger();
  private final Map<String, Integer> losses = new ConcurrentHashMap<>();
  private final AtomicInteger failed = new AtomicInteger();

  private AgentHerd(WebSocketDialer dialer) {
    this.dialer = dialer;
  }

  /// @param data the data folder of their server
  public static AgentHerd of(Path data) throws IOException {
    Invitation server = Invitation.parse(Files.readString(data.resolve("join")));
    return new AgentHerd(
        new WebSocketDialer(
            server.server().orElseThrow(), new PinnedTrust(server.authority().orElseThrow())));
  }

  /// What one of them hears.
  private final class Member implements Uplink.Owner {
    private boolean lasts;

    @Override
    public void connected() {
      attached.incrementAndGet();
    }

    @Override
    public void renamed(String name) {
      throw new IllegalStateException("nobody renames it");
    }

    @Override
    public void measured() {
      // It has no clock of a run.
    }

    @Override
    public void lasts() {
      lasts = true;
      lasting.incrementAndGet();
    }

    @Override
    public void received(Message message) {
      // It has no job, so there is nothing that it should do.
    }

    @Override
    public void displaced() {
      throw new IllegalStateException("all have names of their own");
    }

    @Override
    public void disconnected(String reason) {
      attached.decrementAndGet();
      losses.merge(reason, 1, Integer::sum);
      if (lasts) {
        lasting.decrementAndGet();
      }
      lasts = false;
    }

    @Override
    public void failed(DialFailure failure) {
      failed.incrementAndGet();
    }
  }

  /// Lets one more dial.
  public void add(String name, String credential) {
    Message.Hello hello =
        new Message.Hello(Message.PROTOCOL, name, "instance-" + name, "test", Map.of(), Map.of());
    Uplink uplink =
        new Uplink(
            time,
            loop,
            new SplittableRandom(uplinks.size()),
            dialer,
            new Uplink.Identity(credential, hello),
            new ClockOffset(),
            new Member());
    uplinks.add(uplink);
    uplink.start();
  }

  /// How many are welcome now.
  public int attached() {
    return attached.get();
  }

  /// How many of them have been for ten seconds.
  public int lasting() {
    return lasting.get();
  }

  /// How many that were welcome lost their connection, by the reason.
  public Map<String, Integer> losses() {
    return Map.copyOf(losses);
  }

  /// How many attempts came to nothing.
  public int failed() {
    return failed.get();
  }

  @Override
  public void close() {
    uplinks.forEach(Uplink::close);
    loop.close();
    dialer.close();
  }
}
