package dev.broadside.server.api;

import dev.broadside.core.input.JsonFields;
import dev.broadside.server.door.AccessControl;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.Caller;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.security.Sessions;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Logging in and out.
///
/// @param newLink makes a link with which a browser can log in once
public record SessionRoutes(
    Sessions sessions, AccessControl accessControl, Supplier<URI> newLink, String version)
    implements Resource {
  private static final int MAX_TOKEN = 200;

  @Override
  public String title() {
    return "server";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/session", Access.OPEN, this::show)
            .named("showSession", "Who calls.")
            .gives(SessionView.class),
        Route.post("/api/v1/session", Access.OPEN, this::login)
            .named(
                "logIn",
                "Log in with the token of a login link, or over TLS with the one in the file "
                    + "`admin-token`; the session lies in a cookie then.")
            .body(new Route.Body.Json(JsonBodies.SMALL, Login.class))
            .gives(SessionView.class)
            .fails(Kind.FORBIDDEN, Kind.TOO_MANY),
        Route.delete("/api/v1/session", Access.VIEWER, this::logout)
            .named("logOut", "Log out.")
            .gives(204),
        Route.post("/api/v1/login-links", Access.ADMIN, this::newLink)
            .named(
                "newLoginLink", "A link with which a browser can log in once, within ten minutes.")
            .gives(201, LoginLink.class));
  }

  /// The credentials of a login.
  private record Login(String token) {}

  record LoginLink(String link) {}

  /// What the page needs to know first.
  ///
  /// @param user empty if the caller is not logged in
  /// @param csrf goes into a header of each request that changes something; sent by the login only,
  ///   so that a stolen cookie alone changes nothing
  record SessionView(String version, String user, String csrf) {}

  private Reply show(Call call) {
    return Reply.ok(new SessionView(version, call.caller().user(), ""));
  }

  private Reply newLink(Call call) {
    return new Reply.Json(201, new LoginLink(newLink.get().toString()));
  }

  private Reply login(Call call) {
    Optional<Sessions.Session> session =
        token(call.body()).flatMap(token -> open(token, call.client().encrypted()));
    if (session.isEmpty()) {
      accessControl.guessedWrong(call.client().address());
      throw HttpProblem.of(
          Kind.FORBIDDEN,
          "This token is wrong, used or expired; a login link works once and for ten minutes, and"
              + " 'broadside server login' prints a new one.");
    }
    Sessions.Session opened = session.get();
    return new Reply.Json(
        200,
        new SessionView(version, "admin", opened.csrf()),
        Map.of("Set-Cookie", cookie(call, opened.token(), "")));
  }

  /// A link's token opens one session. The administrator's opens any number, since its holder may
  /// do everything without a session too, but not over plain HTTP: the browser may be talking to
  /// another program.
  private Optional<Sessions.Session> open(String token, boolean encrypted) {
    return encrypted && accessControl.isAdmin(token)
        ? Optional.of(sessions.open())
        : sessions.login(token);
  }

  private Optional<String> token(byte[] body) {
    return new JsonFields(JsonBodies.read(body), "", new ArrayList<>()).text("token", MAX_TOKEN);
  }

  private Reply logout(Call call) {
    if (call.caller() instanceof Caller.Browser(String token, String _)) {
      sessions.logout(token);
    }
    return new Reply.Empty(204, Map.of("Set-Cookie", cookie(call, "", "; Max-Age=0")));
  }

  private static String cookie(Call call, String value, String more) {
    return AccessControl.cookieName(call.client().encrypted(), call.header("host").orElseThrow())
        + "="
        + value
        + "; Path=/; HttpOnly; SameSite=Strict"
        + (call.client().encrypted() ? "; Secure" : "")
        + more;
  }
}
