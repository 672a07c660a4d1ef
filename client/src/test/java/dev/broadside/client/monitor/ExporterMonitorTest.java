package dev.broadside.client.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.MonitorSource.Exporter;
import dev.broadside.core.job.MonitorSource.Metric;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.work.Figure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Readings of an exporter's text, in time that is moved by hand.
@Timeout(60)
class ExporterMonitorTest {
  private static final String TEXT =
      """
      # HELP reads_total The reads.
      # TYPE reads_total counter
      reads_total{device="sda",path="a\\"} b"} %1$d
      reads_total{device="sdb",} 1e1 1395066363000
      busy_seconds_total %2$s
      load 0.5
      load_other 7
      broken{
      nothing NaN
      """;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private TextServer server;

  @BeforeEach
  void start() throws IOException {
    server = new TextServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ExporterMonitor of(String... metrics) {
    List<Metric> all = Stream.of(metrics).map(text -> Metric.of(text).orElseThrow()).toList();
    Exporter what = new Exporter(server.uri("/metrics"), all);
    return new ExporterMonitor(
        new MonitorSource("host", what, "", Duration.ofSeconds(1), Optional.empty()),
        what,
        WebCredentials.NONE,
        time);
  }

  private void counted(long reads, String busy) {
    server.answers(TEXT.formatted(reads, busy));
  }

  @Test
  void figuresAreNamedAfterTheMetricsAndTheirLabels() {
    List<Figure> figures =
        of("load", "reads_total{device=\"sda\"}", "reads_total{device=\"s/a\"}", "watched")
            .figures();

    assertEquals(
        List.of(
            "mon.host.watched",
            "mon.host.load",
            "mon.host.reads_total.sda",
            "mon.host.reads_total.s_a",
            "mon.host.watched_2"),
        figures.stream().map(Figure::id).toList());
    assertEquals("Monitors, host", figures.getFirst().section());
    assertTrue(figures.get(2).bySecond());
    assertEquals(Figure.Kind.MEAN, figures.get(1).kind());
  }

  @Test
  void countersGrowAndReadingsAreRead() throws Exception {
    try (ExporterMonitor monitor =
        of("reads_total", "reads_total{device=\"sdb\"}", "busy_seconds_total", "load")) {
      counted(100, "1.25");
      assertArrayEquals(
          new double[] {Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0.5}, monitor.read());
      time.advance(Duration.ofMillis(2_500));
      counted(130, "1.5");
      assertArrayEquals(new double[] {2_500, 30, 0, 250, 0.5}, monitor.read());
    }
  }

  @Test
  void aCounterThatFellIsAGap() throws Exception {
    try (ExporterMonitor monitor = of("reads_total", "load")) {
      counted(100, "1");
      monitor.read();
      time.advance(Duration.ofSeconds(1));
      counted(5, "1");
      assertArrayEquals(new double[] {Double.NaN, Double.NaN, 0.5}, monitor.read());
      time.advance(Duration.ofSeconds(1));
      counted(9, "1");
      assertArrayEquals(new double[] {1_000, 4, 0.5}, monitor.read());
    }
  }

  @Test
  void whatIsNotThereIsToldOnce() throws Exception {
    try (ExporterMonitor monitor = of("load", "absent", "nothing")) {
      counted(1, "1");
      assertArrayEquals(new double[] {Double.NaN, 0.5, Double.NaN, Double.NaN}, monitor.read());
      assertEquals(
          List.of(
              "monitor host: absent: the exporter has no absent, so the figure has a gap",
              "monitor host: nothing: nothing answered NaN: that is no number, so the figure has a"
                  + " gap"),
          monitor.omissions().stream().map(one -> one.operation() + ": " + one.message()).toList());
      monitor.read();
      assertEquals(List.of(), monitor.omissions());
    }
  }

  private String refusal(TextServer.Answer answer) {
    server.answers(answer);
    try (ExporterMonitor monitor = of("load")) {
      return assertThrows(IOException.class, monitor::read).getMessage();
    }
  }

  @Test
  void whatAServerDoesWrongIsOneSentence() {
    assertEquals("it answers with status 500", refusal(new TextServer.Text(500, "load 1\n")));
    assertEquals(
        "it answers with status 302",
        refusal(new TextServer.Elsewhere("http://169.254.169.254/latest")));
    assertEquals(
        "it has none of the metrics load", refusal(new TextServer.Text(200, "<html>\n\u0000")));
    assertEquals("it answers with more than 2048 KiB", refusal(new TextServer.Endless()));
  }

  @Test
  void aServerThatHangsOrDripsIsGivenUp() {
    assertEquals("it has not answered within 4 s", refusal(new TextServer.Hanging()));
    assertEquals("it has not answered within 4 s", refusal(new TextServer.Dripping()));
  }

  @Test
  void amountsAreUnknownAfterAFailure() throws Exception {
    try (ExporterMonitor monitor = of("reads_total")) {
      counted(100, "1");
      monitor.read();
      server.answers(new TextServer.Text(503, ""));
      assertThrows(IOException.class, monitor::read);
      counted(200, "1");
      assertArrayEquals(new double[] {Double.NaN, Double.NaN}, monitor.read());
    }
  }

  @Test
  void aLinkLocalAddressIsNotAsked() {
    Exporter what =
        new Exporter(
            java.net.URI.create("http://169.254.169.254/x"),
            List.of(Metric.of("load").orElseThrow()));
    MonitorSource source =
        new MonitorSource("x", what, "", Duration.ofSeconds(1), Optional.empty());
    try (ExporterMonitor monitor = new ExporterMonitor(source, what, WebCredentials.NONE, time)) {
      assertEquals(
          "its address is link-local, and such addresses are not asked",
          assertThrows(IOException.class, monitor::read).getMessage());
    }
  }
}
