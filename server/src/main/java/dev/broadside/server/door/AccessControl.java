package dev.broadside.server.door;

import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Caller;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.security.Guesses;
import dev.broadside.server.security.HostNames;
import dev.broadside.server.security.SameOrigin;
import dev.broadside.server.security.Sessions;
import dev.broadside.server.security.Tokens;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;

/// Turns away what may not come in, before a byte of a body is read. Its methods throw
/// [HttpProblem], and do not block.
public final class AccessControl {
  static final String CSRF_HEADER = "X-Broadside-Csrf";
  private static final String BEARER = "Bearer ";

  private final HostNames hosts;
  private final Sessions sessions;
  private final Guesses guesses;
  private final Login login;

  /// Whether a login is needed.
  public sealed interface Login {
    /// It is not: only this host reaches the server.
    record NotNeeded() implements Login {}

    /// It is.
    ///
    /// @param adminToken what the command line shows
    record Needed(String adminToken) implements Login {
      @Override
      public String toString() {
        return "Needed[]";
      }
    }
  }

  public AccessControl(HostNames hosts, Sessions sessions, Guesses guesses, Login login) {
    this.hosts = hosts;
    this.sessions = sessions;
    this.guesses = guesses;
    this.login = login;
  }

  public boolean loginNeeded() {
    return login instanceof Login.Needed;
  }

  /// The cookie's name. The prefix makes browsers refuse it from anywhere but this very host over
  /// TLS.
  public static String cookieName() {
    return "__Host-broadside";
  }

  /// A request names this server by a name that it has.
  public void checkHost(HttpServerRequest request) {
    String host = request.getHeader(HttpHeaders.HOST);
    if (host == null) {
      throw HttpProblem.of(Kind.MALFORMED, "The request has no Host header.");
    }
    if (request.headers().getAll(HttpHeaders.HOST).size() != 1 || !hosts.allows(host)) {
      throw HttpProblem.of(
          Kind.WRONG_HOST,
          "This server does not go by that name; use its own address, or start it with --name and"
              + " the name.");
    }
  }

  /// Who calls.
  public Caller caller(HttpServerRequest request) {
    return switch (login) {
      case Login.NotNeeded _ -> new Caller.Local();
      case Login.Needed(String adminToken) -> proven(request, adminToken);
    };
  }

  private Caller proven(HttpServerRequest request, String adminToken) {
    Optional<String> bearer = bearer(request);
    if (bearer.isPresent()) {
      return Tokens.same(bearer.get(), adminToken) ? new Caller.TokenHolder() : new Caller.Nobody();
    }
    Cookie cookie = request.getCookie(cookieName());
    if (cookie == null) {
      return new Caller.Nobody();
    }
    String token = cookie.getValue();
    return sessions
        .csrf(token)
        .<Caller>map(csrf -> new Caller.Browser(token, csrf))
        .orElse(new Caller.Nobody());
  }

  /// Whether a caller is still who he was when his stream began. Asking keeps no session alive: a
  /// page that is left open would never be logged out.
  public boolean stillAllowed(Caller caller) {
    return switch (caller) {
      case Caller.Nobody _ -> false;
      case Caller.Local _, Caller.TokenHolder _ -> true;
      case Caller.Browser(String token, String _) -> sessions.alive(token);
    };
  }

  /// Whether this is the administrator's token.
  public boolean isAdmin(String token) {
    return switch (login) {
      case Login.NotNeeded _ -> false;
      case Login.Needed(String adminToken) -> Tokens.same(token, adminToken);
    };
  }

  /// What stands in `Authorization` behind `Bearer`.
  public static Optional<String> bearer(HttpServerRequest request) {
    String value = request.getHeader(HttpHeaders.AUTHORIZATION);
    return value != null && value.startsWith(BEARER)
        ? Optional.of(value.substring(BEARER.length()).strip())
        : Optional.empty();
  }

  /// Notes a wrong secret; to be called only where a secret was looked at and is wrong, so that
  /// nobody who knows his waits for those who guess.
  ///
  /// @throws HttpProblem where the address has guessed too often
  public void guessedWrong(String address) {
    Duration wait = guesses.wait(address);
    if (!wait.isZero()) {
      throw HttpProblem.tooMany(wait);
    }
    guesses.failed(address);
  }

  /// The caller may use the route, and means to.
  public void checkAllowed(HttpServerRequest request, Route route, Caller caller) {
    if (!caller.may(route.access())) {
      if (bearer(request).isPresent()) {
        guessedWrong(request.remoteAddress().hostAddress());
      }
      throw HttpProblem.of(
          Kind.NOT_LOGGED_IN,
          "Open the login link that the server printed, or send the token in its file admin-token.");
    }
    if (route.mutates() || route.access() != Access.OPEN) {
      checkOrigin(request);
    }
    if (route.mutates() && caller instanceof Caller.Browser(String _, String csrf)) {
      String header = request.getHeader(CSRF_HEADER);
      if (route.access() != Access.OPEN && (header == null || !Tokens.same(header, csrf))) {
        throw HttpProblem.of(
            Kind.FORBIDDEN, "The header " + CSRF_HEADER + " is missing or wrong; reload the page.");
      }
    }
  }

  private static void checkOrigin(HttpServerRequest request) {
    boolean same =
        SameOrigin.holds(
            request.isSSL() ? "https" : "http",
            String.valueOf(request.getHeader(HttpHeaders.HOST)),
            Optional.ofNullable(request.getHeader(HttpHeaders.ORIGIN)),
            Optional.ofNullable(request.getHeader("Sec-Fetch-Site")));
    if (!same) {
      throw HttpProblem.of(Kind.FORBIDDEN, "The request comes from another site's page.");
    }
  }

  /// A body is of a kind that no form on a foreign page can send.
  public void checkContent(HttpServerRequest request, Route route) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (!route.mutates() || (type == null && !hasBody(request))) {
      return;
    }
    String wanted =
        switch (route.body()) {
          case Route.Body.None _, Route.Body.Json _ -> "application/json";
          case Route.Body.File _ -> "application/octet-stream";
        };
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase(wanted)) {
      throw HttpProblem.of(Kind.WRONG_CONTENT_TYPE, "Send it as " + wanted + ".");
    }
  }

  public static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        || (length != null && !length.strip().equals("0"));
  }
}
