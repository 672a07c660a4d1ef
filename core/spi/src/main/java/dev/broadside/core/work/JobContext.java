package dev.broadside.core.work;

import dev.broadside.core.param.ParameterValues;
import java.util.List;

/// The job as every method of a [JobClass] sees it.
public interface JobContext {

  /// The checked values of the job's parameters.
  ParameterValues values();

  /// The values in each phase of the run, in order: what its iterations will see. The very same
  /// object as [#values()] in a phase that changes nothing.
  default List<ParameterValues> valuesByPhase() {
    return List.of(values());
  }

  /// The job's seed: equal seeds make equal data and equal sequences of draws.
  long seed();

  /// How many load threads the job opens, over all agents. Some of them may rest all the time: in
  /// reserve for a lost agent, or until somebody wants more of them at work.
  int totalThreads();

  /// How many agents share them.
  int agentCount();

  /// Shows the user how far a long step is. May be called often and from any thread.
  ///
  /// @param step what is being done, such as `load orders`
  /// @param done how much of it is done
  /// @param total how much there is to do
  void progress(String step, long done, long total);

  /// Called by [JobClass#prepare] when the tables are made: from here on the other agents may
  /// [help][JobClass#load].
  ///
  /// @param facts what they need to know
  default void loading(Facts facts) {}

  /// Reports something that a [JobClass#trial] finds fit, or doubtful. It returns what is not fit
  /// as a problem instead.
  default void found(Finding finding) {}

  /// Whether the operator of this agent lets jobs run a program.
  ///
  /// @param program its name or its path, as the job gives it
  default boolean mayRun(String program) {
    return false;
  }

  /// True as soon as the job is to stop; long steps ask this now and then, and return.
  boolean stopping();
}
