package dev.broadside.core.work;

/// One load thread's part of a job. Used by that thread only, from open to close.
public interface JobThread extends AutoCloseable {

  /// Does one iteration, usually one transaction.
  ///
  /// Returning normally is the outcome ok; throwing is a failure, which the engine has classified
  /// by [#classify], counts, and repeats if the class says so. The engine times the whole;
  /// [Iteration#begin(int)] and [Iteration#end()] time its parts.
  void iterate(Iteration iteration) throws Exception;

  /// Says what kind of failure this was. Has no effect.
  default Failure classify(Exception failure) {
    return Failure.other(failure);
  }

  /// Makes the thread ready to iterate again: rolls back, or opens a new connection. The engine
  /// paces repeated calls, and gives up only when the job ends.
  ///
  /// @throws Exception if that is not possible yet
  default void reset(Failure failure) throws Exception {}

  @Override
  default void close() throws Exception {}
}
