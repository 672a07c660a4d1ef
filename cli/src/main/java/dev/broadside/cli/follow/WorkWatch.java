package dev.broadside.cli.follow;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.search.WorkKind;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Follows a study or a group to its end, with a line for each change of a part of it.
public abstract class WorkWatch {
  protected final Shell shell;
  protected final ServerClient client;
  protected final String id;
  protected final String path;
  protected final StateLines states = new StateLines();
  private final String leaving;

  /// @param ends the order that ends such work
  protected WorkWatch(Shell shell, ServerClient client, WorkKind kind, String id, String ends) {
    this.shell = shell;
    this.client = client;
    this.id = PlainText.line(id);
    this.path = "/" + kind.plural() + "/" + ServerClient.segment(id);
    this.leaving =
        "%1$s %2$s goes on; 'broadside %1$s %3$s %2$s' ends it"
            .formatted(kind.word(), this.id, ends);
  }

  /// Follows it.
  ///
  /// @param json whether its result goes to standard output as JSON, and all else to standard error
  /// @return the exit status that its result leads to
  public abstract int follow(boolean json, GeneratorOption generator)
      throws CommandException, InterruptedException;

  /// Prints a line for each change until the work has ended.
  ///
  /// @param people where the lines go
  /// @return the work at its end
  protected final JsonNode awaitEnd(Predicate<JsonNode> ended, Shell people)
      throws CommandException, InterruptedException {
    return new RepeatedLook(client, path, people.err(), leaving)
        .until(ended, found -> tell(found, people));
  }

  /// Prints a line for each part whose state has changed.
  protected abstract void tell(JsonNode work, Shell people);
}
