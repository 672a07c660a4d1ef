package dev.broadside.core.work;

/// What the load threads of one agent share: a configuration, a data source, nothing at all.
public interface JobShare extends AutoCloseable {

  /// Opens one thread's own part, such as its connection and its statements. Several threads are
  /// opened at once.
  JobThread openThread(ThreadContext context) throws Exception;

  @Override
  default void close() throws Exception {}
}
