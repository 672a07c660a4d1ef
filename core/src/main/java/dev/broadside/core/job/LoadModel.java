package dev.broadside.core.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// What makes the next iteration begin.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = LoadModel.Closed.class, name = "closed"),
  @Type(value = LoadModel.ConstantRate.class, name = "constant-rate"),
})
public sealed interface LoadModel {

  /// Load threads of each agent.
  int threadsPerAgent();

  /// Closed: each thread begins anew when it has finished and thought.
  record Closed(int threadsPerAgent, Think think) implements LoadModel {
    public Closed {
      Bounds.threads(threadsPerAgent);
    }
  }

  /// Open: iterations begin at a constant rate, however long they take, as far as the threads
  /// suffice.
  ///
  /// @param perSecond starts per second over all agents together
  record ConstantRate(int threadsPerAgent, double perSecond) implements LoadModel {
    public ConstantRate {
      Bounds.threads(threadsPerAgent);
      if (!(perSecond > 0 && perSecond <= Bounds.MAX_RATE)) {
        throw new IllegalArgumentException(
            "a rate must be above 0 and at most 10,000,000 per second");
      }
    }
  }
}
