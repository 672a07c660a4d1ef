package dev.broadside.core.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.math.MathContext;

/// What makes the next iteration begin.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = LoadModel.Closed.class, name = "closed"),
  @Type(value = LoadModel.ConstantRate.class, name = "constant-rate"),
})
public sealed interface LoadModel {

  /// Load threads of each agent.
  int threadsPerAgent();

  /// The same load by another number of threads of each agent.
  default LoadModel withThreads(int perAgent) {
    return switch (this) {
      case Closed(int _, Think think) -> new Closed(perAgent, think);
      case ConstantRate(int _, double perSecond) -> new ConstantRate(perAgent, perSecond);
    };
  }

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

  /// The load in a few words, for people.
  default String words() {
    return switch (this) {
      case Closed(int threads, Think think) ->
          "closed, " + threads + " threads per agent, " + think.words();
      case ConstantRate(int threads, double perSecond) ->
          "open, "
              + new BigDecimal(perSecond)
                  .round(new MathContext(6))
                  .stripTrailingZeros()
                  .toPlainString()
              + " per second over all agents, "
              + threads
              + " threads per agent";
    };
  }

  /// What the latencies of such a load are, in a few words.
  default String latencyMeaning() {
    return switch (this) {
      case Closed _ -> "service time only";
      case ConstantRate _ -> "response time from the intended start";
    };
  }
}
