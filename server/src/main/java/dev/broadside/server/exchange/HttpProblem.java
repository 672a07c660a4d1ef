package dev.broadside.server.exchange;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// Why a request failed, for its client: it has no stack trace and reveals nothing about the
/// server's internals.
public final class HttpProblem extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final transient List<Problem> problems;
  private final Duration retryAfter;

  /// The kinds of problem, each with its HTTP status.
  public enum Kind {
    MALFORMED(400, "The request cannot be read"),
    NOT_LOGGED_IN(401, "A login is needed"),
    FORBIDDEN(403, "This is not allowed"),
    NOT_FOUND(404, "There is no such thing"),
    METHOD_NOT_ALLOWED(405, "This method is not allowed here"),
    TOO_SLOW(408, "The request took too long"),
    CONFLICT(409, "It conflicts with something that exists"),
    LENGTH_NEEDED(411, "The length is missing"),
    TOO_LARGE(413, "The request is too large"),
    ADDRESS_TOO_LONG(414, "The address is too long"),
    WRONG_CONTENT_TYPE(415, "This content type is not accepted"),
    WRONG_HOST(421, "This server has another name"),
    WRONG_INPUT(422, "The input is wrong"),
    TOO_MANY(429, "Too many attempts"),
    HEADERS_TOO_LARGE(431, "The headers are too large"),
    FAILED(500, "The server failed"),
    UNAVAILABLE(503, "The server cannot do this now");

    private final int status;
    private final String title;

    Kind(int status, String title) {
      this.status = status;
      this.title = title;
    }

    public int status() {
      return status;
    }

    public String title() {
      return title;
    }

    /// The kind's name in a problem document.
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private HttpProblem(Kind kind, String sentence, List<Problem> problems, Duration retryAfter) {
    super(sentence, null, false, false);
    this.kind = kind;
    this.problems = List.copyOf(problems);
    this.retryAfter = retryAfter;
  }

  public static HttpProblem of(Kind kind, String sentence) {
    return new HttpProblem(kind, sentence, List.of(), Duration.ZERO);
  }

  /// A name or an id that does not exist.
  ///
  /// @param what such as `job`
  public static HttpProblem noSuch(String what, String name) {
    return of(Kind.NOT_FOUND, "There is no " + what + " " + JsonFields.shown(name) + ".");
  }

  /// An id that is not among the deleted ones, or was removed for good.
  ///
  /// @param what such as `job`
  public static HttpProblem noSuchDeleted(String what, String id) {
    return of(
        Kind.NOT_FOUND,
        "There is no deleted "
            + what
            + " "
            + JsonFields.shown(id)
            + " that can still be brought back.");
  }

  /// An input with everything that is wrong with it.
  public static HttpProblem wrongInput(List<Problem> problems) {
    String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
    return new HttpProblem(
        Kind.WRONG_INPUT, problems.getFirst().sentence() + more, problems, Duration.ZERO);
  }

  /// Throws a problem for wrong input if there are any problems.
  public static void refuseIfAny(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw wrongInput(problems);
    }
  }

  /// A request that conflicts with something that exists.
  public static HttpProblem conflict(Problem problem) {
    return new HttpProblem(Kind.CONFLICT, problem.sentence(), List.of(problem), Duration.ZERO);
  }

  /// A caller who has to wait.
  public static HttpProblem tooMany(Duration wait) {
    return new HttpProblem(
        Kind.TOO_MANY,
        "Too many failed attempts came from this address; try again in " + seconds(wait) + " s.",
        List.of(),
        wait);
  }

  /// A long computation, refused since too many of them wait already.
  public static HttpProblem busy(Duration wait) {
    return new HttpProblem(
        Kind.UNAVAILABLE,
        "The server is busy with other reports, exports and comparisons; try again in "
            + seconds(wait)
            + " s.",
        List.of(),
        wait);
  }

  public Kind kind() {
    return kind;
  }

  public String sentence() {
    return String.valueOf(getMessage());
  }

  public List<Problem> problems() {
    return problems;
  }

  /// How many seconds the caller should wait; 0 if waiting does not help.
  public long retryAfterSeconds() {
    return retryAfter.isZero() ? 0 : seconds(retryAfter);
  }

  private static long seconds(Duration wait) {
    return wait.plusSeconds(1).toSeconds();
  }
}
