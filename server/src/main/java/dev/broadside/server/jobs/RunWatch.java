package dev.broadside.server.jobs;

import dev.broadside.core.calendar.WrittenMoment;
import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.report.Mark;
import dev.broadside.core.time.Time;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.Marks;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.steps.WaitingFor;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.threads.Serial;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/// Watches runs that go on: marks agents that are lost and come back, the server's own absence and
/// clocks that are set; judges thresholds and drift, and stops a run for them if it asks for that.
/// Belongs to the coordinator's thread.
final class RunWatch {
  private static final Duration LOOK_AT_THRESHOLDS = Duration.ofSeconds(1);
  private static final Duration LOOK_AT_DRIFT = Duration.ofSeconds(10);

  /// A smaller step is the noise of a network, or a clock that is slewed.
  private static final double CLOCK_STEP_MILLIS = 1_000;

  /// After the server's own clock was set, the agents' are measured again.
  private static final Duration UNTIL_MEASURED = Duration.ofSeconds(30);

  private final ResultStore store;
  private final Marks marks;
  private final Collector collector;
  private final LiveFeed live;
  private final AgentRoster roster;
  private final Time time;
  private final Serial own;
  private final Map<String, Double> offsets = new HashMap<>();
  private double wallMillis;
  private long measuredNanos;
  private long lookedNanos;
  private long judgedNanos;

  RunWatch(
      ResultStore store,
      Marks marks,
      Collector collector,
      LiveFeed live,
      AgentRoster roster,
      Serial own) {
    this.store = store;
    this.marks = marks;
    this.collector = collector;
    this.live = live;
    this.roster = roster;
    this.time = own.time();
    this.own = own;
    wallMillis = wallMillis();
    measuredNanos = time.nanos();
    lookedNanos = time.nanos();
    judgedNanos = time.nanos();
  }

  /// Marks that the server was away: it goes on with a run that began before it was started. Reads
  /// the store.
  void takenUp(JobRun run) {
    if (!run.job().changes().isEmpty()) {
      markChanges(run);
    }
    run.elapsedMillis()
        .ifPresent(now ->
            store
                .runs
                .newestInterval(run.job().runId())
                .ifPresent(newest -> {
                  double from = run.job().spec().axis().endNanos(Math.toIntExact(newest)) / 1e6;
                  happened(
                      run,
                      Mark.span(
                          Mark.Kind.SERVER,
                          Math.min(from, now),
                          now,
                          "the server was away; the load went on"));
                }));
  }

  /// Marks a change of the load.
  Mark changed(JobRun run, LoadChange change) {
    Mark mark = mark(change);
    happened(run, mark);
    return mark;
  }

  /// Marks that somebody ended a run without waiting for its workers.
  void killed(JobRun run, String by) {
    run.elapsedMillis()
        .ifPresent(
            at -> happened(run, Mark.at(Mark.Kind.CONTROL, at, by, "cancelled it by force")));
  }

  /// Marks the changes that have no mark yet: a server may die after it stored a change and before
  /// it stored the mark.
  private void markChanges(JobRun run) {
    List<Mark> kept = marks.of(run.job().runId(), List.of());
    run.job().changes().stream()
        .map(RunWatch::mark)
        .filter(mark -> kept.stream().noneMatch(one -> one.numbered(0).equals(mark)))
        .forEach(mark -> happened(run, mark));
  }

  private static Mark mark(LoadChange change) {
    return Mark.at(Mark.Kind.CONTROL, change.atNanos() / 1e6, change.by(), change.set().words());
  }

  /// Marks that an agent heard too late of a change of the load.
  void changedLate(JobRun run, String agent, Duration late) {
    run.elapsedMillis()
        .ifPresent(at ->
            happened(
                run,
                Mark.at(
                    Mark.Kind.AGENT,
                    at,
                    agent,
                    "changed its load %.1f s late, as it could not be told before"
                        .formatted(late.toMillis() / 1e3))));
  }

  /// Looks which agents of a run can be reached: intervals do not wait for those that are lost.
  ///
  /// @return whether they are others than before
  boolean lookAtAgents(JobRun run) {
    Set<String> now = run.reachable();
    Optional<Set<String>> before = run.reachedBefore(now);
    boolean changed = before.filter(now::equals).isEmpty();
    if (changed) {
      before.ifPresent(known -> markAgents(run, known, now));
      collector.reachable(run.job().runId(), now);
    }
    return changed;
  }

  /// Looks for which agents a run waits.
  ///
  /// @return whether they are others than before
  boolean lookAtAbsences(JobRun run) {
    return run.noteAbsences(WaitingFor.absences(run.situation()));
  }

