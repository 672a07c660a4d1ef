package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.catalogue.ParameterOptions;
import dev.broadside.cli.run.LoadOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Plain;
import dev.broadside.core.job.PackDescriptor.ClassDescriptor;
import dev.broadside.core.report.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import tools.jackson.databind.JsonNode;

/// `broadside job submit`.
@Command(
    name = "submit",
    description = {
      "Submit a job to a server.",
      "Every parameter of the job class is an option; 'broadside jobs JOBCLASS' lists them."
    })
public final class JobSubmitCommand implements Callable<Integer> {
  private final Shell shell;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private LoadOptions load = new LoadOptions();

  @Parameters(index = "0", paramLabel = "JOBCLASS", description = "What to run.")
  private String jobClass = "";

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

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The job's id. Default: the server makes one.")
  private Optional<String> id = Optional.empty();

  @Option(
      names = "--no-wait",
      description = "Fail at once where too few agents are connected, instead of waiting for them.")
  private boolean noWait;

  @Option(names = "--watch", description = "Follow it until its end.")
  private boolean watch;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Unmatched private List<String> left = new ArrayList<>();

  public JobSubmitCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    load.check();
    ServerClient client = server.client(shell);
    ClassDescriptor descriptor = descriptor(client);
    List<String> own = List.copyOf(spec.optionsMap().keySet());
    Map<String, String> parameters = ParameterOptions.read(descriptor, left, shell, own).given();
    JobView job = new JobView(client.post("/jobs", body(parameters)));
    if (watch) {
      shell.err().println("job " + Plain.text(job.id()));
      return JobWatchCommand.watch(shell, client, job.id(), false, json);
    }
    shell.out().println(json ? job.json().toPrettyString() : Plain.text(job.id()));
    return ExitStatus.OK;
  }

  private ClassDescriptor descriptor(ServerClient client)
      throws CommandException, InterruptedException {
    List<String> known = new ArrayList<>();
    for (JsonNode one : client.get("/job-classes").path("jobClasses")) {
      if (one.path("id").asString("").equals(jobClass)) {
        return Json.mapper().treeToValue(one, ClassDescriptor.class);
      }
      known.add(one.path("id").asString(""));
    }
    throw new CommandException(Catalogue.unknown(jobClass, known));
  }

  private Map<String, Object> body(Map<String, String> parameters) {
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
