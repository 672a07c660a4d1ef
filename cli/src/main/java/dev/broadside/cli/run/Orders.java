package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.shell.Version;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerFlags;
import dev.broadside.client.run.LocalOrder;
import dev.broadside.core.job.JobSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Makes the orders of local runs.
///
/// @param found what runs
/// @param forker what makes workers
/// @param workerOptions flags of the worker's JVM, by the id of its run
/// @param commandLine kept with the result; secrets never stand on it
record Orders(
    Catalogue.Found found,
    Worker.Forker forker,
    Function<String, List<String>> workerOptions,
    List<String> commandLine) {
  LocalOrder order(String id, JobSpec step, Shell shell) {
    return new LocalOrder(
        id,
        step,
        found.jobClass(),
        found.pack().file(),
        shell.home().drivers(),
        WorkerFlags.forThreads(step.openedThreads())
            .and(shell.home().workerFlags())
            .and(workerOptions.apply(id)),
        forker,
        Map.of(
            "command line",
            String.join(" ", commandLine),
            "broadside",
            Version.text(),
            "pack.version",
            found.pack().reference()));
  }
}
