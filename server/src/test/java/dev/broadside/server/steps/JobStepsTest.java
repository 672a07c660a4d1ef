package dev.broadside.server.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.param.Problem;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.server.collect.AgentProgress;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.feed.ShareWait;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.steps.JobSteps.NextStep;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules by which a job goes forward, as a table: where its shares are, two of load and
/// sometimes one that only watches, and what is to happen.
final class JobStepsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /// Shares are `STAGE:status`, with `~` before a share whose agent has been silent for a minute,
  /// `%` before one that only watches, and `+` behind one whose records are all there; `unverified`
  /// is finished, and nobody waits for its verification. The run is planned for 7 s; `seconds` is
  /// how long ago it started, the state changed, or a step came further.
  @ParameterizedTest
  @CsvSource({
    "preparing, 0, FORK:forking   FORK:forked,     stay",
    "preparing, 0, FORK:forked    FORK:forked,     stay",
    "preparing, 0, FORK:preparing FORK:forked,     stay",
    "preparing, 0, FORK:loading   FORK:forked,     want LOAD:forked",
    "preparing, 0, FORK:loading   LOAD:prepared,   stay",
    "preparing,629, FORK:loading  LOAD:forked,     stay",
    "preparing,630, FORK:loading  LOAD:forked,     Broke",
    "preparing, 0, FORK:prepared  LOAD:forked,     want OPEN:forked",
    "preparing, 0, FORK:prepared  FORK:forked,     want OPEN:forked",
    "preparing, 0, FORK:prepared  FORK:forking,    want OPEN:forking",
    "preparing, 0, FORK:ready     OPEN:opening,    stay",
    "preparing, 0, FORK:ready     OPEN:ready,      Started RUN:ready RUN:ready",
    "preparing,89, FORK:forking   FORK:forked,     stay",
    "preparing,90, FORK:forking   FORK:forked,     Broke",
    "preparing,629, FORK:preparing FORK:forked,    stay",
    "preparing,630, FORK:preparing FORK:forked,    Broke",
    "preparing,89, FORK:ready     OPEN:opening,    stay",
    "preparing,90, FORK:ready     OPEN:opening,    Broke",
    "preparing,90, FORK:prepared  OPEN:ready,      Broke",
    "preparing,90, FORK:ready     OPEN:forking,    Broke",
    "preparing, 0, FORK:rejected  FORK:forked,     Broke",
    "preparing, 0, FORK:ready     OPEN:broken,     Broke",
    "preparing, 0, FORK:ready     ~OPEN:opening,   AgentsLost",
    "running,   3, RUN:running    RUN:running,     stay",
    "running,   3, RUN:finished   RUN:running,     stay",
    "running,   8, RUN:finished   RUN:finished,    AllFinished",
    "running,   3, RUN:running    RUN:broken,      stay",
    "running,   8, RUN:finished   RUN:broken,      Broke",
    "running,   8, RUN:finished   ~RUN:broken,     Broke",
    "running,   3, RUN:broken     RUN:broken,      Broke",
    "running,  60, RUN:finished   ~RUN:running,    stay",
    "running,  68, RUN:finished   ~RUN:running,    want lost RUN:running",
    "running,  68, RUN:finished   RUN:running,     stay",
    "running,  78, RUN:finished   RUN:running,     want STOP:running",
    "running, 150, RUN:finished   STOP:running,    want lost STOP:running",
    "stopping,  1, RUN:running    RUN:finished,    want STOP:running",
    "stopping,  1, STOP:running   RUN:finished,    stay",
    "stopping, 71, STOP:running   RUN:finished+,   want lost STOP:running",
    "stopping,  1, STOP:finished+ STOP:finished,   stay",
    "stopping, 61, STOP:finished+ STOP:finished,   want VERIFY:finished",
    "stopping,  1, STOP:finished+ STOP:finished+,  want VERIFY:finished",
    "stopping,  1, STOP:finished+ ~STOP:finished+, want VERIFY:finished",
    "stopping,  1, ~STOP:finished+ STOP:finished+, want unverified STOP:finished",
    "stopping,  1, VERIFY:finished+ STOP:finished+, stay",
    "stopping,1829, VERIFY:finished+ STOP:finished+, stay",
    "stopping,1830, VERIFY:finished+ STOP:finished+, want unverified VERIFY:finished",
    "stopping,1800, VERIFY:unverified+ STOP:finished+, settle",
    "stopping,  1, STOP:unverified+ STOP:finished+, settle",
    "stopping,  1, VERIFY:verified+ STOP:finished+, settle",
    "stopping,  1, VERIFY:broken+ STOP:finished+,  settle",
    "stopping,  1, STOP:idle      STOP:idle,       settle",
    "stopping,  1, STOP:rejected  STOP:idle,       settle",
    "done,      1, STOP:finished+ RELEASE:released, want RELEASE:finished",
    "done,      1, RELEASE:finished+ RELEASE:released, stay",
    "done,      1, RELEASE:finished RELEASE:released, stay",
    "done,      1, STOP:finished  RELEASE:released, stay",
    "done,      1, STOP:broken+   RELEASE:released, want RELEASE:broken",
    "done,      1, STOP:idle      RELEASE:released, want RELEASE:idle",
    "done,      1, RUN:running    RELEASE:released, want STOP:running",
    "done,      1, ~RUN:running   RELEASE:released, want STOP:running",
    "preparing, 0, OPEN:ready     OPEN:ready     %FORK:forking, Started RUN:ready RUN:ready"
        + " RUN:forking",
    "preparing, 0, OPEN:opening   OPEN:ready     %FORK:broken, stay",
    "preparing, 0, OPEN:opening   OPEN:ready     ~%FORK:forked, stay",
    "running,   3, RUN:running    RUN:running    %RUN:broken, stay",
    "running,   8, RUN:finished   RUN:finished   %RUN:running, AllFinished",
    "stopping,  1, RUN:finished+  RUN:finished+  %RUN:running, want STOP:running",
    "stopping,  1, RUN:finished+  RUN:finished+  ~%RUN:running, want lost RUN:running",
    "stopping,  1, RUN:finished+  RUN:finished+  %RUN:finished, stay",
    "stopping,  1, RUN:finished+  RUN:finished+  %RUN:finished+, want VERIFY:finished",
    "done,      1, RELEASE:released RELEASE:released %RUN:finished+, want RELEASE:finished",
  })
  void nextStepFollowsFromWhereTheSharesAre(
      String state, long seconds, String shares, String expected) {
    assertEquals(expected, said(JobSteps.next(situation(state, seconds, shares))));
  }

  private static Situation situation(String state, long seconds, String shares) {
    String[] words = shares.trim().split("\\s+");
    Map<String, Duration> silence = new HashMap<>();
    Map<String, AgentProgress> collected = new HashMap<>();
    ShareRow[] rows = new ShareRow[words.length];
    for (int i = 0; i < words.length; i++) {
      String agent = "agent-" + i;
      silence.put(agent, words[i].startsWith("~") ? Duration.ofMinutes(1) : Duration.ZERO);
      collected.put(
          agent, new AgentProgress(words[i].endsWith("+"), 7, 0, 0, GeneratorSample.UNKNOWN));
      rows[i] = share(agent, i, words[i].replaceAll("[~+]", "").split(":"));
    }
    Duration since = Duration.ofSeconds(seconds);
    return new Situation(
        JobRow.asked(job(state), new JobCode("A job", List.of(), "pack@1")).with(List.of(rows)),
        silence,
        new RunProgress("job", collected, Totals.NONE, List.of(), List.of(), false),
        new Situation.Since(since, since, since, since),
        Stream.of(rows)
            .flatMap(row -> ShareWait.pending(row).map(step -> wait(row, step, since)).stream())
            .toList(),
        NOW,
        Duration.ofSeconds(1));
  }

  private static ShareWait wait(ShareRow share, ShareStep step, Duration since) {
    return new ShareWait(share.agent(), StepProgress.begin(step), since, since);
  }

  private static Job job(String state) {
    Job preparing =
        Job.submitted("job", ScriptedCluster.spec(2), NOW).after(new JobEvent.Placed(), NOW);
    Job running = preparing.after(new JobEvent.Started(), NOW);
    Job stopping = running.after(new JobEvent.AllFinished(), NOW);
    return switch (state) {
      case "preparing" -> preparing;
      case "running" -> running;
      case "stopping" -> stopping;
      case "done" -> stopping.after(new JobEvent.Settled(Optional.empty()), NOW);
      default -> throw new IllegalArgumentException(state);
    };
  }

  private static ShareRow share(String agent, int index, String[] stageAndStatus) {
    boolean watches = stageAndStatus[0].startsWith("%");
    ShareRow share =
        ShareRow.placed(
                agent,
                watches ? ShareSlice.watching(index, 8) : ShareSlice.of(new Portion(index, 2), 8))
            .wanting(ShareStage.valueOf(stageAndStatus[0].replace("%", "")))
            .reported(1, history(stageAndStatus[1]))
            .reported(1, status(stageAndStatus[1]));
    return stageAndStatus[1].equals("unverified") ? share.unverified("for a test") : share;
  }

  /// What the agent said before: a share that has been verified has run.
  private static ShareStatus history(String word) {
    return word.equals("verified") || word.equals("released")
        ? new ShareStatus.Finished(6)
        : new ShareStatus.Forking();
  }

  private static ShareStatus status(String word) {
    return switch (word) {
      case "forking" -> new ShareStatus.Forking();
      case "forked" -> new ShareStatus.Forked(Map.of());
      case "preparing" -> new ShareStatus.Preparing();
      case "loading" -> new ShareStatus.Loading(Facts.NONE);
      case "prepared" -> new ShareStatus.Prepared(Facts.NONE);
      case "opening" -> new ShareStatus.Opening();
      case "ready" -> new ShareStatus.Ready(0, 0);
      case "running" -> new ShareStatus.Running(1);
      case "finished", "unverified" -> new ShareStatus.Finished(6);
      case "idle" -> new ShareStatus.Finished(-1);
      case "verified" -> new ShareStatus.Verified(Verification.NONE);
      case "rejected" ->
          new ShareStatus.Rejected(List.of(Problem.wrong("url", "it is empty", "give one")));
      case "broken" -> new ShareStatus.Broken("it died", "", 6);
      case "released" -> new ShareStatus.Released();
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static String said(NextStep step) {
    return switch (step) {
      case NextStep.Stay _ -> "stay";
      case NextStep.Settle _ -> "settle";
      case NextStep.Want(List<ShareRow> shares) -> "want " + said(shares);
      case NextStep.Move(JobEvent event, Instant _, List<ShareRow> shares) ->
          (event.getClass().getSimpleName() + " " + said(shares)).trim();
    };
  }

  private static String said(List<ShareRow> shares) {
    return shares.stream()
        .map(share ->
            (share.lost() ? "lost " : "")
                + (share.notes().verification().checks().isEmpty() ? "" : "unverified ")
                + share.stage()
                + ":"
                + word(share.status()))
        .collect(Collectors.joining(" "));
  }

  private static String word(ShareStatus status) {
    if (status instanceof ShareStatus.Finished(long lastSeq) && lastSeq < 0) {
      return "idle";
    }
    return status.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }
}
