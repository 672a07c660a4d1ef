package dev.broadside.server.api;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.store.row.JobCode;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What can be changed of a job that waits.
public final class WaitingRoutes implements Resource {
  private final Coordinator coordinator;
  private final PackStore packs;
  private final JsonBodies bodies;
  private final Time time;

  public WaitingRoutes(Coordinator coordinator, PackStore packs, JsonBodies bodies, Time time) {
    this.coordinator = coordinator;
    this.packs = packs;
    this.bodies = bodies;
    this.time = time;
  }

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
    return packs.keeping(() -> edited(call));
  }

  private Reply edited(Call call) {
    String id = call.path("id");
    JsonNode document = bodies.read(call.body());
    if (document instanceof ObjectNode object
        && !object.has(JobDocument.SECRETS_OF.path())
        && coordinator.job(id).isPresent()) {
      object.put(JobDocument.SECRETS_OF.path(), id);
    }
    SubmitRequest request = new SubmitRequest.Reader(packs, coordinator, time).edited(id, document);
    waiting(call);
    return amended(call, _ -> request.spec(), Optional.of(request.code()), "changed");
  }

  private Reply switched(Call call, boolean off) {
    waiting(call);
    UnaryOperator<JobSpec> change =
        spec -> {
          JobSpec switched = ScheduleFields.with(spec, ScheduleFields.DISABLED, off);
          boolean late = !off && spec.startAt().filter(time.now()::isAfter).isPresent();
          return late ? ScheduleFields.repeated(switched, time.now()).orElse(switched) : switched;
        };
    return amended(call, change, Optional.empty(), off ? "disabled" : "enabled");
  }

  private Reply amended(
      Call call, UnaryOperator<JobSpec> change, Optional<JobCode> code, String what) {
    String id = call.path("id");
    String why = what + " by " + call.caller().user();
    Optional<String> objection = coordinator.amend(id, change, code, why).join();
    if (objection.isPresent()) {
      throw conflict(id, objection.get());
    }
    return Reply.ok(coordinator.job(id).orElseThrow());
  }

  /// Refuses where the job in the path does not wait.
  private void waiting(Call call) {
    String id = call.path("id");
    JobView job =
        coordinator
            .job(id)
            .orElseThrow(() ->
                HttpProblem.of(Kind.NOT_FOUND, "There is no job " + JsonFields.shown(id) + "."));
    if (!job.state().equals("pending")) {
      throw conflict(id, "it is " + job.state() + " and does not wait any more");
    }
  }

  private static HttpProblem conflict(String id, String what) {
    return HttpProblem.conflict(
        Problem.wrong("job " + id, what, "submit it anew with 'broadside job rerun " + id + "'"));
  }
}
