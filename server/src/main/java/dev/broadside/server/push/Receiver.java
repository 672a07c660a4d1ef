package dev.broadside.server.push;

import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.server.security.OperatorFile;
import java.io.ByteArrayOutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Where metrics are pushed to. Safe for use by several threads.
///
/// @param headers by name; never shown
/// @param client that follows no redirects
/// @param interval how often it is called, at the most
record Receiver(
    String name,
    PushForm form,
    URI address,
    Map<String, Secret> headers,
    HttpClient client,
    Duration interval)
    implements PushQueue.Line {
  private static final int MOST_READ = 64 << 10;
  private static final String SILENT = "it does not answer within 10 s";

  @Override
  public PushQueue.Answer send(byte[] body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(OperatorFile.PATIENCE)
            .header("user-agent", "broadside")
            .POST(BodyPublishers.ofByteArray(body));
    form.headers().forEach(request::header);
    headers.forEach((name, value) -> request.setHeader(name, value.reveal()));
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(
            request.build(),
            BodyHandlers.ofByteArrayConsumer(
                part -> part.filter(_ -> read.size() < MOST_READ).ifPresent(read::writeBytes)));
    try {
      // The client's own limit ends with the head of the answer, whose body may never end.
      HttpResponse<Void> whole =
          answer.get(OperatorFile.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return judged(whole, read.toByteArray());
    } catch (TimeoutException e) {
      return PushQueue.Answer.again(SILENT);
    } catch (ExecutionException e) {
      return PushQueue.Answer.again(trouble(e.getCause()));
    } finally {
      answer.cancel(true);
    }
  }

  private static String trouble(@Nullable Throwable cause) {
    return switch (cause) {
      case SSLException _ -> "its certificate is not one that is trusted, or it has no TLS";
      case ConnectException _ -> "nobody answers at its address";
      case HttpTimeoutException _ -> SILENT;
      case null, default -> "the connection to it broke";
    };
  }

  private PushQueue.Answer judged(HttpResponse<Void> answer, byte[] body) {
    int status = answer.statusCode();
    if (status / 100 == 2) {
      return rejected(body).map(PushQueue.Answer::refused).orElseGet(PushQueue.Answer::taken);
    }
    String why = "it answers with status " + status;
    return form.again(status)
        ? new PushQueue.Answer(PushQueue.Outcome.AGAIN, why, wanted(answer))
        : PushQueue.Answer.refused(why);
  }

  /// OTLP has answers that take a part only, which is not to be sent again.
  private Optional<String> rejected(byte[] body) {
    if (form != PushForm.OTLP) {
      return Optional.empty();
    }
    try {
      long points = Json.mapper().readTree(body).at("/partialSuccess/rejectedDataPoints").asLong(0);
      return points > 0
          ? Optional.of("it does not take " + points + " of the points")
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /// The pause that a receiver asks for, in whole seconds.
  private static Optional<Duration> wanted(HttpResponse<?> answer) {
    return answer
        .headers()
        .firstValue("retry-after")
        .filter(text -> text.matches("\\d{1,6}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text)));
  }
}
