package dev.broadside.core.work;

import java.util.List;

/// What the load threads of one agent share: a configuration, a data source, nothing at all.
public interface JobShare extends AutoCloseable {

  /// Opens one thread's own part, such as its connection and its statements. Several threads are
  /// opened at once.
  JobThread openThread(ThreadContext context) throws Exception;

  /// Reads one of the job class's gauges, such as the length of a queue, whenever an interval is
  /// sealed. Called by a thread of its own and never by a load thread, from the first to the last
  /// interval. One that takes longer than a tenth of a second, or throws, is unknown in that
  /// interval.
  ///
  /// @param figure index into [JobDescription#figures()], of one that is a gauge
  /// @return not a number if it is unknown
  default double gauge(int figure) throws Exception {
    return Double.NaN;
  }

  /// What the share found out in words since it was last asked. Called like [#gauge].
  default List<Observation> observations() {
    return List.of();
  }

  @Override
  default void close() throws Exception {}
}
