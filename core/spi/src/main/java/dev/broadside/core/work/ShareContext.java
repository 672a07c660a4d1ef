package dev.broadside.core.work;

import dev.broadside.core.work.Rehearsal.LoadStatement;
import java.util.List;

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

  /// 0, or if an agent or its worker died during the run, a greater number in each worker that took
  /// over the load; below 2^31. A thread that makes unique values has to include this number, since
  /// the threads before it had the same thread numbers.
  default long life() {
    return 0;
  }

  /// The statements that this process has rehearsed, for [JobClass#monitor]; none if it has not.
  default List<LoadStatement> rehearsed() {
    return List.of();
  }
}
