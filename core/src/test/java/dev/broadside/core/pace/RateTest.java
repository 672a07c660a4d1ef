package dev.broadside.core.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.pace.Rate.Constant;
import dev.broadside.core.pace.Rate.Plateau;
import dev.broadside.core.pace.Rate.Point;
import dev.broadside.core.pace.Rate.Ramp;
import dev.broadside.core.pace.Rate.Sine;
import dev.broadside.core.pace.Rate.Spike;
import dev.broadside.core.pace.Rate.Steps;
import dev.broadside.core.pace.Rate.Trace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class RateTest {
  private static final long SECOND = 1_000_000_000;
  private static final Duration TEN = Duration.ofSeconds(10);

  /// What happens, the rate, a moment in seconds, the rate then, the arrivals until then.
  private record Row(
      String sentence, Rate rate, double seconds, double perSecond, double arrivals) {
    @Override
    public String toString() {
      return sentence;
    }
  }

  static final List<Row> TABLE =
      List.of(
          new Row("a constant rate makes so many each second", new Constant(50), 3, 50, 150),
          new Row("nothing has arrived at the beginning", new Constant(50), 0, 50, 0),
          new Row("a rate may be less than one", new Constant(0.1), 25, 0.1, 2.5),
          new Row("half-way a ramp is half-way", new Ramp(0, 100, TEN), 5, 50, 125),
          new Row(
              "a ramp makes half of what its end rate would", new Ramp(0, 100, TEN), 10, 100, 500),
          new Row("a ramp's end stays", new Ramp(0, 100, TEN), 12, 100, 700),
          new Row("a ramp may fall", new Ramp(100, 0, TEN), 10, 0, 500),
          new Row("a ramp may fall to nothing and stay there", new Ramp(100, 0, TEN), 99, 0, 500),
          new Row("steps follow one another", steps(10, 0, 30), 21, 30, 130),
          new Row("a step of nothing adds nothing", steps(10, 0, 30), 20, 30, 100),
          new Row("the last step stays", steps(10, 0, 30), 50, 30, 1_000),
          new Row("a sine begins at its mean", new Sine(100, 80, TEN), 0, 100, 0),
          new Row(
              "a sine is highest after a quarter", new Sine(100, 80, TEN), 2.5, 180, 377.323954),
          new Row("half a sine is the richer half", new Sine(100, 80, TEN), 5, 100, 754.647909),
          new Row("a whole period makes the mean", new Sine(100, 80, TEN), 10, 100, 1_000),
          new Row("a thousand periods make a thousand", new Sine(100, 80, TEN), 10_000, 100, 1e6),
          new Row("before a spike there is the base", spike(), 5, 10, 50),
          new Row("in a spike there is the peak", spike(), 11, 500, 600),
          new Row("after a spike there is the base", spike(), 20, 10, 1_180),
          new Row("a trace is level before its first point", trace(), 1, 20, 20),
          new Row("a trace goes straight from point to point", trace(), 5, 40, 130),
          new Row("a trace may jump", trace(), 8, 5, 280),
          new Row("a trace is level after its last point", trace(), 18, 5, 330));

  private static Rate steps(double... levels) {
    return new Steps(
        java.util.Arrays.stream(levels).mapToObj(level -> new Plateau(level, TEN)).toList());
  }

  private static Rate spike() {
    return new Spike(10, 500, TEN, Duration.ofSeconds(2));
  }

  /// 20 until 2 s, up to 60 at 8 s, down to 5 at once.
  private static Rate trace() {
    return new Trace(List.of(point(2, 20), point(8, 60), point(8, 5)));
  }

  private static Point point(long seconds, double perSecond) {
    return new Point(Duration.ofSeconds(seconds), perSecond);
  }

  @ParameterizedTest
  @FieldSource("TABLE")
  void theTableHolds(Row row) {
    Curve curve = row.rate().curve();
    long nanos = Math.round(row.seconds() * SECOND);

    assertEquals(row.perSecond(), curve.perSecondAt(nanos), 1e-6);
    assertEquals(row.arrivals(), curve.arrivalsUntil(nanos), 1e-6);
  }

  @ParameterizedTest
  @FieldSource("TABLE")
  void theInverseIsTheInverseAndNeverGoesBack(Row row) {
    Curve curve = row.rate().curve();
    long before = 0;
    for (int k = 0; k < 2_000 && curve.nanosAt(k) < 10_000 * SECOND; k++) {
      long nanos = curve.nanosAt(k);
      assertTrue(nanos >= before, "arrival " + k);
      assertEquals(k, curve.arrivalsUntil(nanos), 1e-6 * (1 + curve.perSecondAt(nanos)));
      before = nanos;
    }
  }

  @Test
  void whereTheRateIsNothingAnArrivalWaitsForItsEnd() {
    Curve curve = steps(10, 0, 30).curve();

    assertEquals(20 * SECOND, curve.nanosAt(100));
    assertEquals(0, new Constant(10).curve().nanosAt(0));
    assertEquals(10 * SECOND, steps(0, 5).curve().nanosAt(0));
  }

  @Test
  void whatARateNeverMakesNeverComes() {
    assertEquals(Curve.NEVER, new Constant(0).curve().nanosAt(0));
    assertEquals(Curve.NEVER, new Ramp(100, 0, TEN).curve().nanosAt(500.5));
  }

  @Test
  void errorsDoNotAddUpOverAWeek() {
    long week = 7L * 86_400;
    assertEquals(
        week * SECOND, new Constant(1_000.0 / 3).curve().nanosAt(week * 1_000 / 3.0), 1_000);
    assertEquals(week * SECOND, new Sine(1_000, 900, TEN).curve().nanosAt(week * 1_000.0), 1_000);
  }

  @Test
  void aRateOutOfBoundsIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Constant(-1));
    assertThrows(IllegalArgumentException.class, () -> new Constant(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new Constant(2e7));
    assertThrows(IllegalArgumentException.class, () -> new Sine(10, 11, TEN));
    assertThrows(IllegalArgumentException.class, () -> new Steps(List.of()));
    assertThrows(
        IllegalArgumentException.class, () -> new Trace(List.of(point(2, 1), point(1, 1))));
  }
}
