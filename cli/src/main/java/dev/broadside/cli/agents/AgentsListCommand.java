package dev.broadside.cli.agents;

import dev.broadside.cli.remote.ListCommand;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.wire.Message;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside agents list`.
@Command(name = "list", description = "List the server's agents.")
public final class AgentsListCommand extends ListCommand {

  public AgentsListCommand(Shell shell) {
    super(shell, "agents");
  }

  @Override
  protected String path() {
    return "/agents";
  }

  @Override
  protected Table table() {
    return new Table(
        Column.words("name"),
        Column.words("state"),
        Column.words("version"),
        Column.words("load"),
        Column.words("labels").unlessNarrow(2),
        Column.words("jobs").unlessNarrow(1));
  }

  @Override
  protected void row(Table table, JsonNode agent) {
    table.row(
        agent.path("name").asString(""),
        agent.path("state").asString("")
            + (agent.path("labels").has(Message.WATCH_ONLY) ? ", watching" : "")
            + (agent.path("drained").asBoolean(false) ? ", drained" : "")
            + heard(agent),
        agent.path("version").asString(""),
        agent.path("jobs").size() + " of " + agent.path("capacity").asInt(1),
        labels(agent.path("labels")),
        joined(agent.path("jobs")));
  }

  private static String heard(JsonNode agent) {
    return agent.path("state").asString("").equals("connected")
        ? ""
        : ", heard " + agent.path("lastHeardAt").asString("");
  }

  private static String labels(JsonNode labels) {
    List<String> words = new ArrayList<>();
    labels.forEachEntry((name, value) -> {
      if (!name.equals(Message.WATCH_ONLY)) {
        words.add(value.asString("").isEmpty() ? name : name + "=" + value.asString(""));
      }
    });
    return String.join(",", words);
  }

  @Override
  protected List<String> notes(JsonNode answer) {
    List<String> notes = new ArrayList<>();
    for (JsonNode agent : answer.path("agents")) {
      for (JsonNode run : agent.path("setAside")) {
        notes.add(
            agent.path("name").asString("")
                + " holds records of unknown run "
                + run.path("runId").asString("")
                + ": "
                + run.path("records").asLong(0)
                + " records, since "
                + run.path("since").asString(""));
      }
    }
    return notes;
  }
}
