package dev.broadside.client.watch;

import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The figures of this host, from the counters of its kernel; there are none except on Linux. The
/// devices are chosen at the beginning, from those that have been used until then. For one thread.
public final class HostFigures implements FigureSource {
  private static final long WRAP = 1L << 32;
  private static final Set<Integer> DISK_TIMES = Set.of(3, 7, 9, 10);
  private static final int UNDER_WAY = 8;

  /// Reads that are closer together than this belong to intervals that are sealed at once.
  private static final long LEAST_NANOS = 5_000_000;

  private final Function<String, String> file;
  private final Time time;
  private final List<HostRow> rows;
  private final List<Figure> declared;
  private Map<HostRow, long[]> before;
  private long beforeNanos;

  /// @param agent the agent on this host, whose name is part of the figures' ids
  /// @param file the text of a file of procfs, by its path below `/proc`; empty if it cannot be
  ///   read
  HostFigures(String agent, Function<String, String> file, Time time) {
    this.file = file;
    this.time = time;
    beforeNanos = time.nanos();
    before = Procfs.read(file);
    rows = Arrays.stream(HostPart.values()).flatMap(this::mostUsed).toList();
    declared = rows.stream().flatMap(row -> row.figures(agent)).limit(Figure.MOST).toList();
  }

  /// The figures of this host, from now on.
  public static HostFigures start(String agent, Time time) {
    return new HostFigures(agent, name -> Procfs.text("/proc/" + name), time);
  }

  private Stream<HostRow> mostUsed(HostPart part) {
    return before.entrySet().stream()
        .filter(row -> row.getKey().part() == part)
        .sorted(Comparator.comparing(row -> -use(part, row.getValue())))
        .limit(part.most())
        .map(Map.Entry::getKey);
  }

  /// How much a row was used; 0 for rows that are taken in their order.
  private static long use(HostPart part, long[] fields) {
    return switch (part) {
      case DISK -> fields[2] + fields[6];
      case NETWORK -> fields[0] + fields[8];
      case CPU, CORE, TASKS, MEMORY -> 0;
    };
  }

  @Override
  public List<Figure> figures() {
    return declared;
  }

  /// The values since the last look. They are unknown for a row whose counters began anew meanwhile
  /// or that was not there at both looks, and in intervals that are sealed together, except the
  /// first.
  @Override
  public List<FigureValue> read() {
    long now = time.nanos();
    if (declared.isEmpty()) {
      return List.of();
    }
    if (now - beforeNanos < LEAST_NANOS) {
      return Collections.nCopies(declared.size(), FigureValue.UNKNOWN);
    }
    Map<HostRow, long[]> after = Procfs.read(file);
    long millis = Math.max(1, Math.round((now - beforeNanos) / 1e6));
    List<FigureValue> values = new ArrayList<>(declared.size());
    rows.forEach(row -> addValues(row, after, millis, values));
    before = after;
    beforeNanos = now;
    return values.subList(0, declared.size());
  }

  private void addValues(
      HostRow row, Map<HostRow, long[]> after, long millis, List<FigureValue> values) {
    Optional<long[]> from = Optional.ofNullable(before.get(row));
    Optional<long[]> to = Optional.ofNullable(after.get(row));
    Optional<long[]> passed =
        from.isPresent() && to.isPresent()
            ? passed(row.part(), from.get(), to.get(), millis)
            : Optional.empty();
    for (HostFigure figure : row.part().figures()) {
      boolean adds = figure.figure().kind().adds();
      Optional<long[]> fields = adds ? passed : to;
      values.add(fields.isPresent() ? value(figure, adds, fields.get()) : FigureValue.UNKNOWN);
    }
  }

  private static FigureValue value(HostFigure figure, boolean adds, long... fields) {
    double value = figure.from().applyAsDouble(fields);
    return adds ? amount(value) : FigureValue.reading(value);
  }

  private static FigureValue amount(double value) {
    return new FigureValue.Amount(Math.max(0, Math.round(value)));
  }

  /// The differences, field by field; empty if a counter began anew, since its value before that is
  /// unknown. A disk's times have 32 bits and wrap to 0 every 50 days. A processor's times may go
  /// back a little, as `proc(5)` says, which counts as 0.
  private static Optional<long[]> passed(HostPart part, long[] from, long[] to, long millis) {
    int fields = Math.min(from.length, to.length);
    long[] passed = new long[fields + 1];
    passed[fields] = millis;
    for (int i = 0; i < fields; i++) {
      long difference = to[i] - from[i];
      boolean back = difference < 0;
      if (back && part == HostPart.DISK && DISK_TIMES.contains(i) && from[i] < WRAP) {
        difference += WRAP;
      } else if (back && ((part == HostPart.DISK && i != UNDER_WAY) || part == HostPart.NETWORK)) {
        return Optional.empty();
      }
      passed[i] = Math.max(0, difference);
    }
    return Optional.of(passed);
  }
}
