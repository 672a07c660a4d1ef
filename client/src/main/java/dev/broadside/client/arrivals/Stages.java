package dev.broadside.client.arrivals;

import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.pace.ShareTurns;
import dev.broadside.core.pace.Sharing;
import dev.broadside.core.pace.Staffing;
import dev.broadside.core.pace.ThreadRamp;
import dev.broadside.core.param.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// All phases of a run as one share sees them, cut at each change of the load. Immutable.
///
/// @param all in order, without gaps
/// @param share which part of the job this is
public record Stages(List<Stage> all, Portion share) {
  public Stages {
    all = List.copyOf(all);
  }

  /// The values of the job class's parameters.
  @FunctionalInterface
  public interface Values {
    /// @param phase its number
    /// @param set what else was set
    ParameterValues in(int phase, LoadControl set);
  }

  /// The plan's phases with the changes that were made.
  public static Stages of(
      List<Phase> phases, Portion share, List<LoadChange> changes, Values values) {
    List<Stage> stages = new ArrayList<>();
    long phaseNanos = 0;
    int threadsBefore = 0;
    for (int i = 0; i < phases.size(); i++) {
      Phase phase = phases.get(i);
      long endNanos = phaseNanos + phase.duration().toNanos();
      for (long startNanos : starts(phaseNanos, endNanos, changes)) {
        List<LoadChange> made =
            changes.stream().filter(change -> change.atNanos() <= startNanos).toList();
        LoadControl set = LoadChange.sum(made);
        stages.add(
            new Stage(
                stages.size(),
                phaseNanos,
                startNanos,
                endNanos,
                set.on(phase.load()),
                staffing(phase, threadsBefore, set, share),
                values.in(i, set),
                set.sharing().map(one -> one.turns(share)).orElseGet(() -> ShareTurns.of(share))));
      }
      phaseNanos = endNanos;
      threadsBefore = phase.load().threadsPerAgent();
    }
    for (int i = 1; i < stages.size(); i++) {
      stages.set(i - 1, stages.get(i - 1).part(i - 1, 0, stages.get(i).startNanos()));
    }
    return new Stages(stages, share);
  }

  /// When a phase and its parts begin.
  private static List<Long> starts(long phaseNanos, long endNanos, List<LoadChange> changes) {
    List<Long> starts = new ArrayList<>();
    starts.add(phaseNanos);
    changes.stream()
        .map(LoadChange::atNanos)
        .filter(at -> at > phaseNanos && at < endNanos)
        .distinct()
        .forEach(starts::add);
    return starts;
  }

  /// How threads are shared out. In an open load an agent serves the arrivals of lost agents with
  /// its own threads; in a closed load the threads of lost agents are shared out, because they are
  /// the load.
  private static Staffing staffing(Phase phase, int threadsBefore, LoadControl set, Portion share) {
    boolean open = phase.load().open();
    int threads = set.holds() && !open ? 0 : set.on(phase.load()).threadsPerAgent();
    boolean ramps = phase.kind() == PhaseKind.RAMP_UP && !open && set.threads().isEmpty();
    int before = ramps ? Math.min(threadsBefore, threads) : threads;
    ThreadRamp ramp = new ThreadRamp(before, threads, phase.duration().toNanos());
    Sharing all = Sharing.all(share.of());
    return Staffing.of(ramp, open ? all : set.sharing().orElse(all), share);
  }

  public long endNanos() {
    return all.getLast().endNanos();
  }

  /// How many threads of the share are to be at work just before a moment.
  public int threadsBefore(long nanos) {
    Stage stage =
        all.stream().filter(one -> nanos <= one.endNanos()).findFirst().orElse(all.getLast());
    return (int)
        IntStream.range(0, stage.staffing().threads())
            .filter(thread -> stage.joinNanos(thread) < nanos)
            .count();
  }

  /// How many threads of the share are to be at work at once between two moments, at the most.
  public int threadsWithin(long fromNanos, long untilNanos) {
    return all.stream()
        .filter(stage -> stage.startNanos() < untilNanos && stage.endNanos() > fromNanos)
        .mapToInt(stage -> threadsBefore(Math.min(untilNanos, stage.endNanos())))
        .max()
        .orElseGet(() -> threadsBefore(untilNanos));
  }

  /// How many of them begin before a moment.
  int begunBefore(long nanos) {
    return (int) all.stream().filter(stage -> stage.startNanos() < nanos).count();
  }

  /// How many of them have ended at a moment.
  int endedBy(long nanos) {
    return (int) all.stream().filter(stage -> stage.endNanos() <= nanos).count();
  }

  /// These stages until a moment, and from then on others.
  Stages until(long nanos, Stages then) {
    List<Stage> both = new ArrayList<>();
    for (Stage stage : all.subList(0, begunBefore(nanos))) {
      both.add(stage.part(both.size(), 0, nanos));
    }
    for (Stage stage : then.all.subList(then.endedBy(nanos), then.all.size())) {
      both.add(stage.part(both.size(), nanos, stage.endNanos()));
    }
    return new Stages(both, share);
  }
}
