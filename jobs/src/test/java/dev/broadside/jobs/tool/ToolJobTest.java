package dev.broadside.jobs.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Verification.Verdict;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs that print what real ones have printed, and such as lie, hang or die.
class ToolJobTest {
  private static final String OWN =
      """
      seconds = ^t=(\\S+)
      rate transactions = \\btps=(\\S+)
      rate rows = \\brows=(\\S+)
      highest p95 ms = \\bp95=(\\S+)
      total transactions = ^done (\\S+)
      total rows = \\bof (\\S+) rows
      """;

  @TempDir Path folder;

  private JobTester script(String... lines) throws IOException {
    Path file = Files.writeString(folder.resolve("script"), String.join("\n", lines) + "\n");
    return JobTester.of(new ToolJob())
        .with("command", "sh " + file + " {agent} {agents} {threads} '{host} x'")
        .with("format", "regex")
        .with("figures", OWN);
  }

  /// What a program has printed, taken from a file beside this test.
  private JobTester recorded(String format, String name) throws IOException {
    Path file = folder.resolve(name);
    try (var in = ToolJobTest.class.getResourceAsStream(name + ".txt")) {
      Files.write(file, in.readAllBytes());
    }
    return JobTester.of(new ToolJob()).with("command", "cat " + file).with("format", format);
  }

  private static void run(JobTester job) throws Exception {
    assertEquals(List.of(), job.refusals());
    try (TestRun run = job.open()) {
      run.iterate(1);
    }
  }

  private static Failure failed(JobTester job) throws Exception {
    run(job);
    assertEquals(1, job.totals().transactions().failed());
    assertEquals(Verdict.BROKEN, job.verify().verdict());
    return job.totals().failures().getFirst();
  }

  private static void told(String expected, JobTester job) throws Exception {
    String message = failed(job).message();
    assertTrue(message.contains(expected), message);
  }

  @ParameterizedTest
  @CsvSource({
    "sysbench, 'tool.queries', 25664, 1604",
    "pgbench, 'tool.failed', 0, 2028",
    "fio, 'tool.bytes', 983040, 240",
    "mysqlslap, '', 0, 1000"
  })
  void whatARealProgramPrintedIsCountedToTheLast(
      String format, String figure, long amount, long transactions) throws Exception {
    JobTester job = recorded(format, format);
    run(job);
    assertEquals(
        transactions, job.totals().transactions().ok(), () -> "" + job.totals().failures());
    if (!figure.isEmpty()) {
      assertEquals(amount, job.totals().figure(figure));
    }
    assertEquals(Verdict.HOLDS, job.verify().verdict());
  }

  /// mariadb-slap says that it did all its queries, with status 0, though it could not connect.
  @Test
  void aProgramThatSaysItFailedHasFailedWhateverItCounts() throws Exception {
    told("it says `mariadb-slap: Error when", recorded("mysqlslap", "mysqlslap-failed"));
  }

  @Test
  void linesAreCountedAndTheOwnTotalIsTheTruth() throws Exception {
    JobTester job =
        script(
            "echo $1 $2 $3 \"$4\" $# > " + folder.resolve("words"),
            "echo t=1 tps=10 rows=100 p95=3.5",
            "echo t=2.5 tps=20 rows=100 p95=4.5",
            "echo done 47 of 260 rows");
    assertEquals(List.of(), job.refusals());
    try (TestRun run = job.threads(1).open()) {
      run.iterate(1);
      assertEquals(4.5, run.gauge(1));
      assertTrue(Double.isNaN(run.gauge(1)), "it is told once");
    }
    assertEquals(47, job.totals().transactions().ok(), () -> "" + job.totals().failures());
    assertEquals(260, job.totals().figure("tool.rows"));
    String words = Files.readString(folder.resolve("words"));
    assertTrue(words.matches("0 1 1 \\S+ x 4\n"), words);
  }

  @Test
  void jsonLinesAreReadByTheNamesOfTheirFields() throws Exception {
    JobTester job =
        script("echo '{\"at\": 1, \"tps\": 12.0}'", "echo '{\"tx\":\"14\",\"took\":2}'")
            .with("format", "jsonl")
            .with("figures", "seconds = at ;; rate transactions = tps ;; total transactions = tx");
    run(job);
    assertEquals(14, job.totals().transactions().ok(), () -> "" + job.totals().failures());
  }

