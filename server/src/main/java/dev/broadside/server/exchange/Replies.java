package dev.broadside.server.exchange;

import dev.broadside.core.time.Time;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Writes replies. May be called by any thread but for [Reply.Stream], which blocks.
public final class Replies {
  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);
  public static final String JSON = "application/json";
  private static final int WORTH_COMPRESSING = 8 << 10;

  /// Named, and not with a weight of 0.
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

  /// What every response says to browsers: run our own scripts only, guess nothing, tell nobody,
  /// lie in no frame.
  ///
  /// @param beyondThisHost whether it goes over TLS to another host; of this host's own names a
  ///   browser must not learn that all their ports speak TLS
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

  /// @param waitingForClient runs what waits for the client to take something, at once
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

  /// Lists and charts are compressed for who takes that. What is short never is: it may be a
  /// secret, and the length of what is compressed tells of what stands in it.
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

  /// Numbers shrink nearly as much in a quarter of the time, and somebody waits.
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
        // Whether there is a whole answer shows only when it is written.
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

  /// Tells the client what went wrong; where the response has begun already, cuts it off so that
  /// nobody takes a half for the whole.
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

  /// Answers what never became a request that can be routed, and closes.
  public void sendRefusal(HttpServerResponse response, HttpProblem problem) {
    addSecurityHeaders(response, false);
    response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    sendReply(response, failures.reply(problem));
  }

  private static void sendReply(HttpServerResponse response, Reply.Bytes reply) {
    sendBytes(response, reply.status(), reply.contentType(), reply.bytes(), reply.headers());
  }
}
