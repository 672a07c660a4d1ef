package dev.broadside.server.api;

import dev.broadside.core.input.Filing;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.Problem;
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
import java.util.ArrayList;
import java.util.List;

/// What users say of jobs, whatever state these are in.
public final class NotebookRoutes implements Resource {
  private final Coordinator coordinator;
  private final JsonBodies bodies;

  public NotebookRoutes(Coordinator coordinator, JsonBodies bodies) {
    this.coordinator = coordinator;
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
            .fails(Kind.WRONG_INPUT));
  }

  private Reply file(Call call) {
    String id = call.path("id");
    List<Problem> problems = new ArrayList<>();
    Filing.Change change =
        Filing.Change.read(new JsonFields(bodies.read(call.body()), "", problems));
    refuse(problems);
    JobView job =
        coordinator
            .file(id, filing -> filing.after(change, problems))
            .orElseThrow(() ->
                HttpProblem.of(Kind.NOT_FOUND, "There is no job " + JsonFields.shown(id) + "."));
    refuse(problems);
    return Reply.ok(job);
  }

  private static void refuse(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw HttpProblem.wrongInput(problems);
    }
  }
}
