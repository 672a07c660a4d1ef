package dev.broadside.core.study;

import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.JobSpec;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;

/// One job run several times with different numbers of threads, one run after another. Immutable;
/// each change is a new one.
///
/// Each step is an ordinary job whose id follows from the study's, so that handing a step in twice
/// makes it once.
///
/// @param id the study's id
/// @param spec what its steps have in common
/// @param threads load threads of each agent, step by step; each number once
/// @param state where it is
/// @param submittedAt when the server took it
public record Study(
    String id, JobSpec spec, List<Integer> threads, StudyState state, Instant submittedAt) {
  /// The most steps of a study.
  public static final int MAX_STEPS = 100;

  /// Room for what a step's id adds to the study's.
  public static final int MAX_ID = Bounds.MAX_NAME - 10;

  public Study {
    Bounds.name(id, "the study's id");
    threads = List.copyOf(threads);
    threads.forEach(Bounds::threads);
    if (id.length() > MAX_ID) {
      throw new IllegalArgumentException("the study's id is longer than " + MAX_ID);
    }
    if (threads.isEmpty() || threads.size() > MAX_STEPS) {
      throw new IllegalArgumentException("a study has 1 to " + MAX_STEPS + " steps");
    }
    if (new HashSet<>(threads).size() < threads.size()) {
      throw new IllegalArgumentException("a study has each number of threads once");
    }
  }

  /// A study that has just been submitted.
  public static Study submitted(String id, JobSpec spec, List<Integer> threads, Instant at) {
    return new Study(id, spec, threads, new StudyState.Running(), at);
  }

  /// The id of a step's job.
  public String stepId(int position) {
    return id + "-t" + threads.get(position);
  }

  /// What a step's job is asked for.
  public JobSpec stepSpec(int position) {
    return spec.withThreads(threads.get(position));
  }

  /// Whether it asks for the same as another one.
  public boolean asksFor(JobSpec otherSpec, List<Integer> otherThreads) {
    return spec.sameButSecrets(otherSpec) && threads.equals(otherThreads);
  }

  public boolean done() {
    return state instanceof StudyState.Done;
  }

  /// The study in another state.
  public Study in(StudyState other) {
    return new Study(id, spec, threads, other, submittedAt);
  }
}