  @Test
  void aHistogramIsAddedAsFarAsItHasGrown() throws Exception {
    JobTester job =
        script("echo '1.5|2 3|1'", "echo '1.5|5 3|1 4|10000'", "echo done 5")
            .with(
                "figures",
                "total transactions = done (\\d+)\nhistogram wait ms = ([\\d.]+)\\|(\\d+)");
    run(job);
    long millis = job.totals().figure("tool.wait") / 1_000;
    assertEquals((5 * 1_500 + 3_000 + 10_000 * 4_000L), millis);
  }

  @Test
  void whatDoesNotParseFailsAndIsNeverZero() throws Exception {
    String nothing = failed(script(":")).message();
    assertTrue(nothing.endsWith("it wrote nothing"), nothing);
    told("its output is not whole", script("echo hello"));
    told("its last line is `hello`", script("echo hello"));
    told("did no transaction", script("echo done 0"));
    told("writes `-5` where a number", script("echo t=1 tps=-5", "echo done 5"));
    told("writes `NaN` where a number", script("echo t=1 tps=NaN", "echo done 5"));
    told("writes `1e99` where a number", script("echo done 1e99"));
    told(
        "add up to 100 transactions, and its own total is 50",
        script("echo t=1 tps=100 ", "echo t=1.01 tps=0", "echo done 50"));
  }

  @Test
  void aStatusOtherThanZeroFails() throws Exception {
    JobTester job = script("echo t=1 tps=10", "echo done 10", "echo cannot go on >&2", "exit 3");
    told("it ended with status 3; its last line is `cannot go on`", job);
    assertEquals(9, job.totals().transactions().ok(), "what it told is kept");
  }

  @Test
  void hostileOutputIsBoundedAndEscaped() throws Exception {
    JobTester job =
        script(
            "head -c 10000000 /dev/zero | tr '\\0' x",
            "echo",
            "printf 'evil \\033[2J \\007 \\001\\n'",
            "exit 1");
    String message = failed(job).message();
    assertTrue(message.contains("`evil ?[2J ? ?`"), message);
    assertTrue(message.length() < 1_000, message);
  }

  @Test
  void aChildThatKeepsTheOutputOpenIsNotWaitedForForever() throws Exception {
    Path pid = folder.resolve("pid");
    JobTester job = script("sleep 1000 & echo $! > " + pid, "echo done 3");
    run(job);
    long child = Long.parseLong(Files.readString(pid).strip());
    assertTrue(ProcessHandle.of(child).orElseThrow().destroyForcibly());
    assertEquals(3, job.totals().transactions().ok(), () -> "" + job.totals().failures());
  }

  @Test
  void aProgramThatIgnoresTermIsKilledWhenTheRunIsClosed() throws Exception {
    Path pid = folder.resolve("pid");
    JobTester job = script("trap '' TERM INT HUP", "echo $$ > " + pid, "while :; do sleep 1; done");
    try (TestRun run = job.open()) {
      Thread stops =
          Thread.ofPlatform()
              .start(() -> {
                while (!Files.exists(pid)) {
                  Thread.onSpinWait();
                }
                job.stop();
              });
      run.iterate(1);
      stops.join();
    }
    Failure failure = job.totals().failures().getFirst();
    assertTrue(failure.message().contains("the job was stopped"), failure::message);
    long number = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle.of(number).ifPresent(process -> process.onExit().join());
    assertFalse(ProcessHandle.of(number).isPresent());
  }

  @Test
  void whatCannotWorkIsToldBeforeAnythingStarts() throws Exception {
    refused(
        "there is no program no-such-program", script(":").with("command", "no-such-program x"));
    refused("a quote that is not closed", script(":").with("command", "sh 'x"));
    refused("nothing reads the program's own total", script(":").with("figures", ""));
    refused(
        "nothing reads how long it has run",
        script(":").with("figures", "rate x = (.)\ntotal transactions = (.)"));
    refused("it is no declaration", script(":").with("figures", "transactions = (.)"));
    refused("too few groups", script(":").with("figures", "total transactions = x"));
    refused("the regular expression is wrong", script(":").with("figures", "mean x = ("));
    refused("its unit is ns, us, ms or s", script(":").with("figures", "histogram x = (.)(.)"));
  }

  private static void refused(String expected, JobTester job) throws Exception {
    String told = job.refusals().toString();
    assertTrue(told.contains(expected), told);
  }
}
