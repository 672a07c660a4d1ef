package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside study cancel`.
@Command(name = "cancel", description = "End a study; what it has done so far is kept.")
public final class StudyCancelCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The study.")
  private String id = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public StudyCancelCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/studies/" + ServerClient.segment(id) + "/cancel";
    JsonNode study = server.client(shell).post(path, Map.of());
    String text = study.path("id").asString("") + "  " + study.path("state").asString("");
    shell.print(json, study, text);
    return ExitStatus.OK;
  }
}
