package dev.broadside.client.monitor;

import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.MonitorSource.Exporter;
import dev.broadside.core.job.MonitorSource.Metric;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Reads metrics in the text format that exporters write for Prometheus, version 0.0.4.
///
/// Counters become amounts: differences between two readings, over the time between them. If one
/// has fallen, all amounts are unknown, since the exporter, or what it watches, was started again.
/// For one thread.
final class ExporterMonitor implements TargetMonitor {
  private static final String LABELS = "[a-zA-Z_]\\w*=\"(?:[^\"\\\\]|\\\\.)*+\"";

  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][\\w:]*)(?:\\{((?:%1$s[, ]*)*+)})?[ \\t]+(\\S+)(?:[ \\t]+-?\\d+)?"
              .formatted(LABELS));

  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_]\\w*)=\"((?:[^\"\\\\]|\\\\.)*+)\"");

  private final MonitorSource source;
  private final Exporter what;
  private final Time time;
  private final HttpText http;
  private Optional<Snapshot> before = Optional.empty();
  private final List<Failure> omissions = new ArrayList<>();

  /// The metrics of whose gaps users know.
  private final Set<Metric> told = new HashSet<>();

  /// What was read at a moment: the metrics in their order; not a number for one that was missing.
  private record Snapshot(double[] values, long nanos) {}

  ExporterMonitor(MonitorSource source, Exporter what, WebCredentials credentials, Time time) {
    this.source = source;
    this.what = what;
    this.http = new HttpText(2 << 20, credentials);
    this.time = time;
  }

  private String watched() {
    return source.id() + Figure.WATCHED;
  }

  @Override
  public List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    figures.add(
        Figure.sum(watched(), "ms", "watched")
            .in(section())
            .help("The time between the readings that the amounts come from."));
    List<String> ids = Figure.ids(source.id(), what.metrics().stream().map(Metric::part).toList());
    for (int i = 0; i < ids.size(); i++) {
      figures.add(figure(ids.get(i), what.metrics().get(i)));
    }
    return figures;
  }

  private String section() {
    return "Monitors, " + source.name();
  }

  private Figure figure(String id, Metric metric) {
    String label = PlainText.line(metric.text(), Figure.LONGEST_LABEL);
    Figure figure =
        metric.counter()
            ? Figure.sum(id, metric.unit(), label).asShareOf(watched())
            : Figure.mean(id, metric.unit(), label);
    return figure.in(section()).help("As the exporter tells it.");
  }

  @Override
  public Duration interval() {
    return source.interval();
  }

  @Override
  public double[] read() throws IOException, InterruptedException {
    try {
      HttpText.Answer answer = http.get(what.url());
      if (!answer.ok()) {
        throw new IOException("it answers with status " + answer.status());
      }
      Snapshot now = new Snapshot(values(answer.text()), time.nanos());
      double[] told = told(now);
      before = Optional.of(now);
      return told;
    } catch (IOException failure) {
      before = Optional.empty();
      throw failure;
    }
  }

  private double[] values(String text) throws IOException {
    double[] values = new double[what.metrics().size()];
    Arrays.fill(values, Double.NaN);
    Set<Metric> found = new HashSet<>();
    text.lines().filter(line -> !line.startsWith("#")).forEach(line -> add(line, values, found));
    if (found.isEmpty()) {
      throw new IOException(
          "it has none of the metrics "
              + what.metrics().stream().map(Metric::text).collect(Collectors.joining(", ")));
    }
    for (int i = 0; i < values.length; i++) {
      Metric metric = what.metrics().get(i);
      if (Double.isNaN(values[i]) && told.add(metric)) {
        omissions.add(gap(metric, found.contains(metric)));
      }
    }
    return values;
  }

  private Failure gap(Metric metric, boolean found) {
    String why =
        found
            ? metric.text() + " answered NaN: that is no number, so the figure has a gap"
            : "the exporter has no " + metric.text() + ", so the figure has a gap";
    return new Failure(ErrorClass.OTHER, 0, "", why, Failure.Retry.NEVER)
        .during("monitor " + source.name() + ": " + metric.text());
  }

  private void add(String line, double[] values, Set<Metric> found) {
    for (int i = 0; i < values.length; i++) {
      Metric metric = what.metrics().get(i);
      if (line.startsWith(metric.name())) {
        OptionalDouble value = value(line, metric);
        if (value.isPresent()) {
          found.add(metric);
          values[i] = sum(values[i], value.getAsDouble());
        }
      }
    }
  }

  private static double sum(double known, double more) {
    return Double.isNaN(more) ? known : Double.isNaN(known) ? more : known + more;
  }

  /// The value of a line, in the unit of the figure; empty if it is no sample of the metric.
  private static OptionalDouble value(String line, Metric metric) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()
        || !sample.group(1).equals(metric.name())
        || !labels(sample.group(2)).entrySet().containsAll(metric.labels().entrySet())) {
      return OptionalDouble.empty();
    }
    try {
      double value = Double.parseDouble(sample.group(3).replace("Inf", "Infinity"));
      return OptionalDouble.of(metric.counter() && metric.seconds() ? 1_000 * value : value);
    } catch (NumberFormatException _) {
      return OptionalDouble.empty();
    }
  }

  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new HashMap<>();
    if (text != null) {
      for (MatchResult label : LABEL.matcher(text).results().toList()) {
        labels.put(label.group(1), label.group(2));
      }
    }
    return labels;
  }

  private double[] told(Snapshot now) {
    Optional<Snapshot> from = before.filter(earlier -> !fallen(earlier, now));
    double[] told = new double[now.values.length + 1];
    told[0] = from.map(earlier -> (now.nanos - earlier.nanos) / 1e6).orElse(Double.NaN);
    for (int i = 0; i < now.values.length; i++) {
      told[i + 1] =
          !what.metrics().get(i).counter()
              ? now.values[i]
              : from.isPresent() ? growth(from.get(), now, i) : Double.NaN;
    }
    return told;
  }

  /// Rounded before they are subtracted, so that what rounding takes from one amount is in the
  /// next.
  private static double growth(Snapshot earlier, Snapshot now, int metric) {
    return Math.rint(now.values[metric]) - Math.rint(earlier.values[metric]);
  }

  private boolean fallen(Snapshot earlier, Snapshot now) {
    return IntStream.range(0, now.values.length)
        .anyMatch(i -> what.metrics().get(i).counter() && growth(earlier, now, i) < 0);
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
