package dev.broadside.server.door;

import dev.broadside.core.param.Secret;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Caller;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.security.Guesses;
import dev.broadside.server.security.HostNames;
import dev.broadside.server.security.Sessions;
import dev.broadside.server.security.Tokens;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Refuses requests that are not allowed, before a byte of their bodies is read. Its methods throw
/// [HttpProblem], and do not block.
///
/// @param adminToken sent by the command line
public record AccessControl(
    HostNames hosts, Sessions sessions, Guesses guesses, Secret adminToken) {
  static final String CSRF_HEADER = "X-Broadside-Csrf";
  private static final String BEARER = "Bearer ";
  private static final Pattern PORT = Pattern.compile(":(\\d{1,5})$");

  /// The name of a session's cookie. Over TLS its prefix makes browsers accept it from this host
  /// only. Over plain HTTP on loopback a browser sends it to all ports of the host, so the name
  /// contains the port. A cookie alone changes nothing: requests that change something also need
  /// the session's CSRF token, which a page does not share with other ports.
  ///
  /// @param host the `Host` header
  public static String cookieName(boolean encrypted, String host) {
    Matcher port = PORT.matcher(host);
    return encrypted ? "__Host-broadside" : "broadside-" + (port.find() ? port.group(1) : "80");
  }

  /// Checks that the Host header has one of this server's names.
  public void checkHost(HttpServerRequest request) {
    String host = request.getHeader(HttpHeaders.HOST);
    if (host == null) {
      throw HttpProblem.of(Kind.MALFORMED, "The request has no Host header.");
    }
    if (request.headers().getAll(HttpHeaders.HOST).size() != 1 || !hosts.allows(host)) {
      throw HttpProblem.of(
          Kind.WRONG_HOST,
          "This server does not have that name; use its own address, or start it with --name and"
              + " the name.");
    }
  }

  /// Who calls. A token over plain HTTP is not accepted, even if it is right: its sender would send
  /// it to any program that listens at this address.
  public Caller caller(HttpServerRequest request) {
    Optional<String> bearer = bearer(request);
    if (bearer.isPresent()) {
      return request.isSSL() && isAdmin(bearer.get())
          ? new Caller.TokenHolder()
          : new Caller.Nobody();
    }
    Cookie cookie =
        request.getCookie(cookieName(request.isSSL(), request.getHeader(HttpHeaders.HOST)));
    if (cookie == null) {
      return new Caller.Nobody();
    }
    String token = cookie.getValue();
    return sessions
        .csrf(token)
        .<Caller>map(csrf -> new Caller.Browser(token, csrf))
        .orElse(new Caller.Nobody());
  }

  /// Whether a caller is still logged in. Asking does not keep the session alive: a page that is
  /// left open would never be logged out.
  public boolean stillAllowed(Caller caller) {
    return switch (caller) {
      case Caller.Nobody _ -> false;
      case Caller.TokenHolder _ -> true;
      case Caller.Browser(String token, String _) -> sessions.alive(token);
    };
  }

  /// Whether this is the administrator's token.
  public boolean isAdmin(String token) {
    return Tokens.same(token, adminToken.reveal());
  }

  /// The token after `Bearer` in the `Authorization` header.
  public static Optional<String> bearer(HttpServerRequest request) {
    String value = request.getHeader(HttpHeaders.AUTHORIZATION);
    return value != null && value.startsWith(BEARER)
        ? Optional.of(value.substring(BEARER.length()).strip())
        : Optional.empty();
  }

  /// Counts a wrong secret. To be called only after a secret was compared, so that users with the
  /// right one never wait for those who guess.
  ///
  /// @throws HttpProblem if the address has guessed too often
  public void guessedWrong(String address) {
    Duration wait = guesses.wait(address);
    if (!wait.isZero()) {
      throw HttpProblem.tooMany(wait);
    }
    guesses.failed(address);
  }

  /// Checks that the caller may use the route, and that no foreign page sent the request.
  public void checkAllowed(HttpServerRequest request, Route route, Caller caller) {
    if (!request.isSSL() && (route.access() == Access.AGENT || bearer(request).isPresent())) {
      throw notEncrypted();
    }
    if (!caller.may(route.access())) {
      if (bearer(request).isPresent()) {
        guessedWrong(request.remoteAddress().hostAddress());
      }
      throw HttpProblem.of(
          Kind.NOT_LOGGED_IN,
          "Open the link that 'broadside server login' prints, or send the token in the server's file"
              + " admin-token.");
    }
    if (route.mutates() || route.access() != Access.OPEN) {
      checkOrigin(request);
    }
    if (route.mutates() && caller instanceof Caller.Browser(String _, String csrf)) {
      String header = request.getHeader(CSRF_HEADER);
      if (route.access() != Access.OPEN && (header == null || !Tokens.same(header, csrf))) {
        throw HttpProblem.of(
            Kind.FORBIDDEN, "The header " + CSRF_HEADER + " is missing or wrong; log in again.");
      }
    }
  }

  /// The answer to a credential that was sent over plain HTTP.
  public static HttpProblem notEncrypted() {
    return HttpProblem.of(
        Kind.FORBIDDEN,
        "Tokens and credentials are taken over TLS only; use https, and trust the server's own"
            + " authority, whose certificate is ca/ca.pem in its data folder.");
  }

  private static void checkOrigin(HttpServerRequest request) {
    boolean same =
        sameOrigin(
            request.isSSL() ? "https" : "http",
            String.valueOf(request.getHeader(HttpHeaders.HOST)),
            Optional.ofNullable(request.getHeader(HttpHeaders.ORIGIN)),
            Optional.ofNullable(request.getHeader("Sec-Fetch-Site")));
    if (!same) {
      throw HttpProblem.of(Kind.FORBIDDEN, "The request comes from another site's page.");
    }
  }

  /// Whether a request comes from our own page or from no page at all, so that it may change
  /// something. Browsers send `Origin` with requests that may change something, and present ones
  /// always send `Sec-Fetch-Site`; other clients send neither.
  ///
  /// @param scheme `http` or `https`
  /// @param host the `Host` header, checked already
  public static boolean sameOrigin(
      String scheme, String host, Optional<String> origin, Optional<String> fetchSite) {
    String own = (scheme + "://" + host).toLowerCase(Locale.ROOT);
    return origin.map(text -> text.toLowerCase(Locale.ROOT).equals(own)).orElse(true)
        && fetchSite.map(text -> text.equals("same-origin") || text.equals("none")).orElse(true);
  }

  /// Checks that a body has a content type that no form on a foreign page can send.
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
