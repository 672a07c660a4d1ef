package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.input.Filing;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.load.ThinkText;
import dev.broadside.server.store.row.Headline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A job as it is shown: `pending`, `preparing`, `running`, `stopping`, `completed`, `cancelled`,
/// `failed` or `lost`.
///
/// @param filing its folder and tags
/// @param deletedAt when it was deleted; for a day it can be restored
/// @param headline the result in one line, once there is one
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record JobView(
    @JsonUnwrapped WorkHead head,
    @JsonUnwrapped Filing filing,
    @JsonUnwrapped AskedView asked,
    @JsonUnwrapped TimesView times,
    Optional<Instant> deletedAt,
    @JsonUnwrapped LoadView planned,
    @JsonUnwrapped CourseView course,
    Optional<Headline> headline)
    implements WorkView {

  /// The common start of its agents.
  public Optional<Instant> startedAt() {
    return course.startedAt;
  }

  /// The load that it asks for.
  ///
  /// @param agents those that it asks for
  /// @param openedPerAgent load threads that each agent opens before the start, at work or not
  /// @param load the load model in words
  public record LoadView(
      Wanted agents,
      int threadsPerAgent,
      int totalThreads,
      int openedPerAgent,
      String load,
      List<PhaseView> phases,
      long intervalMillis,
      String threadKind) {}

  /// The course of the job so far.
  ///
  /// @param startedAt the common start of its agents
  /// @param endsAt the planned end of its load, once that has begun
  /// @param assigned names of the agents that it has, in the order of their shares
  /// @param refusal the kind of the problems for which an agent refused it before any load, in the
  ///   words of [dev.broadside.core.param.Problem.Kind]
  /// @param control what can be changed of its load, and what is set, while it goes on
  /// @param progress how far a step before or after the load is, while there is one
  /// @param history every state it was in, oldest first
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record CourseView(
      Optional<Instant> startedAt,
      Optional<Instant> endsAt,
      List<String> assigned,
      Optional<String> refusal,
      Optional<ControlView> control,
      Optional<ProgressView> progress,
      List<StateView> history) {}

  /// The agents that it asks for; any agents if no names are given.
  public record Wanted(int count, List<String> names) {
    public static Wanted of(JobSpec spec) {
      return new Wanted(spec.agents().count(), spec.agents().names());
    }
  }

  /// A planned phase; its kind is `ramp-up`, `warm-up`, `measure` or `cool-down`.
  public record PhaseView(String kind, long durationMillis) {}

  /// The load of a running job. Values that were not set by hand are as planned.
  ///
  /// @param open whether it has a rate, which is that of the whole job
  /// @param threads the most of each agent that can be at work
  /// @param set what was set since it began
  public record ControlView(boolean open, int threads, LoadSetting set) {}

  /// What is set of a load; in a change, only what is to be changed.
  ///
  /// @param paused whether no iteration begins
  /// @param rate iterations to start per second, over all agents
  /// @param threads at work on each agent
  /// @param think such as `10ms`, `5ms..20ms` or `exp:10ms`
  /// @param mix values of parameters of the job class
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record LoadSetting(
      Optional<Boolean> paused,
      Optional<Double> rate,
      Optional<Integer> threads,
      Optional<String> think,
      Optional<Map<String, String>> mix) {
    public static LoadSetting of(LoadControl set) {
      return new LoadSetting(
          set.paused(),
          set.rate(),
          set.threads(),
          set.think().map(ThinkText::of),
          Optional.of(set.mix()).filter(mix -> !mix.isEmpty()));
    }
  }

  /// The progress of a step before or after the load.
  ///
  /// @param agent the agent that does it; empty if it is not a single agent's step
  /// @param total 0 if it is unknown
  /// @param seconds how long it has been going on
  public record ProgressView(String agent, String step, long done, long total, long seconds) {
    public static ProgressView of(ShareWait wait) {
      StepProgress at = wait.at();
      return new ProgressView(
          wait.agent(), at.what(), at.done(), at.total(), wait.age().toSeconds());
    }

    /// `n1: opening connections, 1 of 3, 25 s`.
    public String sentence() {
      String far =
          total > 0 ? String.format(Locale.ROOT, "%s, %,d of %,d", step, done, total) : step;
      return (agent.isEmpty() ? "" : agent + ": ") + far + ", " + age();
    }

    private String age() {
      return StepProgress.span(Duration.ofSeconds(seconds));
    }
  }

  /// One state and when it began.
  public record StateView(Instant at, String state, String reason) {}
}
