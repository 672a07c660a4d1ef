package dev.broadside.server.http;

import dev.broadside.server.coordinator.Coordinator;
import dev.broadside.server.http.Route.Action;
import dev.broadside.server.http.Route.Body;
import dev.broadside.server.packs.PackLimits;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The table of routes: everything that can be asked of the server, by whom, and with what behind
/// the path and in the body.
///
/// What is not in this table does not exist. The same table stands in `openapi.yaml`, and a test
/// holds the two together; the page's own files come behind it.
final class HttpApi {
  private static final int SMALL = 16 * 1024;
  private static final int LARGE = 1 << 20;

  private final Coordinator coordinator;
  private final JobRoutes jobs;
  private final StudyRoutes studies;
  private final AgentRoutes agents;
  private final PackRoutes packs;
  private final SessionRoutes session;
  private final EventStreams streams;
  private final Route.Taker gateway;
  private final byte[] openApi;

  HttpApi(
      Coordinator coordinator,
      JobRoutes jobs,
      StudyRoutes studies,
      AgentRoutes agents,
      PackRoutes packs,
      SessionRoutes session,
      EventStreams streams,
      Route.Taker gateway) {
    this.coordinator = coordinator;
    this.jobs = jobs;
    this.studies = studies;
    this.agents = agents;
    this.packs = packs;
    this.session = session;
    this.streams = streams;
    this.gateway = gateway;
    this.openApi = openApiDocument();
  }

  List<Route> routes() {
    Body none = new Body.None();
    Body small = new Body.Json(SMALL);
    Body large = new Body.Json(LARGE);
    Body pack = new Body.File(PackLimits.DEFAULT.fileBytes());
    return List.of(
        get("/healthz", Access.OPEN, Query.IGNORED, this::alive),
        get("/readyz", Access.OPEN, Query.IGNORED, this::ready),
        get("/api/openapi.yaml", Access.OPEN, this::openApi),
        get("/api/v1/session", Access.OPEN, session::show),
        post("/api/v1/session", Access.OPEN, small, session::login),
        delete("/api/v1/session", Access.VIEWER, session::logout),
        get("/api/v1/jobs", Access.VIEWER, JobRoutes.LIST, jobs::list),
        post("/api/v1/jobs", Access.OPERATOR, large, jobs::submit),
        get("/api/v1/jobs/{id}", Access.VIEWER, jobs::one),
        get("/api/v1/jobs/{id}/submission", Access.VIEWER, jobs::submission),
        get("/api/v1/jobs/{id}/results", Access.VIEWER, JobRoutes.RESULTS, jobs::results),
        get("/api/v1/jobs/{id}/intervals.csv", Access.VIEWER, JobRoutes.RANGE, jobs::csv),
        get("/api/v1/jobs/{id}/intervals.ndjson", Access.VIEWER, JobRoutes.RANGE, jobs::lines),
        get("/api/v1/jobs/{id}/series", Access.VIEWER, jobs::series),
        get("/api/v1/jobs/{id}/log", Access.VIEWER, jobs::log),
        post("/api/v1/jobs/{id}/cancel", Access.OPERATOR, none, jobs::cancel),
        takeOver("/api/v1/jobs/{id}/live", Access.VIEWER, EventStreams.JOB, streams::job),
        get("/api/v1/studies", Access.VIEWER, studies::list),
        post("/api/v1/studies", Access.OPERATOR, large, studies::submit),
        get("/api/v1/studies/{id}", Access.VIEWER, studies::one),
        get("/api/v1/studies/{id}/results", Access.VIEWER, StudyRoutes.RESULTS, studies::results),
        get("/api/v1/studies/{id}/table", Access.VIEWER, studies::table),
        get("/api/v1/studies/{id}/table.csv", Access.VIEWER, studies::csv),
        post("/api/v1/studies/{id}/cancel", Access.OPERATOR, none, studies::cancel),
        post("/api/v1/studies/{id}/pause", Access.OPERATOR, none, studies::pause),
        post("/api/v1/studies/{id}/resume", Access.OPERATOR, none, studies::resume),
        get("/api/v1/comparison", Access.VIEWER, StudyRoutes.COMPARISON, studies::compare),
        takeOver("/api/v1/live", Access.VIEWER, Query.NONE, streams::overview),
        get("/api/v1/job-classes", Access.VIEWER, packs::jobClasses),
        get("/api/v1/packs", Access.VIEWER, packs::list),
        post("/api/v1/packs", Access.AUTHOR, pack, packs::upload),
        get("/api/v1/agents", Access.VIEWER, agents::list),
        post("/api/v1/agents/{name}/revoke", Access.ADMIN, none, agents::revoke),
        post("/api/v1/agent-tokens", Access.ADMIN, none, agents::newToken),
        post("/api/v1/join", Access.OPEN, small, agents::join),
        takeOver("/agent", Access.AGENT, Query.NONE, gateway));
  }

  private static Route get(String path, Access access, Route.Handler handler) {
    return get(path, access, Query.NONE, handler);
  }

  private static Route get(String path, Access access, Query query, Route.Handler handler) {
    return new Route(
        HttpMethod.GET, path, access, query, new Body.None(), new Action.Answer(handler));
  }

  private static Route post(String path, Access access, Body body, Route.Handler handler) {
    return new Route(HttpMethod.POST, path, access, Query.NONE, body, new Action.Answer(handler));
  }

  private static Route delete(String path, Access access, Route.Handler handler) {
    return new Route(
        HttpMethod.DELETE, path, access, Query.NONE, new Body.None(), new Action.Answer(handler));
  }

  private static Route takeOver(String path, Access access, Query query, Route.Taker taker) {
    return new Route(
        HttpMethod.GET, path, access, query, new Body.None(), new Action.TakeOver(taker));
  }

  private Reply alive(Call call) {
    return Reply.text(200, "ok\n");
  }

  /// Ready means that the store answers, and takes what it is given; where it does not, its
  /// exception becomes a 503.
  private Reply ready(Call call) {
    coordinator.checkStore();
    return Reply.text(200, "ready\n");
  }

  private Reply openApi(Call call) {
    return new Reply.Bytes(200, "application/yaml", openApi, Map.of("Cache-Control", "no-cache"));
  }

  private static byte[] openApiDocument() {
    try (InputStream in = HttpApi.class.getResourceAsStream("/openapi.yaml")) {
      return Objects.requireNonNull(in, "openapi.yaml is not on the class path").readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("openapi.yaml cannot be read", e);
    }
  }
}
