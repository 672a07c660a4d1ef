package dev.broadside.server.jobs;

import dev.broadside.core.job.JobState;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Mark;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.agents.CoordinatorSettings;
import dev.broadside.server.steps.Rebalance;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.targets.TargetUse;
import dev.broadside.server.targets.Targets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Changes loads that go on: as somebody asks, and where an agent is lost or back. A change is kept
/// before agents hear of it. Belongs to the coordinator's thread.
final class LoadControls {
  private final PlacedJobs runs;
  private final Targets targets;
  private final AgentRoster roster;
  private final Chronicle chronicle;
  private final CoordinatorSettings settings;
  private final Keeping keeping;
  private final Rebalance rebalance;
  private long asked;

  /// How a job's next state is kept, and told its agents afterwards.
  @FunctionalInterface
  interface Keeping {
    /// @param changed shares that are told anew
    /// @param then when those who look on can see it
    void keep(
        JobRun run,
        JobRow next,
        List<ShareRow> changed,
        Runnable then,
        Consumer<RuntimeException> failed);
  }

  LoadControls(
      PlacedJobs runs,
      Targets targets,
      AgentRoster roster,
      Chronicle chronicle,
      CoordinatorSettings settings,
      Keeping keeping) {
    this.runs = runs;
    this.targets = targets;
    this.roster = roster;
    this.chronicle = chronicle;
    this.settings = settings;
    this.keeping = keeping;
    this.rebalance = new Rebalance(settings);
  }

  /// Changes the load of a job that runs.
  ///
  /// @return fails with a [dev.broadside.server.store.base.StoreException] where it cannot be kept
  CompletableFuture<RunControl.Answer> ask(JobRun run, LoadControl set, String by) {
    CompletableFuture<RunControl.Answer> answer = new CompletableFuture<>();
    // None of several stands for the others.
    run.whenKept("control " + asked++, () -> control(run, set, by, answer));
    return answer;
  }

  private void control(
      JobRun run, LoadControl set, String by, CompletableFuture<RunControl.Answer> answer) {
    TargetUse use = new TargetUse(targets::find, targets.only());
    runs.atWork().forEach(use::take);
    Optional<Problem> objection =
        RunControl.objection(run, set, use).or(() -> RunControl.otherVersion(otherVersion(run)));
    if (objection.isPresent()) {
      answer.complete(new RunControl.Answer.Refused(objection.get()));
      return;
    }
    change(
        run,
        set,
        by,
        mark -> answer.complete(new RunControl.Answer.Changed(mark)),
        answer::completeExceptionally);
  }

  private void change(
      JobRun run,
      LoadControl set,
      String by,
      Consumer<Mark> made,
      Consumer<RuntimeException> failed) {
    LoadChange change = run.change(set, by, RunControl.lead(roster.lead(run)));
    List<ShareRow> told = run.toldAnew();
    keeping.keep(
        run,
        run.with(run.job().with(change), told),
        told,
        () -> {
          run.changing(told);
          made.accept(chronicle.changed(run, change));
        },
        failed);
  }

  /// Where an agent is lost or back, others take its part over or give it back. What cannot be kept
  /// is tried again.
  void rebalance(JobRun run) {
    boolean running = run.job().state() instanceof JobState.Running && run.asked().isEmpty();
    if (running && otherVersion(run).isEmpty()) {
      rebalance
          .next(roster.situation(run), run.untilEnd(), run::aware)
          .ifPresent(move -> change(run, move.set(), move.why(), _ -> {}, _ -> {}));
    }
  }

  /// An agent that may not know of changes.
  private Optional<String> otherVersion(JobRun run) {
    return run.row().loads().stream()
        .filter(share -> !share.over())
        .map(share -> roster.session(share.agent()))
        .filter(agent -> agent.version().filter(is -> !is.equals(settings.version())).isPresent())
        .map(AgentSession::name)
        .findFirst();
  }
}
