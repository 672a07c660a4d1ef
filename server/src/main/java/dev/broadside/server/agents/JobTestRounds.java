package dev.broadside.server.agents;

import dev.broadside.core.job.Plan;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/// Rounds in which agents test a job: each agent is asked once, and all answers are awaited.
/// Belongs to the coordinator's thread.
public final class JobTestRounds {
  private final BiConsumer<String, Message> tell;
  private final Time time;
  private final Executor own;
  private final Map<String, Asked> asked = new HashMap<>();

  /// A round that goes on.
  private record Asked(
      int agents,
      Map<String, Message.TestReport> answers,
      CompletableFuture<Map<String, Message.TestReport>> all) {}

  /// @param tell sends a message to the agent with a name
  /// @param own the coordinator's thread
  public JobTestRounds(BiConsumer<String, Message> tell, Time time, Executor own) {
    this.tell = tell;
    this.time = time;
    this.own = own;
  }

  /// Has each agent test its share.
  ///
  /// @param plans of a run that never begins
  /// @return the answers that came in time, by agent
  public CompletableFuture<Map<String, Message.TestReport>> ask(
      List<Plan> plans, Duration patience) {
    CompletableFuture<Map<String, Message.TestReport>> all = new CompletableFuture<>();
    if (plans.isEmpty()) {
      all.complete(Map.of());
      return all;
    }
    String id = plans.getFirst().runId();
    Asked test = new Asked(plans.size(), new HashMap<>(), all);
    asked.put(id, test);
    plans.forEach(plan -> tell.accept(plan.agent(), new Message.TestOrder(plan)));
    Time.Timer limit = time.runIn(patience, () -> own.execute(() -> end(id)));
    return all.thenApply(answers -> {
      limit.cancel();
      return answers;
    });
  }

  /// An agent has answered.
  public void answered(String agent, Message.TestReport report) {
    if (asked.get(report.testId()) instanceof Asked test) {
      test.answers().put(agent, report);
      if (test.answers().size() == test.agents()) {
        end(report.testId());
      }
    }
  }

  /// Ends a round with the answers that have come.
  private void end(String id) {
    if (asked.remove(id) instanceof Asked test) {
      test.all().complete(Map.copyOf(test.answers()));
    }
  }
}
