package dev.broadside.cli.job;

import dev.broadside.cli.follow.StateLines;
import dev.broadside.cli.remote.EventReader.Event;
import dev.broadside.cli.remote.LiveEvents;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.RunView;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Follows a job by its live stream until it has ended. A stream that breaks is taken up where it
/// broke.
public final class JobWatch {
  private final ServerClient client;
  private final String path;
  private final RunView view;
  private final LiveEvents events;
  private final JsonMapper json = Json.mapper();
  private final StateLines states = new StateLines();

  /// How a job ended.
  public sealed interface End {
    /// It ran, to whichever end.
    ///
    /// @param run without its intervals
    record Ran(RunDocument run) implements End {}

    /// It never began, which the view has been told.
    ///
    /// @param exitStatus that of `broadside run` where the same is found
    record NeverBegan(int exitStatus) implements End {}
  }

  public JobWatch(ServerClient client, String id, RunView view) {
    this.client = client;
    this.path = "/jobs/" + ServerClient.segment(id);
    this.view = view;
    this.events = new LiveEvents(client, path, "", view::note);
  }

  /// @param pause before a stream that broke is taken up again
  JobWatch(ServerClient client, String id, RunView view, Duration pause) {
    this.client = client;
    this.path = "/jobs/" + ServerClient.segment(id);
    this.view = view;
    this.events = new LiveEvents(client, path, "", view::note, pause);
  }

  /// Follows until the end.
  public End follow() throws CommandException, InterruptedException {
    events.each(this::take);
    RemoteJob job = new RemoteJob(client.get(path));
    if (job.hasStarted()) {
      return new End.Ran(
          json.treeToValue(client.get(ServerClient.figures(path)), RunDocument.class));
    }
    new StateLines().of(name(job), job.state(), job.reason()).ifPresent(view::neverBegan);
    return new End.NeverBegan(ExitStatus.ofRefusal(job.text("refusal")));
  }

  private void take(Event event) {
    JsonNode data = json.readTree(event.data());
    switch (event.name()) {
      case "state", "end" -> state(new RemoteJob(data));
      case "progress" ->
          view.progress(
              Stream.of(data.path("agent").asString(""), data.path("step").asString(""))
                  .filter(text -> !text.isEmpty())
                  .collect(Collectors.joining(": ")),
              data.path("done").asLong(0),
              data.path("total").asLong(0),
              Duration.ofSeconds(data.path("seconds").asLong(0)));
      case "interval" -> view.interval(json.treeToValue(data, IntervalDocument.class));
      case "log" ->
          view.note(data.path("agent").asString("") + ": " + data.path("line").asString(""));
      case "mark" -> {
        Mark mark = json.treeToValue(data, Mark.class);
        view.note(
            NumberText.elapsed(mark.atMillis() / 1e3)
                + " "
                + mark.kind().word()
                + ": "
                + mark.line());
      }
      default -> {
        // Kinds that a newer server may add, and the agents' health, which the page shows.
      }
    }
  }

  private void state(RemoteJob job) {
    states.of(name(job), job.state(), job.reason()).ifPresent(view::note);
  }

  private static String name(RemoteJob job) {
    return "job " + job.id() + " ";
  }
}
