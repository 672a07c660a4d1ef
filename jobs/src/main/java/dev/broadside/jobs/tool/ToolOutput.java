package dev.broadside.jobs.tool;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import dev.broadside.jobs.tool.ToolReading.Kind;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/// Reads what one program writes, line by line, and counts it.
///
/// Rates are turned into amounts as they come, each for the time since the line before. What the
/// program itself says that it has counted is the truth: at the end the rest is counted, and if the
/// lines have told more than that, nothing is right. One transaction is held back until then: it is
/// the iteration's own.
///
/// For one thread, except for [#gauge(int)].
final class ToolOutput {
  private static final int MOST_LINES = 40;
  private static final int LONGEST_SHOWN = 200;
  private static final int LONGEST_TAIL = 3_600;
  private static final int LONGEST_RECORD = 4 << 20;
  private static final double MOST = 1e15;

  /// How many values an iteration may add before they are counted.
  private static final int VALUES_AT_ONCE = 4_000;

  /// More would keep the thread busy for seconds.
  private static final long MOST_TIMES = 100_000_000;

  /// The part of the newest rate that waits for the next line: a program measures its own intervals
  /// a little differently from what it prints.
  private static final double HELD_BACK = 0.01;

  private static final int TRANSACTIONS = 0;

  private final List<ToolReading> readings;

  /// The figure of each reading: its index and 1, or [#TRANSACTIONS].
  private final int[] figures;

  /// By figure: what the rates come to, what of it is held back, and what was counted already.
  private final double[] told;

  private final double[] held;
  private final long[] counted;
  private final OptionalLong[] totals;

  private final double[] gauges;
  private final Map<ToolReading, Map<Long, Long>> histograms = new HashMap<>();
  private final Deque<String> tail = new ArrayDeque<>();

  /// The figures of which nothing has been told: what is counted of them is 0 and means nothing.
  private final Set<String> silent;

  private Optional<StringBuilder> record = Optional.empty();
  private double seconds;
  private boolean whole;
  private long lines;
  private long read;

  ToolOutput(List<ToolReading> readings) {
    this.readings = readings;
    List<String> all = ToolFormat.figures(readings).stream().map(Figure::id).toList();
    this.figures =
        readings.stream()
            .mapToInt(one -> one.figure().map(Figure::id).map(all::indexOf).orElse(-1) + 1)
            .toArray();
    int size = all.size() + 1;
    this.told = new double[size];
    this.held = new double[size];
    this.counted = new long[size];
    this.totals = new OptionalLong[size];
    Arrays.fill(totals, OptionalLong.empty());
    this.gauges = new double[size];
    Arrays.fill(gauges, Double.NaN);
    this.silent =
        readings.stream().map(ToolReading::name).collect(Collectors.toCollection(TreeSet::new));
    silent.remove("");
    this.whole = readings.stream().noneMatch(one -> one.kind() == Kind.LAST);
  }

  /// Takes a line, and counts what it tells.
  ///
  /// @throws ToolFailure if a figure in it is no number from 0 on
  void take(String line, Iteration iteration) throws ToolFailure {
    lines++;
    tail.add(PlainText.line(line, LONGEST_SHOWN));
    if (tail.size() > MOST_LINES) {
      tail.remove();
    }
    Optional<String> text = framed(line);
    if (text.isPresent() && read(text.get(), iteration)) {
      read++;
      count(iteration);
    }
  }

  /// The line, or the record that it completes; empty within a record.
  private Optional<String> framed(String line) throws ToolFailure {
    if (record.isEmpty() && is(Kind.FROM, line)) {
      record = Optional.of(new StringBuilder());
    }
    if (record.isEmpty()) {
      return Optional.of(line);
    }
    StringBuilder text = record.get().append(line).append('\n');
    if (text.length() > LONGEST_RECORD) {
      throw wrong("a record in its output has more than 4 MiB");
    }
    if (!is(Kind.TO, line)) {
      return Optional.empty();
    }
    record = Optional.empty();
    return Optional.of(text.toString());
  }

  private boolean is(Kind kind, String line) {
    return readings.stream()
        .anyMatch(one -> one.kind() == kind && one.pattern().matcher(line).find());
  }

  private boolean read(String text, Iteration iteration) throws ToolFailure {
    double before = seconds;
    boolean any = false;
    for (int i = 0; i < readings.size(); i++) {
      ToolReading reading = readings.get(i);
      Matcher matcher = reading.pattern().matcher(text);
      if (!matcher.find()) {
        continue;
      }
      any = true;
      silent.remove(reading.name());
      int figure = figures[i];
      switch (reading.kind()) {
        case SECONDS -> seconds = number(matcher, 1);
        case RATE -> {
          double more = number(matcher, 1) * Math.max(0, seconds - before);
          told[figure] += more;
          held[figure] = more * HELD_BACK;
        }
        case TOTAL -> totals[figure] = OptionalLong.of(sum(matcher));
        case HIGHEST, MEAN -> gauge(figure, number(matcher, 1));
        case HISTOGRAM -> add(figure - 1, reading, times(matcher, reading), iteration);
        case LAST -> whole = true;
        case FAILS -> throw wrong("it says `%s`".formatted(PlainText.line(text, LONGEST_SHOWN)));
        case FROM, TO -> {}
      }
    }
    return any;
  }

