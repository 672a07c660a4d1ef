package dev.broadside.core.stat;

import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;

/// A record's figures besides its transactions and operations: values by position, so that records
/// need not repeat the declarations.
///
/// @param declared the declared figures, for this record and those that follow in its stream; empty
///   if an earlier record of the stream has them
/// @param values values by position in the declared figures; the list may be shorter, and missing
///   values are unknown
/// @param cumulative amounts of the job class's own figures, which are declared first, from the
///   incarnation's beginning to this interval's end; a reader checks them against the sums
public record FigureRow(List<Figure> declared, List<FigureValue> values, List<Long> cumulative) {

  public static final FigureRow NONE = new FigureRow(List.of(), List.of(), List.of());

  public FigureRow {
    declared = List.copyOf(declared);
    values = List.copyOf(values);
    cumulative = List.copyOf(cumulative);
    if (declared.size() > Figure.MOST
        || values.size() > Figure.MOST
        || cumulative.size() > values.size()) {
      throw new IllegalArgumentException(
          "a record has more than " + Figure.MOST + " figures, or more totals than figures");
    }
  }

  /// The first amounts by position; 0 for a figure that has no amount.
  ///
  /// @param count how many amounts
  public List<Long> amounts(int count) {
    List<Long> amounts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      boolean amount = i < values.size() && values.get(i) instanceof FigureValue.Amount;
      amounts.add(amount ? ((FigureValue.Amount) values.get(i)).amount() : 0L);
    }
    return List.copyOf(amounts);
  }

  /// This row in the form in which several intervals are added up; see [FigureValue#in].
  public FigureRow in(int interval) {
    return new FigureRow(
        declared, values.stream().map(value -> value.in(interval)).toList(), cumulative);
  }

  /// This row and the one of the intervals after it, added up.
  ///
  /// @throws IllegalArgumentException if the later one declares other figures, or has values of
  ///   other kinds
  public FigureRow before(FigureRow later) {
    if (!later.declared.isEmpty() && !later.declared.equals(declared)) {
      throw new IllegalArgumentException("the later row declares other figures");
    }
    List<FigureValue> both = new ArrayList<>();
    for (int i = 0; i < Math.max(values.size(), later.values.size()); i++) {
      both.add(FigureValue.together(value(i), later.value(i)));
    }
    return new FigureRow(declared, both, later.cumulative);
  }

  private FigureValue value(int position) {
    return position < values.size() ? values.get(position) : FigureValue.UNKNOWN;
  }

  /// Both lists of amounts together, by position. Sums stop like those of a [Distribution].
  public static List<Long> sum(List<Long> one, List<Long> other) {
    List<Long> sum = new ArrayList<>(one.size() < other.size() ? other : one);
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      sum.set(i, Distribution.addNanos(one.get(i), other.get(i)));
    }
    return List.copyOf(sum);
  }
}
