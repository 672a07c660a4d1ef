package dev.broadside.client.process;

import dev.broadside.client.engine.LoadEngine;
import dev.broadside.client.engine.Onlooker;
import dev.broadside.client.engine.RefusedShare;
import dev.broadside.client.engine.TargetProblems;
import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.core.address.Resolver;
import dev.broadside.core.input.TargetGuard;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.work.Finding;
import java.util.List;
import java.util.Optional;

/// Tests a job within its worker.
final class TestedJob {
  /// What a worker says of its agent's disk.
  static final long FREE_BYTES_UNKNOWN = -1;

  private TestedJob() {}

  /// What was found; never fails itself.
  static List<Finding> of(Plan plan, WorkerArguments paths, Time time) {
    return findings(plan, paths, time).stream()
        .limit(Message.TestReport.MOST)
        .map(one ->
            new Finding(
                harmless(one.check()), one.level(), harmless(one.figures()), harmless(one.mend())))
        .toList();
  }

  private static List<Finding> findings(Plan plan, WorkerArguments paths, Time time) {
    // The driver finds the same addresses: this process keeps what a name means for half a minute.
    Optional<Problem> keptAway = TargetGuard.keptAway(plan.spec(), Resolver.ofThisHost());
    if (keptAway.isPresent()) {
      return List.of(Finding.of(keptAway.get()));
    }
    try {
      LoadEngine engine = LoadEngine.load(plan, paths, _ -> {}, Onlooker.NOBODY, time);
      engine.check();
      List<Finding> found = engine.test();
      return found.isEmpty() ? List.of(Finding.ok("trial", "nothing against it")) : found;
    } catch (RefusedShare e) {
      return e.problems().stream().map(Finding::of).toList();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (Throwable e) {
      return List.of(
          Finding.fail("job class", TargetProblems.describe(e), "mend it, and install it anew"));
    }
  }

  private static String harmless(String text) {
    return PlainText.line(text, Bounds.MAX_TEXT);
  }
}
