package dev.broadside.bench.probes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/// Answers every few bytes with the same few bytes, for any number of connections, on one thread: a
/// database that does nothing.
public final class NoopDatabase implements AutoCloseable {
  /// The length of a question and of its answer.
  public static final int MESSAGE_BYTES = 16;

  private static final int BACKLOG = 4_096;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(4_096);
  private final Selector selector = Selector.open();
  private final ServerSocketChannel listener = ServerSocketChannel.open();
  private final Thread thread = Thread.ofPlatform().name("noop-database").unstarted(this::serve);

  private NoopDatabase() throws IOException {
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  public static NoopDatabase start() throws IOException {
    NoopDatabase database = new NoopDatabase();
    database.thread.start();
    return database;
  }

  public int port() {
    return listener.socket().getLocalPort();
  }

  private void serve() {
    try {
      while (listener.isOpen()) {
        selector.select(this::serve);
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      throw new IllegalStateException("the stub broke", e);
    }
  }

  private void serve(SelectionKey key) {
    try {
      if (key.channel() instanceof SocketChannel connection) {
        echo(connection);
      } else {
        accept();
      }
    } catch (IOException _) {
      // The peer has gone without a word, as a worker that is killed does.
      key.cancel();
    }
  }

  private void accept() throws IOException {
    SocketChannel connection = listener.accept();
    if (connection != null) {
      connection.configureBlocking(false);
      connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
      connection.register(selector, SelectionKey.OP_READ);
    }
  }

  /// What is asked fits into the socket's buffer, since everybody waits for his answer.
  private void echo(SocketChannel connection) throws IOException {
    buffer.clear();
    if (connection.read(buffer) < 0) {
      connection.close();
      return;
    }
    buffer.flip();
    connection.write(buffer);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    listener.close();
    selector.wakeup();
    thread.join();
  }
}
