package dev.broadside.server.jobs;

import dev.broadside.core.address.TargetAddress;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.Counted;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Mark;
import dev.broadside.server.targets.TargetUse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What of a load that goes on may be changed. Pure.
public final class RunControl {
  /// Long enough for every agent that answers to hear of a change before it holds.
  private static final Duration LEAD = Duration.ofSeconds(1);

  private RunControl() {}

  /// What has become of a change.
  public sealed interface Answer {
    /// It is kept, and holds from its mark on.
    record Changed(Mark mark) implements Answer {}

    /// It is not made.
    record Refused(Problem problem) implements Answer {}
  }

  /// How far ahead of now a change holds.
  ///
  /// @param told how long the slowest agent takes to hear of something
  static Duration lead(Duration told) {
    return told.compareTo(LEAD) > 0 ? told : LEAD;
  }

  static Answer goesOnNot(String id) {
    return new Answer.Refused(
        Problem.wrong(
            "job " + id, "its load does not go on", "change the load of a job that runs"));
  }

  /// Why a change cannot be; empty where it can.
  static Optional<Problem> objection(JobRun run, LoadControl set, TargetUse use) {
    JobSpec spec = run.job().spec();
    String id = run.job().id();
    if (!(run.job().state() instanceof JobState.Running) || run.asked().isPresent()) {
      String word = run.job().state().word();
      return job(id, "it is " + word + ", so no load goes on", "change a job that runs");
    }
    if (run.untilEnd().compareTo(LEAD.multipliedBy(2)) < 0) {
      return job(id, "its load is about to end", "let it end, or start it again for longer");
    }
    if (run.job().changes().size() >= LoadChange.MOST) {
      return job(
          id,
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

  /// Why a change cannot be of which an agent may not know what it is; empty where there is none.
  static Optional<Problem> otherVersion(Optional<String> agent) {
    return agent.map(name ->
        Problem.wrong(
            "agent " + name,
            "it is of another version than the server, which cannot change its load",
            "install the same Broadside on both"));
  }

  private static Optional<Problem> job(String id, String what, String mend) {
    return Optional.of(Problem.wrong("job " + id, what, mend));
  }

  /// Why a change has no sense for a kind of load.
  private static Optional<Problem> unfit(JobSpec spec, LoadControl set) {
    if (set.rate().isPresent() && !spec.open()) {
      return wrong("/rate", "the job's load is closed and has none", "change threads or think");
    }
    if (set.think().isPresent() && spec.open()) {
      return wrong("/think", "at a rate nobody pauses", "change the rate");
    }
    Optional<String> elsewhere =
        set.mix().entrySet().stream()
            .filter(one -> TargetAddress.told(one.getKey(), one.getValue()).isPresent())
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

  /// Why a change changes nothing.
  private static Optional<Problem> vain(JobRun run, LoadControl set) {
    LoadControl now = run.job().control();
    return set.paused().filter(paused -> paused == now.holds()).isPresent()
        ? wrong(
            "/paused",
            now.holds() ? "the load is paused already" : "the load is not paused",
            "see with 'broadside job show' what goes on")
        : Optional.empty();
  }

  private static Optional<Problem> wrong(String field, String what, String mend) {
    return Optional.of(Problem.wrong(field, what, mend));
  }
}
