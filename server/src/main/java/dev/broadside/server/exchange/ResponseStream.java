package dev.broadside.server.exchange;

import dev.broadside.core.time.Time;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A response's body as a blocking stream: each piece waits until the one before it was sent, so
/// that a slow client costs one piece of memory. For one thread, which is no event loop.
///
/// A client that reads nothing for a while loses its connection. Closing and flushing do nothing,
/// since a writer may close the stream when it fails; only [#finish()] completes the response.
public final class ResponseStream extends OutputStream {
  private static final int PIECE_BYTES = 64 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SOON = Duration.ofMillis(50);

  private final HttpServerResponse response;
  private final Time time;
  private final Runnable closeConnection;
  private final Executor waiting;
  private Buffer piece = Buffer.buffer(PIECE_BYTES);
  private boolean begun;
  private boolean broken;

  /// @param waiting runs what waits for a client that is slow, at once
  public ResponseStream(
      HttpServerResponse response, Time time, Runnable closeConnection, Executor waiting) {
    this.waiting = waiting;
    this.response = response;
    this.time = time;
    this.closeConnection = closeConnection;
  }

  /// Whether anything has been sent, so that it is too late for another status.
  boolean begun() {
    return begun;
  }

  /// Whether the client is gone, or takes nothing.
  boolean broken() {
    return broken;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int at = offset;
    int left = length;
    while (left > 0) {
      int some = Math.min(left, PIECE_BYTES - piece.length());
      piece.appendBytes(bytes, at, some);
      at += some;
      left -= some;
      if (piece.length() == PIECE_BYTES) {
        sendPiece();
      }
    }
  }

  private void sendPiece() throws IOException {
    if (piece.length() == 0) {
      return;
    }
    begun = true;
    Future<Void> written = response.write(piece);
    piece = Buffer.buffer(PIECE_BYTES);
    await(written);
  }

  /// Sends the rest, and says that this was all.
  void finish() throws IOException {
    sendPiece();
    begun = true;
    await(response.end());
  }

  /// Whether a client has taken a piece before it is worth while to do something else meanwhile.
  private static boolean soon(CompletableFuture<Void> left) {
    try {
      left.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException _) {
      return true;
    } catch (TimeoutException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void await(Future<Void> written) throws IOException {
    Time.Timer timer = time.runIn(PATIENCE, closeConnection);
    try {
      CompletableFuture<Void> left = written.toCompletionStage().toCompletableFuture();
      if (!soon(left)) {
        waiting.execute(left::join);
      }
      left.join();
    } catch (CompletionException e) {
      broken = true;
      throw new IOException("the client is gone, or takes nothing", e);
    } finally {
      timer.cancel();
    }
  }
}
