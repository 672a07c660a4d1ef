package dev.broadside.client.process;

import dev.broadside.client.agent.ManualLoop;
import dev.broadside.core.job.Plan;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.MemoryLink;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/// A worker in memory, played by a test: answers orders as a real one does until it is told to
/// hang, and dies when it is told to or killed.
public final class FakeWorker implements Worker, Link.Listener {
  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private final List<ShareGoal> goals = new ArrayList<>();
  private final WorkerProcess.Launch launch;
  private final Consumer<String> line;
  private final Link agentEnd;
  private final Link workerEnd;
  private Optional<SealedRecord> closing = Optional.empty();
  private boolean hangs;

  public FakeWorker(
      ManualLoop loop,
      WorkerProcess.Launch launch,
      Function<Link, Link.Listener> listener,
      Consumer<String> line) {
    this.launch = launch;
    this.line = line;
    MemoryLink.Ends ends = MemoryLink.connect(loop, listener, _ -> this);
    this.agentEnd = ends.left();
    this.workerEnd = ends.right();
  }

  @Override
  public void received(Message message) {
    if (message instanceof Message.ShareOrder(String runId, long generation, ShareGoal goal)) {
      goals.add(goal);
      if (!hangs) {
        answer(runId, generation, goal);
      }
    }
  }

  private void answer(String runId, long generation, ShareGoal goal) {
    ShareStatus status =
        switch (goal) {
          case ShareGoal.Prepare _ -> new ShareStatus.Forked(Map.of());
          case ShareGoal.Load _, ShareGoal.Open _ -> new ShareStatus.Ready(0, 0);
          case ShareGoal.Run(long start, var _) -> new ShareStatus.Running(start);
          case ShareGoal.Resume(var _, var _, long start) -> new ShareStatus.Running(start);
          case ShareGoal.Stop _ -> stopped();
          case ShareGoal.Verify _ -> new ShareStatus.Finished(-1);
          case ShareGoal.Release _ -> new ShareStatus.Released();
        };
    workerEnd.send(new Message.ShareReport(runId, generation, status));
    if (goal instanceof ShareGoal.Release) {
      exit(0);
    }
  }

  private ShareStatus stopped() {
    closing.ifPresent(this::seals);
    return new ShareStatus.Finished(closing.map(record -> record.key().seq()).orElse(-1L));
  }

  /// From now on it seals this when it is stopped.
  public void closesWith(SealedRecord record) {
    closing = Optional.of(record);
  }

  public void says(Message message) {
    workerEnd.send(message);
  }

  public void seals(SealedRecord... records) {
    says(new Message.Records(List.of(records)));
  }

  public void writes(String text) {
    line.accept(text);
  }

  /// From now on it answers nothing.
  public void hangs() {
    hangs = true;
  }

  public void exit(int status) {
    workerEnd.close();
    end.complete(status);
  }

  /// What it was told, in order.
  public List<ShareGoal> goals() {
    return goals;
  }

  /// The plan it was forked with.
  public Plan plan() {
    return goals.getFirst() instanceof ShareGoal.Resume(Plan plan, var _, long _)
        ? plan
        : ((ShareGoal.Prepare) goals.getFirst()).plan();
  }

  public WorkerProcess.Launch launch() {
    return launch;
  }

  @Override
  public void closed(String reason) {}

  @Override
  public Link link() {
    return agentEnd;
  }

  @Override
  public long pid() {
    // No process has this number, so nobody is killed by mistake.
    return Long.MAX_VALUE;
  }

  @Override
  public String lastWords() {
    return "last words";
  }

  @Override
  public CompletableFuture<Integer> end() {
    return end;
  }

  @Override
  public void kill() {
    exit(137);
  }
}
