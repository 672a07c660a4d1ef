package dev.broadside.core.work;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Optional;

/// A kind of load: its description, how it prepares a target, what its threads do, and how its
/// result is checked.
///
/// An implementation has a public constructor without parameters and keeps no state: one instance
/// may serve several calls, and `prepare`, `open` and `verify` may run in different processes on
/// different hosts.
public interface JobClass {

  /// Describes this job class. Called often; has no effect and needs no target.
  JobDescription describe();

  /// Checks values against each other. Each single value has been checked by its declaration
  /// already.
  ///
  /// @return all problems; an empty list if the values fit together
  default List<Problem> check(ParameterValues values) {
    return List.of();
  }

  /// The names of the kinds of transactions, of which each iteration does one; empty if they have
  /// no names. [ThreadContext#only] asks for one of them.
  default List<String> transactions(ParameterValues values) {
    return List.of();
  }

  /// Tries the values on the real target without changing it: reachable, accepts us, privileges,
  /// room for all threads.
  ///
  /// @return all problems; an empty list if the job may begin
  default List<Problem> trial(JobContext context) throws Exception {
    return List.of();
  }

  /// Tries whether the target can be reached from an agent other than the one that runs [#trial].
  /// Called only when a user tests a job.
  ///
  /// @return all problems
  default List<Problem> reach(JobContext context) throws Exception {
    return List.of();
  }

  /// Makes the target ready, once per job and on one agent: creates what is missing, loads what is
  /// missing.
  ///
  /// @return what the threads and [#verify] need to know, and what the result should show
  default Facts prepare(JobContext context) throws Exception {
    return Facts.NONE;
  }

  /// Helps [#prepare] to load. Called once on each of the other agents after `prepare` has called
  /// [JobContext#loading], while it goes on. What helpers leave undone, `prepare` does.
  ///
  /// @param context its facts are those that `prepare` has passed on
  default void load(ShareContext context) throws Exception {}

  /// What [#prepare] would return if it has nothing left to do, without changing the target. Called
  /// only when a user tests a job, for its [rehearsal][#rehearse].
  ///
  /// @return empty if `prepare` has something to do, or if that is not known
  default Optional<Facts> prepared(JobContext context) throws Exception {
    return Optional.empty();
  }

  /// Does each kind of work once and rolls it back, so that the user hears of what cannot work
  /// before the load. Called once per job and on one agent, after [#prepare] and before any thread
  /// is open; not called if the user leaves the rehearsal out.
  ///
  /// @param context the context of a thread with the number of the first load thread
  default Rehearsal rehearse(ThreadContext context) throws Exception {
    return new Rehearsal(List.of(), context.facts());
  }

  /// Opens what the threads of one agent share. Called once on each agent, after [#prepare] and
  /// [#load].
  JobShare open(ShareContext context) throws Exception;

  /// Checks the target after the run, once per job and on one agent, when all threads are closed.
  default Verification verify(VerifyContext context) throws Exception {
    return Verification.NONE;
  }

  /// Removes what [#prepare] made, if the parameters ask for it. Called once per job, after
  /// [#verify].
  default void cleanUp(JobContext context) throws Exception {}
}
