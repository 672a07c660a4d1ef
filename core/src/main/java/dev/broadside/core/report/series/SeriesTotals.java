package dev.broadside.core.report.series;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// The totals of everything that has ended. JSON-ready; for one thread while it grows.
public final class SeriesTotals {
  private long ok;
  private long failed;
  private long uncertain;
  private long retried;
  private final Map<String, Long> failedBy = new TreeMap<>();
  private final Map<String, Point.Ended> operations = new TreeMap<>();

  /// @param ok transactions that ended well
  /// @param operations the totals of each operation
  public record Document(
      long ok,
      long failed,
      long uncertain,
      long retried,
      Map<String, Long> failedBy,
      Map<String, Point.Ended> operations) {}

  public void add(Point point) {
    ok += point.transactions();
    failed += point.failed();
    uncertain += point.uncertain();
    retried += point.retried();
    point.failedBy().forEach(this::addFailed);
    point.operations().forEach(this::addOperation);
  }

  public void add(SeriesTotals other) {
    ok += other.ok;
    failed += other.failed;
    uncertain += other.uncertain;
    retried += other.retried;
    other.failedBy.forEach(this::addFailed);
    other.operations.forEach(this::addOperation);
  }

  private void addFailed(String errorClass, long count) {
    failedBy.merge(errorClass, count, Long::sum);
  }

  private void addOperation(String name, Point.Ended more) {
    operations.merge(
        name,
        more,
        (a, b) -> new Point.Ended(a.transactions() + b.transactions(), a.failed() + b.failed()));
  }

  /// The totals as a document. Nothing may be added afterwards.
  public Document document() {
    return new Document(
        ok,
        failed,
        uncertain,
        retried,
        Collections.unmodifiableMap(failedBy),
        Collections.unmodifiableMap(operations));
  }
}
