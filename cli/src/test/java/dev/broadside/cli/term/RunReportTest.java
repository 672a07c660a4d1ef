package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.SampleRuns;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.report.HostDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.AgentDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation.Seen;
import dev.broadside.core.work.Observation.StatementEffort;
import dev.broadside.core.work.Observation.StatementTable;
import dev.broadside.core.work.Observation.StatementWork;
import dev.broadside.core.work.Observation.Subject;
import dev.broadside.core.work.Observation.TimeBucket;
import dev.broadside.core.work.Verification.Check;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class RunReportTest {
  @Test
  void aRunIsToldWithItsVerdictsFirst() {
    String text =
        String.join("\n", lines(SampleRuns.run("completed", Verdict.BALANCED), Terminal.PIPE));
    assertEquals(
        """
        GENERATOR OK  the agents had room to spare in 30 of 30 intervals
        AUDIT BALANCED  begun 37,000 = ok 36,998 + failed 2 + uncertain 0 · 32 interval records

        igenoltp completed
        8 threads on 2 agents, closed; warm-up 1s, measure 30s
        1,233.27 transactions/s, 8,632.89 statements/s; goodput 1,233.27 of 1,234.27 attempts/s
        36,998 ok, 2 failed, 0 uncertain, 0 retried
        ok after retries: 3 after 1, 1 after 2

        latency in ms, service time only
        operation         count     per s  failed    mean     p50      p90      p95      p99    p99.9   p99.99      max  std dev
        transaction      36,998  1,233.27       2   3.210   2.750    5.125    12.35    45.68   123.40   400.00  1,234.5    1.500
        - not ok              2                    900.00  100.00  1,700.0  1,700.0  1,700.0  1,700.0  1,700.0  1,700.0   800.00
        select_customer  37,000  1,233.33       0   3.210   2.750    5.125    12.35    45.68   123.40   400.00  1,234.5    1.500
        insert_order     36,998  1,233.27       2   3.210   2.750    5.125    12.35    45.68   123.40   400.00  1,234.5    1.500

        phase          due   begun      ok  failed  dropped  carried over     per s   mean    p50    p95    p99      max
        0s warm-up       0       0       0       0        0             0      0.00      -      -      -      -        -
        1s measure  37,000  37,000  36,998       2        0             0  1,233.27  3.210  2.750  12.35  45.68  1,234.5

        failures
        count  kind             operation  code        first  last  first message
            2  connection lost  debit      1927 08S01  0:04   0:05  Connection reset ?[2J

        checked on the target
        check                  verdict  found
        orders are stationary  holds    100,000 = 100,000\
        """,
        text);
  }

  @Test
  void whatTheDatabaseCountedForStatementsStandsBesideTheLoadsOwnMean() {
    StatementTable table =
        new StatementTable(
            List.of(
                new StatementWork(
                    "select_customer",
                    "select name from customer where id = $1",
                    37_100,
                    60_000,
                    12.3,
                    new StatementEffort(37_100, 74_200, -1, 0)),
                new StatementWork(
                    "", "COMMIT", 37_000, 20_000, -1, new StatementEffort(0, -1, -1, -1))),
            80_000,
            31_000,
            List.of(new TimeBucket(2_048, 70_000), new TimeBucket(4_096, 4_100)),
            "one view is left out");
    ObjectNode tree = Json.mapper().valueToTree(SampleRuns.run("completed", Verdict.BALANCED));
    tree.set("observed", Json.mapper().valueToTree(List.of(new Observed(30_900, table))));
    RunDocument run = Json.mapper().treeToValue(tree, RunDocument.class);
    assertEquals(table, run.observed().getFirst().what());
    String text = text(run);
    assertTrue(
        text.contains(
            """
            statements, as the database counted them, warm-up included; times in ms
            operation         calls  time, s   share   mean    max  rows  examined  blocks read  statement
            select_customer  37,100    60.00  75.0 %  1.617  12.30     1         2            0  select name from customer where id = $1
                             37,000    20.00  25.0 %  0.541            0                         COMMIT
            operation        mean of the load  mean of the database  network and driver
            select_customer             3.210                 1.617               1.593
            """),
        text);
    assertTrue(text.contains("one view is left out"), text);
    assertTrue(
        HtmlReport.of(RunReport.of(run, ""), new Buckets())
            .contains("select name from customer where id = $1"));
  }

  @Test
  void thresholdsStandOnTheFirstScreenWithValueAndLimit() {
    RunDocument run =
        SampleRuns.judged(
            SampleRuns.run("completed", Verdict.BALANCED),
            SampleRuns.threshold("max < 20ms", ThresholdDocument.Verdict.HOLDS),
            SampleRuns.threshold("p99 < 20ms", ThresholdDocument.Verdict.BROKEN));

    assertEquals(
        """
        THRESHOLDS BROKEN  1 of 2 hold
          threshold   verdict     value  limit
          max < 20ms  HOLDS    45.68 ms  < 20 ms
          p99 < 20ms  BROKEN   45.68 ms  < 20 ms
          p99 was 45.68 ms; it must be < 20 ms\
        """,
        String.join("\n", lines(run, Terminal.PIPE).subList(2, 7)));
  }

  @Test
  void whatHeldARunBackStandsBetweenTheFirstNumbersAndTheTables() {
    RunDocument run = SampleRuns.diagnosed(SampleRuns.run("completed", Verdict.BALANCED));
    String text = text(run);
    assertTrue(
        text.contains(
            """
            ok after retries: 3 after 1, 1 after 2

            what held the run back
            Lock waits, likely
            The threads waited for locks in 62 % of their time.
            To do: find the rows that many transactions change.
            Seen in lock waits 480/s, 0:01 to 0:31.

            latency in ms, service time only
            """),
        text);
    assertTrue(
        HtmlReport.of(RunReport.of(run, ""), new Buckets())
            .contains("<h3>Lock waits, likely</h3>"));
  }

  private static List<String> lines(RunDocument run, Terminal terminal) {
    return TextReport.of(RunReport.of(run, ""), terminal);
  }

  private static String text(RunDocument run) {
    return String.join("\n", lines(run, Terminal.PIPE));
  }

  @Test
  void recordsThatAreStillComingAreNoFinding() {
    String text = text(SampleRuns.run("running", Verdict.INCOMPLETE));
    assertTrue(text.contains("AUDIT SO FAR  "), text);
    assertFalse(text.contains("INCOMPLETE"), text);
    assertTrue(text(SampleRuns.run("running", Verdict.CONFLICT)).contains("AUDIT CONFLICT"));
  }

  @Test
  void whatDoesNotBalanceIsNamed() {
    List<String> lines = lines(SampleRuns.run("lost", Verdict.INCOMPLETE), Terminal.PIPE);
    assertTrue(lines.contains("  agent-2: record 7 is missing"), lines.toString());
  }

  @Test
  void lostLoadAndAmendmentsStandOnTheFirstScreen() {
    RunDocument run =
        SampleRuns.run(
            "completed",
            Verdict.INCOMPLETE,
            new Delivery(0.619, List.of(new Delivery.Shortfall("a2", 0.238, 7_400))),
            new ResultSeal(
                "ab".repeat(32),
                Map.of("a1", 30L),
                "2026-01-02T03:05:00Z",
                List.of(
                    new ResultSeal.Amendment(
                        1, "2026-01-02T04:00:00Z", Map.of("a2", 2L), "cd".repeat(32)))));

    List<String> lines = lines(run, Terminal.PIPE);

    assertEquals(
        "DELIVERED  61.9 % of the planned agent time was delivered: "
            + "a2 delivered nothing after 2026-01-02T03:04:12Z",
        lines.get(3));
    assertEquals(
        "AMENDED 1  2 records of a2 came after the end; sealed 2026-01-02T04:00:00Z", lines.get(4));
    assertTrue(lines.contains("igenoltp completed, with losses"), lines.toString());
    assertTrue(
        lines.contains("sealed 2026-01-02T03:05:00Z, SHA-256 of its records " + "ab".repeat(32)),
        lines.toString());
    assertTrue(lines.contains("amendment 1, SHA-256 " + "cd".repeat(32)), lines.toString());
  }

  @Test
  void anAgentThatOnlyWatchesHasNoLatenciesAndNoStart() {
    RunDocument run = SampleRuns.run("completed", Verdict.BALANCED);
    AgentDocument loads =
        new AgentDocument("a1", 8, 0, 0, 0.5, run.summary(), HostDocument.UNKNOWN, Map.of());
    AgentDocument watches =
        new AgentDocument(
            "db",
            0,
            0,
            0,
            0,
            StatsDocument.ofTransactions(Tally.NONE, 30),
            HostDocument.UNKNOWN,
            Map.of());
    ObjectNode document = Json.mapper().valueToTree(run);
    document.set("agents", Json.mapper().valueToTree(List.of(loads, watches)));

    String text = text(Json.mapper().treeToValue(document, RunDocument.class));

    assertTrue(text.matches("(?s).*\\na1 +8 +1,233.27 +2 +12.35 +45.68 .* 0.500\\n.*"), text);
    assertTrue(text.matches("(?s).*\\ndb +0 +0.00 +0 +- +- +- +- +- +-\\n.*"), text);
  }

  private static RunDocument with(String field, List<?> values) {
    ObjectNode document = Json.mapper().valueToTree(SampleRuns.run("completed", Verdict.BALANCED));
    document.set(field, Json.mapper().valueToTree(values));
    return Json.mapper().treeToValue(document, RunDocument.class);
  }

  private static FigureDocument figure(Figure figure, double total, double value, long count) {
    return new FigureDocument(
        figure,
        figure.kind().adds() ? OptionalDouble.of(total) : OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        figure.kind().gauge() ? OptionalDouble.of(value) : OptionalDouble.empty(),
        Optional.of(SampleRuns.latency(count, 1, 1, 1, 2, 3, 4, 5, 6, 7))
            .filter(_ -> figure.kind().spreads()));
  }

  @Test
  void kindsOfTransactionsHaveATableAndStandInNoOther() {
    Figure orders =
        Figure.count("tpcc.nopm", "orders", "NOPM").in(Figure.HEADLINE).asShareOf(Figure.TIME);
    OptionalDouble none = OptionalDouble.empty();
    FigureDocument nopm =
        new FigureDocument(
            orders,
            OptionalDouble.of(411),
            OptionalDouble.of(20.573),
            none,
            none,
            OptionalDouble.of(1_234.4),
            Optional.empty());
    Figure efficiency = Figure.mean("tpcc.efficiency", "%", "efficiency").in(Figure.HEADLINE);
    String text =
        text(
            with(
                "figures",
                List.of(
                    figure(Figure.ofTransaction("buy"), 0, 0, 300),
                    figure(Figure.ofTransaction("sell"), 0, 0, 100),
                    figure(Figure.ofFailed("buy"), 2, 0, 0),
                    nopm,
                    figure(efficiency, 0, 95.96, 0))));
    assertTrue(
        text.contains(
            """
            transactions by kind, latency in ms
            kind  count   share  failed    p50    p90    p95    p99
            buy     300  75.0 %       2  1.000  2.000  3.000  4.000
            sell    100  25.0 %       -  1.000  2.000  3.000  4.000
            NOPM 1,234, TPM 73,996, efficiency 95.96 %
            """),
        text);
    assertFalse(text.contains("figure "), text);
  }

  /// It was told how good its generator was, and how many threads it had.
  @Test
  void aLoadIsToldWithoutWhatOnlyARunHas() {
    ObjectNode document = Json.mapper().valueToTree(SampleRuns.run("completed", Verdict.BALANCED));
    document.set("provenance", Json.mapper().valueToTree(Map.of(Facts.DATA_ONLY, "yes")));
    String text = text(Json.mapper().treeToValue(document, RunDocument.class));
    assertTrue(text.startsWith("AUDIT BALANCED"), text);
    assertTrue(text.contains("igenoltp completed\n\n"), text);
    assertTrue(text.contains("orders are stationary"), text);
  }

  /// They were left out.
  @Test
  void figuresOfTheHeadlineAreToldThoughTransactionsHaveOneKind() {
    Figure orders = Figure.mean("shop.rate", "%", "sold").in(Figure.HEADLINE);
    String text = text(with("figures", List.of(figure(orders, 0, 12.5, 0))));
    assertTrue(text.contains("\ntransactions\nsold 12.5 %, TPM 73,996\n"), text);
  }

  /// The lines were left out.
  @Test
  void aProgramIsToldWithItsLastLines() {
    String output = "ended with status 1\n" + "line\n".repeat(20) + "no such host";
    Observed seen = new Observed(5, new Seen(Subject.PROGRAM, "tool of a1", output));
    String text = text(with("observed", List.of(seen)));
    String told =
        """
        the last lines that each program wrote
        tool of a1
          status      ended with status 1
          output      line
                      line
        """;
    assertTrue(text.contains(told), text);
    assertTrue(text.contains("              line\n              no such host\n"), text);
    assertEquals(10, text.lines().filter(one -> one.matches("  (output)? +(line|no .*)")).count());
  }

  /// It was told twice.
  @Test
  void aCheckThatDoesNotHoldIsToldOnceBeforeTheNumbers() {
    ObjectNode document = Json.mapper().valueToTree(SampleRuns.run("completed", Verdict.CONFLICT));
    ObjectNode audit = (ObjectNode) document.get("audit");
    List<Check> checks =
        List.of(
            new Check("all there", false, false, "1 of 2"), new Check("hint", false, true, "x"));
    audit.set("checks", Json.mapper().valueToTree(checks));
    audit.set("findings", Json.mapper().valueToTree(List.of("all there: 1 of 2")));
    String text = text(Json.mapper().treeToValue(document, RunDocument.class));
    String first = text.substring(0, text.indexOf("igenoltp completed"));
    assertEquals(2, first.split("all there").length, first);
    assertTrue(first.contains("hint: DOES NOT HOLD, evidence only (x)"), first);
  }

  @Test
  void ofAgentsOnOneHostTheHostIsToldOnce() {
    Map<String, String> host = Map.of("boot", "b0");
    RunDocument run = SampleRuns.run("completed", Verdict.BALANCED);
    List<AgentDocument> agents =
        Stream.of(Map.entry("a 1", host), Map.entry("a2", host), Map.entry("db", Map.of("", "")))
            .map(one ->
                new AgentDocument(
                    one.getKey(), 1, 0, 0, 0, run.summary(), HostDocument.UNKNOWN, one.getValue()))
            .toList();
    List<FigureDocument> figures =
        Stream.of("a_1", "a2", "db")
            .map(word ->
                Figure.last("host.memory.used@" + word, "MiB", "used")
                    .in("Host of " + word + ", memory"))
            .map(figure -> figure(figure, 0, 7, 0))
            .toList();
    ObjectNode document = Json.mapper().valueToTree(with("figures", figures));
    document.set("agents", Json.mapper().valueToTree(agents));

    String text = text(Json.mapper().treeToValue(document, RunDocument.class));

    assertTrue(text.contains("Host of a_1\n"), text);
    assertTrue(text.contains("Host of db\n"), text);
    assertFalse(text.contains("Host of a2"), text);
  }

  @Test
  void aNarrowTerminalLosesColumnsButNotTheImportantOnes() {
    Terminal narrow = Terminal.of(Map.of("COLUMNS", "60", "NO_COLOR", "1"), true);
    List<String> lines = lines(SampleRuns.run("completed", Verdict.BALANCED), narrow);
    String header =
        lines.stream().filter(line -> line.startsWith("operation")).findFirst().orElseThrow();
    assertTrue(header.length() <= 60, header);
    assertTrue(header.contains("p99"), header);
    assertFalse(header.contains("p90"), header);
  }
}
