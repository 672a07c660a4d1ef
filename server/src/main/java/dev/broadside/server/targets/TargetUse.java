package dev.broadside.server.targets;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.LoadFields;
import dev.broadside.core.input.TargetGuard;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.server.store.row.NamedTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// How much jobs use of their named targets, and whether there is room for one more. Jobs that wait
/// for a target get it in the order of submission. For one thread, and one look at the jobs.
public final class TargetUse {
  private static final int SHOWN = 3;

  private final Function<String, Optional<NamedTarget>> targets;
  private final boolean only;

  /// The jobs at work on each target, by id.
  private final Map<String, Map<String, JobSpec>> atWork = new HashMap<>();

  /// The job that waits longest for each target.
  private final Map<String, String> first = new HashMap<>();

  /// @param only whether jobs may use named targets only
  public TargetUse(Function<String, Optional<NamedTarget>> targets, boolean only) {
    this.targets = targets;
    this.only = only;
  }

  /// A limit of a target.
  ///
  /// @param field the job's field for it
  private record Limit(
      JobField<?> field, String unit, double most, ToDoubleFunction<JobSpec> taken) {
    static List<Limit> of(NamedTarget target) {
      List<Limit> limits = new ArrayList<>();
      if (target.rules().maxConnections() > 0) {
        limits.add(
            new Limit(
                LoadFields.THREADS,
                "connections",
                target.rules().maxConnections(),
                TargetUse::connections));
      }
      if (target.rules().maxRate() > 0) {
        limits.add(
            new Limit(
                LoadFields.RATE,
                "iterations per second",
                target.rules().maxRate(),
                spec -> spec.highestRate().orElse(Double.POSITIVE_INFINITY)));
      }
      return limits;
    }
  }

  /// The most connections that a job has at once: those of its load threads, whether or not they
  /// are at work, or those with which its agents load its tables, each with one more to look at the
  /// tables that exist.
  public static long connections(JobSpec spec) {
    String loads = spec.parameters().getOrDefault(ConnectionParameters.LOAD_THREADS.name(), "");
    long loading = loads.matches("\\d{1,4}") ? Long.parseLong(loads) + 1 : 0;
    return Math.max(spec.openedThreads(), loading * spec.agents().count());
  }

  /// A job wants more than its target ever has.
  ///
  /// @param path of the field that says so
  public record TooMuch(String path, String what) {}

  /// Why a job can never have its target; empty if it can.
  public static Optional<TooMuch> tooMuch(NamedTarget target, JobSpec spec) {
    return Limit.of(target).stream()
        .filter(limit -> limit.taken().applyAsDouble(spec) > limit.most())
        .map(limit -> new TooMuch(limit.field().path(), tooMuch(target, limit, spec)))
        .findFirst();
  }

  private static String tooMuch(NamedTarget target, Limit limit, JobSpec spec) {
    double wanted = limit.taken().applyAsDouble(spec);
    String asks =
        Double.isInfinite(wanted) ? "has no rate" : "wants " + number(wanted) + rests(limit, spec);
    return "target %s takes at most %s %s, and the job %s"
        .formatted(target.name(), number(limit.most()), limit.unit(), asks);
  }

  /// Why it is more than the job has threads.
  private static String rests(Limit limit, JobSpec spec) {
    int rest = spec.openedPerAgent() - spec.threadsPerAgent();
    return limit.field().equals(LoadFields.THREADS) && rest > 0
        ? ", of which each agent opens %s in reserve".formatted(number(rest))
        : "";
  }

  /// A job is at work on its target, if it names one.
  public void take(String jobId, JobSpec spec) {
    String name = JobDocument.TARGET.in(spec);
    if (!name.isEmpty()) {
      atWork.computeIfAbsent(name, _ -> new LinkedHashMap<>()).put(jobId, spec);
    }
  }

  /// Why a job cannot have its target now, and when it can; empty if it can, or names none.
  public Optional<String> objection(String jobId, JobSpec spec) {
    String name = JobDocument.TARGET.in(spec);
    if (only && !TargetGuard.addresses(spec).isEmpty()) {
      return Optional.of(
          "this server puts load on named targets only now, and the job gives an address; cancel"
              + " it, and submit it again with the name of a target");
    }
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<NamedTarget> target = targets.apply(name);
    if (target.isEmpty()) {
      return Optional.of("there is no target " + name + " any more; begins when it is there again");
    }
    Optional<String> why =
        tooMuch(target.get(), spec)
            .map(much -> much.what() + "; begins when the target's limit is raised")
            .or(() -> behind(name))
            .or(() ->
                full(target.get(), spec, atWork.getOrDefault(name, Map.of()))
                    .map(full -> full.what() + "; begins when " + full.room()));
    why.ifPresent(_ -> first.putIfAbsent(name, jobId));
    return why;
  }

  private Optional<String> behind(String name) {
    return Optional.ofNullable(first.get(name))
        .map(other -> "waits for target " + name + " behind job " + other);
  }

  /// Why a job that is at work on its target cannot take more of it; empty if it can, or names
  /// none.
  ///
  /// @param spec what it would take
  public Optional<String> refusal(String jobId, JobSpec spec) {
    String name = JobDocument.TARGET.in(spec);
    Map<String, JobSpec> others = new LinkedHashMap<>(atWork.getOrDefault(name, Map.of()));
    others.remove(jobId);
    return targets
        .apply(name)
        .flatMap(target ->
            tooMuch(target, spec)
                .map(TooMuch::what)
                .or(() -> full(target, spec, others).map(Full::what)));
  }

  /// Why there is no room on a target.
  ///
  /// @param room when there is
  private record Full(String what, String room) {}

  private static Optional<Full> full(NamedTarget target, JobSpec spec, Map<String, JobSpec> there) {
    if (target.rules().exclusive() && !there.isEmpty()) {
      return Optional.of(
          new Full(
              "target %s has one job at a time".formatted(target.name()),
              jobs(there) + " has ended"));
    }
    return Limit.of(target).stream()
        .flatMap(limit -> full(target, limit, spec, there).stream())
        .findFirst();
  }

  private static Optional<Full> full(
      NamedTarget target, Limit limit, JobSpec spec, Map<String, JobSpec> there) {
    double used = there.values().stream().mapToDouble(limit.taken()).sum();
    double wanted = limit.taken().applyAsDouble(spec);
    return used + wanted <= limit.most()
        ? Optional.empty()
        : Optional.of(
            new Full(
                "target %s takes at most %s %s: %s in use by %s, %s wanted"
                    .formatted(
                        target.name(),
                        number(limit.most()),
                        limit.unit(),
                        number(used),
                        jobs(there),
                        number(wanted)),
                "there is room"));
  }

  private static String jobs(Map<String, JobSpec> there) {
    return "job " + Counted.names(there.keySet(), SHOWN);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.2f", value);
  }
}
