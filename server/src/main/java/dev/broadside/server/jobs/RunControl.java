package dev.broadside.server.jobs;

import dev.broadside.core.address.TargetAddress;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.Counted;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Mark;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.steps.Rebalance;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.targets.TargetUse;
import dev.broadside.server.targets.Targets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Changes loads that go on: as somebody asks, and when an agent is lost or back. A change is kept
/// before agents hear of it. Belongs to the coordinator's thread.
public final class RunControl {
  /// Long enough for every agent that answers to hear of a change before it holds.
  private static final Duration LEAD = Duration.ofSeconds(1);

  private final PlacedJobs runs;
  private final Targets targets;
  private final AgentRoster roster;
  private final RunWatch watch;
  private final Dispatcher dispatcher;
  private long asked;

  /// What became of a change.
  public sealed interface Answer {
    /// It is kept, and holds from its mark on.
    record Changed(Mark mark) implements Answer {}

    /// It is not made.
    record Refused(Problem problem) implements Answer {}
  }

  RunControl(
      PlacedJobs runs, Targets targets, AgentRoster roster, RunWatch watch, Dispatcher dispatcher) {
    this.runs = runs;
    this.targets = targets;
    this.roster = roster;
    this.watch = watch;
    this.dispatcher = dispatcher;
  }

  /// Changes the load of a job that runs.
  ///
  /// @return fails with a [dev.broadside.server.store.base.StoreException] if it cannot be kept
  CompletableFuture<Answer> change(String id, LoadControl set, String by) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    runs.find(id)
        .ifPresentOrElse(
            // Each with a name of its own, so that none of several replaces another.
            run -> run.whenKept("control " + asked++, () -> change(run, set, by, answer)),
            () ->
                answer.complete(
                    new Answer.Refused(
                        Problem.wrong(
                            "job " + id,
                            "its load does not go on",
                            "change the load of a job that runs"))));
    return answer;
  }

  private void change(JobRun run, LoadControl set, String by, CompletableFuture<Answer> answer) {
    TargetUse use = new TargetUse(targets::find, targets.only());
    runs.atWork().forEach(use::take);
    Optional<Problem> objection =
        objection(run, set, use).or(() -> otherVersion(run).flatMap(RunControl::cannotChange));
    if (objection.isPresent()) {
      answer.complete(new Answer.Refused(objection.get()));
      return;
    }
    change(
        run,
        set,
        by,
        mark -> answer.complete(new Answer.Changed(mark)),
        answer::completeExceptionally);
  }

  private void change(
      JobRun run,
      LoadControl set,
      String by,
      Consumer<Mark> made,
      Consumer<RuntimeException> failed) {
    Duration lead = run.lead().compareTo(LEAD) > 0 ? run.lead() : LEAD;
    LoadChange change = run.change(set, by, lead);
    List<ShareRow> changed = run.loadsToTell();
    dispatcher.keep(
        run,
        run.with(run.job().with(change), changed),
        changed,
        () -> {
          run.changing(changed);
          made.accept(watch.changed(run, change));
        },
        failed);
  }

  /// When an agent is lost or back, the others take its part over or give it back. What cannot be
  /// kept is tried again.
  void rebalance(JobRun run) {
    boolean running = run.job().state() instanceof JobState.Running && run.asked().isEmpty();
    if (running && otherVersion(run).isEmpty()) {
      Rebalance.next(run.situation(), run.untilEnd(), run::aware)
          .ifPresent(move -> change(run, move.set(), move.why(), _ -> {}, _ -> {}));
    }
  }

  /// An agent of another version, which may not know of changes.
  private Optional<String> otherVersion(JobRun run) {
    return run.row().loads().stream()
        .filter(share -> !share.over())
        .map(share -> roster.session(share.agent()))
        .filter(agent -> agent.version().filter(is -> !is.equals(roster.version())).isPresent())
        .map(AgentSession::name)
        .findFirst();
  }

  /// Why a change cannot be made; empty if it can.
  private static Optional<Problem> objection(JobRun run, LoadControl set, TargetUse use) {
    JobSpec spec = run.job().spec();
    String id = run.job().id();
    if (!(run.job().state() instanceof JobState.Running) || run.asked().isPresent()) {
      String word = run.job().state().word();
      return wrong("job " + id, "it is " + word + ", so no load goes on", "change a job that runs");
    }
    if (run.untilEnd().compareTo(LEAD.multipliedBy(2)) < 0) {
      return wrong(
          "job " + id, "its load is about to end", "let it end, or start it again for longer");
    }
    if (run.job().changes().size() >= LoadChange.MOST) {
      return wrong(
          "job " + id,
          "its load was changed " + LoadChange.MOST + " times, which is all that is kept",
          "write what is to come into phases of another job");
    }
    return unfit(spec, set)
        .or(() -> vain(run, set))
        .or(() ->
            set.rate()
                .flatMap(rate -> use.refusal(id, spec.withRate(rate)))
                .map(why -> Problem.wrong("/rate", why, "give a lower rate")));
  }

  private static Optional<Problem> cannotChange(String agent) {
    return wrong(
        "agent " + agent,
        "it is of another version than the server, which cannot change its load",
        "install the same Broadside on both");
  }

  /// Why a change makes no sense for the load of a job.
  private static Optional<Problem> unfit(JobSpec spec, LoadControl set) {
    if (set.rate().isPresent() && !spec.open()) {
      return wrong("/rate", "the job's load is closed and has none", "change threads or think");
    }
    if (set.think().isPresent() && spec.open()) {
      return wrong("/think", "at a rate nobody pauses", "change the rate");
    }
    Optional<String> elsewhere =
        set.mix().entrySet().stream()
            .filter(one -> TargetAddress.ofParameter(one.getKey(), one.getValue()).isPresent())
            .map(Map.Entry::getKey)
            .findFirst();
    if (elsewhere.isPresent()) {
      return wrong(
          "/mix/" + elsewhere.get(),
          "this is an address, and a load that goes on stays where it is",
          "submit a job that goes there");
    }
    int most = spec.openedPerAgent();
    return set.threads().filter(count -> count > most).isPresent()
        ? wrong(
            "/threads",
            "each agent of the job has opened " + Counted.of(most, "thread"),
            "give 1 to " + most + "; a job opens more where it says so in maxThreads")
        : Optional.empty();
  }

  /// Why a change would change nothing.
  private static Optional<Problem> vain(JobRun run, LoadControl set) {
    LoadControl now = run.job().control();
    return set.paused().filter(paused -> paused == now.holds()).isPresent()
        ? wrong(
            "/paused",
            now.holds() ? "the load is paused already" : "the load is not paused",
            "see with 'broadside job show' what goes on")
        : Optional.empty();
  }

  private static Optional<Problem> wrong(String where, String what, String mend) {
    return Optional.of(Problem.wrong(where, what, mend));
  }
}
