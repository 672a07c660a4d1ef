package dev.broadside.core.threshold;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.FigureSum;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Judges a run's thresholds by its measured intervals, as they close. Memory does not grow with
/// the run. Not safe for use by several threads.
public final class ThresholdSeries {
  private final List<ThresholdTrack> tracks;

  /// The declared figures by id; sorted, because a message lists them.
  private final Map<String, Figure> declared = new TreeMap<>();

  /// A measured interval.
  ///
  /// @param index the first interval of the run's axis that is in it
  /// @param intervals how many are in it
  /// @param startMillis its beginning, from the common start
  /// @param threads load threads at work in it, over all agents
  /// @param figures the values of other figures, by id
  /// @param overdue ages of transactions that were due before it and had not ended at its end
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

  /// Adds the declared figures; the first interval declares them even if it is not measured.
  public void declare(List<Figure> figures) {
    figures.forEach(figure -> declared.put(figure.id(), figure));
  }

  /// Adds a measured interval, after all earlier ones.
  public void add(Interval interval) {
    tracks.forEach(track -> track.add(interval, this::unitOf));
  }

  /// Adds an interval after a measured phase, in which transactions of that phase end.
  ///
  /// @param all whether no transaction of another phase ends in it
  public void behind(Tally tally, Map<String, FigureSum> figures, boolean all) {
    tracks.forEach(track -> track.behind(tally, figures, all));
  }

  /// The unit of a figure; empty if the figure is not declared.
  private Optional<String> unitOf(String id) {
    return Measure.of(id)
        .map(Measure::unit)
        .or(() ->
            Optional.ofNullable(declared.get(id))
                .map(figure ->
                    FigureBin.unit(figure, Optional.ofNullable(declared.get(figure.shareOf())))));
  }

  /// The results so far, in the order of the thresholds.
  ///
  /// @param unfinished the part of the measured load that has not ended
  public List<ThresholdDocument> documents(Unfinished unfinished) {
    return tracks.stream()
        .map(track -> track.document(this::unitOf, declared.keySet(), unfinished))
        .toList();
  }

  /// The results if the load generator was the limit.
  ///
  /// @param judged whether they are judged nevertheless
  /// @param why the sentence about the load generator
  /// @param unfinished the part of the measured load that has not ended
  public List<ThresholdDocument> limited(boolean judged, String why, Unfinished unfinished) {
    return tracks.stream()
        .map(track ->
            track
                .document(this::unitOf, declared.keySet(), unfinished)
                .limited(track.standsWhenLimited(unfinished), judged, why))
        .toList();
  }

  /// Why the run is to be stopped; empty if it is not.
  ///
  /// @param unfinished gives the part of the measured load that has not ended; called only if
  ///   needed
  public Optional<String> abort(Supplier<Unfinished> unfinished) {
    return tracks.stream()
        .filter(ThresholdTrack::aborts)
        .map(track -> track.document(this::unitOf, declared.keySet(), unfinished.get()).sentence())
        .findFirst();
  }
}
