package dev.broadside.core.report.series;

import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A run's intervals in at most [#MOST] buckets of [#stride()] intervals each. When there would be
/// more buckets, the stride doubles. For one thread.
public final class Buckets {
  public static final int MOST = 2_000;

  /// Only this many figures are drawn.
  private static final int MOST_FIGURES = 200;

  private List<Bucket> buckets = new ArrayList<>();
  private final List<Metric> metrics = new ArrayList<>(Metric.ALWAYS);
  private final Map<String, Figure> figures = new LinkedHashMap<>();
  private final int first;
  private int stride = 1;

  public Buckets() {
    this(0);
  }

  /// @param first the first interval of the first bucket
  public Buckets(int first) {
    this.first = first;
  }

  /// A copy that does not change any more.
  public Buckets copy() {
    Buckets copy = new Buckets(first);
    copy.learn(figures());
    copy.stride = stride;
    for (Bucket one : buckets) {
      Bucket own = new Bucket();
      own.add(one);
      copy.buckets.add(own);
    }
    return copy;
  }

  /// Learns figures that were declared before the first interval.
  public void learn(List<Figure> declared) {
    declared.forEach(this::learn);
  }

  /// Adds an interval that has not been added yet.
  public void add(Point point) {
    int index = point.index() - first;
    while (index / stride >= MOST) {
      coarsen();
    }
    while (buckets.size() <= index / stride) {
      buckets.add(new Bucket());
    }
    point.declared().forEach(this::learn);
    buckets.get(index / stride).add(point, metrics);
  }

  private void learn(Figure figure) {
    if (figures.size() < MOST_FIGURES && figures.putIfAbsent(figure.id(), figure) == null) {
      metrics.addAll(Metric.of(figure, figures));
    }
  }

  /// All metrics so far.
  public List<Metric> metrics() {
    return List.copyOf(metrics);
  }

  /// The figures that intervals have declared so far.
  public List<Figure> figures() {
    return List.copyOf(figures.values());
  }

  private void coarsen() {
    List<Bucket> pairs = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      if (i % 2 == 0) {
        pairs.add(buckets.get(i));
      } else {
        pairs.getLast().add(buckets.get(i));
      }
    }
    buckets = pairs;
    stride *= 2;
  }

  /// Empties buckets, so that all of their intervals can be added anew.
  ///
  /// @param from the first interval of a bucket
  /// @param to the first interval after the last bucket
  /// @return the buckets as they were, by their first intervals
  public Map<Integer, Bucket> empty(int from, int to) {
    Map<Integer, Bucket> before = new HashMap<>();
    for (int i = from / stride; i < Math.min(to / stride, buckets.size()); i++) {
      before.put(i * stride, buckets.set(i, new Bucket()));
    }
    return before;
  }

  /// Gives the bucket of an interval the lowest and highest figures that it had before it was
  /// emptied.
  public void recall(int index, Bucket before) {
    buckets.get(index / stride).widen(before);
  }

  /// The first interval of the bucket that an interval belongs to.
  public int firstBeside(int index) {
    return index / stride * stride;
  }

  /// The interval with which the first bucket begins.
  public int first() {
    return first;
  }

  public int stride() {
    return stride;
  }

  public List<Bucket> all() {
    return List.copyOf(buckets);
  }
}
