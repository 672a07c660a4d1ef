package dev.broadside.server.schedule;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.LabelSelector;
import dev.broadside.core.load.Counted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which agents a job may have, busy or not: those that it names, with the labels that it wants,
/// and no two of one host if it says so. Pure.
public final class AgentChoice {
  private final JobSpec spec;
  private final Map<String, AgentOffer> connected;
  private final LabelSelector labels;
  private final boolean distinctHosts;

  /// @param connected the agents that are there, by name
  public AgentChoice(JobSpec spec, Map<String, AgentOffer> connected) {
    this.spec = spec;
    this.connected = connected;
    labels = JobDocument.AGENT_LABELS.in(spec);
    distinctHosts = JobDocument.DISTINCT_HOSTS.in(spec);
  }

  /// Those that it may have, named ones in the order in which they are named, others by name.
  public List<String> candidates() {
    return listed().stream().filter(this::labelled).toList();
  }

  private List<String> listed() {
    List<String> names = spec.agents().names();
    return names.isEmpty()
        ? connected.keySet().stream().sorted().toList()
        : names.stream().distinct().filter(connected::containsKey).toList();
  }

  private boolean labelled(String agent) {
    return labels.matches(offer(agent).labels());
  }

  /// As many of some candidates as it can have together, the first ones first, and no more than it
  /// wants.
  List<String> together(List<String> candidates) {
    List<String> chosen = new ArrayList<>();
    Set<String> hosts = new HashSet<>();
    for (String agent : candidates) {
      boolean other = !distinctHosts || hosts.add(host(agent));
      if (other && chosen.size() < spec.agents().count()) {
        chosen.add(agent);
      }
    }
    return chosen;
  }

  /// Those candidates that it could have together with others.
  List<String> beside(List<String> others, List<String> candidates) {
    if (!distinctHosts) {
      return candidates;
    }
    Set<String> taken = others.stream().map(this::host).collect(Collectors.toSet());
    return candidates.stream().filter(agent -> !taken.contains(host(agent))).toList();
  }

  private AgentOffer offer(String agent) {
    return Optional.ofNullable(connected.get(agent)).orElseThrow();
  }

  private String host(String agent) {
    return offer(agent).host();
  }

  /// Why it cannot have its agents, even if all are idle: `needs 3 agents with rack=a, 2
  /// connected`. Empty if it can.
  public Optional<String> tooFew() {
    List<String> candidates = candidates();
    return together(candidates).size() < spec.agents().count()
        ? Optional.of(wanted() + but(candidates))
        : Optional.empty();
  }

  private String wanted() {
    return "needs "
        + Counted.of(spec.agents().count(), "agent")
        + (spec.agents().names().isEmpty() ? "" : " of those named")
        + (labels.isEmpty() ? "" : " with " + labels.words())
        + (distinctHosts ? " on different hosts" : "");
  }

  private String but(List<String> candidates) {
    if (candidates.size() >= spec.agents().count() || spec.agents().names().isEmpty()) {
      long hosts = candidates.stream().map(this::host).distinct().count();
      return ", "
          + candidates.size()
          + " connected"
          + (distinctHosts && !candidates.isEmpty() ? " on " + Counted.of(hosts, "host") : "");
    }
    Set<String> absent = new TreeSet<>(spec.agents().names());
    absent.removeAll(connected.keySet());
    Set<String> without = new TreeSet<>(listed());
    candidates.forEach(without::remove);
    return (absent.isEmpty() ? "" : "; " + NameList.of(List.copyOf(absent)) + " not connected")
        + (without.isEmpty()
            ? ""
            : "; " + NameList.of(List.copyOf(without)) + " without these labels");
  }
}
