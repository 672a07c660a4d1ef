package dev.broadside.client.watch;

import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.work.Figure;
import java.util.List;

/// Figures that are read when an interval is sealed, such as those of the host.
///
/// A new source is this interface and one line in the load engine: its figures reach the result,
/// the exports and the page by their declarations. Their ids differ from those of every other
/// source.
public interface FigureSource {

  /// What it tells of; asked once, when the run begins.
  List<Figure> figures();

  /// How they are now, or were since the last call; by position, in the order of [#figures()].
  /// Called by the sealer at the end of each interval, which it must not hold up. The first call is
  /// at the run's beginning, and its values belong to no interval.
  List<FigureValue> read();
}
