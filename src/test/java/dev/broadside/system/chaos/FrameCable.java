package dev.broadside.system.chaos;

import dev.broadside.system.harness.ServerTls;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// What joins an agent to the server on loopback, and knows where the frames are that it passes on:
/// WebSocket messages, as somebody who has the server's key, or the records of TLS, whose content
/// it cannot know.
///
/// As a seed has it, it repeats, swaps, replays, delays, slices, alters and invents frames of
/// whatever messages, and cuts the connection in the middle of one.
final class FrameCable implements AutoCloseable {
  private static final int KEPT = 100;
  private static final int REPLAYED = 20;
  private static final int ONE_IN = 4;

  /// With TLS each one costs the connection.
  private static final int ONE_IN_TLS = 30;

  private static final int LONGEST_MILLIS = 400;
  private static final int LARGEST_SLICE = 64;
  private static final int MASKED = 0x80;
  private static final int BINARY_MESSAGE = 0x82;

  private final ServerSocket entrance;
  private final int server;
  private final boolean tls;
  private final SSLContext key;
  private final SplittableRandom random;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<Fault, Integer> done = new EnumMap<>(Fault.class);
  private final List<Fault> next = new ArrayList<>();
  private volatile boolean troubled;

  /// What becomes of a frame.
  enum Fault {
    REPEATED,
    SWAPPED,
    REPLAYED,
    DELAYED,
    SLICED,
    ALTERED,
    INVENTED,
    CUT
  }

