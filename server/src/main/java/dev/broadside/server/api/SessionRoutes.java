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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Logging in and out.
public record SessionRoutes(
    Sessions sessions, AccessControl accessControl, String version, JsonBodies bodies)
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
            .named("showSession", "Who calls, and whether a login is needed.")
            .gives(SessionView.class),
        Route.post("/api/v1/session", Access.OPEN, this::login)
            .named(
                "logIn",
                "Log in with the token of a login link, or with the token in the file "
                    + "`admin-token`; the session lies in a cookie then.")
            .body(new Route.Body.Json(JsonBodies.SMALL, Login.class))
            .gives(SessionView.class)
            .fails(Kind.FORBIDDEN, Kind.TOO_MANY),
        Route.delete("/api/v1/session", Access.VIEWER, this::logout)
            .named("logOut", "Log out.")
            .gives(204));
  }

  /// What logs somebody in.
  private record Login(String token) {}

  /// What the page needs to know before anything else.
  ///
  /// @param user empty where nobody is logged in
  /// @param csrf goes into a header of each request that changes something; empty where none is
  ///   needed
  record SessionView(String version, boolean loginRequired, String user, String csrf) {}

  private Reply show(Call call) {
    String csrf = call.caller() instanceof Caller.Browser(String _, String ownCsrf) ? ownCsrf : "";
    return Reply.ok(view(call.caller().user(), csrf));
  }

  private SessionView view(String user, String csrf) {
    return new SessionView(version, accessControl.loginNeeded(), user, csrf);
  }

  private Reply login(Call call) {
    Optional<Sessions.Session> session = token(call.body()).flatMap(this::open);
    if (session.isEmpty()) {
      accessControl.guessedWrong(call.address());
      throw HttpProblem.of(
          Kind.FORBIDDEN,
          "This token is wrong, used or expired; a login link works once and for ten minutes, so "
              + "give the token in the file admin-token in the server's data folder.");
    }
    Sessions.Session opened = session.get();
    return new Reply.Json(
        200, view("admin", opened.csrf()), Map.of("Set-Cookie", cookie(opened.token(), "")));
  }

  /// A link's token opens one session, the administrator's any number: whoever holds it may do
  /// everything without a session too.
  private Optional<Sessions.Session> open(String token) {
    return accessControl.isAdmin(token) ? Optional.of(sessions.open()) : sessions.login(token);
  }

  private Optional<String> token(byte[] body) {
    return new JsonFields(bodies.read(body), "", new ArrayList<>()).text("token", MAX_TOKEN);
  }

  private Reply logout(Call call) {
    if (call.caller() instanceof Caller.Browser(String token, String _)) {
      sessions.logout(token);
    }
    return new Reply.Empty(204, Map.of("Set-Cookie", cookie("", "; Max-Age=0")));
  }

  private static String cookie(String value, String more) {
    return AccessControl.cookieName()
        + "="
        + value
        + "; Path=/; Secure; HttpOnly; SameSite=Strict"
        + more;
  }
}
