package dev.broadside.core.work;

import dev.broadside.core.param.ParameterValues;
import java.util.random.RandomGenerator;

/// One iteration as its author sees it: names the parts to be timed and marks where an answer may
/// stay unknown.
///
/// No call allocates, locks or waits. The same object is used again for each iteration of its
/// thread. Job classes call these methods and never implement them; a default has no effect.
public interface Iteration {

  /// The named operation begins now.
  ///
  /// @param operation index into [JobDescription#operations()]
  default void begin(int operation) {}

  /// The operation that was begun has ended well. An operation that was begun but not ended when
  /// the iteration throws is counted as failed.
  default void end() {}

  /// The operation that was begun has ended well, and turns out to be another one: an update that
  /// found no row, a lookup that missed its cache. It is timed from its beginning, and counted
  /// under the other name only.
  ///
  /// @param operation index into [JobDescription#operations()]
  default void endAs(int operation) {}

  /// Adds to the rows that this iteration has read; counted only if the iteration ends well.
  default void rowsRead(long rows) {}

  /// Adds to the rows that this iteration has written; counted only if the iteration ends well.
  default void rowsWritten(long rows) {}

  /// Adds to one of the job class's own figures: an amount to a count or a sum, one more value to a
  /// distribution or a duration (in nanoseconds). What an attempt adds counts if the iteration ends
  /// well, or, for a figure that counts every attempt, in any case. An uncertain attempt counts as
  /// a failed one.
  ///
  /// @param figure index into [JobDescription#figures()], of one that is no gauge
  /// @param amount 0 or more
  default void add(int figure, long amount) {}

  /// Marks that from here on the work may take effect even if no answer comes: call it before a
  /// commit, or before a statement that commits by itself. A lost connection after this mark is
  /// *uncertain*, not failed.
  default void committing() {}

  /// Marks that what was done so far has taken effect, as a commit in the middle of an iteration
  /// makes it: the operations that have ended count as effective even if the rest fails, and
  /// [#committing()] is over. The job class sees to it that the iteration is not repeated.
  default void committed() {}

  /// Marks that a business rule rolled the transaction back, as intended: the iteration is ok, and
  /// counted separately.
  default void rolledBack() {}

  /// So many transactions have ended well by now, and what was added to figures counts now: for an
  /// iteration that watches work which it does not do itself, such as that of a program. How long
  /// each of them took is not known, so they have no latencies. Neither has this iteration, which
  /// counts as one more of them when it ends.
  ///
  /// @param transactions 0 or more
  default void ended(long transactions) {}

  /// Whether no further iteration begins, because the run has ended or is being stopped: for
  /// iterations that last as long as the run.
  default boolean over() {
    return false;
  }

  /// Makes the thread wait before its next iteration, in addition to the think time of its load: a
  /// user's keying and thinking that depends on what was done. The thread waits only after an
  /// iteration that ended well, the wait is not measured, and an open load, whose rate says when
  /// iterations begin, ignores it.
  ///
  /// @param nanos from 0 to those of a day; of several calls, the last one counts
  default void pauseAfter(long nanos) {}

  /// The parameter values of the present phase. The same object as long as they stay the same, so a
  /// thread may keep what it has worked out from them until it sees another one.
  ParameterValues values();

  /// 0 for the first try, 1 for the first repetition, and so on.
  default int attempt() {
    return 0;
  }

  /// The thread's source of randomness. It repeats its draws in a repetition whose failure asked
  /// for the same input.
  RandomGenerator random();

  /// An iteration outside a run: nothing is timed or counted.
  ///
  /// @param values of the job
  /// @param random of the thread
  static Iteration unmeasured(ParameterValues values, RandomGenerator random) {
    record Unmeasured(ParameterValues values, RandomGenerator random) implements Iteration {}
    return new Unmeasured(values, random);
  }
}
