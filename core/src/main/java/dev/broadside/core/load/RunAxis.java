package dev.broadside.core.load;

import dev.broadside.core.pace.Curve;
import dev.broadside.core.pace.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The run's own time axis: where each collection interval begins and ends, counted from the common
/// start.
///
/// Boundaries lie at every whole multiple of the interval length within a phase, and at each
/// phase's end, so that an interval belongs to one phase. They are computed from the number, never
/// added up, and are the same on all agents. What ends after the last phase falls into *drain*
/// intervals, which go on at the same length.
///
/// ```
///   warm-up 2.5 s        measure 3 s            drain
///   |---0---|---1---|-2-|---3---|---4---|---5---|---6---| ...
///   0       1       2   2.5     3.5     4.5     5.5
/// ```
public final class RunAxis {
  private final List<Phase> phases;
  private final long lengthNanos;
  private final List<Stretch> stretches;

  /// One phase on the axis.
  private record Stretch(int phase, int firstIndex, int intervals, long startNanos, long endNanos) {
    boolean holdsIndex(int index) {
      return index < firstIndex + intervals;
    }
  }

  private RunAxis(List<Phase> phases, long lengthNanos) {
    this.phases = phases;
    this.lengthNanos = lengthNanos;
    this.stretches = stretches(phases, lengthNanos);
  }

  public static RunAxis of(List<Phase> phases, Duration interval) {
    return new RunAxis(List.copyOf(phases), interval.toNanos());
  }

  private static List<Stretch> stretches(List<Phase> phases, long lengthNanos) {
    List<Stretch> stretches = new ArrayList<>();
    int index = 0;
    long start = 0;
    for (int phase = 0; phase < phases.size(); phase++) {
      long duration = phases.get(phase).duration().toNanos();
      int intervals = Math.toIntExact(Math.ceilDiv(duration, lengthNanos));
      stretches.add(new Stretch(phase, index, intervals, start, start + duration));
      index = Math.addExact(index, intervals);
      start += duration;
    }
    return stretches;
  }

  /// The end of the last phase: no iteration begins after it.
  public long endNanos() {
    return stretches.getLast().endNanos();
  }

  /// The time until which arrivals are due even if no worker runs; 0 in a closed load.
  public long openUntilNanos() {
    return phases.stream().anyMatch(phase -> phase.load().open()) ? endNanos() : 0;
  }

  /// How many intervals the phases have; from this number on intervals are drain intervals.
  public int intervals() {
    return stretches.getLast().firstIndex() + stretches.getLast().intervals();
  }

  /// The interval in which a moment lies.
  ///
  /// @param nanos from the common start; before it counts as 0
  public int indexAt(long nanos) {
    // By position: recorders ask this on their hot path, and an iterator is an allocation.
    for (int i = 0; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      if (nanos < stretch.endNanos()) {
        return stretch.firstIndex()
            + (int) (Math.max(0, nanos - stretch.startNanos()) / lengthNanos);
      }
    }
    return Math.toIntExact(intervals() + (nanos - endNanos()) / lengthNanos);
  }

  /// Where an interval begins, in nanoseconds from the common start.
  public long startNanos(int index) {
    for (Stretch stretch : stretches) {
      if (stretch.holdsIndex(index)) {
        return stretch.startNanos() + (index - stretch.firstIndex()) * lengthNanos;
      }
    }
    return endNanos() + (index - intervals()) * lengthNanos;
  }

  /// Where an interval ends, in nanoseconds from the common start.
  public long endNanos(int index) {
    for (int i = 0; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      if (stretch.holdsIndex(index)) {
        long full = stretch.startNanos() + (index - stretch.firstIndex() + 1) * lengthNanos;
        return Math.min(full, stretch.endNanos());
      }
    }
    return startNanos(index) + lengthNanos;
  }

