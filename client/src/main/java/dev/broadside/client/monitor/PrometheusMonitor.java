package dev.broadside.client.monitor;

import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.MonitorSource.Prometheus;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads an instant query of a Prometheus server: one number, or one for each value of a label,
/// which are asked once. For one thread.
final class PrometheusMonitor implements TargetMonitor {
  /// More series than this are left out.
  static final int MOST_SERIES = 20;

  private static final int LONGEST_SAID = 300;

  /// Stands for the label's value of the only number.
  private static final String ONLY = "";

  private final MonitorSource source;
  private final Prometheus what;
  private final HttpText http;
  private List<String> series = List.of(ONLY);
  private final List<Failure> omissions = new ArrayList<>();

  /// The series of whose gaps users know.
  private final Set<String> told = new HashSet<>();

  PrometheusMonitor(MonitorSource source, Prometheus what, WebCredentials credentials) {
    this.source = source;
    this.what = what;
    this.http = new HttpText(256 << 10, credentials);
  }

  @Override
  public List<Figure> figures() throws IOException, InterruptedException {
    if (what.by().isEmpty()) {
      return List.of(figure(source.id(), source.name()));
    }
    List<String> all = List.copyOf(ask().keySet());
    if (all.isEmpty()) {
      throw new IOException("the query gives no series, so that none is known");
    }
    series = all.stream().limit(MOST_SERIES).toList();
    if (all.size() > series.size()) {
      omissions.add(
          omission(
              "only %d of its %d series are kept; let the query give fewer"
                  .formatted(MOST_SERIES, all.size())));
    }
    List<String> ids = Figure.ids(source.id(), series);
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      figures.add(figure(ids.get(i), source.name() + " " + series.get(i)));
    }
    return figures;
  }

  private Figure figure(String id, String label) {
    String help = "In Prometheus: " + what.query();
    return Figure.mean(id, source.unit(), PlainText.line(label, Figure.LONGEST_LABEL))
        .in("Monitors")
        .help(PlainText.line(help, Figure.LONGEST_HELP));
  }

  @Override
  public Duration interval() {
    return source.interval();
  }

  @Override
  public double[] read() throws IOException, InterruptedException {
    Map<String, Double> now = ask();
    return series.stream().mapToDouble(label -> number(label, now)).toArray();
  }

  private double number(String label, Map<String, Double> now) {
    double value = now.getOrDefault(label, Double.NaN);
    if (Double.isNaN(value) && told.add(label)) {
      Failure gap =
          omission(
              now.containsKey(label)
                  ? "it answered NaN: that is no number, so the figure has a gap; leave such values"
                      + " out, as (QUERY) >= 0 does, and give a number instead, as 'or vector(0)'"
                      + " does"
                  : "it answered without this series: the figure has a gap; let the query always"
                      + " give one, as 'or vector(0)' does");
      omissions.add(
          label.isEmpty()
              ? gap
              : gap.during(
                  "monitor " + source.name() + ": " + PlainText.line(label, LONGEST_SAID)));
    }
    return value;
  }

  private static Failure omission(String what) {
    return new Failure(ErrorClass.OTHER, 0, "", what, Failure.Retry.NEVER);
  }

  private Map<String, Double> ask() throws IOException, InterruptedException {
    String query = URLEncoder.encode(what.query(), StandardCharsets.UTF_8);
    String base = what.url().toString().replaceFirst("/+$", "");
    HttpText.Answer answer = http.get(URI.create(base + "/api/v1/query?query=" + query));
    try {
      JsonNode json = JsonMapper.shared().readTree(answer.text());
      if (!json.path("status").asString("").equals("success")) {
        throw new IOException("Prometheus refuses the query: " + said(json, answer.status()));
      }
      return values(json.path("data"));
    } catch (JacksonException e) {
      throw new IOException(
          "it answers %d and no result of a query; is it a Prometheus?".formatted(answer.status()),
          e);
    }
  }

  private static String said(JsonNode json, int status) {
    return PlainText.line(json.path("error").asString("status " + status), LONGEST_SAID);
  }

  private Map<String, Double> values(JsonNode data) throws IOException {
    JsonNode result = data.path("result");
    return switch (data.path("resultType").asString("")) {
      case "scalar" -> Map.of(ONLY, number(result));
      case "vector" -> values(result.valueStream().toList());
      case String other ->
          throw new IOException(
              "the query gives a %s; let it give one number, or a vector"
                  .formatted(PlainText.line(other, LONGEST_SAID)));
    };
  }

  private Map<String, Double> values(List<JsonNode> vector) throws IOException {
    Map<String, Double> values = new TreeMap<>();
    for (JsonNode one : vector) {
      String label = what.by().map(by -> one.path("metric").path(by).asString("none")).orElse(ONLY);
      if (values.put(label, number(one.path("value"))) != null) {
        throw new IOException(
            what.by()
                .map(by -> "several series have the same " + by + "; add them up by it")
                .orElse(
                    "the query gives %d series; add them up, or name the label in 'by'"
                        .formatted(vector.size())));
      }
    }
    return values;
  }

  /// The value of a pair of time and value.
  private static double number(JsonNode pair) throws IOException {
    String text = pair.path(1).asString("");
    try {
      return Double.parseDouble(text.replace("Inf", "Infinity"));
    } catch (NumberFormatException e) {
      throw new IOException("its answer holds a value that is no number", e);
    }
  }

  @Override
  public List<Failure> omissions() {
    List<Failure> news = List.copyOf(omissions);
    omissions.clear();
    return news;
  }

  @Override
  public void close() {
    http.close();
  }
}
