package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.MonitorSource.Metric;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.threshold.ThresholdCheck;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class MonitorFieldsTest {
  private static final String EACH_KIND =
      """
      - {name: lag, prometheus: "http://prom:9090/p", query: 'max(lag{db="a,b"})', by: job, unit: s}
      - {name: host, exporter: "https://db:9100/metrics", metrics: [node_load1], interval: 10s}
      - {name: queue, sql: "select count(*) from t where a < 3", unit: rows}
      - {name: replica1, database: "jdbc:mariadb://db2:3306/shop"}
      - {name: replica2, database: orders-replica, agent: db2}
      - {name: fans, command: [/bin/fans, "1"], agent: watcher 1}
      """;

  private static List<MonitorSource> good(String text) {
    return assertInstanceOf(Parsed.Value.class, MonitorFields.read(text)).value()
            instanceof List<?> list
        ? list.stream().map(MonitorSource.class::cast).toList()
        : List.of();
  }

  private static Problem wrong(String text) {
    return assertInstanceOf(Parsed.Wrong.class, MonitorFields.read(text)).problem();
  }

  @Test
  void eachKindIsReadAndWrittenBack() {
    List<MonitorSource> all = good(EACH_KIND);

    assertEquals(6, all.size());
    assertEquals(
        new MonitorSource(
            "lag",
            new MonitorSource.Prometheus(
                URI.create("http://prom:9090/p"), "max(lag{db=\"a,b\"})", Optional.of("job")),
            "s",
            Duration.ofSeconds(1),
            Optional.empty()),
        all.getFirst());
    assertEquals(Duration.ofSeconds(10), all.get(1).interval());
    assertTrue(((MonitorSource.Database) all.get(3).what()).address());
    assertFalse(((MonitorSource.Database) all.get(4).what()).address());
    assertEquals(Optional.of("watcher 1"), all.get(5).agent());
    assertEquals(all, good(MonitorFields.write(all)));
    assertEquals(List.of(), good(MonitorFields.write(List.of())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: a}                                            | /0            | it does not say where
          7                                                    | /0            | it does not say where
          {name: a, sql: select 1, command: [b]}               | /0            | command and sql do not go
          {sql: select 1}                                      | /0/name       | it has no name
          {name: Big, sql: select 1}                           | /0/name       | it has no name
          {name: a.b, sql: select 1}                           | /0/name       | it has no name
          {name: a, sql: drop table t}                         | /0/sql        | it is no single query
          {name: a, sql: select 1; select 2}                   | /0/sql        | it is no single query
          {name: a, sql: select 1, unit: [x]}                  | /0/unit       | it is not a text
          {name: a, sql: select 1, interval: 1ms}              | /0/interval   | "1ms" cannot be used
          {name: a, prometheus: 'http://p/?token=pw', query: u}| /0/prometheus | it holds a user, a password
          {name: a, exporter: 'http://e/?api_key=pw', metrics: [m]} | /0/exporter | it holds a user, a
          {name: a, prometheus: 'http://p/?query=up', query: u}| /0/prometheus | it is no address
          {name: a, database: 'jdbc:x://u:p@h/d'}              | /0/database   | it is neither
          {name: a, database: 'jdbc:x://h/d', user: me}        | /0/user       | there is no such field
          {name: a, prometheus: 'http://p/', qery: up}         | /0/qery       | there is no such field
          {name: a, prometheus: 'http://p/'}                   | /0/query      | it is missing
          {name: a, prometheus: 'file:///etc/passwd', query: u}| /0/prometheus | it is no address
          {name: a, prometheus: 'http://me:pw@p/', query: u}   | /0/prometheus | it holds a user, a password
          {name: a, prometheus: 'http://p p/', query: u}       | /0/prometheus | it is no address
          {name: a, exporter: 'http://e/'}                     | /0/metrics    | it is not a list
          {name: a, exporter: 'http://e/', metrics: [a b]}     | /0/metrics/0  | a b names no metric
          {name: a, command: ls}                               | /0/command    | it is not a list
          {name: a, command: []}                               | /0/command    | it is not a list
          """)
  void whatIsWrongIsSaidAtItsPlace(String text, String where, String what) {
    Problem problem = wrong("[" + text + "]");

    assertEquals(where, problem.where());
    assertTrue(problem.what().startsWith(what), problem::sentence);
    assertFalse(problem.sentence().contains("pw"), problem::sentence);
  }

  @Test
  void namesAreUniqueAndTheListIsBounded() {
    String one = "{name: a, sql: select 1}";

    assertEquals("/1/name", wrong("[" + one + "," + one + "]").where());
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 21; i++) {
      many.add("{name: a" + i + ", sql: select 1}");
    }
    assertEquals("these are more than 20", wrong(many.toString()).what());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          node_load1                              | node_load1                  | false |
          node_disk_read_bytes_total              | node_disk_read_bytes_total  | true  | B
          node_cpu_seconds_total{mode="user"}     | node_cpu_seconds_total.user | true  | ms
          rate(mysql_reads{a="1",b="x y"})        | mysql_reads.1.x y           | true  |
          process_start_time_seconds              | process_start_time_seconds  | false | s
          """)
  void aMetricSaysHowItIsRead(String text, String part, boolean counter, String unit) {
    Metric metric = Metric.of(text).orElseThrow();

    assertEquals(part, metric.part());
    assertEquals(counter, metric.counter());
    assertEquals(Optional.ofNullable(unit).orElse(""), metric.unit());
  }

  private static List<String> problems(String monitors, Map<String, String> more, Parameters of) {
    ObjectNode document =
        (ObjectNode)
            JobYaml.read("jobClass: x\nmonitors:\n" + monitors.indent(2), new ArrayList<>())
                .orElseThrow()
                .root();
    more.forEach(document::put);
    return read(document, of).problems().stream().map(Problem::sentence).toList();
  }

  private record Read(List<Problem> problems, Optional<JobSpec> spec) {}

  private static Read read(JsonNode document, Parameters of) {
    JobReader reader = new JobReader(document);
    JobReader.Code code =
        new JobReader.Code("x", "X", "0".repeat(64), of, new ThresholdCheck(List.of(), List.of()));
    Optional<JobSpec> spec = reader.spec(Optional.of(code));
    return new Read(reader.problems(), spec);
  }

  @Test
  void aJobKeepsThemAndShowsThemAgain() {
    Parameters connects = Parameters.of(ConnectionParameters.URL.preset(""));
    JsonNode document =
        JobYaml.read("jobClass: x\nmonitors:\n" + EACH_KIND.indent(2), new ArrayList<>())
            .orElseThrow()
            .root();
    Read read = read(document, connects);

    assertEquals(List.of(), read.problems());
    JobSpec spec = read.spec().orElseThrow();
    assertEquals(good(EACH_KIND), JobDocument.MONITORS.in(spec));
    JsonNode shown = JobWriter.write(spec);
    assertEquals(document.get("monitors").size(), shown.get("monitors").size());
    JobYaml again = JobYaml.read(JobYaml.write(shown), new ArrayList<>()).orElseThrow();
    assertEquals(
        good(EACH_KIND),
        JobDocument.MONITORS.in(read(again.root(), connects).spec().orElseThrow()));
    assertTrue(shown.toString().length() < Bounds.MAX_TEXT);
  }

  @Test
  void aPasswordGoesToNoOtherAddress() {
    Parameters connects = Parameters.of(ConnectionParameters.URL.preset(""));
    String there = "- {name: a, database: 'jdbc:mariadb://evil/d'}";

    assertEquals(List.of(), problems(there, Map.of(), connects));
    assertEquals(
        List.of(
            "/monitors/0/database: the password of target shop goes to no other address;"
                + " have that database named as a target, and give its name."),
        problems(there, Map.of("target", "shop"), connects));
    assertEquals(
        List.of(), problems("- {name: a, database: b}", Map.of("target", "shop"), connects));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mon.up.a > 0                 |
          mon.up > 0                   | no monitor of this job tells mon.up;
          mon.upp > 0                  | no monitor of this job tells mon.upp; name one of those in
          mon.q < 5 rows               |
          mon.q.a < 5                  |
          mon.q < 1/s                  | in "mon.q < 1/s" the limit is in /s, but the figure is in rows;
          mon.e.load < 5               |
          mon.e.load < 5ms             | in "mon.e.load < 5ms" the limit is in ms, but the figure has no
          mon.e.reads_total < 1k/s     |
          mon.e.reads_total < 1ms      | the limit is in ms, but the figure is in /s; give the limit in
          mon.e.raeds_total < 1        | no monitor of this job tells mon.e.raeds_total;
          mon.r.commits < 1k/s         |
          mon.r.commits < 1ms          | the limit is in ms, but the figure is in /s; give the limit in
          mon.r.undo_length < 1        | no monitor of this job tells mon.r.undo_length;
          mon.t.undo_length < 1        |
          mon.t.undo_lenght < 1        | no monitor of this job tells mon.t.undo_lenght;
          """)
  void aThresholdNamesAFigureOfAMonitorOfTheJobInItsUnit(String threshold, String said) {
    String all =
        """
        - {name: up, prometheus: 'http://p/', query: up, by: job}
        - {name: q, sql: select 1, unit: rows}
        - {name: e, exporter: 'http://e/?target=x', metrics: [load, reads_total]}
        - {name: r, database: 'jdbc:postgresql://db2/shop'}
        - {name: t, database: orders}
        """;

    List<String> problems =
        problems(
            all,
            Map.of("thresholds", threshold),
            Parameters.of(ConnectionParameters.URL.preset("")));

    assertEquals(said == null ? 0 : 1, problems.size(), problems::toString);
    problems.forEach(one -> assertTrue(one.startsWith("/thresholds: ") && one.contains(said), one));
  }

  @Test
  void aJobClassWithoutADatabaseReadsNone() {
    assertEquals(
        List.of(
            "/monitors/0: job class x connects to no database, and cannot read one; leave this"
                + " monitor out."),
        problems("- {name: a, sql: select 1}", Map.of(), Parameters.of()));
  }
}
