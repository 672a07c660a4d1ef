package dev.broadside.system.mini;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// What the virtual load changes: a number for each run.
final class VirtualTarget {
  private final Map<String, AtomicLong> runs = new ConcurrentHashMap<>();

  private volatile boolean refuses;

  /// The number of one run.
  AtomicLong of(String runId) {
    return runs.computeIfAbsent(runId, _ -> new AtomicLong());
  }

  /// From now on every iteration fails.
  void refuse() {
    refuses = true;
  }

  boolean refuses() {
    return refuses;
  }

  /// Of all runs.
  long total() {
    return runs.values().stream().mapToLong(AtomicLong::get).sum();
  }
}
