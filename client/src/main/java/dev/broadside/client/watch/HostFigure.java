package dev.broadside.client.watch;

import dev.broadside.core.stat.HostUse;
import dev.broadside.core.work.Figure;
import java.util.function.ToDoubleFunction;

/// One figure of a part of a host, and how it is computed from the numbers of that part's row.
///
/// @param figure with the id that it has within its part
/// @param from computes it from the row's fields. If the figure adds up, these are the differences
///   since the last look, followed by the milliseconds of that time; else the fields as they are
record HostFigure(Figure figure, ToDoubleFunction<long[]> from) {
  static HostFigure of(Figure figure, ToDoubleFunction<long[]> from) {
    return new HostFigure(figure, from);
  }

  /// The figure of one row on one host.
  ///
  /// @param row such as `disk vda`
  /// @param agent who looks at the host
  Figure at(String row, String agent) {
    String at = "@" + HostUse.word(agent);
    String prefix = "host." + HostUse.word(row) + ".";
    return new Figure(
        prefix + figure.id() + at,
        figure.kind(),
        figure.unit(),
        figure.label(),
        figure.help(),
        HostUse.heading(agent) + ", " + row,
        figure.everyAttempt(),
        figure.eachTransaction(),
        figure.shareOf().isEmpty() ? "" : prefix + figure.shareOf() + at);
  }
}
