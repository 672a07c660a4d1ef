package dev.broadside.bench.probes;

import dev.broadside.bench.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/// A target that stands still for 6 of 60 seconds, under the real `broadside run`: at 1,000/s from
/// the intended start the 95th percentile has to be 3.0 s and the 99th 5.4 s, within 2 %; the same
/// target under a closed load hides it, and says that its latencies are service times only.
///
/// Arguments: `[SECONDS]`, 60 by default; the stall is a tenth of them, and the figures that must
/// come out follow. The distribution's folder is the system property `broadside.home`, this
/// module's jar `broadside.bench.jar`.
public final class StallProof {
  private static final int RATE = 1_000;
  private static final int THREADS = 16;
  private static final double TOLERANCE = 0.02;

  private final int seconds;
  private final String ownJar = System.getProperty("broadside.bench.jar");

  private StallProof(int seconds) {
    this.seconds = seconds;
  }

  public static void main(String[] args) throws Exception {
    StallProof proof = new StallProof(args.length > 0 ? Integer.parseInt(args[0]) : 60);
    boolean holds = proof.open() & proof.closed();
    System.exit(holds ? 0 : 1);
  }

  /// Of all arrivals a tenth waits, for times evenly spread up to the length of the stall.
  private boolean open() throws IOException, InterruptedException {
    JsonNode run = run("--rate", "" + RATE);
    double stallMillis = 100.0 * seconds;
    JsonNode response = run.at("/summary/latencyMillis");
    boolean p95 = tell("p95", response.path("p95").asDouble(), stallMillis / 2);
    boolean p99 = tell("p99", response.path("p99").asDouble(), stallMillis * 0.9);
    System.out.printf(
        Locale.ROOT,
        "  its parts at p99: wait %.1f ms, schedule delay %.3f ms, service %.3f ms; dropped %d%n",
        run.at("/summary/waitMillis/p99").asDouble(),
        run.at("/summary/scheduleDelayMillis/p99").asDouble(),
        run.at("/summary/serviceMillis/p99").asDouble(),
        run.at("/summary/dropped").asLong());
    return p95 && p99;
  }

  private static boolean tell(String name, double millis, double expected) {
    double off = millis / expected - 1;
    boolean holds = Math.abs(off) <= TOLERANCE;
    System.out.printf(
        Locale.ROOT,
        "  %s %.1f ms, must be %.1f ms: %+.2f %%, %s%n",
        name,
        millis,
        expected,
        100 * off,
        holds ? "holds" : "DOES NOT HOLD");
    return holds;
  }

  private boolean closed() throws IOException, InterruptedException {
    JsonNode run = run("--think", "16ms");
    System.out.printf(
        Locale.ROOT,
        "  p99 %.3f ms and max %.1f ms: the stall shows in %d of %d latencies%n",
        run.at("/summary/latencyMillis/p99").asDouble(),
        run.at("/summary/latencyMillis/max").asDouble(),
        THREADS,
        run.at("/summary/transactions").asLong());
    return run.at("/job/latencyMeaning").asString("").equals("service time only");
  }

  private JsonNode run(String option, String value) throws IOException, InterruptedException {
    try (Target target = Target.start(seconds)) {
      List<String> line = new ArrayList<>(List.of("echo_probe", "--pack", ownJar));
      line.addAll(List.of("--port", "" + target.port(), "--threads", "" + THREADS));
      line.addAll(List.of("--duration", seconds + "s", option, value));
      JsonNode run = Tool.run(Map.of(), line).document();
      System.out.printf(
          Locale.ROOT,
          "%s; latency is %s; generator %s%n",
          run.at("/job/load").asString(""),
          run.at("/job/latencyMeaning").asString(""),
          run.at("/generator/verdict").asString(""));
      return run;
    }
  }

  /// Sends each message back at once; but from a third of the run on, for a tenth of it, to nobody.
  private static final class Target implements AutoCloseable {
    private static final long NOT_YET = Long.MIN_VALUE;

    private final ServerSocket socket;
    private final long stallAfterNanos;
    private final long stallNanos;
    private final AtomicLong firstMessageNanos = new AtomicLong(NOT_YET);

    private Target(ServerSocket socket, int seconds) {
      this.socket = socket;
      this.stallAfterNanos = seconds * 1_000_000_000L / 3;
      this.stallNanos = seconds * 1_000_000_000L / 10;
    }

    public static Target start(int seconds) throws IOException {
      ServerSocket socket = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
      Target target = new Target(socket, seconds);
      Thread.ofPlatform().daemon().name("accept").start(target::acceptAll);
      return target;
    }

    int port() {
      return socket.getLocalPort();
    }

    private void acceptAll() {
      try {
        while (true) {
          Socket peer = socket.accept();
          peer.setTcpNoDelay(true);
          Thread.ofPlatform().daemon().name("echo").start(() -> echo(peer));
        }
      } catch (IOException _) {
        // Closed: the run is over.
      }
    }

    private void echo(Socket peer) {
      try (peer) {
        byte[] message = new byte[NoopDatabase.MESSAGE_BYTES];
        while (peer.getInputStream().readNBytes(message, 0, message.length) == message.length) {
          stallWhereDue();
          peer.getOutputStream().write(message);
        }
      } catch (IOException _) {
        // The peer is gone, as it is at the end of the run.
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }

    private void stallWhereDue() throws InterruptedException {
      long now = System.nanoTime();
      firstMessageNanos.compareAndSet(NOT_YET, now);
      long since = now - firstMessageNanos.get() - stallAfterNanos;
      if (since >= 0 && since < stallNanos) {
        Thread.sleep((stallNanos - since) / 1_000_000, (int) ((stallNanos - since) % 1_000_000));
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
