package dev.broadside.core.work;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import java.nio.file.Path;
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

  /// The figures of a run with these values: those of the description, unless users name figures of
  /// their own.
  default List<Figure> figures(ParameterValues values) {
    return describe().figures();
  }

  /// The names of the kinds of transactions, one of which an iteration does; empty if they have no
  /// names. [ThreadContext#only] asks for one of them.
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

  /// Tries whether the target answers an agent other than the one that runs [#trial]. Called only
  /// when a user tests a job.
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

  /// Helps [#prepare] to load. Called once on each of the other agents while `prepare` goes on,
  /// after it called [JobContext#loading]. What no helper loads, `prepare` loads itself.
  ///
  /// @param context has the facts that `prepare` gave to [JobContext#loading]
  default void load(ShareContext context) throws Exception {}

  /// What [#prepare] would return if nothing is left for it to make, without changing the target.
  /// Called only when a user tests a job, since its [rehearsal][#rehearse] needs the facts.
  ///
  /// @return empty if there is something to be made, or if that is not known
  default Optional<Facts> prepared(JobContext context) throws Exception {
    return Optional.empty();
  }

  /// Does each kind of work once and takes it back, so that work that cannot succeed is reported
  /// before the load. Called once per job and on one agent, after [#prepare] and before any thread
  /// is opened; not called if the user skips the rehearsal.
  ///
  /// @param context of a thread whose number is that of the first load thread
  default Rehearsal rehearse(ThreadContext context) throws Exception {
    return new Rehearsal(List.of(), context.facts());
  }

  /// Writes the data that [#prepare] would load as files, for a database's own bulk loader. Called
  /// in place of everything else, without a connection to the target.
  ///
  /// @param folder exists and is empty
  /// @param form `csv` or `sql`
  /// @return false if this job class has no rows to write
  default boolean export(JobContext context, Path folder, String form) throws Exception {
    return false;
  }

  /// Opens what the threads of one agent share. Called once on each agent, after [#prepare] and
  /// [#load].
  JobShare open(ShareContext context) throws Exception;

  /// What watches the target while the load runs; empty if nothing does. Called once per job, on
  /// the first agent, after [#open].
  default Optional<TargetMonitor> monitor(ShareContext context) {
    return Optional.empty();
  }

  /// What reads something more of a database, which a user wants to have beside [#monitor]; empty
  /// if this job class cannot. Called at the same time, or on an agent that only watches, which
  /// knows no facts.
  ///
  /// @param context perhaps without facts
  /// @throws IllegalArgumentException if it cannot be read, with a sentence that says why
  default Optional<TargetMonitor> monitor(ShareContext context, TargetMonitor.Extra extra) {
    return Optional.empty();
  }

  /// Checks the target after the run, once per job and on one agent, when all threads are closed.
  default Verification verify(VerifyContext context) throws Exception {
    return Verification.NONE;
  }

  /// Removes what [#prepare] made, where the parameters ask for it. Called once per job, after
  /// [#verify].
  default void cleanUp(JobContext context) throws Exception {}
}
