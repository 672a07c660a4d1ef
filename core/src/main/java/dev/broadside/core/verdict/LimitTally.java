package dev.broadside.core.verdict;

import static dev.broadside.core.stat.GeneratorFigure.HOST_CPU;
import static dev.broadside.core.stat.GeneratorFigure.PROCESS_CPU;

import dev.broadside.core.figures.NumberText;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.verdict.Limit.Cause;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;

/// Which intervals were limited, the most frequent cause, and its figure over the whole run. Not
/// safe for use by several threads.
public final class LimitTally {
  /// One bit for each: a week of seconds that were all limited takes 75 KB.
  private final BitSet intervals = new BitSet();

  private final Map<String, Agent> agents = new TreeMap<>();

  /// The limits of one agent.
  private record Agent(GeneratorMeans means, Map<Cause, Met> met) {
    Agent {
      met = Map.copyOf(met);
    }
  }

  /// How often one agent was limited by a cause, and the first interval in which it was worst.
  private record Met(int times, double worst, int interval) {
    private Met plus(Met other) {
      int worse = Double.compare(other.worst, worst);
      boolean there = worse > 0 || (worse == 0 && other.interval < interval);
      return new Met(
          times + other.times, there ? other.worst : worst, there ? other.interval : interval);
    }
  }

  /// What else is known about the run.
  ///
  /// @param measured how many measured intervals were looked at
  /// @param startMillis gives an interval's beginning, from the common start
  /// @param delays how late an agent began iterations that ended well, in the measured time; empty
  ///   in a closed load
  /// @param demand what its load asks of its threads; empty if not known
  public record Run(
      int measured,
      IntToDoubleFunction startMillis,
      Function<String, Distribution> delays,
      Optional<ThreadDemand> demand) {}

  /// A cause on an agent.
  private record Blamed(String agent, GeneratorMeans means, Cause cause, Met met) {}

  /// Adds the limits of one agent in measured intervals, in any order.
  public void add(String agent, RecordSpan.Generator generator) {
    Agent before = agents.getOrDefault(agent, new Agent(GeneratorMeans.NONE, Map.of()));
    Map<Cause, Met> met = new EnumMap<>(Cause.class);
    met.putAll(before.met);
    for (RecordSpan.Limited limited : generator.limited()) {
      intervals.set(limited.interval());
      for (Limit limit : limited.limits()) {
        met.merge(limit.cause(), new Met(1, limit.value(), limited.interval()), Met::plus);
      }
    }
    agents.put(agent, new Agent(before.means.plus(generator.means()), met));
  }

  /// How long all load threads were at work.
  public double threadSeconds() {
    return agents.values().stream().mapToDouble(one -> one.means.threadNanos() / 1e9).sum();
  }

  public GeneratorVerdict verdict(Run run) {
    String reason = blamed().map(blamed -> sentence(blamed, run)).orElse("");
    return GeneratorVerdict.of(intervals.cardinality(), run.measured, reason, run.demand);
  }

  /// The most frequent cause over all agents, or the most important of several, with the agent that
  /// it limited most often.
  private Optional<Blamed> blamed() {
    Map<Cause, Integer> times = new EnumMap<>(Cause.class);
    List<Blamed> all = new ArrayList<>();
    agents.forEach((name, agent) ->
        agent.met.forEach((cause, met) -> {
          times.merge(cause, met.times, Integer::sum);
          all.add(new Blamed(name, agent.means, cause, met));
        }));
    return all.stream()
        .min(
            Comparator.comparing((Blamed one) -> -times.getOrDefault(one.cause, 0))
                .thenComparing(Blamed::cause)
                .thenComparing(one -> -one.met.times)
                .thenComparing(Blamed::agent));
  }

  /// The figure over the whole run, and the interval in which it was worst.
  private String sentence(Blamed blamed, Run run) {
    GeneratorMeans means = blamed.means;
    Cause cause = blamed.cause;
    String worst = cause.shown(blamed.met.worst);
    String there =
        " in the interval from "
            + NumberText.elapsed(run.startMillis.applyAsDouble(blamed.met.interval) / 1e3)
            + " on";
    String upTo = ", up to " + worst + there;
    Distribution delays = run.delays.apply(blamed.agent);
    return "on "
        + blamed.agent
        + " "
        + switch (cause) {
          case QUOTA, WORKER_CPU, OWN_CPU, STEAL -> cause.sentence(share(cause, means), upTo);
          case CPU_WAIT, BUSY_HOST -> cause.sentence(share(cause, means), upTo + users(means));
          case HICCUP -> cause.sentence(worst, there);
          case GC_PAUSE -> cause.sentence(pauses(means), upTo);
          case LATE_START ->
              delays.isEmpty()
                  ? cause.sentence("up to " + worst, there)
                  : late(blamed, delays.percentileMillis(99) * 1e6, upTo, there);
        };
  }

  /// The percentile of one interval is worked out of fewer starts, so that even the worst may lie
  /// below that of the whole run.
  private static String late(Blamed blamed, double nanos, String upTo, String there) {
    return blamed.cause.sentence(
        blamed.cause.shown(nanos), nanos > blamed.met.worst ? ", most" + there : upTo);
  }

  private static String share(Cause cause, GeneratorMeans means) {
    return cause.shown(means.share(cause.figure()).orElse(0));
  }

  private static String users(GeneratorMeans means) {
    return GeneratorMeans.users(means.share(PROCESS_CPU), means.share(HOST_CPU));
  }

  private static String pauses(GeneratorMeans means) {
    GeneratorMeans.Sum sum = means.of(Cause.GC_PAUSE.figure());
    return seconds(sum.amount()) + " of " + seconds(sum.nanos());
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }
}