  private void markAgents(JobRun run, Set<String> before, Set<String> now) {
    run.elapsedMillis()
        .ifPresent(at -> {
          for (String agent : minus(before, now)) {
            AgentSession session = roster.session(agent);
            double since = Math.max(0, at - session.silence().toNanos() / 1e6);
            happened(run, Mark.at(Mark.Kind.AGENT, since, agent, "lost, " + session.absence()));
          }
          minus(now, before)
              .forEach(agent -> happened(run, Mark.at(Mark.Kind.AGENT, at, agent, "back")));
        });
  }

  private static Set<String> minus(Set<String> these, Set<String> those) {
    Set<String> left = new TreeSet<>(these);
    left.removeAll(those);
    return left;
  }

  /// @param stop is given each run that is to be stopped for its figures, and the reason
  void tick(Collection<JobRun> runs, BiConsumer<JobRun, String> stop) {
    List<JobRun> going =
        runs.stream().filter(run -> run.job().state() instanceof JobState.Running).toList();
    lookAtClocks(going);
    if (time.nanos() - judgedNanos >= LOOK_AT_THRESHOLDS.toNanos()) {
      judgedNanos = time.nanos();
      going.stream()
          .filter(run -> !JobDocument.THRESHOLDS.in(run.job().spec()).isEmpty())
          .forEach(run -> lookAtThresholds(run, stop));
    }
    if (time.nanos() - lookedNanos >= LOOK_AT_DRIFT.toNanos()) {
      lookedNanos = time.nanos();
      going.forEach(run -> lookAtDrift(run, stop));
    }
  }

  private void lookAtClocks(List<JobRun> going) {
    double set = wallMillis() - wallMillis;
    wallMillis += set;
    if (Math.abs(set) >= CLOCK_STEP_MILLIS) {
      offsets.clear();
      measuredNanos = time.nanos() + UNTIL_MEASURED.toNanos();
      going.forEach(run -> clock(run, "", "the server's clock", set));
    }
    if (time.nanos() - measuredNanos >= 0) {
      going.forEach(run -> run.shares().forEach(share -> lookAtClock(going, share.agent())));
    }
  }

  /// The difference is the server's clock minus the agent's.
  private void lookAtClock(List<JobRun> going, String agent) {
    roster
        .session(agent)
        .clockDifferenceMillis()
        .ifPresent(now -> {
          Double before = offsets.put(agent, now);
          double set = before == null ? 0 : before - now;
          if (Math.abs(set) >= CLOCK_STEP_MILLIS) {
            going.stream()
                .filter(run -> run.share(agent).isPresent())
                .forEach(run -> clock(run, agent, "its clock", set));
          }
        });
  }

  private void clock(JobRun run, String agent, String whose, double setMillis) {
    String words =
        whose
            + " was set "
            + (setMillis > 0 ? "forward" : "back")
            + " by "
            + span(Math.abs(setMillis))
            + "; another clock times the intervals";
    run.elapsedMillis().ifPresent(at -> happened(run, Mark.at(Mark.Kind.CLOCK, at, agent, words)));
  }

  private static String span(double millis) {
    return millis < 60_000
        ? String.format(Locale.ROOT, "%.1f s", millis / 1e3)
        : WrittenMoment.distance(Duration.ofMillis(Math.round(millis)));
  }

  private double wallMillis() {
    return time.now().toEpochMilli() - time.nanos() / 1e6;
  }

  private void lookAtDrift(JobRun run, BiConsumer<JobRun, String> stop) {
    List<LoadChange> changes = run.job().changes();
    collector
        .look(run.job().runId(), sums -> sums.drift(changes))
        .thenAccept(found ->
            found
                .flatMap(drift -> drift)
                .ifPresent(drift ->
                    own.execute(() -> {
                      live.publish(run.job().id(), Kind.DRIFT, drift);
                      stopping(run, drift, stop);
                    })));
  }

  private void lookAtThresholds(JobRun run, BiConsumer<JobRun, String> stop) {
    collector
        .look(
            run.job().runId(),
            sums -> {
              sums.thresholds()
                  .ifPresent(verdicts -> live.publish(run.job().id(), Kind.THRESHOLDS, verdicts));
              return sums.broken();
            })
        .thenAccept(found ->
            found
                .flatMap(how -> how)
                .ifPresent(how ->
                    own.execute(() -> {
                      if (run.job().state() instanceof JobState.Running) {
                        stop.accept(run, "a threshold: " + how);
                      }
                    })));
  }

  private static void stopping(JobRun run, DriftDocument drift, BiConsumer<JobRun, String> stop) {
    if (run.job().state() instanceof JobState.Running) {
      drift
          .worse(JobDocument.STOP_ON_DRIFT.in(run.job().spec()))
          .ifPresent(sentence -> stop.accept(run, "drift: " + sentence));
    }
  }

  private void happened(JobRun run, Mark mark) {
    boolean going =
        switch (run.job().state()) {
          case JobState.Running _, JobState.Stopping _ -> true;
          case JobState.Pending _, JobState.Preparing _, JobState.Done _ -> false;
        };
    if (going) {
      marks.happened(run.job().runId(), mark);
    }
  }
}
