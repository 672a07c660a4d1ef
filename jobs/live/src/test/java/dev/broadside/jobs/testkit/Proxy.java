package dev.broadside.jobs.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/// Stands between a driver and its database: counts network trips, can swallow an answer and cut
/// the line, and can fall silent.
///
/// A trip begins when the client sends after the server has answered. What a driver sends in
/// several packets without waiting for an answer is one trip.
public final class Proxy implements AutoCloseable {
  private static final long NEVER = Long.MAX_VALUE;

  private final ServerSocket listener;
  private final int port;
  private final AtomicLong trips = new AtomicLong();
  private final AtomicLong swallowFrom = new AtomicLong(NEVER);
  private volatile boolean silent;
  private volatile long answersOfEach = NEVER;
  private volatile Duration delay = Duration.ZERO;
  private final List<Socket> unheard = new CopyOnWriteArrayList<>();
  private final List<Line> lines = new CopyOnWriteArrayList<>();

  /// @param port the database's, on the loopback address
  public Proxy(int port) throws IOException {
    this.port = port;
    this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  public long trips() {
    return trips.get();
  }

  /// The answer to the n-th trip from now is swallowed and its line cut; then everything works
  /// again.
  public void swallowAnswer(int n) {
    swallowFrom.set(trips.get() + n);
  }

  /// From now on connections are accepted and kept, and nothing comes through in either direction:
  /// a server that hangs.
  public void fallSilent() {
    silent = true;
  }

  /// From now on each new connection is given so many answers and no more: a server that hangs in
  /// the middle of a handshake.
  public void answerOnly(int answers) {
    answersOfEach = answers;
  }

  /// From now on everything that the client sends arrives so much later, as over a long line.
  public void delay(Duration later) {
    delay = later;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        client.setTcpNoDelay(true);
        if (silent) {
          unheard.add(client);
          continue;
        }
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        server.setTcpNoDelay(true);
        Line line = new Line(client, server, answersOfEach);
        lines.add(line);
        Thread.ofVirtual().start(() -> line.pump(true));
        Thread.ofVirtual().start(() -> line.pump(false));
      }
    } catch (IOException _) {
      // The proxy was closed, or the database is gone: either way nobody is accepted any more.
    }
  }

  private final class Line {
    private final Socket client;
    private final Socket server;
    private final long answers;
    private volatile boolean answered = true;

    Line(Socket client, Socket server, long answers) {
      this.client = client;
      this.server = server;
      this.answers = answers;
    }

    void pump(boolean fromClient) {
      byte[] buffer = new byte[65_536];
      try (client;
          server) {
        InputStream in = (fromClient ? client : server).getInputStream();
        OutputStream out = (fromClient ? server : client).getOutputStream();
        long told = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          if (silent || (!fromClient && told >= answers)) {
            continue;
          }
          told++;
          if (fromClient) {
            asked();
            Thread.sleep(delay);
          } else if (swallowed()) {
            return;
          }
          out.write(buffer, 0, read);
        }
      } catch (IOException _) {
        // The other pump has closed the sockets: this line is over.
      } catch (InterruptedException e) {
        throw new AssertionError("nobody interrupts a line", e);
      }
    }

    private void asked() {
      if (answered) {
        answered = false;
        trips.incrementAndGet();
      }
    }

    private boolean swallowed() {
      answered = true;
      if (trips.get() < swallowFrom.get()) {
        return false;
      }
      swallowFrom.set(NEVER);
      return true;
    }

    void cut() {
      try {
        client.close();
        server.close();
      } catch (IOException failure) {
        throw new AssertionError(failure);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket client : unheard) {
      client.close();
    }
    lines.forEach(Line::cut);
  }
}
