package dev.broadside.server.api.job;

import dev.broadside.core.input.JsonFields;
import dev.broadside.server.collect.Recordings;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.store.RecordingTable.Kept;
import java.util.List;

/// Flight recordings of jobs that were submitted with `profile`.
public record RecordingRoutes(JobReads reads, Recordings recordings) implements Resource {
  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/recordings", Access.VIEWER, this::list)
            .named(
                "listRecordings",
                "The flight recordings of the job's workers, and which have not come.")
            .more(
                "Only jobs submitted with `profile` have some. They come after the end of the job.")
            .gives(RecordingList.class),
        Route.get("/api/v1/jobs/{id}/recordings/{agent}", Access.VIEWER, this::download)
            .named(
                "downloadRecording",
                "The recording of one agent, for JDK Mission Control or `jfr`.")
            .gives("application/octet-stream"));
  }

  /// The recordings of a job, in the order of the agents' shares.
  record RecordingList(List<Recordings.Recording> recordings) {}

  private Reply list(Call call) {
    return Reply.ok(new RecordingList(recordings.of(known(call))));
  }

  private String known(Call call) {
    String id = call.path("id");
    if (reads.job(id).isEmpty()) {
      throw HttpProblem.noSuch("job", id);
    }
    return id;
  }

  private Reply download(Call call) {
    String id = known(call);
    String agent = call.path("agent");
    Kept recording =
        recordings
            .whole(id, agent)
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.NOT_FOUND,
                    "This job has no flight recording of agent " + JsonFields.shown(agent) + "."));
    return Reply.file(
        "application/octet-stream",
        id + "-" + agent + ".jfr",
        out -> recordings.copy(id, recording, out));
  }
}
