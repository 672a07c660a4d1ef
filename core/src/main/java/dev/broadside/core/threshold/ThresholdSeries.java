package dev.broadside.core.threshold;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureSum;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Holds a run's thresholds against its measured intervals, as they close. Memory does not grow
/// with the run. Not safe for use by several threads.
public final class ThresholdSeries {
  private final List<ThresholdTrack> tracks;

  /// The declared figures by id; sorted, because a refusal names them.
  private final Map<String, Figure> declared = new TreeMap<>();

  /// A measured interval.
  ///
  /// @param index the first one of the run's axis that is in it
  /// @param intervals how many are in it
  /// @param startMillis its beginning, from the common start
  /// @param threads load threads at work in it, over all agents
  /// @param figures what else was counted and measured, by id
  /// @param overdue ages of what was due before it and had not ended at its end
  public record Interval(
      int index,
      int intervals,
      double startMillis,
      double seconds,
      int threads,
      Tally tally,
      Map<String, FigureSum> figures,
      Distribution overdue) {}

  /// @param operations names by index
  /// @param intervalNanos the length of an interval
  public ThresholdSeries(List<Threshold> thresholds, List<String> operations, long intervalNanos) {
    tracks =
        thresholds.stream().map(one -> new ThresholdTrack(one, operations, intervalNanos)).toList();
  }

  /// Learns what is declared, which the first interval says whether it is measured or not.
  public void declare(List<Figure> figures) {
    figures.forEach(figure -> declared.put(figure.id(), figure));
  }

  /// Takes in a measured interval; those before it were taken in before.
  public void add(Interval interval) {
    tracks.forEach(track -> track.add(interval, this::told));
  }

  /// Takes in an interval behind a measured phase, in which ends what that left.
  ///
  /// @param all whether nothing else ends in it
  public void behind(Tally tally, Map<String, FigureSum> figures, boolean all) {
    tracks.forEach(track -> track.behind(tally, figures, all));
  }

  /// The unit of a figure; empty if nobody has declared it.
  private Optional<String> told(String id) {
    return Measure.of(id)
        .map(Measure::unit)
        .or(() ->
            Optional.ofNullable(declared.get(id))
                .map(figure ->
                    FigureBin.unit(figure, Optional.ofNullable(declared.get(figure.shareOf())))));
  }

  /// How they come out by what has closed so far, in the order in which they were asked.
  ///
  /// @param unfinished what of the measured load has not ended
  public List<ThresholdDocument> documents(Unfinished unfinished) {
    return tracks.stream()
        .map(track -> track.document(this::told, declared.keySet(), unfinished))
        .toList();
  }

  /// How they come out if the load generator was the limit.
  ///
  /// @param judged whether they are judged all the same
  /// @param why when it was
  /// @param unfinished what of the measured load has not ended
  public List<ThresholdDocument> limited(boolean judged, String why, Unfinished unfinished) {
    return tracks.stream()
        .map(track ->
            track
                .document(this::told, declared.keySet(), unfinished)
                .limited(track.standsWhenLimited(unfinished), judged, why))
        .toList();
  }

  /// Why the run is to be stopped; empty where it is not.
  ///
  /// @param unfinished what of the measured load has not ended; asked where it is
  public Optional<String> abort(Supplier<Unfinished> unfinished) {
    return tracks.stream()
        .filter(ThresholdTrack::aborts)
        .map(track -> track.document(this::told, declared.keySet(), unfinished.get()).sentence())
        .findFirst();
  }
}
