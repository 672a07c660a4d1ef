package dev.broadside.kit.jdbc;

import dev.broadside.kit.engine.MeasuringSockets;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/// Limits the time that opening a connection may take.
///
/// It takes the place of connect and socket timeouts, which would cost every answer afterwards
/// ([dev.broadside.kit.engine.Engine]).
///
/// @param limit how long an opening may last
record Handshake(Duration limit) {
  /// Long enough for a server that looks up its clients' names.
  static final Handshake USUAL = new Handshake(Duration.ofSeconds(30));

  /// Opens a connection on this thread, which costs next to nothing.
  ///
  /// @param cut breaks the opening off; called by any thread
  /// @throws SQLException also if it lasted too long
  Connection closingAfterLimit(Runnable cut, MeasuringSockets.Opening<Connection> opening)
      throws SQLException {
    AtomicBoolean late = new AtomicBoolean();
    Thread watch = Thread.ofVirtual().name("handshake").start(() -> cutLater(late, cut));
    try {
      return opening.open();
    } catch (SQLException e) {
      throw late.get() ? tooLong(e) : e;
    } finally {
      watch.interrupt();
    }
  }

  private void cutLater(AtomicBoolean late, Runnable cut) {
    try {
      Thread.sleep(limit);
      late.set(true);
      cut.run();
    } catch (InterruptedException _) {
      // It is open, or has failed.
    }
  }

  /// Opens a connection whose socket the driver hides, on a separate thread: if it hangs the thread
  /// is abandoned, and a connection that it opens later is closed.
  ///
  /// @throws SQLException also if it lasted too long
  Connection onAnotherThread(MeasuringSockets.Opening<Connection> opening) throws SQLException {
    CompletableFuture<Connection> opened = new CompletableFuture<>();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Thread thread = builder().name("handshake").unstarted(() -> open(opening, opened));
    thread.setContextClassLoader(loader);
    thread.start();
    try {
      return opened.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } catch (TimeoutException | InterruptedException e) {
      thread.interrupt();
      var _ = opened.thenAccept(Handshake::close);
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
        throw new SQLTransientConnectionException("interrupted while connecting", "08001", e);
      }
      throw tooLong(e);
    }
  }

  /// A thread of the caller's kind: a socket that a virtual thread has read from stays slower.
  private static Thread.Builder builder() {
    return Thread.currentThread().isVirtual() ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
  }

  private static void open(
      MeasuringSockets.Opening<Connection> opening, CompletableFuture<Connection> opened) {
    try {
      opened.complete(opening.open());
    } catch (Throwable e) {
      opened.completeExceptionally(e);
    }
  }

  private static SQLException unwrapped(ExecutionException failure) {
    return switch (failure.getCause()) {
      case SQLException exception -> exception;
      case RuntimeException exception -> throw exception;
      case Error error -> throw error;
      case null, default -> new SQLException(failure);
    };
  }

  private static void close(Connection late) {
    try {
      late.close();
    } catch (SQLException _) {
      // It was of no use any more.
    }
  }

  private SQLException tooLong(Exception cause) {
    String words =
        limit.toMillis() % 1_000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    SocketTimeoutException silence =
        new SocketTimeoutException("the connection was not open within " + words);
    silence.initCause(cause);
    return new SQLTransientConnectionException(silence.getMessage(), "08001", silence);
  }
}