  private static long sum(Matcher matcher) throws ToolFailure {
    double sum = 0;
    do {
      double product = 1;
      for (int group = 1; group <= matcher.groupCount(); group++) {
        product *= number(matcher, group);
      }
      sum += product;
    } while (matcher.find());
    return Math.round(sum);
  }

  private static Map<Long, Long> times(Matcher matcher, ToolReading reading) throws ToolFailure {
    double unit = ToolReading.nanos(reading.unit()).orElseThrow();
    Map<Long, Long> times = new HashMap<>();
    do {
      long nanos = Math.round(number(matcher, 1) * unit);
      times.merge(nanos, Math.round(number(matcher, 2)), Long::sum);
    } while (matcher.find());
    return times;
  }

  /// Adds what a histogram has more than before: it tells of all times so far.
  private void add(int figure, ToolReading reading, Map<Long, Long> times, Iteration iteration)
      throws ToolFailure {
    Map<Long, Long> before = histograms.computeIfAbsent(reading, _ -> new HashMap<>());
    int added = 0;
    for (Map.Entry<Long, Long> one : times.entrySet()) {
      long more = one.getValue() - before.getOrDefault(one.getKey(), 0L);
      if (more > MOST_TIMES) {
        throw wrong("its histogram has %,d values more at once".formatted(more));
      }
      for (long i = 0; i < more; i++) {
        iteration.add(figure, one.getKey());
        if (++added % VALUES_AT_ONCE == 0) {
          iteration.ended(0);
        }
      }
    }
    before.putAll(times);
  }

  private static double number(Matcher matcher, int group) throws ToolFailure {
    String text = Optional.ofNullable(matcher.group(group)).orElse("");
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && value <= MOST) {
        return value;
      }
    } catch (NumberFormatException _) {
      // Told below.
    }
    throw wrong(
        "it writes `%s` where a number from 0 on belongs: `%s`"
            .formatted(PlainText.line(text, 40), PlainText.line(matcher.group(), LONGEST_SHOWN)));
  }

  private void count(Iteration iteration) {
    for (int figure = TRANSACTIONS + 1; figure < counted.length; figure++) {
      long more = due(figure) - counted[figure];
      if (more > 0) {
        iteration.add(figure - 1, more);
        counted[figure] += more;
      }
    }
    long more = Math.max(0, due(TRANSACTIONS) - 1 - counted[TRANSACTIONS]);
    counted[TRANSACTIONS] += more;
    iteration.ended(more);
  }

  private long due(int figure) {
    return totals[figure].orElse((long) (told[figure] - held[figure]));
  }

  /// Holds the output against itself when the program has ended well: the iteration may end, and is
  /// the last transaction.
  ///
  /// @throws ToolFailure if it is not whole, or contradicts itself
  void finish() throws ToolFailure {
    if (lines == 0) {
      throw wrong("it wrote nothing");
    }
    if (!whole || totals[TRANSACTIONS].isEmpty()) {
      throw wrong(
          "its output is not whole: it has no line that format and figures read as "
              + (whole ? "its total of transactions" : "its last one")
              + "; its last line is `"
              + tail.peekLast()
              + "`");
    }
    if (totals[TRANSACTIONS].getAsLong() == 0) {
      throw wrong("by its own count it did no transaction");
    }
    for (int figure = 0; figure < counted.length; figure++) {
      long own = figure == TRANSACTIONS ? 1 : 0;
      if (totals[figure].isPresent() && counted[figure] + own > totals[figure].getAsLong()) {
        throw wrong(
            "its lines add up to %,d %s, and its own total is %,d"
                .formatted(counted[figure] + own, name(figure), totals[figure].getAsLong()));
      }
    }
  }

  private String name(int figure) {
    for (int i = 0; i < figures.length; i++) {
      if (figures[i] == figure && readings.get(i).kind() == Kind.TOTAL) {
        return readings.get(i).name();
      }
    }
    return ToolReading.TRANSACTIONS;
  }

  private static ToolFailure wrong(String what) {
    return new ToolFailure(ErrorClass.OTHER, what);
  }

  private synchronized void gauge(int figure, double value) {
    gauges[figure] = value;
  }

  /// The newest reading of a gauge since it was last asked for; not a number if the program has
  /// told none since. May be called by any thread.
  synchronized double takeGauge(int figure) {
    double value = gauges[figure + 1];
    gauges[figure + 1] = Double.NaN;
    return value;
  }

  /// How much of the output was understood, and its end, for people.
  String told() {
    String end = String.join("\n", tail);
    return "%,d lines, of which %,d told something; %s transactions by its own count%s\n%s"
        .formatted(
            lines,
            read,
            totals[TRANSACTIONS].isPresent()
                ? "%,d".formatted(totals[TRANSACTIONS].getAsLong())
                : "no",
            silent.isEmpty() ? "" : "; it says nothing of " + String.join(", ", silent),
            end.substring(Math.max(0, end.length() - LONGEST_TAIL)));
  }

  /// Its last line that is not empty.
  String lastLine() {
    return tail.reversed().stream().filter(one -> !one.isBlank()).findFirst().orElse("");
  }
}
