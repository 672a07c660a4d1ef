package dev.broadside.cli.serve;

import dev.broadside.cli.help.Heading;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.client.monitor.Monitors;
import dev.broadside.client.monitor.WebCredentials;
import dev.broadside.core.job.AllowedPrograms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// What jobs may do on this host beside their load: the options of `run` and of an agent.
public final class HostGrants {
  @Option(
      names = "--allow-monitor-commands",
      descriptionKey = Heading.HOST,
      description = "Let monitors of jobs run commands on this host, as this user.")
  private boolean monitorCommands;

  @Option(
      names = "--allow-tools",
      descriptionKey = Heading.HOST,
      paramLabel = "NAMES",
      split = ",",
      description =
          "Let jobs of class tool run these programs on this host, as this user: names such as"
              + " sysbench,pgbench, paths, or any.")
  private List<String> tools = new ArrayList<>();

  @Option(
      names = "--monitor-credentials",
      descriptionKey = Heading.HOST,
      paramLabel = "FILE",
      description = "File with users and passwords of the web servers that monitors read.")
  private Optional<Path> monitorCredentials = Optional.empty();

  /// The flags by which workers are told.
  ///
  /// @param commandLine a program that it names is allowed, since its user wrote it there
  public List<String> flags(List<String> commandLine) throws CommandException {
    if (monitorCredentials.isPresent()) {
      InputFile.check(monitorCredentials.get());
    }
    String option = "--" + AllowedPrograms.COMMAND;
    boolean written = commandLine.stream().anyMatch(word -> word.split("=", 2)[0].equals(option));
    AllowedPrograms programs = new AllowedPrograms(written ? List.of(AllowedPrograms.ANY) : tools);
    Monitors.Grant monitors =
        new Monitors.Grant(monitorCommands, new WebCredentials(monitorCredentials));
    return Stream.concat(programs.flags().stream(), monitors.flags().stream()).toList();
  }
}
