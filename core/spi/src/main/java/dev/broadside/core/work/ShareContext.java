package dev.broadside.core.work;

/// The context of [JobClass#open]: one agent's share of the job.
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

  /// 0 at first. If an agent or its worker died during the run, each worker that takes the load up
  /// again has a greater number, below 2^31. A thread must use it in all values that have to be
  /// unique, since earlier threads had the same thread numbers.
  default long life() {
    return 0;
  }
}
