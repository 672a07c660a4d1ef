package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.catalogue.ParameterOptions;
import dev.broadside.cli.run.LoadOptions;
import dev.broadside.cli.run.ThreadList;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.job.PackDescriptor.ClassDescriptor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What a job and a study have in common when they are submitted: where to, with how much load, and
/// on which agents.
public final class SubmitOptions {
  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private LoadOptions load = new LoadOptions();

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many agents. Default: 1.")
  private int agents = 1;

  @Option(
      names = "--agent",
      paramLabel = "NAME",
      description = "Only agents of these names; repeat it.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--name", paramLabel = "TEXT", description = "A few words for lists.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--id", paramLabel = "ID", description = "Its id. Default: the server makes one.")
  private Optional<String> id = Optional.empty();

  @Option(
      names = "--no-wait",
      description = "Fail at once where too few agents are connected, instead of waiting for them.")
  private boolean noWait;

  /// What is to be submitted, checked as far as it can be without the server.
  ///
  /// @param client to submit it with
  /// @param body the request's
  record Submission(ServerClient client, Map<String, Object> body) {}

  ThreadList threads() {
    return load.threads();
  }

  /// Reads the job class from the server, and the parameters against it.
  ///
  /// @param left what the command line holds besides, the parameters
  /// @param own names of the command's own options
  Submission submission(String jobClass, List<String> left, List<String> own, Shell shell)
      throws CommandException, InterruptedException {
    load.check();
    ServerClient client = server.client(shell);
    ClassDescriptor descriptor = descriptor(client, jobClass);
    return new Submission(
        client, body(jobClass, ParameterOptions.read(descriptor, left, shell, own).given()));
  }

  /// Tells of a job class, for the help: of the server's, or where none is named, of what this
  /// machine knows; nothing where none is given.
  List<String> describe(String jobClass, Shell shell, Terminal terminal)
      throws CommandException, InterruptedException {
    if (jobClass.isEmpty()) {
      return List.of();
    }
    ClassDescriptor found =
        server.named(shell)
            ? descriptor(server.client(shell), jobClass)
            : Catalogue.of(shell.home().packs()).find(jobClass).jobClass();
    return Listing.details(found, terminal);
  }

  private static ClassDescriptor descriptor(ServerClient client, String jobClass)
      throws CommandException, InterruptedException {
    return ServerClasses.descriptor(ServerClasses.of(client).find(jobClass));
  }

  private Map<String, Object> body(String jobClass, Map<String, String> parameters) {
    Map<String, Object> body = new LinkedHashMap<>();
    id.ifPresent(value -> body.put("id", value));
    name.ifPresent(value -> body.put("name", value));
    body.put("jobClass", jobClass);
    body.put("parameters", parameters);
    int count = Math.max(agents, names.size());
    body.put("agents", names.isEmpty() ? count : Map.of("count", count, "names", names));
    body.putAll(load.fields());
    body.put("waitForAgents", !noWait);
    return body;
  }
}