  /// @param server the server's port
  /// @param data its data folder
  FrameCable(int server, Path data, boolean tls, long seed) {
    this.server = server;
    this.key = ServerTls.of(data);
    this.tls = tls;
    random = new SplittableRandom(seed);
    try {
      entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("frames").start(this::accept);
  }

  int port() {
    return entrance.getLocalPort();
  }

  /// Begins to be bad.
  void goBad() {
    troubled = true;
  }

  /// Is as good as new from now on, and so are its connections.
  void mend() {
    troubled = false;
    reset();
  }

  private void reset() {
    try {
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// How often it did what.
  synchronized Map<Fault, Integer> done() {
    return new EnumMap<>(done);
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket agent = entrance.accept();
        Thread.ofVirtual().start(() -> join(agent));
      } catch (IOException _) {
        // Closed, or out of luck: the agent tries again.
      }
    }
  }

  private void join(Socket entered) {
    open.add(entered);
    try (entered;
        Socket left = new Socket(InetAddress.getLoopbackAddress(), server)) {
      open.add(left);
      // Slices would be put together again.
      entered.setTcpNoDelay(true);
      left.setTcpNoDelay(true);
      join(entered, left);
      open.remove(left);
    } catch (IOException _) {
      // The server is away.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(entered);
    }
  }

  private void join(Socket entered, Socket left) throws IOException, InterruptedException {
    try (Socket agent = tls ? entered : opened(entered, false);
        Socket there = tls ? left : opened(left, true)) {
      CompletableFuture<Boolean> framed = new CompletableFuture<>();
      Thread back = Thread.ofVirtual().start(() -> pass(there, agent, false, framed));
      pass(agent, there, true, framed);
      back.join();
    }
  }

  /// What goes through it in the clear.
  private Socket opened(Socket socket, boolean client) throws IOException {
    SSLSocket opened =
        (SSLSocket) key.getSocketFactory().createSocket(socket, "127.0.0.1", server, true);
    opened.setUseClientMode(client);
    return opened;
  }

  private void pass(Socket from, Socket to, boolean toServer, CompletableFuture<Boolean> framed) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream()));
      OutputStream out = to.getOutputStream();
      if (!tls && !upgraded(in, out, toServer, framed)) {
        in.transferTo(out);
        return;
      }
      Frames frames = new Frames(out, toServer);
      while (frames.pass(tls ? record(in) : message(in))) {
        out.flush();
      }
    } catch (IOException _) {
      // One end is gone, and so is the other now.
    } finally {
      framed.complete(false);
    }
  }

  /// Passes the head of a request or its answer on; the connections of agents have frames behind.
  private static boolean upgraded(
      InputStream in, OutputStream out, boolean toServer, CompletableFuture<Boolean> framed)
      throws IOException {
    if (!toServer && !framed.join()) {
      return false;
    }
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      head.write(b);
      if (b == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        break;
      }
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    if (toServer) {
      framed.complete(text.startsWith("GET /agent "));
    }
    out.write(head.toByteArray());
    out.flush();
    return toServer ? framed.join() : text.startsWith("HTTP/1.1 101");
  }

  /// A record of TLS with its head; empty at the end.
  private static byte[] record(DataInputStream in) throws IOException {
    byte[] head = in.readNBytes(5);
    if (head.length < 5) {
      return new byte[0];
    }
    return joined(head, in.readNBytes((head[3] & 0xff) << 8 | (head[4] & 0xff)));
  }

  /// A frame of a WebSocket with its head; empty at the end.
  private static byte[] message(DataInputStream in) throws IOException {
    byte[] head = in.readNBytes(2);
    if (head.length < 2) {
      return new byte[0];
    }
    int length = head[1] & 0x7f;
    byte[] more = in.readNBytes(length == 127 ? 8 : length == 126 ? 2 : 0);
    for (int i = 0; i < more.length; i++) {
      length = (i == 0 ? 0 : length << 8) | (more[i] & 0xff);
    }
    byte[] mask = in.readNBytes((head[1] & MASKED) != 0 ? 4 : 0);
    return joined(head, more, mask, in.readNBytes(length));
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /// Where the payload of a message of a WebSocket begins.
  private static int payload(byte[] frame) {
    int length = frame[1] & 0x7f;
    int more = length == 127 ? 8 : length == 126 ? 2 : 0;
    return 2 + more + ((frame[1] & MASKED) != 0 ? 4 : 0);
  }

  /// One direction of one connection.
  private final class Frames {
    private final OutputStream out;
    private final boolean toServer;
    private final Deque<byte[]> earlier = new ArrayDeque<>();
    private final List<byte[]> held = new ArrayList<>();

    Frames(OutputStream out, boolean toServer) {
      this.out = out;
      this.toServer = toServer;
    }

    /// @return false where nothing more is to be passed
    boolean pass(byte[] frame) throws IOException {
      if (frame.length == 0) {
        return false;
      }
      // A frame that is part of a larger message has no sense of its own.
      boolean whole = tls || (frame[0] & 0xff) == BINARY_MESSAGE;
      if (troubled && whole && draw(tls ? ONE_IN_TLS : ONE_IN) == 0) {
        return befall(frame, fault());
      }
      write(frame);
      return true;
    }

    private boolean befall(byte[] frame, Fault fault) throws IOException {
      count(fault);
      switch (fault) {
        case REPEATED -> {
          for (int i = draw(3); i >= 0; i--) {
            out.write(frame);
          }
          write(frame);
        }
        case SWAPPED -> held.add(frame);
        case REPLAYED -> {
          List<byte[]> again = List.copyOf(earlier);
          for (byte[] one : again.subList(Math.max(0, again.size() - REPLAYED), again.size())) {
            out.write(one);
          }
          write(frame);
        }
        case DELAYED -> {
          LockSupport.parkNanos(1_000_000L * draw(LONGEST_MILLIS));
          write(frame);
        }
        case SLICED -> {
          slice(frame);
          passed(frame);
        }
        case ALTERED -> write(altered(frame));
        case INVENTED -> {
          out.write(invented());
          write(frame);
        }
        case CUT -> {
          out.write(frame, 0, frame.length / 2);
          out.flush();
          return false;
        }
      }
      return true;
    }

    /// In pieces of 1 to 64 bytes, each on its way by itself.
    private void slice(byte[] frame) throws IOException {
      for (int from = 0; from < frame.length; ) {
        int to = Math.min(frame.length, from + 1 + draw(LARGEST_SLICE));
        out.write(frame, from, to - from);
        out.flush();
        from = to;
      }
    }

    private void write(byte[] frame) throws IOException {
      out.write(frame);
      passed(frame);
    }

    private void passed(byte[] frame) throws IOException {
      for (byte[] late : held) {
        out.write(late);
      }
      held.clear();
      earlier.add(frame);
      if (earlier.size() > KEPT) {
        earlier.removeFirst();
      }
    }

    private byte[] altered(byte[] frame) {
      byte[] copy = frame.clone();
      int head = tls ? 5 : payload(frame);
      int at = head + draw(Math.max(1, copy.length - head));
      if (at < copy.length) {
        copy[at] ^= (byte) (1 << draw(8));
      }
      return copy;
    }

    /// Well-formed to the carrier, and nothing to its reader.
    private byte[] invented() {
      byte[] noise = new byte[1 + draw(100)];
      for (int i = 0; i < noise.length; i++) {
        noise[i] = (byte) draw(256);
      }
      byte[] head =
          tls
              ? new byte[] {23, 3, 3, 0, (byte) noise.length}
              : new byte[] {(byte) BINARY_MESSAGE, (byte) (noise.length | (toServer ? MASKED : 0))};
      return joined(head, new byte[tls || !toServer ? 0 : 4], noise);
    }
  }

  /// Every kind as often as any other, as far as may be.
  private synchronized Fault fault() {
    if (next.isEmpty()) {
      next.addAll(List.of(Fault.values()));
    }
    return next.remove(random.nextInt(next.size()));
  }

  private synchronized int draw(int bound) {
    return random.nextInt(bound);
  }

  private synchronized void count(Fault fault) {
    done.merge(fault, 1, Integer::sum);
  }

  @Override
  public void close() {
    try {
      entrance.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reset();
  }
}
