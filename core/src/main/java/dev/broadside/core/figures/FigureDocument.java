package dev.broadside.core.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One figure of a run's measured phases, over all agents. A field is left out if the figure does
/// not have it, or it is not known.
///
/// @param figure its declaration, whose fields are written beside these
/// @param total of a count or a sum
/// @param perSecond of a count or a sum
/// @param perTransaction of a count or a sum that is shown per transaction
/// @param share of a count or a sum that is shown as a share of another one: from 0 to 1
/// @param value of a gauge; also of a count or a sum that is given by the minute, or divided by a
///   figure of another unit, such as milliseconds for each read
/// @param distribution of a distribution or a duration, in its unit
@JsonInclude(Include.NON_ABSENT)
public record FigureDocument(
    @JsonUnwrapped Figure figure,
    OptionalDouble total,
    OptionalDouble perSecond,
    OptionalDouble perTransaction,
    OptionalDouble share,
    OptionalDouble value,
    Optional<LatencyMillis> distribution) {

  /// @param of the figure that it is shown as a share of
  /// @param transactions how many ended well in that time
  static FigureDocument of(
      FigureSum sum, @Nullable FigureSum of, double seconds, double transactions) {
    Figure figure = sum.figure();
    OptionalDouble value = sum.value();
    boolean none = figure.ofTime() && !figure.byMinute() && value.orElse(0) == 0;
    OptionalDouble total = figure.kind().adds() && !none ? value : OptionalDouble.empty();
    double whole = figure.ofTime() ? figure.ofTime(seconds) : of == null ? 0 : of.value().orElse(0);
    OptionalDouble each = ratio(total, whole);
    boolean part =
        figure.ofTime()
            ? !figure.byMinute()
            : of != null && !figure.ofWatched() && of.figure().unit().equals(figure.unit());
    boolean shownAsValue = !part && !figure.ofWatched();
    return new FigureDocument(
        figure,
        total,
        ratio(total, seconds),
        figure.eachTransaction() ? ratio(total, transactions) : OptionalDouble.empty(),
        part ? each : OptionalDouble.empty(),
        figure.kind().gauge() ? value : shownAsValue ? each : OptionalDouble.empty(),
        sum.values().flatMap(all -> spread(figure, all)));
  }

  /// The figures that are shown. A figure without a value is left out, such as the time since a
  /// restart of a target that never restarted, and so is one that serves only as the total of
  /// others' shares.
  public static List<FigureDocument> told(List<FigureDocument> figures) {
    Set<String> wholes =
        figures.stream()
            .filter(one -> one.share.isPresent() || one.figure.ofWatched())
            .map(one -> one.figure.shareOf())
            .collect(Collectors.toSet());
    return figures.stream()
        .filter(one -> one.known())
        .filter(one -> one.figure.ofWatched() || !wholes.contains(one.figure.id()))
        .toList();
  }

  /// Whether it has any value; an amount of 0 is a value.
  public boolean known() {
    return total.isPresent() || value.isPresent() || distribution.isPresent();
  }

  /// The one number that stands for it: a share in percent, a reading, an amount per second, or the
  /// mean of its values; empty if it is not known.
  public OptionalDouble number() {
    if (share.isPresent()) {
      return OptionalDouble.of(100 * share.getAsDouble());
    }
    if (figure.kind().spreads()) {
      return distribution.stream().mapToDouble(LatencyMillis::mean).findFirst();
    }
    return figure.bySecond() ? perSecond : value;
  }

  /// The unit of that number.
  public String numberUnit() {
    String by = figure.bySecond() ? "/s" : figure.byMinute() ? "/min" : "";
    return share.isPresent() ? "%" : figure.unit() + by;
  }

  private static OptionalDouble ratio(OptionalDouble total, double of) {
    return total.isEmpty() || of <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Rounding.micros(total.getAsDouble() / of));
  }

  /// All values in the figure's unit; empty if there are no values.
  static Optional<LatencyMillis> spread(Figure figure, Distribution all) {
    return LatencyMillis.of(all, figure.kind() == Figure.Kind.DISTRIBUTION ? 1_000 : 1);
  }
}
