package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunHistory.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

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
    assertFalse(change.better());
    assertEquals(-10, change.percent(), 1);
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

  @Test
  void runsWithoutAReadableResultAreCounted() {
    RunHistory history = RunHistory.of("nightly", List.of(), List.of("night-3"));
    assertEquals("1 run is left out: its result cannot be read by this version", history.leftOut());
    String earlier = "{\"definition\":\"nightly\",\"runs\":[],\"changes\":[],\"chance\":0.01}";
    assertEquals(List.of(), Json.mapper().readValue(earlier, RunHistory.class).unreadable());
  }
}
