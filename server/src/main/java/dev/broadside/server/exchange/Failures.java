package dev.broadside.server.exchange;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.server.results.UnreadableResultException;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Turns exceptions into an HTTP status and a problem document.
///
/// The client learns what is wrong with its request. For a failure of the server it gets only a
/// number, under which the log has the details.
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private static final int LONGEST = 200;

  private final JsonMapper mapper;
  private final AtomicLong count = new AtomicLong();

  Failures(JsonMapper mapper) {
    this.mapper = mapper;
  }

  Reply.Bytes reply(Throwable thrown) {
    HttpProblem problem = problem(thrown);
    Map<String, String> headers =
        problem.retryAfterSeconds() == 0
            ? Map.of("Cache-Control", "no-store")
            : Map.of(
                "Cache-Control",
                "no-store",
                "Retry-After",
                Long.toString(problem.retryAfterSeconds()));
    return new Reply.Bytes(
        problem.kind().status(),
        ProblemDocument.CONTENT_TYPE,
        mapper.writeValueAsBytes(ProblemDocument.of(problem)),
        headers);
  }

  /// The problem for the client. Failures of the server are logged.
  HttpProblem problem(Throwable thrown) {
    return switch (thrown) {
      case HttpProblem problem -> problem;
      case CompletionException e when e.getCause() != null -> problem(e.getCause());
      case ExecutionException e when e.getCause() != null -> problem(e.getCause());
      case DamagedException e -> damaged(e);
      case StoreException e -> unavailable(e);
      case UnreadableResultException e -> unreadable(e);
      default -> failed(thrown);
    };
  }

  private HttpProblem unavailable(StoreException e) {
    long number = count.incrementAndGet();
    // One line only: while the store is away, every request fails like this.
    LOG.error("failure {}: {}", number, e.getMessage());
    LOG.debug("failure {}", number, e);
    return HttpProblem.of(
        HttpProblem.Kind.UNAVAILABLE,
        (e.wantsRoom()
                ? "The store is full; free space on its disk, or delete jobs, and see failure "
                : "The store does not answer; try again, and see failure ")
            + number
            + " in the server's log.");
  }

  /// Asking again does not help, but undamaged parts can still be read.
  private static HttpProblem damaged(DamagedException e) {
    LOG.warn("{}", e.getMessage());
    if (e.part().startsWith("job ")) {
      return HttpProblem.wrongInput(
          List.of(
              Problem.wrong(
                  e.part(),
                  "its row in the result store is damaged",
                  "remove it with 'broadside job delete " + e.part().substring(4) + "'")));
    }
    return HttpProblem.wrongInput(
        List.of(
            Problem.wrong(
                "This cannot be made",
                String.valueOf(e.getMessage()),
                "leave it out by a range of intervals, or import the job from a copy")));
  }

  /// A result is damaged, or of another version.
  private static HttpProblem unreadable(UnreadableResultException e) {
    LOG.warn("{}: {}", e.words(), PlainText.line(e.why(), LONGEST));
    return HttpProblem.wrongInput(List.of(e.problem()));
  }

  private HttpProblem failed(Throwable thrown) {
    long number = count.incrementAndGet();
    LOG.error("failure {} while a request was answered", number, thrown);
    return HttpProblem.of(
        HttpProblem.Kind.FAILED,
        "The server failed; see failure " + number + " in the server's log.");
  }
}
