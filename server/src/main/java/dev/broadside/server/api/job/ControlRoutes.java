package dev.broadside.server.api.job;

import dev.broadside.core.input.ControlFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Mark;
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
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.jobs.RunControl.Answer;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.submit.MixCheck;
import dev.broadside.server.targets.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Changes to the load of a running job.
public record ControlRoutes(
    Coordinator coordinator, JobReads reads, Targets targets, PackStore packs, JsonBodies bodies)
    implements Resource {
  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs/{id}/control", Access.OPERATOR, this::control)
            .named("controlJob", "Change the load of a running job.")
            .body(new Route.Body.Json(JsonBodies.SMALL, JobView.LoadSetting.class))
            .more(
                """
                Fields that are left out stay as they are. A change holds for the rest of the run, \
                in all of its phases. All agents change at the same instant, about a second from \
                now; the returned mark has the instant. Phases and the planned end stay. While the \
                load is paused no iterations are due, so none are caught up with afterwards. No \
                more threads can work than were opened.
                """)
            .gives(201, Mark.class)
            .fails(Kind.WRONG_INPUT, Kind.CONFLICT));
  }

  private Reply control(Call call) {
    String id = call.path("id");
    List<Problem> problems = new ArrayList<>();
    LoadControl set = ControlFields.read(bodies.read(call.body()), problems);
    JobSpec spec = reads.spec(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
    if (!set.mix().isEmpty()) {
      problems.addAll(ofMix(spec, set.mix()));
    }
    HttpProblem.refuseIfAny(problems);
    return switch (coordinator.control(id, set, call.caller().user()).join()) {
      case Answer.Changed(Mark mark) -> new Reply.Json(201, mark, Map.of());
      case Answer.Refused(Problem problem) -> throw HttpProblem.conflict(problem);
    };
  }

  private List<Problem> ofMix(JobSpec spec, Map<String, String> mix) {
    Parameters declared =
        packs
            .find(spec.pack())
            .flatMap(pack -> pack.descriptor().find(spec.jobClass()))
            .orElseThrow(
                () -> HttpProblem.of(Kind.CONFLICT, "The server no longer has the job's pack."))
            .description()
            .parameters();
    return new MixCheck(declared, targets.opened(spec)).problems(mix);
  }
}
