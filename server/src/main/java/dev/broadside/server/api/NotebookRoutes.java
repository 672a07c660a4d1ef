package dev.broadside.server.api;

import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import java.util.ArrayList;
import java.util.List;

/// What users say of jobs, whatever state these are in.
public final class NotebookRoutes implements Resource {
  private static final Parameter<Boolean> FOR_GOOD =
      Parameter.flag("for-good", "So that nothing brings it back; its room is free again soon")
          .preset(false);
  private static final Query DELETION = new Query(Parameters.of(FOR_GOOD));

  private final JobActions actions;
  private final JsonBodies bodies;

  public NotebookRoutes(JobActions actions, JsonBodies bodies) {
    this.actions = actions;
    this.bodies = bodies;
  }

  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs/{id}/filing", Access.OPERATOR, this::file)
            .named("fileJob", "Put a job into a folder, and change its tags.")
            .body(new Route.Body.Json(JsonBodies.SMALL, Filing.Change.class))
            .more(
                """
                What is not given stays. `"folder": ""` takes the job out of its folder; tags in \
                `remove` go before those in `add` come. A job that is over can be changed, too.
                """)
            .gives(JobView.class)
            .fails(Kind.WRONG_INPUT),
        Route.delete("/api/v1/jobs/{id}", Access.OPERATOR, this::delete)
            .named("deleteJob", "Delete a job that has ended, with its records and its result.")
            .query(DELETION)
            .more("Nobody sees it from then on; `restoreJob` brings it back for a day.")
            .gives(JobView.class)
            .fails(Kind.CONFLICT),
        Route.post("/api/v1/jobs/{id}/restore", Access.OPERATOR, this::restore)
            .named("restoreJob", "Bring a job back that was deleted within a day.")
            .gives(JobView.class));
  }

  private Reply file(Call call) {
    List<Problem> problems = new ArrayList<>();
    Filing.Change change =
        Filing.Change.read(new JsonFields(bodies.read(call.body()), "", problems));
    if (!problems.isEmpty()) {
      throw HttpProblem.wrongInput(problems);
    }
    return Reply.ok(actions.file(call.path("id"), change));
  }

  private Reply delete(Call call) {
    return Reply.ok(actions.delete(call.path("id"), call.query(FOR_GOOD), call.caller().user()));
  }

  private Reply restore(Call call) {
    return Reply.ok(actions.restore(call.path("id"), call.caller().user()));
  }
}
