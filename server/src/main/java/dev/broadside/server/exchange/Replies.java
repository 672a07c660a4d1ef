package dev.broadside.server.exchange;

import dev.broadside.core.time.Time;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Writes replies. Safe for any thread, except [Reply.Stream], which blocks.
public final class Replies {
  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);
  public static final String JSON = "application/json";
  private static final int WORTH_COMPRESSING = 8 << 10;

  /// The client names gzip, and not with a weight of 0.
  private static final Pattern GZIP_TAKEN =
      Pattern.compile("(?i)\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))");

  private final JsonMapper mapper;
  private final Failures failures;
  private final Time time;

  public Replies(JsonMapper mapper, Time time) {
    this.mapper = mapper;
    this.failures = new Failures(mapper);
    this.time = time;
  }

  /// Adds the headers that make browsers run our own scripts only, guess no content types, send no
  /// referrer, and show the page in no frame.
  ///
  /// @param beyondThisHost whether it goes over TLS to another host: a browser must not conclude
  ///   that all ports of localhost speak TLS
  public void addSecurityHeaders(HttpServerResponse response, boolean beyondThisHost) {
    response
        .putHeader(
            "Content-Security-Policy",
            "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                + "object-src 'none'")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("X-Frame-Options", "DENY")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Cross-Origin-Opener-Policy", "same-origin")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin");
    if (beyondThisHost) {
      response.putHeader("Strict-Transport-Security", "max-age=31536000");
    }
  }

  /// @param waitingForClient runs a task that waits for the client to read
  public void send(RoutingContext context, Reply reply, Executor waitingForClient)
      throws IOException {
    switch (reply) {
      case Reply.Json json -> sendJson(context, json);
      case Reply.Bytes bytes ->
          sendBytes(
              context.response(),
              bytes.status(),
              bytes.contentType(),
              bytes.bytes(),
              bytes.headers());
      case Reply.Empty empty -> {
        empty.headers().forEach(context.response()::putHeader);
        context.response().setStatusCode(empty.status()).end();
      }
      case Reply.Stream stream -> sendStream(context, stream, waitingForClient);
    }
  }

  /// Compresses lists and charts if the client accepts that. Short replies are never compressed:
  /// they may contain a secret, and a compressed length reveals something about the content.
  private void sendJson(RoutingContext context, Reply.Json json) throws IOException {
    byte[] bytes = mapper.writeValueAsBytes(json.value());
    HttpServerResponse response =
        context.response().putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    if (bytes.length >= WORTH_COMPRESSING) {
      response.putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
      if (GZIP_TAKEN.matcher(accepted(context)).find()) {
        response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
        bytes = compressed(bytes);
      }
    }
    sendBytes(response, json.status(), JSON, bytes, json.headers());
  }

  private static String accepted(RoutingContext context) {
    return String.join(",", context.request().headers().getAll(HttpHeaders.ACCEPT_ENCODING));
  }

  /// Numbers compress nearly as well at the fastest level, in a quarter of the time.
  private static final class QuickGzip extends GZIPOutputStream {
    QuickGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  private static byte[] compressed(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new QuickGzip(compressed)) {
      out.write(bytes);
    }
    return compressed.toByteArray();
  }

  private static void sendBytes(
      HttpServerResponse response,
      int status,
      String contentType,
      byte[] bytes,
      Map<String, String> headers) {
    headers.forEach(response::putHeader);
    response
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, contentType)
        .end(Buffer.buffer(bytes));
  }

  private void sendStream(RoutingContext context, Reply.Stream stream, Executor waitingForClient)
      throws IOException {
    HttpServerResponse response = context.response();
    stream.headers().forEach(response::putHeader);
    response
        .setStatusCode(stream.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, stream.contentType())
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .setChunked(true);
    ResponseStream out =
        new ResponseStream(
            response,
            time,
            () -> BareConnection.abort(context.request().connection()),
            waitingForClient);
    try {
      if (context.request().method().equals(HttpMethod.HEAD)) {
        // Whether the answer can be made shows only when it is written.
        stream.writer().writeTo(OutputStream.nullOutputStream());
      } else {
        stream.writer().writeTo(out);
      }
      out.finish();
    } catch (IOException | RuntimeException e) {
      if (out.broken()) {
        LOG.debug("a client is gone, or takes nothing", e);
        BareConnection.abort(context.request().connection());
        return;
      }
      if (!out.begun()) {
        response.setChunked(false);
        stream.headers().keySet().forEach(response.headers()::remove);
      }
      throw e;
    }
  }

  /// Tells the client what went wrong. If the response has begun already, cuts the connection, so
  /// that a partial answer is not taken for a whole one.
  public void sendFailure(RoutingContext context, Throwable thrown) {
    HttpServerResponse response = context.response();
    if (response.ended() || response.closed()) {
      LOG.debug("the client of a request that failed is gone", thrown);
      return;
    }
    if (response.headWritten()) {
      failures.problem(thrown);
      BareConnection.abort(context.request().connection());
      return;
    }
    sendReply(response, failures.reply(thrown));
  }

  /// Answers a request that could not be parsed, and closes the connection.
  public void sendRefusal(HttpServerResponse response, HttpProblem problem) {
    addSecurityHeaders(response, false);
    response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    sendReply(response, failures.reply(problem));
  }

  private static void sendReply(HttpServerResponse response, Reply.Bytes reply) {
    sendBytes(response, reply.status(), reply.contentType(), reply.bytes(), reply.headers());
  }

  /// A response's body as a blocking stream: each piece waits until the one before it was sent, so
  /// that a slow client costs one piece of memory. For one thread, which is no event loop.
  ///
  /// A client that reads nothing for a while loses its connection. Closing and flushing do nothing,
  /// since a writer may close the stream when it fails; only [#finish()] completes the response.
  public static final class ResponseStream extends OutputStream {
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
}
