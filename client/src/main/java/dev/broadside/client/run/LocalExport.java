package dev.broadside.client.run;

import dev.broadside.client.engine.LoadEngine;
import dev.broadside.client.engine.LoadObserver;
import dev.broadside.client.engine.RefusedShare;
import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Writes the data of a job as files, in this JVM and without a connection.
public final class LocalExport {
  private LocalExport() {}

  /// @param folder exists and is empty
  /// @param form `csv` or `sql`
  /// @return why the job has no such files; empty if they are written
  /// @throws Exception if they cannot be written
  public static List<Problem> write(
      LocalOrder order, Path folder, String form, Consumer<StepProgress> progress, Time time)
      throws Exception {
    WorkerArguments paths = new WorkerArguments(order.pack(), order.drivers(), folder);
    try {
      LoadEngine engine =
          LoadEngine.load(LocalRun.planOf(order), paths, progress, LoadObserver.NONE, time);
      engine.check();
      engine.export(folder, form);
      return List.of();
    } catch (RefusedShare refused) {
      return refused.problems();
    }
  }
}