  /// An iteration that was to begin before this moment, and ends in the interval, is carried over:
  /// it does not belong to the interval's own load. In a measured phase the moment is the phase's
  /// begin. In another phase it is the end of the measured phase before it, so that iterations
  /// which the measured load left unfinished count as carried over to the end; without a measured
  /// phase before it, it is the phase's begin.
  ///
  /// @return nanoseconds from the common start
  public long carriedBeforeNanos(int index) {
    // By position, as above.
    long measuredUntil = -1;
    long startNanos = endNanos();
    for (int i = 0; i < stretches.size(); i++) {
      Stretch stretch = stretches.get(i);
      boolean measures = phases.get(stretch.phase()).kind() == PhaseKind.MEASURE;
      if (stretch.holdsIndex(index)) {
        startNanos = stretch.startNanos();
        measuredUntil = measures ? -1 : measuredUntil;
        break;
      }
      measuredUntil = measures ? stretch.endNanos() : measuredUntil;
    }
    return measuredUntil < 0 ? startNanos : measuredUntil;
  }

  /// The number of the phase in which an interval lies; the number of phases for drain intervals.
  public int phaseOf(int index) {
    return stretches.stream()
        .filter(stretch -> stretch.holdsIndex(index))
        .mapToInt(Stretch::phase)
        .findFirst()
        .orElse(phases.size());
  }

  /// The first interval of the phase in which an interval lies.
  public int firstBeside(int index) {
    return stretches.stream()
        .filter(stretch -> stretch.holdsIndex(index))
        .mapToInt(Stretch::firstIndex)
        .findFirst()
        .orElseGet(this::intervals);
  }

  /// How many phases there are.
  public int phases() {
    return phases.size();
  }

  /// Whether a phase counts in the summary, by its number.
  public boolean measures(int phase) {
    return phase < phases.size() && phases.get(phase).kind() == PhaseKind.MEASURE;
  }

  /// Whether an interval counts in the summary.
  public boolean measured(int index) {
    return measures(phaseOf(index));
  }

  /// How much of the measured phases lies before a moment.
  ///
  /// @param nanos from the common start
  public Duration measuredTimeUntil(long nanos) {
    long measured =
        stretches.stream()
            .filter(stretch -> phases.get(stretch.phase()).kind() == PhaseKind.MEASURE)
            .mapToLong(stretch -> Math.min(nanos, stretch.endNanos()) - stretch.startNanos())
            .filter(part -> part > 0)
            .sum();
    return Duration.ofNanos(measured);
  }

  /// The beginnings of all phases but the first, from the common start.
  public List<Long> phaseStarts() {
    return stretches.stream().skip(1).map(Stretch::startNanos).toList();
  }

  /// How many arrivals an open load is planned to have in the measured phases before a moment;
  /// empty if any of them is closed.
  ///
  /// @param nanos from the common start
  public OptionalDouble measuredArrivalsUntil(long nanos) {
    double arrivals = 0;
    for (Stretch stretch : stretches) {
      Phase phase = phases.get(stretch.phase());
      if (phase.kind() != PhaseKind.MEASURE) {
        continue;
      }
      if (!(phase.load() instanceof LoadModel.Open(int _, Rate rate, var _))) {
        return OptionalDouble.empty();
      }
      long until = Math.min(nanos, stretch.endNanos()) - stretch.startNanos();
      arrivals += until > 0 ? rate.curve().arrivalsUntil(until) : 0;
    }
    return OptionalDouble.of(arrivals);
  }

  /// The planned average rate of an open load in an interval; empty in a closed load and after the
  /// last phase.
  ///
  /// @param intervals the number of intervals from this one on, all in the same phase
  public OptionalDouble ratePerSecond(int index, int intervals) {
    int phase = phaseOf(index);
    if (phase >= phases.size()
        || !(phases.get(phase).load() instanceof LoadModel.Open(int _, Rate rate, var _))) {
      return OptionalDouble.empty();
    }
    long phaseStart = stretches.get(phase).startNanos();
    long from = startNanos(index) - phaseStart;
    long until = endNanos(index + intervals - 1) - phaseStart;
    Curve curve = rate.curve();
    double arrivals = curve.arrivalsUntil(until) - curve.arrivalsUntil(from);
    return OptionalDouble.of(arrivals / ((until - from) / 1e9));
  }

  /// A short name of an interval's phase for people.
  public String phaseName(int index) {
    int phase = phaseOf(index);
    return phase < phases.size() ? phases.get(phase).kind().word() : "drain";
  }
}
