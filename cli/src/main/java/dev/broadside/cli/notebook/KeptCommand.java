package dev.broadside.cli.notebook;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// Takes some of what is kept beside a job away, and lists what is left.
abstract class KeptCommand implements Callable<Integer> {
  private final Shell shell;
  private final String what;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /// @param what is kept, as the API names it
  KeptCommand(Shell shell, String what) {
    this.shell = shell;
    this.what = what;
  }

  /// What is to be taken away first, by name or number.
  abstract List<String> gone();

  abstract List<String> lines(JsonNode all);

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/jobs/" + ServerClient.segment(id) + "/" + what;
    for (String one : gone()) {
      client.delete(path + "/" + ServerClient.segment(one));
    }
    JsonNode kept = client.get(path);
    shell.print(json, kept, () -> lines(kept.path(what)));
    return ExitStatus.OK;
  }
}
