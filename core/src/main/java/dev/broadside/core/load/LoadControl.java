package dev.broadside.core.load;

import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.pace.Sharing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// New values for a running load. Empty ones do not change.
///
/// @param paused whether no iteration begins
/// @param rate starts per second over all agents, of an open load
/// @param threads threads at work on each agent, at most those that it has opened
/// @param think of a closed load
/// @param mix values of parameters of the job class, as texts by name, as in a [Phase]
/// @param sharing which shares begin the arrivals of an open load
public record LoadControl(
    Optional<Boolean> paused,
    Optional<Double> rate,
    Optional<Integer> threads,
    Optional<Think> think,
    Map<String, String> mix,
    Optional<Sharing> sharing) {
  /// Nothing is changed: the load is that of the plan.
  public static final LoadControl NONE =
      new LoadControl(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());

  public LoadControl(
      Optional<Boolean> paused,
      Optional<Double> rate,
      Optional<Integer> threads,
      Optional<Think> think,
      Map<String, String> mix) {
    this(paused, rate, threads, think, mix, Optional.empty());
  }

  /// Only changes which shares begin the arrivals.
  public static LoadControl of(Sharing sharing) {
    return new LoadControl(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.of(sharing));
  }

  public LoadControl {
    rate.ifPresent(Rate.Constant::new);
    threads.ifPresent(Bounds::threads);
    mix = Map.copyOf(mix);
    if (mix.size() > Bounds.MAX_PARAMETERS) {
      throw new IllegalArgumentException("a change sets too many parameters");
    }
  }

  /// The values that hold after a later change.
  public LoadControl then(LoadControl later) {
    Map<String, String> both = new TreeMap<>(mix);
    both.putAll(later.mix);
    return new LoadControl(
        later.paused.or(() -> paused),
        later.rate.or(() -> rate),
        later.threads.or(() -> threads),
        later.think.or(() -> think),
        both,
        later.sharing.or(() -> sharing));
  }

  /// Whether the load is paused.
  public boolean holds() {
    return paused.orElse(false);
  }

  /// The load of a phase with these values. A paused load keeps the arrivals that were due before,
  /// and gets no others.
  public LoadModel on(LoadModel load) {
    int count = threads.orElse(load.threadsPerAgent());
    return switch (load) {
      case LoadModel.Closed(int _, Think planned) ->
          new LoadModel.Closed(count, think.orElse(planned));
      case LoadModel.Open(int _, Rate planned, Arrivals arrivals) ->
          new LoadModel.Open(count, holds() ? new Rate.Constant(0) : rateOr(planned), arrivals);
    };
  }

  private Rate rateOr(Rate planned) {
    return rate.<Rate>map(Rate.Constant::new).orElse(planned);
  }

  /// The new values in a few words: `rate 500 per second, 8 threads per agent`.
  public String words() {
    List<String> words = new ArrayList<>();
    paused.ifPresent(now -> words.add(now ? "paused" : "resumed"));
    rate.ifPresent(perSecond -> words.add("rate " + new Rate.Constant(perSecond).words()));
    threads.ifPresent(count -> words.add(Counted.of(count, "thread") + " per agent"));
    think.ifPresent(time -> words.add(time.words()));
    sharing.ifPresent(now -> words.add(now.words()));
    new TreeMap<>(mix).forEach((name, text) -> words.add(name + " " + text));
    return String.join(", ", words);
  }
}
