package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside jobs`.
@Command(name = "jobs", description = "List the job classes, or show one with its parameters.")
public final class JobsCommand implements Callable<Integer> {
  private final Shell shell;

  @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "Job class to show.")
  private Optional<String> id = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobsCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException {
    Catalogue catalogue = Catalogue.of(shell.home().packs());
    if (id.isPresent()) {
      var jobClass = catalogue.find(id.get()).jobClass();
      shell.print(json, jobClass, () -> Listing.details(jobClass, shell.outTerminal()));
    } else {
      var classes = catalogue.classes();
      shell.print(
          json, Map.of("jobClasses", classes), () -> Listing.classes(classes, shell.outTerminal()));
    }
    return ExitStatus.OK;
  }
}
