package dev.broadside.system.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What joins an agent to the server on loopback: passes bytes on, and can hold either direction
/// back, as a network does that loses them, or reset every connection.
final class FaultyCable implements AutoCloseable {
  private final ServerSocket entrance;
  private final int server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Gate toServer = new Gate();
  private final Gate toAgent = new Gate();

  /// Bytes wait before it while it is shut.
  private static final class Gate {
    private boolean shut;

    synchronized void set(boolean shutNow) {
      shut = shutNow;
      notifyAll();
    }

    synchronized void pass() throws InterruptedException {
      while (shut) {
        wait();
      }
    }
  }

  /// @param server the server's port
  FaultyCable(int server) {
    this.server = server;
    try {
      entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("cable").start(this::accept);
  }

  /// Where the agent finds the server.
  String address() {
    return "https://127.0.0.1:" + entrance.getLocalPort();
  }

  private void accept() {
    while (!entrance.isClosed()) {
      try {
        Socket agent = entrance.accept();
        open.add(agent);
        Thread.ofVirtual().start(() -> join(agent));
      } catch (IOException _) {
        // Closed, or out of luck: the agent tries again.
      }
    }
  }

  private void join(Socket agent) {
    try (agent;
        Socket there = new Socket(InetAddress.getLoopbackAddress(), server)) {
      open.add(there);
      Thread back = Thread.ofVirtual().start(() -> pass(there, agent, toAgent));
      pass(agent, there, toServer);
      back.join();
      open.remove(there);
    } catch (IOException _) {
      // The server is away.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(agent);
    }
  }

  private static void pass(Socket from, Socket to, Gate gate) {
    byte[] bytes = new byte[16 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        gate.pass();
        out.write(bytes, 0, n);
      }
    } catch (IOException _) {
      // One end is gone, and so is the other now.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Loses what goes to the server, to the agent, or both, until it is told otherwise.
  void lose(boolean whatGoesToTheServer, boolean whatGoesToTheAgent) {
    toServer.set(whatGoesToTheServer);
    toAgent.set(whatGoesToTheAgent);
  }

  /// Resets every connection.
  void reset() {
    for (Socket socket : open) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException _) {
        // It is gone already.
      }
    }
  }

  @Override
  public void close() {
    try {
      entrance.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lose(false, false);
    reset();
  }
}
