package dev.broadside.core.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.html.ChartDrawing.Line;
import dev.broadside.core.report.section.Block.Shade;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChartDrawingTest {
  private static final double[] X = {0, 1_000, 2_000, 3_000, 4_000};

  private static ChartDrawing chart(double... values) {
    return new ChartDrawing("Throughput", "per second", Scale.time(0, 4_000), X)
        .line(new Line("ok", values, values));
  }

  /// What the first line draws.
  private static String path(ChartDrawing chart) {
    Matcher path =
        Pattern.compile(" d=\"(M[^\"]*)\" class=\"(?:line|band)").matcher("" + chart.figure());
    assertTrue(path.find(), () -> "" + chart.figure());
    return path.group(1);
  }

  @Test
  void whatIsNotKnownIsAGapAndOnePointAloneIsSeen() {
    assertEquals(
        "M0 750L250 500M750 250h0", path(chart(25, 50, Double.NaN, 75, Double.NaN).line(top())));
  }

  /// Keeps the axis at 100.
  private static Line top() {
    double[] all = {100, 100, 100, 100, 100};
    return new Line("top", all, all);
  }

  @Test
  void severalIntervalsAreABandFromTheLowestToTheHighest() {
    ChartDrawing chart =
        new ChartDrawing("p99", "ms", Scale.time(0, 4_000), X)
            .line(
                new Line(
                    "p99", new double[] {0, 0, 0, 0, 0}, new double[] {100, 50, 100, 50, 100}));
    assertEquals(
        "M0 0L250 500L500 0L750 500L1000 0L1000 1000L750 1000L500 1000L250 1000L0 1000Z",
        path(chart));
  }

  @Test
  void marksAreNumberedAndPhasesAreNot() {
    String svg =
        ""
            + chart(1, 2, 3, 4, 5)
                .shades(
                    List.of(
                        new Shade(0, 1_000, "", "warm-up, not measured"),
                        new Shade(2_000, 2_000, "1", "note: <b>\u202e")))
                .figure();
    assertTrue(svg.contains("class=\"phase\""), svg);
    assertTrue(svg.contains("note: &lt;b&gt;?"), svg);
    assertTrue(svg.contains(">1</text>"), svg);
  }

  @Test
  void axesAreRoundAndLogarithmicWhereNothingElseShowsThem() {
    assertEquals("0 25 50 75 100", words(Scale.of(new double[] {97}, true)));
    assertEquals("0 0.2 0.4 0.6 0.8", words(Scale.of(new double[] {0.7}, true)));
    assertEquals("1 10 100 1,000", words(Scale.of(new double[] {2, 3, 900}, true)));
    assertEquals("0 20k 40k 60k 80k", words(Scale.of(new double[] {71_234}, false)));
    assertEquals("0 s 10 s 20 s 30 s 40 s", words(Scale.time(0, 44_000)));
    assertEquals("0 min 2 min 4 min 6 min 8 min 10 min", words(Scale.time(0, 600_000)));
    assertEquals("0 h 12 h 24 h 36 h 2 d", words(Scale.time(0, 48 * 3_600_000.0)));
  }

  private static String words(Scale scale) {
    return scale.ticks().stream().map(scale.words()::apply).collect(Collectors.joining(" "));
  }

  @Test
  void aLineOfWhichNothingIsKnownIsNone() {
    double none = Double.NaN;
    assertTrue(chart(none, none, none, none, none).isEmpty());
    assertTrue(chart(0, 0, none, 0, 0).flat());
    assertFalse(chart(0, 0, 1, 0, 0).flat());
  }
}
