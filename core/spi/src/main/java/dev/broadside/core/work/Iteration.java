package dev.broadside.core.work;

import dev.broadside.core.param.ParameterValues;
import java.util.random.RandomGenerator;

/// One iteration, as its author sees it: the author names the parts to be timed, and marks the
/// point from which an answer may stay unknown.
///
/// No call allocates, locks or waits. The same object is used again for each iteration of its
/// thread.
public interface Iteration {

  /// The named operation begins now.
  ///
  /// @param operation index into [JobDescription#operations()]
  void begin(int operation);

  /// The operation that was begun has ended well. One that was begun but not ended when the
  /// iteration throws has failed, and is counted so.
  void end();

  /// The operation that was begun has ended well, and turns out to be another one: an update that
  /// found no row, a lookup that missed its cache. It is timed from its beginning, and counted
  /// under the other name only.
  ///
  /// @param operation index into [JobDescription#operations()]
  void endAs(int operation);

  /// Adds to the rows that this iteration has read; counted only if the iteration ends well.
  void rowsRead(long rows);

  /// Adds to the rows that this iteration has written; counted only if the iteration ends well.
  void rowsWritten(long rows);

  /// Adds to one of the job class's own figures: an amount to a count or a sum, one more value to a
  /// distribution or, in nanoseconds, to a duration. An attempt's additions count when the
  /// iteration ends well; for a figure that counts every attempt, they count when the attempt ends.
  /// Uncertain attempts count like failed ones.
  ///
  /// @param figure index into [JobDescription#figures()], not of a gauge
  /// @param amount 0 or more
  default void add(int figure, long amount) {}

  /// From here on the work may have taken effect even if no answer comes: call it before a commit,
  /// or before a statement that commits by itself. A lost connection after this mark is
  /// *uncertain*, not failed.
  void committing();

  /// The business rule of this transaction rolled it back, as intended: the iteration is ok, and
  /// counted apart.
  void rolledBack();

  /// Makes the thread wait before its next iteration, in addition to the think time of its load:
  /// for a user's keying and thinking that depends on what was done. The thread waits if the
  /// iteration has ended well, and the pause is not in any measured time. Without effect in an open
  /// load, whose rate says when iterations begin.
  ///
  /// @param nanos at least 0, at most a day; the last of several calls counts
  default void pauseAfter(long nanos) {}

  /// The parameter values of the present phase. It is the same object as long as the values stay
  /// the same, so a thread may keep what it has computed from them until it sees another object.
  ParameterValues values();

  /// 0 for the first try, 1 for the first repetition, and so on.
  int attempt();

  /// The thread's source of randomness. It repeats its draws in a repetition whose failure asked
  /// for the same input.
  RandomGenerator random();

  /// An iteration outside of a run: nothing is timed and nothing is counted.
  ///
  /// @param values of the job
  /// @param random of the thread
  static Iteration unmeasured(ParameterValues values, RandomGenerator random) {
    return new Unmeasured(values, random);
  }
}
