package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClasses;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside jobs`.
@Command(
    name = "jobs",
    description = {
      "List the job classes, or show one with its parameters.",
      "Those of the server that --server or BROADSIDE_SERVER names; if none is named, those that"
          + " 'broadside run' knows on this machine."
    })
public final class JobsCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOBCLASS",
      description = "Job class to show.")
  private Optional<String> id = Optional.empty();

  public JobsCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    if (remote.named(shell)) {
      show(ServerClasses.of(remote.client(shell)));
    } else {
      show(LocalPacks.of(shell).catalogue(Optional.empty()));
    }
    return ExitStatus.OK;
  }

  private void show(ServerClasses classes) throws CommandException {
    if (id.isPresent()) {
      JsonNode found = classes.find(id.get());
      remote.print(
          shell,
          found,
          () -> Listing.details(ServerClasses.descriptor(found), shell.outTerminal()));
    } else {
      remote.print(
          shell,
          Map.of("jobClasses", classes.json()),
          () -> Listing.classes(classes.all(), shell.outTerminal()));
    }
  }

  private void show(Catalogue catalogue) throws CommandException {
    if (id.isPresent()) {
      var jobClass = catalogue.find(id.get()).jobClass();
      remote.print(shell, jobClass, () -> Listing.details(jobClass, shell.outTerminal()));
    } else {
      var classes = catalogue.classes();
      remote.print(
          shell,
          Map.of("jobClasses", classes),
          () -> Listing.classes(classes, shell.outTerminal()));
    }
  }
}
