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

  /// Who this job class is. Called often; has no effect and needs no target.
  JobDescription describe();

  /// Checks values against each other. Each single value has been checked by its declaration
  /// already.
  ///
  /// @return all problems; an empty list where the values fit together
  default List<Problem> check(ParameterValues values) {
    return List.of();
  }

  /// The names of the kinds of transactions of which an iteration does one; none where they have no
  /// names. [ThreadContext#only] asks for one of them.
  default List<String> transactions(ParameterValues values) {
    return List.of();
  }

  /// Tries the values on the real target without changing it: reachable, accepts us, privileges,
  /// room for all threads.
  ///
  /// @return all problems; an empty list where the job may begin
  default List<Problem> trial(JobContext context) throws Exception {
    return List.of();
  }

  /// Tries from an agent other than the one that runs [#trial] whether the target answers there. By
  /// a test of the job only.
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

  /// Helps [#prepare] to load. Called once on each of the other agents when `prepare` says
  /// [JobContext#loading], while it goes on; what no helper gets done, `prepare` does.
  ///
  /// @param context its facts are those that `prepare` has told
  default void load(ShareContext context) throws Exception {}

  /// What [#prepare] would give where there is nothing left for it to make, without changing the
  /// target. By a test of the job only, whose [rehearsal][#rehearse] needs it.
  ///
  /// @return empty where there is something to be made, or where that is not known
  default Optional<Facts> prepared(JobContext context) throws Exception {
    return Optional.empty();
  }

  /// Does each kind of work once and takes it back, so that what cannot succeed is told before the
  /// load. Called once per job and on one agent, behind [#prepare] and before any thread is open;
  /// not at all where the user does without.
  ///
  /// @param context of a thread whose number is that of the first load thread
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

  /// Removes what [#prepare] made, where the parameters ask for it. Called once per job, after
  /// [#verify].
  default void cleanUp(JobContext context) throws Exception {}
}
