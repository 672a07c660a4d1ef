package dev.broadside.client.monitor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Gets texts over HTTP: bounded in time from the first byte to the last, and in size. Follows no
/// redirects, and asks no link-local address, where clouds keep the secrets of machines. Each get
/// may throw after an interrupt, and leaves nothing open.
final class HttpText implements AutoCloseable {
  static final Duration LONGEST = Duration.ofSeconds(4);

  private static final String LATE = "it has not answered within " + LONGEST.toSeconds() + " s";

  private final int mostBytes;
  private final WebCredentials credentials;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(LONGEST)
          .followRedirects(HttpClient.Redirect.NEVER)
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  /// @param mostBytes of an answer; a worker's heap is small
  HttpText(int mostBytes, WebCredentials credentials) {
    this.mostBytes = mostBytes;
    this.credentials = credentials;
  }

  /// What a server answered.
  record Answer(int status, String text) {
    boolean ok() {
      return status == 200;
    }
  }

  Answer get(URI uri) throws IOException, InterruptedException {
    refuseLinkLocal(uri);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(LONGEST).header("Accept", "*/*").GET();
    credentials.header(uri).ifPresent(value -> request.header("Authorization", value));
    CompletableFuture<HttpResponse<String>> asked =
        client.sendAsync(
            request.build(), BodyHandlers.limiting(BodyHandlers.ofString(), mostBytes));
    try {
      HttpResponse<String> answer = asked.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(answer.statusCode(), answer.body());
    } catch (TimeoutException _) {
      throw new IOException(LATE);
    } catch (ExecutionException e) {
      throw new IOException(said(Optional.ofNullable(e.getCause()).orElse(e)), e);
    } finally {
      asked.cancel(true);
    }
  }

  private static void refuseLinkLocal(URI uri) throws IOException {
    for (InetAddress address : InetAddress.getAllByName(uri.getHost())) {
      if (address.isLinkLocalAddress()) {
        throw new IOException("its address is link-local, and such addresses are not asked");
      }
    }
  }

  private String said(Throwable cause) {
    if (cause instanceof HttpTimeoutException) {
      return LATE;
    }
    String message = Objects.requireNonNullElse(cause.getMessage(), "it cannot be reached");
    return message.contains("exceeds capacity")
        ? "it answers with more than %d KiB".formatted(mostBytes >> 10)
        : message;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
