package dev.broadside.client.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.MonitorSource.Prometheus;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PrometheusMonitorTest {
  private TextServer server;

  @BeforeEach
  void start() throws IOException {
    server = new TextServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private PrometheusMonitor of(Optional<String> by) {
    return of(by, WebCredentials.NONE);
  }

  private PrometheusMonitor of(Optional<String> by, WebCredentials credentials) {
    Prometheus what = new Prometheus(server.uri("/prom/"), "sum by (job) (up) > 0", by);
    return new PrometheusMonitor(
        new MonitorSource("up", what, "jobs", Duration.ofSeconds(5), Optional.empty()),
        what,
        credentials);
  }

  private static String vector(String... series) {
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
        + String.join(",", series)
        + "]}}";
  }

  private static String series(String job, String value) {
    return "{\"metric\":{\"job\":\"%s\"},\"value\":[1435781451.781,\"%s\"]}".formatted(job, value);
  }

  @Test
  void oneSeriesIsOneFigure() throws Exception {
    try (PrometheusMonitor monitor = of(Optional.empty())) {
      Figure figure = monitor.figures().getFirst();
      assertEquals("mon.up", figure.id());
      assertEquals("jobs", figure.unit());
      assertEquals(List.of(), server.asked());

      server.answers(vector(series("a", "1.5")));
      assertArrayEquals(new double[] {1.5}, monitor.read());
      server.answers(vector());
      assertArrayEquals(new double[] {Double.NaN}, monitor.read());
      server.answers(
          "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"7\"]}}");
      assertArrayEquals(new double[] {7}, monitor.read());
      server.answers(vector(series("a", "-Inf")));
      assertArrayEquals(new double[] {Double.NEGATIVE_INFINITY}, monitor.read());
      assertEquals(
          "/prom/api/v1/query?query=sum+by+%28job%29+%28up%29+%3E+0", server.asked().getFirst());
    }
  }

  @Test
  void severalSeriesAreToldApartByALabel() throws Exception {
    try (PrometheusMonitor monitor = of(Optional.of("job"))) {
      server.answers(vector(series("b/1", "2"), series("<b>", "3"), series("a", "1")));
      assertEquals(
          List.of("mon.up._b_", "mon.up.a", "mon.up.b_1"),
          monitor.figures().stream().map(Figure::id).toList());
      server.answers(vector(series("new", "9"), series("b/1", "4"), series("a", "5")));
      assertArrayEquals(new double[] {Double.NaN, 5, 4}, monitor.read());
    }
  }

  @Test
  void whyThereIsAGapIsToldOnceOfEachSeries() throws Exception {
    try (PrometheusMonitor monitor = of(Optional.of("job"))) {
      server.answers(vector(series("a", "1"), series("b", "2")));
      monitor.figures();
      server.answers(vector(series("a", "NaN")));
      assertArrayEquals(new double[] {Double.NaN, Double.NaN}, monitor.read());
      monitor.read();
      assertEquals(
          List.of(
              "monitor up: a: it answered NaN: that is no number, so the figure has a gap; leave"
                  + " such values out, as (QUERY) >= 0 does, and give a number instead, as 'or"
                  + " vector(0)' does",
              "monitor up: b: it answered without this series: the figure has a gap; let the"
                  + " query always give one, as 'or vector(0)' does"),
          monitor.omissions().stream().map(one -> one.operation() + ": " + one.message()).toList());
      monitor.read();
      assertEquals(List.of(), monitor.omissions());
    }
  }

  @Test
  void aServerIsToldTheUserOfItsOwnLineOnly(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("credentials");
    WebCredentials credentials = new WebCredentials(Optional.of(file));
    server.answers(vector(series("a", "1")));
    try (PrometheusMonitor monitor = of(Optional.empty(), credentials)) {
      Files.writeString(
          file,
          """
          # beside the file, a port that begins alike
          %1$s9/ no:no
          %1$s/other Bearer no
          %1$s/prom me:pass:word
          """
              .formatted(server.uri("")));
      monitor.read();
      Files.writeString(file, server.uri("/") + "  Bearer abc\n");
      monitor.read();
      Files.writeString(file, "http://elsewhere/ me:pw\n");
      monitor.read();
      assertEquals(List.of("Basic bWU6cGFzczp3b3Jk", "Bearer abc", ""), server.authorizations());
      Files.delete(file);
      String message = assertThrows(IOException.class, monitor::read).getMessage();
      assertTrue(message.startsWith("the file of --monitor-credentials cannot be read"), message);
    }
  }

  @Test
  void tooManySeriesAreLeftOut() throws Exception {
    try (PrometheusMonitor monitor = of(Optional.of("job"))) {
      String many =
          IntStream.range(0, 1_000)
              .mapToObj(i -> series("j" + i, "1"))
              .collect(Collectors.joining(","));
      server.answers(vector(many));
      assertEquals(20, monitor.figures().size());
      assertEquals(20, monitor.read().length);
      assertEquals(
          List.of("only 20 of its 1000 series are kept; let the query give fewer"),
          monitor.omissions().stream().map(Failure::message).toList());
    }
  }

  private String refusal(TextServer.Answer answer) {
    server.answers(answer);
    try (PrometheusMonitor monitor = of(Optional.empty())) {
      return assertThrows(IOException.class, monitor::read).getMessage();
    }
  }

  private String refusal(String text) {
    return refusal(new TextServer.Text(200, text));
  }

  @Test
  void whatAServerDoesWrongIsOneSentence() {
    assertEquals(
        "Prometheus refuses the query: bad? x",
        refusal(new TextServer.Text(400, "{\"status\":\"error\",\"error\":\"bad\\u001b x\"}")));
    assertEquals("it answers 200 and no result of a query; is it a Prometheus?", refusal("<html>"));
    assertEquals("Prometheus refuses the query: status 200", refusal("[1, 2]"));
    assertEquals(
        "the query gives 2 series; add them up, or name the label in 'by'",
        refusal(vector(series("a", "1"), series("b", "1"))));
    assertEquals("its answer holds a value that is no number", refusal(vector(series("a", "x"))));
    assertEquals(
        "the query gives a matrix; let it give one number, or a vector",
        refusal("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}"));
    assertEquals("it has not answered within 4 s", refusal(new TextServer.Hanging()));
  }

  @Test
  void severalSeriesOfOneLabelAreRefused() {
    try (PrometheusMonitor monitor = of(Optional.of("job"))) {
      server.answers(vector(series("a", "1"), series("a", "2")));
      assertEquals(
          "several series have the same job; add them up by it",
          assertThrows(IOException.class, monitor::figures).getMessage());
    }
  }
}
