package dev.broadside.core.work;

/// What [JobClass#open] is given: one agent's share of the job.
public interface ShareContext extends JobContext {

  /// What [JobClass#prepare] found.
  Facts facts();

  /// This agent's number in the job, from 0.
  int agentIndex();

  /// The job-wide number of this agent's first thread; its threads are numbered on from there
  /// without gaps.
  int firstThread();

  /// How many load threads this agent opens.
  int threads();

  /// 0; and where an agent or its worker died amid the run, a greater number in each worker that
  /// took the load up after it, below 2^31. What a thread makes unique it makes of this, too: the
  /// threads before it had the same numbers.
  default long life() {
    return 0;
  }
}
