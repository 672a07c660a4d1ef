package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.shell.Version;
import dev.broadside.client.pack.PackDescriptors;
import dev.broadside.client.process.WorkerFlags;
import dev.broadside.client.run.LocalOrder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes the orders of local runs from options.
///
/// @param workerOptions flags of the worker's JVM that the user gave
/// @param commandLine kept with the result; secrets never stand on it
record Orders(LoadOptions load, List<String> workerOptions, List<String> commandLine) {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("'run-'yyyyMMdd-HHmmss-SSS");

  /// One order for each number of threads that is asked for, in that order.
  ///
  /// @param id the run's; of a ladder, what the ids of its steps begin with
  List<LocalOrder> orders(String id, Catalogue.Found found, ParameterValues values, Shell shell)
      throws CommandException, IOException {
    Path pack = found.pack().file();
    JobSpec spec = spec(found, values, PackDescriptors.sha256(pack));
    if (!load.threads().several()) {
      return List.of(order(id, found, spec, shell));
    }
    return load.threads().counts().stream()
        .map(threads -> order(id + "-t" + threads, found, spec.withThreads(threads), shell))
        .toList();
  }

  /// An id that sorts by time.
  static String newId() {
    return LocalDateTime.now(ZoneOffset.UTC).format(ID);
  }

  private LocalOrder order(String id, Catalogue.Found found, JobSpec spec, Shell shell) {
    return new LocalOrder(
        id,
        spec,
        found.jobClass(),
        found.pack().file(),
        shell.home().drivers(),
        WorkerFlags.forThreads(spec.totalThreads())
            .and(shell.home().workerFlags())
            .and(workerOptions),
        Map.of("command line", String.join(" ", commandLine), "broadside", Version.text()));
  }

  private JobSpec spec(Catalogue.Found found, ParameterValues values, String sha256)
      throws CommandException {
    Parameters parameters = found.jobClass().description().parameters();
    List<Problem> mixed = load.mixProblems(parameters, values);
    if (!mixed.isEmpty()) {
      throw new CommandException(mixed);
    }
    Map<String, String> shown = new LinkedHashMap<>();
    Map<String, Secret> secrets = new LinkedHashMap<>();
    values
        .texts()
        .forEach((name, text) -> {
          if (parameters.find(name).orElseThrow() instanceof Parameter.Hidden) {
            secrets.put(name, new Secret(text));
          } else {
            shown.put(name, text);
          }
        });
    try {
      return new JobSpec(
          found.jobClass().id(),
          found.jobClass().id(),
          sha256,
          shown,
          secrets,
          AgentDemand.any(1),
          load.phases(),
          load.interval(),
          load.threadKind(),
          load.seed(),
          load.grace(),
          Optional.empty(),
          true,
          load.limits());
    } catch (IllegalArgumentException e) {
      throw new CommandException(Problem.wrong("options", Causes.of(e), "change them"));
    }
  }
}
