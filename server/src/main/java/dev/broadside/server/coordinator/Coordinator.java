package dev.broadside.server.coordinator;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.server.store.JobCode;
import dev.broadside.server.store.ResultStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The only owner of jobs and agents.
public final class Coordinator implements AutoCloseable {

  public Coordinator(
      ResultStore store,
      PackSource packs,
      Time time,
      CoordinatorSettings settings,
      ServerThreads threads) {}

  /// Takes up what the store holds: jobs that wait, and runs that were going on.
  public void start() {
    throw new UnsupportedOperationException();
  }

  /// Takes a job. Handing the same in again is harmless.
  ///
  /// @param spec already checked against the job class's parameters
  /// @return fails with [dev.broadside.server.store.StoreException] where it could not be kept
  public CompletableFuture<Submission> submit(String id, JobSpec spec, JobCode code) {
    throw new UnsupportedOperationException();
  }

  /// Ends a job, whatever state it is in; a second time, without waiting for the target's verification.
  ///
  /// @return the job afterwards; empty where there is none
  public CompletableFuture<Optional<JobView>> cancel(String id, String by) {
    throw new UnsupportedOperationException();
  }

  /// The newest jobs, newest first. Any thread; reads the store.
  public List<JobView> jobs(int limit) {
    throw new UnsupportedOperationException();
  }

  /// One job. Any thread; reads the store.
  public Optional<JobView> job(String id) {
    throw new UnsupportedOperationException();
  }

  /// Every agent that was connected since the server's start. Any thread.
  public List<AgentView> agents() {
    throw new UnsupportedOperationException();
  }

  /// Takes over an agent's authenticated connection; its first message must be a Hello.
  public Link.Listener attach(Link link, AgentIdentity identity) {
    throw new UnsupportedOperationException();
  }

  public LiveFeed live() {
    throw new UnsupportedOperationException();
  }

  public Results results() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
