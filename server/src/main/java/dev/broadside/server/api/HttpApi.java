package dev.broadside.server.api;

import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.metrics.Metrics;
import dev.broadside.server.store.ResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The table of all routes, with who may call them, and their parameters and bodies.
///
/// Nothing else can be called, except the page's own files. A test makes `openapi.yaml` from this
/// table. Routes about the server itself are declared here, the others with their resources.
public final class HttpApi implements Resource {
  private final ResultStore store;
  private final Metrics metrics;
  private final List<Resource> others;
  private final byte[] openApi;

  public HttpApi(ResultStore store, Metrics metrics, List<Resource> others) {
    this.store = store;
    this.metrics = metrics;
    this.others = others;
    this.openApi = openApiDocument();
  }

  /// All routes.
  public List<Resource> resources() {
    return Stream.concat(Stream.of(this), others.stream()).toList();
  }

  @Override
  public String title() {
    return "server";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/healthz", Access.OPEN, this::alive)
            .named("health", "The process is alive.")
            .query(Query.IGNORED)
            .more("Query parameters are ignored.")
            .gives("text/plain"),
        Route.get("/readyz", Access.OPEN, this::ready)
            .named("readiness", "The server can do its work: its store answers and accepts writes.")
            .query(Query.IGNORED)
            .more("Query parameters are ignored.")
            .gives("text/plain")
            .fails(Kind.UNAVAILABLE),
        Route.get("/metrics", Access.VIEWER, this::metrics)
            .named("metrics", "The server, its agents and the jobs that run, for Prometheus.")
            .more("In the text format of Prometheus. It takes the admin token as a bearer token.")
            .gives("text/plain"),
        Route.get("/api/openapi.yaml", Access.OPEN, this::openApi)
            .named("openApi", "This document.")
            .gives("application/yaml"));
  }

  private Reply alive(Call call) {
    return Reply.text(200, "ok\n");
  }

  /// Ready means that the store answers and accepts writes; if it does not, its exception becomes a
  /// 503.
  private Reply ready(Call call) {
    store.check();
    return Reply.text(200, "ready\n");
  }

  private Reply metrics(Call call) throws IOException {
    Metrics.Page page = metrics.page();
    return new Reply.Bytes(
        200, page.contentType(), page.bytes(), Map.of("Cache-Control", "no-store"));
  }

  private Reply openApi(Call call) {
    return new Reply.Bytes(200, "application/yaml", openApi, Map.of("Cache-Control", "no-cache"));
  }

  private static byte[] openApiDocument() {
    try (InputStream in = HttpApi.class.getResourceAsStream("/openapi.yaml")) {
      return Objects.requireNonNull(in, "openapi.yaml is not on the class path").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("openapi.yaml cannot be read", e);
    }
  }
}
