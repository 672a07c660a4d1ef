package dev.broadside.core.figures;

import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The highest rate of one measured interval of full length, in which all agents were at work. A
/// run some of whose intervals were rolled up has none: a rolled-up one tells only its average.
public final class BestInterval {
  public static final Figure MAX_TPS =
      Figure.worst("run.max_tps", "/s", "max TPS")
          .help("Transactions per second that ended well, in the best measured interval.")
          .in(Figure.HEADLINE);

  private double highest;
  private boolean rolledUp;

  /// @param intervals how many intervals it was before it was rolled up
  /// @param full whether it is as long as intervals are
  public void add(double perSecond, int intervals, boolean full) {
    rolledUp |= intervals > 1;
    highest = full ? Math.max(highest, perSecond) : highest;
  }

  /// The figures, with this one behind them if the job class has figures in the headline.
  public List<FigureDocument> beside(List<FigureDocument> figures) {
    List<FigureDocument> all = new ArrayList<>(figures);
    boolean headline =
        figures.stream().anyMatch(one -> one.figure().section().equals(Figure.HEADLINE));
    if (headline && !rolledUp && highest > 0) {
      OptionalDouble none = OptionalDouble.empty();
      OptionalDouble value = OptionalDouble.of(Rounding.thousandths(highest));
      all.add(new FigureDocument(MAX_TPS, none, none, none, none, value, Optional.empty()));
    }
    return all;
  }
}
