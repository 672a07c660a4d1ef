package dev.broadside.core.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import dev.broadside.core.work.Figure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What people may write, what it means, and what they are told where it means nothing.
class ThresholdTextTest {
  private static final ThresholdCheck CLASS =
      new ThresholdCheck(
          List.of("select", "update"),
          List.of(
              Figure.duration("transaction.new_order", "New order"),
              Figure.count("tpcc.late", "transactions", "Late")));

  private static Threshold good(String text) {
    return switch (ThresholdText.read(text)) {
      case Parsed.Value<Threshold>(Threshold value) -> value;
      case Parsed.Wrong<Threshold>(Problem problem) -> throw new AssertionError(problem.sentence());
    };
  }

  private static String wrong(String text) {
    return switch (ThresholdText.read(text)) {
      case Parsed.Value<Threshold>(Threshold value) -> throw new AssertionError(value.text());
      case Parsed.Wrong<Threshold>(Problem problem) -> problem.sentence();
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p99<20ms                              | p99 < 20ms
          p99(new_order) < 20ms for 30s         | p99(new_order) < 20ms for 30s
          p99.9( select 1 )<=1.5 s for 90s abort| p99.9(select 1) <= 1.5s for 1m30s abort
          errors < 0.1%                         | errors < 0.1%
          throughput >= 9500/s abort after 10s  | throughput >= 9500/s abort after 10s
          throughput>1234567.5                  | throughput > 1234567.5
          host.cpu.idle@db-1 > 20 %             | host.cpu.idle@db-1 > 20%
          memory < 5 for 1m                     | memory < 5 for 1m
          connections <= 500 abort              | connections <= 500 abort
          p99 < 20ms in 9 of 10                 | p99 < 20ms in 9 of 10 intervals
          throughput > 5 in 1 of 2 intervals abort | throughput > 5 in 1 of 2 intervals abort
          """)
  void whatIsWrittenReadsBack(String text, String written) {
    assertEquals(written, good(text).text());
    assertEquals(good(text), good(written));
  }

  @Test
  void limitsAreTakenInTheUnitOfTheirFigure() {
    assertEquals(1_500, good("p50 < 1.5s").limitIn("ms"));
    assertEquals(0.25, good("max < 250us").limitIn("ms"));
    assertEquals(9_500, good("throughput > 9.5k/s").limitIn("/s"));
    assertEquals(9_500, good("steps > 9.5k/s").limitIn("steps/s"));
    assertEquals(20, good("p50 < 20").limitIn("ms"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p99                      | threshold: "p99" compares nothing; write it as
          p99 == 5                 | compares nothing
          < 5                      | does not begin with a figure
          P99 < 5                  | does not begin with a figure
          p99() < 5                | does not begin with a figure
          p99 < fast               | has no number as its limit
          p99 < 1e9ms              | the limit is in e9ms; p99 is in ms.
          p99 < 5 %                | the limit is in %; p99 is in ms.
          throughput > 5ms         | the limit is in ms; throughput is in /s.
          connections < 5ms        | connections has no unit.
          p99 < 5ms for ever       | has a time that cannot be read; write times such as 30s, 5m or 1h30m.
          p99 < 5ms for 0s         | has a time that cannot be read
          p99 < 5ms abort after x  | has a time that cannot be read
          p99 < 5ms until noon     | must go on with for, in or abort
          p99 < 5ms in 11 of 10    | asks for intervals that there cannot be
          p99 < 5ms in 0 of 10     | asks for intervals that there cannot be
          p99 < 5ms in 1 of 1001   | at least 2 and at most 1000
          p99 < 5ms for 1m in 1 of 2 | must go on with for, in or abort
          dropped(select) < 1%     | asks for dropped of a part of the transactions
          orders(select) < 1       | asks for orders of a part of the transactions
          """)
  void whatMeansNothingIsRefusedInOneSentence(String text, String told) {
    assertTrue(wrong(text).contains(told), wrong(text));
    assertTrue(wrong(text).startsWith("threshold: "), wrong(text));
  }

  /// Whatever is written is read at once, or refused; what is read reads back.
  @Test
  void anyTextIsReadOrRefused() {
    List<String> words =
        List.of(
            "p99",
            "(",
            ")",
            "select",
            "<",
            ">=",
            "20",
            "ms",
            "%",
            "for",
            "30s",
            "abort",
            "after",
            " in 9 of 10 intervals",
            " ",
            ".",
            "-",
            "é",
            "\n",
            "@",
            "1");
    RandomGenerator random = new SplittableRandom(7);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "" : "p99 < 2");
      for (int j = random.nextInt(8); j > 0; j--) {
        text.append(words.get(random.nextInt(words.size())));
      }
      if (ThresholdText.read(text.toString())
          instanceof Parsed.Value<Threshold>(Threshold threshold)) {
        read++;
        assertEquals(threshold, good(threshold.text()), text.toString());
      }
    }
    assertTrue(read > 1_000, "only " + read + " were any");
  }

  @Test
  void severalArePartedByCommasAndAreNotTooMany() {
    assertEquals(
        new Parsed.Value<>(List.of(good("p99 < 2ms"), good("errors < 1%"))),
        ThresholdText.readAll("p99<2ms, errors<1%,p99 < 2ms"));
    String many =
        String.join(
            ",", java.util.stream.IntStream.range(0, 51).mapToObj(i -> "p99<" + i).toList());
    assertTrue(
        ThresholdText.readAll(many) instanceof Parsed.Wrong<List<Threshold>>(Problem problem)
            && problem.what().contains("more than 50"));
  }

  private static Optional<String> problem(String text) {
    return CLASS
        .problems("/thresholds", List.of(good(text)), Duration.ofMinutes(1), Duration.ofSeconds(1))
        .stream()
        .map(Problem::sentence)
        .findFirst();
  }

  @Test
  void moreIntervalsThanAreMeasuredAreRefused() {
    assertEquals(Optional.empty(), problem("p99 < 2ms in 54 of 60 intervals"));
    assertTrue(problem("p99 < 2ms in 54 of 61 intervals").orElseThrow().contains("than the 60"));
  }

  @Test
  void whatTheJobClassDoesNotHaveIsRefusedWithWhatItHas() {
    for (String text :
        List.of(
            "p99 < 5ms for 1m",
            "p99(update) < 5ms",
            "p99(new_order) < 5ms",
            "mean(transaction.new_order) < 5ms",
            "tpcc.late < 5/s",
            "tpcc.late < 5 transactions/s",
            "host.cpu.idle@db > 5%")) {
      assertEquals(Optional.empty(), problem(text));
    }
    assertEquals(
        "/thresholds: in \"p99(delete) < 5ms\" the job class has no operation delete; use one of"
            + " new_order, select, update.",
        problem("p99(delete) < 5ms").orElseThrow());
    assertEquals(
        "/thresholds: in \"latency < 5ms\" there is no figure latency; use one of throughput,"
            + " goodput, attempts, statements, errors, retries, dropped, in_flight, connections,"
            + " failed, uncertain, retried, carried_over, mean, max,"
            + " p50, p99.9, transaction.new_order, tpcc.late, or the id of a host's figure.",
        problem("latency < 5ms").orElseThrow());
    assertEquals(
        List.of(
            "/drift: there is no figure nix; use one of throughput, p99, transaction.new_order,"
                + " tpcc.late, or the id of a host's figure.",
            "/drift: there is no figure tpcc.laet; did you mean tpcc.late?"),
        CLASS
            .driftProblems(
                "/drift",
                List.of("p99", "nix", "tpcc.late", "tpcc.laet", "host.cpu.idle@db"),
                List.of("throughput", "p99"))
            .stream()
            .map(Problem::sentence)
            .toList());
    assertEquals(
        "/thresholds: in \"in-flight < 5\" there is no figure in-flight; did you mean in_flight?",
        problem("in-flight < 5").orElseThrow());
    assertTrue(problem("tpcc.laet < 5").orElseThrow().contains("no figure tpcc.laet"));
    assertTrue(problem("tpcc.late < 5ms").orElseThrow().contains("is in transactions/s"));
    assertTrue(problem("p99 < 5ms for 2m").orElseThrow().contains("longer than what is measured"));
  }

  @Test
  void someOfSoManyIntervalsAreAtLeastOneOfTwoAndAtMostAllOfAThousand() {
    for (String some : List.of("1 of 2", "2 of 2", "1000 of 1000")) {
      assertTrue(good("p99 < 2ms in " + some).among().isPresent(), some);
    }
    for (String none : List.of("0 of 2", "1 of 1", "3 of 2", "1 of 1001")) {
      assertTrue(!wrong("p99 < 2ms in " + none).isEmpty(), none);
    }
  }

  @Test
  void aTimeIsAtMostTheLongestOfAJob() {
    String longest = Spans.format(Bounds.LONGEST);
    assertEquals(Optional.of(Bounds.LONGEST), good("p99 < 2ms for " + longest).window());
    String more = Spans.format(Bounds.LONGEST.plusSeconds(1));
    assertTrue(wrong("p99 < 2ms for " + more).contains("a time that cannot be read"));
  }

  @Test
  void thresholdsAreAtMostSoMany() {
    String most = "p99 < 2ms,".repeat(ThresholdText.MOST);
    assertEquals(1, ((Parsed.Value<List<Threshold>>) ThresholdText.readAll(most)).value().size());
    Parsed<List<Threshold>> more = ThresholdText.readAll(most + "p99 < 2ms");
    assertTrue(more instanceof Parsed.Wrong<List<Threshold>>);
  }

  @Test
  void aFigureWhoseFirstWordNobodyOfTheClassUsesMayBeAHosts() {
    assertEquals(Optional.empty(), problem("tpc.idle < 5"));
    assertEquals(Optional.empty(), problem("tpccs.idle < 5"));
    assertTrue(problem("tpcc.idle < 5").isPresent());
    assertTrue(problem("idle < 5").isPresent());
  }

  @Test
  void aPercentileOfAFigureThatKeepsNoValuesIsRefused() {
    assertTrue(problem("p99(tpcc.late) < 5ms").orElseThrow().contains("no operation tpcc.late"));
    assertEquals(Optional.empty(), problem("p99(transaction.new_order) < 5ms"));
  }

  /// What every run has goes before what a job class calls alike.
  @Test
  void aFigureOfEveryRunIsTheRunsOwn() {
    ThresholdCheck alike =
        new ThresholdCheck(List.of(), List.of(Figure.count("mean", "rows", "Mean")));
    assertEquals(
        List.of(),
        alike.problems(
            "/thresholds",
            List.of(good("mean < 5ms")),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1)));
  }

  @Test
  void ofMoreThanFortyNamesTheRestIsCounted() {
    assertTrue(offered(40).endsWith("op39."), offered(40));
    assertTrue(offered(41).endsWith("op39 and 1 more."), offered(41));
  }

  /// What is offered for an operation that there is not, of so many.
  private static String offered(int operations) {
    List<String> names = IntStream.range(0, operations).mapToObj(i -> "op" + i).toList();
    return new ThresholdCheck(names, List.of())
        .problems(
            "/thresholds",
            List.of(good("p99(none) < 5ms")),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1))
        .getFirst()
        .sentence();
  }
}
