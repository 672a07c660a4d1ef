package dev.broadside.core.diagnosis;

import dev.broadside.core.address.TargetAddress;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What else is known of a run than its intervals.
///
/// @param balanced whether no record is missing and none contradicts another
/// @param parameters the job class's, of which one may say where the target is
/// @param observers the agents, each of which watches its host
/// @param operations names by index
/// @param observed what was found out about the target, in the order of time
public record Surroundings(
    boolean balanced,
    GeneratorVerdict generator,
    Map<String, String> parameters,
    List<Observer> observers,
    List<String> operations,
    List<Observed> observed) {
  public Surroundings {
    observers = List.copyOf(observers);
    operations = List.copyOf(operations);
    observed = List.copyOf(observed);
  }

  /// An agent.
  ///
  /// @param host the same for all agents on one host
  /// @param loads whether it makes load, and does not only watch
  public record Observer(String agent, String host, boolean loads) {}

  /// The agents that watch a host of the database: those that only watch, and the first of those
  /// that connect to their own host, if these all run on one. None if it is not known.
  public List<Observer> ofDatabase() {
    List<Observer> watchers = observers.stream().filter(one -> !one.loads).toList();
    List<Observer> loaders = observers.stream().filter(one -> one.loads).toList();
    boolean here =
        loaders.stream().map(Observer::host).distinct().count() == 1 && watchers.isEmpty();
    return here && connectsToItsOwnHost() ? loaders.subList(0, 1) : watchers;
  }

  private boolean connectsToItsOwnHost() {
    Set<TargetAddress> addresses =
        parameters.entrySet().stream()
            .flatMap(one -> TargetAddress.ofParameter(one.getKey(), one.getValue()).stream())
            .collect(Collectors.toSet());
    return !addresses.isEmpty()
        && addresses.stream()
            .allMatch(one ->
                !one.diverted()
                    && !one.hosts().isEmpty()
                    && one.hosts().stream().allMatch(Surroundings::loopback));
  }

  private static boolean loopback(String host) {
    return host.matches("localhost|127(\\.\\d{1,3}){3}|\\[?(::1|(0{1,4}:){7}0{0,3}1)]?");
  }
}
