package dev.broadside.core.diagnosis;

import dev.broadside.core.diagnosis.Diagnosed.Held;
import dev.broadside.core.diagnosis.DiagnosisRule.Said;
import dev.broadside.core.diagnosis.Surroundings.Observer;
import dev.broadside.core.verdict.GeneratorLimits;
import java.util.Comparator;
import java.util.Optional;

/// What hosts show: the database's, where it is known which one that is, and those of the load.
final class HostRules {
  /// Gregg's USE method takes a resource that is nearly always in use for the limit. The rest is
  /// what a scheduler leaves idle between tasks on a host that has no core to spare.
  private static final double MOST_BUSY = 0.9;

  static final DiagnosisRule CPU =
      new DiagnosisRule(
          "cpu",
          "CPU of the database",
          "`host.cpu.user` and `host.cpu.system` of the database's host: that of an agent that only"
              + " watches, or of the load, if its target is on the same host, the load generator was"
              + " a limit in less than half of the intervals, and most of the work is not the"
              + " worker's",
          "they are "
              + DiagnosisRule.percent(MOST_BUSY)
              + " or more of the CPU time, unless an open load reached 99 % of its rate",
          HostRules::cpu);

  static final DiagnosisRule STEAL =
      new DiagnosisRule(
          "steal",
          "Noisy neighbour",
          "`host.cpu.steal` of every host, or `generator.steal`",
          "it is " + DiagnosisRule.percent(GeneratorLimits.MOST_STEAL) + " or more of the CPU time",
          HostRules::steal);

  private record OnHost(Observer observer, Held held) {}

  private HostRules() {}

  private static Optional<Said> cpu(Diagnosed run) {
    if (LoadRules.served(run.around().generator())) {
      return Optional.empty();
    }
    return run.around().ofDatabase().stream()
        .filter(one -> !one.loads() || belongsToTheDatabase(run, one))
        .flatMap(one ->
            run.held(at -> busy(at, one), MOST_BUSY).map(held -> new OnHost(one, held)).stream())
        .max(Comparator.comparingDouble(one -> one.held.value()))
        .map(most ->
            Said.likely(
                "The processors of the database's host were %s busy%s"
                    .formatted(
                        DiagnosisRule.percent(most.held.value()),
                        most.observer.loads() ? shared(run) : ""),
                most.observer.loads()
                    ? "see which programs use the CPU; if it is the database, find the statements that"
                        + " use most, or give it a host of its own"
                    : "find the statements that use most CPU, or give the database more cores",
                most.held.shows(
                    HostIds.cpu("user", most.observer.agent()),
                    "CPU of the host of " + most.observer.agent(),
                    100 * most.held.value(),
                    "%")));
  }

  /// The load on the same host takes from what the database could have.
  private static String shared(Diagnosed run) {
    return ", of which the load generator there used %s"
        .formatted(DiagnosisRule.percent(run.whole().level(HostIds.WORKER_CPU) / 100));
  }

  /// Whether the work on a host that has the load, too, is mostly not the worker's.
  private static boolean belongsToTheDatabase(Diagnosed run, Observer one) {
    double worker = run.whole().level(HostIds.WORKER_CPU) / 100;
    return !LoadRules.mostlyLimited(run.around().generator())
        && worker < busy(run.whole(), one) / 2;
  }

  private static double busy(Stretch at, Observer one) {
    return part(at, "user", one) + part(at, "system", one);
  }

  private static double part(Stretch at, String of, Observer one) {
    return at.ratio(HostIds.cpu(of, one.agent()), HostIds.cpu("all", one.agent()));
  }

  private static Optional<Said> steal(Diagnosed run) {
    return run.around().observers().stream()
        .flatMap(one ->
            run
                .held(at -> part(at, "steal", one), GeneratorLimits.MOST_STEAL)
                .map(held -> new OnHost(one, held))
                .stream())
        .max(Comparator.comparingDouble(one -> one.held.value()))
        .map(most ->
            stolen(
                "of " + most.observer.agent(),
                most.held,
                HostIds.cpu("steal", most.observer.agent())))
        .or(() ->
            run.held(at -> at.level(HostIds.STEAL) / 100, GeneratorLimits.MOST_STEAL)
                .map(held -> stolen("of the load", held, HostIds.STEAL)));
  }

  private static Said stolen(String whose, Held held, String figure) {
    return Said.certain(
        "The hypervisor gave %s of the CPU time on the host %s to other guests"
            .formatted(DiagnosisRule.percent(held.value()), whose),
        "use a host with processors of its own, or run it again at another time",
        held.shows(figure, "steal", 100 * held.value(), "%"));
  }
}
