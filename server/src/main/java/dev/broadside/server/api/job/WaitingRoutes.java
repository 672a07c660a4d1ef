package dev.broadside.server.api.job;

import dev.broadside.core.input.JobDocument;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.submit.SubmitRequest;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What can be changed of a job that waits.
public record WaitingRoutes(
    JobReads reads, SubmitRequest.Reader reader, JsonBodies bodies, JobActions actions)
    implements Resource {
  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs/{id}/submission", Access.OPERATOR, this::edit)
            .named("editJob", "Ask for something else of a job that waits.")
            .body(new Route.Body.Json(JsonBodies.LARGE, JobDocument.class))
            .more(
                """
                The body is the one that would submit it, all of it, without its id; \
                `showSubmission` gives what is asked now. Its secrets stay where the job class is \
                told the same.
                """)
            .gives(JobView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT),
        Route.post("/api/v1/jobs/{id}/disable", Access.OPERATOR, call -> switched(call, true))
            .named("disableJob", "Keep a job that waits from beginning.")
            .gives(JobView.class)
            .fails(Kind.CONFLICT),
        Route.post("/api/v1/jobs/{id}/enable", Access.OPERATOR, call -> switched(call, false))
            .named("enableJob", "Let a disabled job begin; a repeated one at its next time.")
            .gives(JobView.class)
            .fails(Kind.CONFLICT));
  }

  private Reply edit(Call call) {
    return reader.packs().keeping(() -> edited(call));
  }

  private Reply edited(Call call) {
    String id = call.path("id");
    JsonNode document = bodies.read(call.body());
    if (document instanceof ObjectNode object
        && !object.has(JobDocument.SECRETS_OF.path())
        && reads.job(id).isPresent()) {
      object.put(JobDocument.SECRETS_OF.path(), id);
    }
    SubmitRequest request = reader.edited(id, document);
    actions.waiting(id);
    String why = "changed by " + call.caller().user();
    return Reply.ok(actions.amended(id, _ -> request.spec(), Optional.of(request.code()), why));
  }

  private Reply switched(Call call, boolean off) {
    return Reply.ok(actions.switched(call.path("id"), off, call.caller().user()));
  }
}
