package dev.broadside.server.door;

import dev.broadside.core.time.Time;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/// Reads bodies, no larger than allowed and no slower. For the request's event loop.
public final class BodyReader {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration FILE_PATIENCE = Duration.ofMinutes(10);

  private final Vertx vertx;
  private final Time time;

  public BodyReader(Vertx vertx, Time time) {
    this.vertx = vertx;
    this.time = time;
  }

  /// The whole body in memory.
  public Future<byte[]> read(HttpServerRequest request, int maxBytes) {
    if (declared(request).orElse(0) > maxBytes) {
      return Future.failedFuture(tooLarge(maxBytes));
    }
    Promise<byte[]> promise = Promise.promise();
    Buffer buffer = Buffer.buffer();
    request.handler(piece -> {
      if (buffer.length() + piece.length() > maxBytes) {
        promise.tryFail(tooLarge(maxBytes));
      } else {
        buffer.appendBuffer(piece);
      }
    });
    request.endHandler(_ -> promise.tryComplete(buffer.getBytes()));
    request.exceptionHandler(promise::tryFail);
    return timed(promise, PATIENCE);
  }

  /// The whole body in a file that is there already. The request is paused until then.
  public Future<Path> readInto(HttpServerRequest request, Path file, long maxBytes) {
    OptionalLong declared = declared(request);
    // What is declared is what HTTP lets through at most, so there is nothing to count.
    if (declared.isEmpty()) {
      return Future.failedFuture(
          HttpProblem.of(Kind.LENGTH_NEEDED, "Send the file with a Content-Length."));
    }
    if (declared.getAsLong() > maxBytes) {
      return Future.failedFuture(tooLarge(maxBytes));
    }
    Promise<Path> promise = Promise.promise();
    vertx
        .fileSystem()
        .open(file.toString(), new OpenOptions().setCreate(false).setTruncateExisting(true))
        .compose(request::pipeTo)
        .onSuccess(_ -> promise.tryComplete(file))
        .onFailure(promise::tryFail);
    return timed(promise, FILE_PATIENCE);
  }

  private <T> Future<T> timed(Promise<T> promise, Duration patience) {
    HttpProblem tooSlow =
        HttpProblem.of(
            Kind.TOO_SLOW, "The body did not come within " + patience.toSeconds() + " s.");
    Time.Timer timer = time.runIn(patience, () -> promise.tryFail(tooSlow));
    return promise.future().onComplete(_ -> timer.cancel());
  }

  private static OptionalLong declared(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(length));
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  private static HttpProblem tooLarge(long maxBytes) {
    return HttpProblem.of(Kind.TOO_LARGE, "Send at most " + words(maxBytes) + ".");
  }

  /// Limits are whole, so one of them is exact.
  private static String words(long bytes) {
    long mebibyte = 1 << 20;
    return bytes % mebibyte == 0
        ? bytes / mebibyte + " MiB"
        : bytes % 1024 == 0 ? bytes / 1024 + " KiB" : bytes + " bytes";
  }
}
