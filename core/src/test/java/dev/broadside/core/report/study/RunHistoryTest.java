package dev.broadside.core.report.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.Setup;
import dev.broadside.core.report.Studies;
import dev.broadside.core.report.study.RunHistory.Change;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/// A definition over weeks: which run changed it, by how much, and what was different in it.
final class RunHistoryTest {
  private final RandomGenerator random = new SplittableRandom(5);

  /// So many nights at each level, in hundreds of transactions per second; a database of its own
  /// version behind each.
  private List<RunDocument> nights(int each, double... levels) {
    List<RunDocument> runs = new ArrayList<>();
    for (double level : levels) {
      for (int i = 0; i < each; i++) {
        double rate = 100 * level * (1 + 0.01 * random.nextGaussian());
        runs.add(Studies.night("v" + level, runs.size(), rate));
      }
    }
    return runs;
  }

  @Test
  void aChangeNamesItsSizeItsFirstRunAndWhatWasConfiguredDifferently() {
    RunHistory history = RunHistory.of("nightly", nights(14, 10, 9), List.of());
    assertEquals(28, history.runs().size());
    Change change = history.changes().getFirst();
    assertEquals(1, history.changes().size(), history.changes().toString());
    assertEquals("throughput", change.figure());
    assertFalse(change.levels().better());
    assertEquals(-10, change.levels().percent(), 1);
    assertEquals("night-13", change.lastRun());
    assertEquals("night-14", change.firstRun());
    assertTrue(change.confidence() > 0.99 && change.confidence() < 1, "" + change.confidence());
    assertEquals(
        List.of(new Setup.Difference("database.version", "v10.0", "v9.0")), change.differences());
  }

  @Test
  void onlyWhatTheNewestRunShowsIsNews() {
    List<RunDocument> runs = nights(14, 10, 9);
    int told = 0;
    for (int n = 15; n <= runs.size(); n++) {
      RunHistory before = RunHistory.of("nightly", runs.subList(0, n - 1), List.of());
      List<Change> news = RunHistory.of("nightly", runs.subList(0, n), List.of()).since(before);
      told += news.size();
      assertTrue(news.isEmpty() || n <= 18, "told with run " + n);
    }
    assertEquals(1, told);
  }

  @Test
  void aRunThatDidNotEndWellIsShownAndNotCounted() {
    List<RunDocument> runs = new ArrayList<>(nights(10, 10));
    runs.add(5, Studies.failed(Studies.night("v10.0", 99, 1)));
    RunHistory history = RunHistory.of("nightly", runs, List.of());
    assertFalse(history.runs().get(5).counted());
    assertEquals(List.of(), history.changes());
    assertEquals("", history.leftOut());
  }

  /// Nights of which something is known that is none of the target's.
  @ParameterizedTest
  @CsvSource({
    "/audit/verdict, INCOMPLETE, audit INCOMPLETE",
    "/generator/verdict, LIMITED, generator limited",
    "/job/state, cancelled, cancelled",
    "/delivery/share, 0.9, 90 % delivered",
  })
  void aNightThatSaysNothingOfTheTargetMakesNoChange(String where, String word, String leftOut) {
    List<RunDocument> runs = nights(14, 10, 8);
    List<RunDocument> doubted =
        IntStream.range(0, runs.size())
            .mapToObj(i -> i < 14 ? runs.get(i) : with(runs.get(i), where, word))
            .toList();

    RunHistory history = RunHistory.of("nightly", doubted, List.of());

    assertEquals(1, RunHistory.of("nightly", runs, List.of()).changes().size());
    assertEquals(List.of(), history.changes());
    assertEquals("", history.runs().get(13).leftOut());
    assertEquals(leftOut, history.runs().get(14).leftOut());
  }

  /// A run that counted late orders and reads of files.
  private static RunDocument counting(RunDocument run, double late, String threshold) {
    OptionalDouble none = OptionalDouble.empty();
    Figure orders = Figure.count("shop.late", "orders", "Late orders");
    List<FigureDocument> figures = new ArrayList<>();
    for (Figure one : List.of(orders, DatabaseFigures.READS, DatabaseFigures.WRITES)) {
      OptionalDouble rate = OptionalDouble.of(one.equals(orders) ? late : 40);
      figures.add(new FigureDocument(one, rate, rate, none, none, none, Optional.empty()));
    }
    ThresholdDocument asked =
        new ThresholdDocument(
            new ThresholdDocument.Asked(threshold + " < 9", threshold, "<", 9, "/s"),
            ThresholdDocument.Verdict.HOLDS,
            new ThresholdDocument.Found(none, false, none),
            "");
    ObjectNode tree = Json.mapper().valueToTree(run);
    tree.set("figures", Json.mapper().valueToTree(figures));
    tree.set("thresholds", Json.mapper().valueToTree(ThresholdVerdicts.of(List.of(asked)).get()));
    return Json.mapper().treeToValue(tree, RunDocument.class);
  }

  @Test
  void itHasTheJobsOwnFiguresAndTheDatabasesAndWatchesThoseThatUsersAskedFor() {
    List<RunDocument> plain = nights(28, 10);
    List<RunDocument> runs = new ArrayList<>();
    List<RunDocument> unasked = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      double late = (i < 14 ? 4 : 6) + 0.01 * random.nextGaussian();
      runs.add(i < 3 ? plain.get(i) : counting(plain.get(i), late, "shop.late"));
      unasked.add(counting(plain.get(i), late, "errors"));
    }

    RunHistory history = RunHistory.of("nightly", runs, List.of());

    assertEquals(
        List.of("shop.late", "db_iops"), history.columns().stream().map(one -> one.id()).toList());
    assertTrue(Double.isNaN(history.runs().getFirst().of("shop.late")));
    assertEquals(6, history.runs().getLast().of("shop.late"), 0.1);
    assertEquals(80, history.runs().getLast().of("db_iops"));
    assertEquals("orders/s", history.unit("shop.late"));
    assertEquals(1, history.changes().size(), history.changes().toString());
    Change change = history.changes().getFirst();
    assertEquals("shop.late", change.figure());
    assertEquals("night-14", change.firstRun());
    assertEquals(50, change.levels().percent(), 1);
    RunHistory other = RunHistory.of("nightly", unasked, List.of());
    assertEquals(List.of(), other.changes());
    assertEquals(
        List.of("errors", "shop.late", "db_iops"),
        other.columns().stream().map(one -> one.id()).toList());
  }

  private static RunDocument with(RunDocument run, String where, String word) {
    ObjectNode tree = Json.mapper().valueToTree(run);
    String[] path = where.split("/");
    if (path[1].equals("delivery")) {
      Delivery.Shortfall lost = new Delivery.Shortfall("a", Double.parseDouble(word), 9_000);
      Delivery delivery = new Delivery(Double.parseDouble(word), List.of(lost));
      tree.set("delivery", Json.mapper().valueToTree(delivery));
    } else {
      ((ObjectNode) tree.path(path[1])).put(path[2], word);
    }
    return Json.mapper().treeToValue(tree, RunDocument.class);
  }

  @Test
  void runsWithoutAReadableResultAreCounted() {
    RunHistory history = RunHistory.of("nightly", List.of(), List.of("night-3"));
    assertEquals("1 run is left out: its result cannot be read by this version", history.leftOut());
  }
}
