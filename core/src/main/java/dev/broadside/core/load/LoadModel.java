package dev.broadside.core.load;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;

/// What makes the next iteration begin.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = LoadModel.Closed.class, name = "closed"),
  @Type(value = LoadModel.Open.class, name = "open"),
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

  /// Open: iterations begin at a rate, however long they take, as far as the threads suffice.
  ///
  /// @param rate starts over all agents together
  /// @param arrivals how the starts lie around the rate
  record Open(int threadsPerAgent, Rate rate, Arrivals arrivals) implements LoadModel {
    public Open {
      Bounds.threads(threadsPerAgent);
    }
  }

  /// This load with another number of threads.
  default LoadModel withThreads(int perAgent) {
    return switch (this) {
      case Closed(int _, Think think) -> new Closed(perAgent, think);
      case Open(int _, Rate rate, Arrivals arrivals) -> new Open(perAgent, rate, arrivals);
    };
  }

  /// This load at another constant rate; a ramp from 0 goes to that rate.
  ///
  /// @throws IllegalStateException if the load has no rate
  default LoadModel withRate(double perSecond) {
    return switch (this) {
      case Open(int threads, Rate.Ramp(double from, double _, var length), Arrivals arrivals)
          when from == 0 ->
          new Open(threads, new Rate.Ramp(0, perSecond, length), arrivals);
      case Open(int threads, Rate _, Arrivals arrivals) ->
          new Open(threads, new Rate.Constant(perSecond), arrivals);
      case Closed _ -> throw new IllegalStateException("a closed load has no rate");
    };
  }

  /// Whether iterations have an intended start.
  default boolean open() {
    return switch (this) {
      case Closed _ -> false;
      case Open _ -> true;
    };
  }

  /// The load in a few words, for people.
  default String words() {
    return switch (this) {
      case Closed(int threads, Think think) ->
          "closed, " + Counted.of(threads, "thread") + " per agent, " + think.words();
      case Open(int threads, Rate rate, Arrivals arrivals) ->
          "open, "
              + rate.words()
              + " over all agents, "
              + switch (arrivals) {
                case CONSTANT -> "";
                case POISSON -> "Poisson arrivals, ";
              }
              + Counted.of(threads, "thread")
              + " per agent";
    };
  }
}
