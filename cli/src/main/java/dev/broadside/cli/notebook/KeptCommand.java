package dev.broadside.cli.notebook;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.List;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// Takes some of what is kept beside a job away, and lists what is left.
abstract class KeptCommand extends JsonCommand {
  private final String what;

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  /// @param what is kept, as the API names it
  KeptCommand(Shell shell, String what) {
    super(shell);
    this.what = what;
  }

  /// What is to be taken away first, by name or number.
  abstract List<String> gone();

  abstract List<String> lines(JsonNode all);

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = client();
    String path = "/jobs/" + ServerClient.segment(id) + "/" + what;
    for (String one : gone()) {
      client.delete(path + "/" + ServerClient.segment(one));
    }
    JsonNode kept = client.get(path);
    print(kept, () -> lines(kept.path(what)));
    return ExitStatus.OK;
  }
}
