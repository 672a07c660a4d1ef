package dev.broadside.core.work;

import java.util.OptionalLong;

/// One load thread's part of a job. Used by that thread only, from open to close.
public interface JobThread extends AutoCloseable {

  /// Does one iteration, usually one transaction.
  ///
  /// Returning normally is the outcome ok; throwing is a failure, which the engine has classified
  /// by [#classify], counts, and repeats if the class says so. The engine times the whole;
  /// [Iteration#begin(int)] and [Iteration#end()] time its parts.
  void iterate(Iteration iteration) throws Exception;

  /// Whether this thread has done all its work, as when the rows that it works through are used up:
  /// then it begins no more iterations. When all threads of all agents have, the run ends before
  /// its planned end, and is as complete as one that came to it. Asked before each iteration; once
  /// true, it stays so.
  default boolean finished() {
    return false;
  }

  /// Says what kind of failure this was. Has no effect.
  default Failure classify(Exception failure) {
    return Failure.other(failure);
  }

  /// Makes the thread ready to iterate again: rolls back, or opens a new connection. The engine
  /// paces repeated calls, and gives up only when the job ends.
  ///
  /// @throws Exception if that is not possible yet
  default void reset(Failure failure) throws Exception {}

  /// Does what is due between two iterations, such as opening a new connection, which counts for
  /// none of them. Called after each iteration, unless the run is over; a failure is classified,
  /// noted and followed by [#reset].
  ///
  /// @param apart times the operations of this work, and takes nothing else
  /// @return false if nothing was due, which costs next to nothing
  default boolean between(Iteration apart) throws Exception {
    return false;
  }

  /// The number by which the target knows this thread's connection, so that what it says about the
  /// connection can be found; empty if it is not known, or changes by itself. Asked after the
  /// thread was opened, after each reset, and when something was done [between][#between]
  /// iterations.
  default OptionalLong connectionNumber() {
    return OptionalLong.empty();
  }

  @Override
  default void close() throws Exception {}
}
