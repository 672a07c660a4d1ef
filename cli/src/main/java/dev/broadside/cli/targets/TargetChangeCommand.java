package dev.broadside.cli.targets;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside target add` and `edit`.
@Command
public final class TargetChangeCommand implements Callable<Integer> {
  private final Shell shell;
  private final boolean edit;
  private final TargetOptions options = new TargetOptions();

  @Mixin private Remote remote = new Remote();

  @Parameters(index = "0", paramLabel = "NAME", description = "What jobs call it.")
  private String name = "";

  private TargetChangeCommand(Shell shell, boolean edit) {
    this.shell = shell;
    this.edit = edit;
  }

  public static CommandLine add(Shell shell) {
    return line(
        new TargetChangeCommand(shell, false),
        "add",
        "Name a database, so that jobs say where they go by --target NAME.");
  }

  public static CommandLine edit(Shell shell) {
    return line(
        new TargetChangeCommand(shell, true),
        "edit",
        "Change what is given of a target; the rest stays. Jobs that wait go where it is then.");
  }

  private static CommandLine line(TargetChangeCommand command, String name, String description) {
    CommandLine line = new CommandLine(command);
    line.getCommandSpec().name(name).usageMessage().description(description);
    command.options.addTo(line.getCommandSpec());
    return line;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ObjectNode document = options.document(shell);
    if (!edit) {
      document.put(TargetDocument.NAME.path(), name);
    }
    JsonNode target = post(document);
    return remote.print(shell, target, () -> TargetText.lines(target));
  }

  private JsonNode post(ObjectNode document) throws CommandException, InterruptedException {
    String path = edit ? "/targets/" + ServerClient.segment(name) : "/targets";
    try {
      return remote.client(shell).post(path, document);
    } catch (CommandException e) {
      throw e.told(e.problems().stream().map(TargetChangeCommand::placed).toList());
    }
  }

  /// A problem of a field, told of the option that gives it.
  private static Problem placed(Problem problem) {
    List<String> options =
        TargetDocument.ALL.stream()
            .filter(field -> problem.where().equals("/" + field.path()))
            .map(TargetChangeCommand::option)
            .toList();
    return options.isEmpty()
        ? problem
        : new Problem(problem.kind(), options.getFirst(), problem.what(), problem.mend());
  }

  /// A secret has several, none of which is its name alone.
  private static String option(JobField<?> field) {
    String name = field.declared().name();
    return field.equals(TargetDocument.NAME)
        ? "NAME"
        : field.declared() instanceof Parameter.Hidden ? "--" + name + "-prompt" : "--" + name;
  }
}
