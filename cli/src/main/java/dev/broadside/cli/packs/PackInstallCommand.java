package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.DescribedPack;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside pack install`.
@Command(
    name = "install",
    description = {
      "Put a pack into the server, from which agents fetch it when they need it.",
      "A jar that is no pack yet is made one first, by asking its job classes here who they are."
    })
public final class PackInstallCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "FILE", description = "Pack, or jar of job classes.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public PackInstallCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    try (DescribedPack described = DescribedPack.of(file)) {
      JsonNode pack = client.upload("/packs", described.pack().file());
      shell.print(json, pack, describe(pack));
    }
    return ExitStatus.OK;
  }

  private static String describe(JsonNode pack) {
    List<String> classes = new ArrayList<>();
    pack.path("classes").forEach(one -> classes.add(one.asString("")));
    return "%s %s, job classes %s, sha256:%s"
        .formatted(
            pack.path("name").asString(""),
            pack.path("version").asString(""),
            String.join(", ", classes),
            pack.path("sha256").asString(""));
  }
}
