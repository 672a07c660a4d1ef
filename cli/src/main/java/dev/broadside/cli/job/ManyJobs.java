package dev.broadside.cli.job;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.io.Console;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// The options of an order to many jobs, and how it is given.
final class ManyJobs {
  @Option(
      names = "--query",
      paramLabel = "QUERY",
      description = "All jobs that this means, as 'job list' takes it; at most 1,000.")
  private Optional<String> query = Optional.empty();

  @Option(names = "--yes", description = "Do not ask whether the jobs of a query are meant.")
  private boolean yes;

  @Option(names = "--dry-run", description = "Tell which jobs are meant, and do nothing.")
  private boolean dryRun;

  /// Whether only one job is meant, to which a route of its own leads.
  boolean one(List<String> ids) {
    return ids.size() == 1 && query.isEmpty() && !dryRun;
  }

  boolean byQuery() {
    return query.isPresent();
  }

  /// Gives an order.
  ///
  /// @param ids of the jobs, where no query is given
  /// @param more what else stands in it
  /// @return the exit status: 1 where something was not done
  int give(
      ServerClient client,
      Shell shell,
      String order,
      List<String> ids,
      Map<String, Object> more,
      boolean json)
      throws CommandException, InterruptedException {
    if (ids.isEmpty() == query.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "job " + order, "ids and --query are both there, or neither", "give one of them"));
    }
    Map<String, Object> body = new LinkedHashMap<>(more);
    body.put("order", order);
    query.ifPresentOrElse(text -> body.put("query", text), () -> body.put("ids", ids));
    body.put("dryRun", true);
    JsonNode answer = client.post("/jobs/orders", body);
    if (!dryRun) {
      confirm(order, answer.path("jobs").size());
      body.put("dryRun", false);
      answer = client.post("/jobs/orders", body);
    }
    JsonNode jobs = answer.path("jobs");
    shell.print(json, answer, () -> lines(jobs));
    boolean all = jobs.valueStream().allMatch(job -> job.path("done").asBoolean(false));
    return dryRun || all ? ExitStatus.OK : ExitStatus.FAILURE;
  }

  private void confirm(String order, int jobs) throws CommandException {
    if (yes || query.isEmpty() || jobs == 0) {
      return;
    }
    Optional<Console> console = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    String answer =
        console
            .map(asked ->
                Optional.ofNullable(asked.readLine("%s %d jobs (yes or no): ", order, jobs))
                    .orElse(""))
            .orElse("");
    if (!answer.strip().matches("(?i)y|yes")) {
      throw new CommandException(
          Problem.wrong(
              "job " + order,
              "the query means " + jobs + " jobs, and nobody said yes",
              "say so with --yes, or look at them with --dry-run"));
    }
  }

  private List<String> lines(JsonNode jobs) {
    List<String> lines = new ArrayList<>();
    long done = jobs.valueStream().filter(job -> job.path("done").asBoolean(false)).count();
    for (JsonNode job : jobs) {
      String problem = job.path("problem").asString("");
      String became = job.path("newId").asString(job.path("state").asString(""));
      String said = (problem.isEmpty() ? became : problem) + "  " + job.path("name").asString("");
      lines.add(PlainText.line(job.path("id").asString("") + "  " + said.strip()));
    }
    lines.add(dryRun ? jobs.size() + " jobs are meant" : done + " of " + jobs.size() + " done");
    return lines;
  }
}
