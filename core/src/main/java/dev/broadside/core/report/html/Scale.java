package dev.broadside.core.report.html;

import dev.broadside.core.figures.NumberText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/// An axis: the positions of values, and the texts beside it.
///
/// @param log whether it is logarithmic; then both ends are above 0
/// @param ticks ascending, within the ends
/// @param words the text at a tick
record Scale(
    double from, double to, boolean log, List<Double> ticks, DoubleFunction<String> words) {
  /// If the highest value is more than this many times the middle one, a linear axis does not show
  /// both.
  private static final double WIDE = 20;

  private static final int MOST_TICKS = 6;

  /// Round steps of a time axis, in milliseconds.
  private static final double[] TIMES = {
    1, 10, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5,
    108e5, 216e5, 432e5, 864e5, 1728e5, 6048e5
  };

  /// The position of a value, from 0 to 1.
  double place(double value) {
    double place =
        log
            ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
            : (value - from) / (to - from);
    return Math.clamp(place, 0, 1);
  }

  /// An axis for amounts: from 0, or logarithmic if they span too much to be seen otherwise.
  ///
  /// @param logarithmic whether it may be logarithmic
  static Scale of(double[] values, boolean logarithmic) {
    double[] known = DoubleStream.of(values).filter(Double::isFinite).sorted().toArray();
    double most = known.length == 0 ? 0 : known[known.length - 1];
    double least = DoubleStream.of(known).filter(value -> value > 0).findFirst().orElse(most);
    double middle = known.length == 0 ? 0 : known[known.length / 2];
    return logarithmic && middle > 0 && most / middle > WIDE
        ? decades(least, most)
        : linear(most > 0 ? most : 1);
  }

  /// An axis from 0 to a last value, which lies at the end.
  static Scale upTo(double last) {
    Scale round = linear(last > 0 ? last : 1);
    List<Double> ticks = round.ticks.stream().filter(tick -> tick <= last).toList();
    return new Scale(0, Math.max(last, round.to / 1e3), false, ticks, round.words);
  }

  private static Scale linear(double most) {
    double power = Math.pow(10, Math.floor(Math.log10(most / 4)));
    double step =
        DoubleStream.of(1, 2, 2.5, 5, 10)
            .map(factor -> factor * power)
            .filter(one -> most / one <= 4)
            .findFirst()
            .orElse(10 * power);
    double top = step * Math.ceil(most / step * 0.999_999);
    return new Scale(0, top, false, steps(0, top, step), NumberText::axis);
  }

  /// A logarithmic axis from end to end.
  ///
  /// @param from a number above 0
  static Scale logarithmic(double from, double to) {
    List<Double> ticks = multiples(from, to, 1, 2, 5);
    return new Scale(
        from,
        to,
        true,
        ticks.size() > MOST_TICKS ? multiples(from, to, 1) : ticks,
        NumberText::axis);
  }

  /// The given multiples of each power of ten, as far as they lie between the ends.
  private static List<Double> multiples(double from, double to, int... factors) {
    List<Double> all = new ArrayList<>();
    for (double power = Math.pow(10, Math.floor(Math.log10(from))); power <= to; power *= 10) {
      for (int factor : factors) {
        if (factor * power >= from && factor * power <= to) {
          all.add(factor * power);
        }
      }
    }
    return all;
  }

  private static Scale decades(double least, double most) {
    int first = (int) Math.floor(Math.log10(least));
    int last = (int) Math.ceil(Math.log10(most));
    int stride = 1 + (last - first) / MOST_TICKS;
    List<Double> ticks = new ArrayList<>();
    for (int power = first; power <= last; power += stride) {
      ticks.add(Math.pow(10, power));
    }
    return new Scale(Math.pow(10, first), Math.pow(10, last), true, ticks, NumberText::axis);
  }

  /// An axis for shares in nines, with a tick at the median and at each nine.
  static Scale nines(double last) {
    List<Double> ticks = new ArrayList<>(List.of(Math.log10(2)));
    for (double nines = 1; nines <= last; nines++) {
      ticks.add(nines);
    }
    return new Scale(0, last, false, ticks, Scale::percent);
  }

  private static String percent(double nines) {
    return new BigDecimal(100 * (1 - Math.pow(10, -nines)))
            .setScale(Math.max(0, (int) nines - 2), RoundingMode.HALF_UP)
            .toPlainString()
        + " %";
  }

  /// An axis for milliseconds from the common start.
  static Scale time(double from, double to) {
    double end = Math.max(to, from + 1);
    double step =
        DoubleStream.of(TIMES)
            .filter(one -> (end - from) / one <= MOST_TICKS)
            .findFirst()
            .orElse((end - from) / MOST_TICKS);
    double first = step * Math.ceil(from / step);
    return new Scale(from, end, false, steps(first, end, step), at -> clock(at, step));
  }

  private static List<Double> steps(double first, double last, double step) {
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; first + i * step <= last * 1.000_001; i++) {
      ticks.add(first + i * step);
    }
    return ticks;
  }

  private static String clock(double at, double step) {
    return step < 1e3
        ? NumberText.axis(at / 1e3) + " s"
        : step < 6e4 && at < 12e4
            ? Math.round(at / 1e3) + " s"
            : step < 36e5 && at < 108e5
                ? minutes(at)
                : at % 36e5 == 0 && at < 1728e5
                    ? Math.round(at / 36e5) + " h"
                    : NumberText.axis(at / 864e5) + " d";
  }

  private static String minutes(double at) {
    long seconds = Math.round(at / 1e3);
    return seconds % 60 == 0
        ? seconds / 60 + " min"
        : String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
