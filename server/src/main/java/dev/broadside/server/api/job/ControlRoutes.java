package dev.broadside.server.api.job;

import dev.broadside.core.input.ControlFields;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parameters.Reading;
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
import dev.broadside.server.targets.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Changes to the load of a running job.
public record ControlRoutes(
    Coordinator coordinator, JobReads reads, Targets targets, PackStore packs) implements Resource {
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
    LoadControl set = ControlFields.read(JsonBodies.read(call.body()), problems);
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

  /// Checks whether a load that goes on can get another mix. Pure.
  ///
  /// A job class opens only what some phase needs. A share or a weight that is at its least or its
  /// most in all phases may stand for something that no phase needs and that was not opened, so it
  /// cannot change.
  static final class MixCheck {
    private final Parameters declared;
    private final List<ParameterValues> planned;

    /// @param spec with its secrets
    public MixCheck(Parameters declared, JobSpec spec) {
      this.declared = declared;
      this.planned =
          good(declared.read(spec.texts()))
              .map(values ->
                  spec.phases().stream()
                      .flatMap(phase -> good(declared.change(values, phase.mix())).stream())
                      .toList())
              .orElse(List.of());
    }

    private static Optional<ParameterValues> good(Reading reading) {
      return reading instanceof Reading.Good(ParameterValues values)
          ? Optional.of(values)
          : Optional.empty();
    }

    /// Everything that is wrong with a mix.
    public List<Problem> problems(Map<String, String> mix) {
      List<Problem> unreadable =
          planned.stream()
              .map(values -> declared.change(values, mix))
              .flatMap(reading ->
                  reading instanceof Reading.Bad(List<Problem> found)
                      ? found.stream()
                      : Stream.<Problem>empty())
              .map(problem -> JsonFields.placed("/mix/", problem))
              .distinct()
              .toList();
      return unreadable.isEmpty()
          ? mix.entrySet().stream().flatMap(one -> unplanned(one).stream()).toList()
          : unreadable;
    }

    private Optional<Problem> unplanned(Map.Entry<String, String> set) {
      Parameter<?> parameter = declared.find(set.getKey()).orElseThrow();
      List<String> texts =
          planned.stream()
              .map(values -> values.texts().getOrDefault(parameter.name(), ""))
              .distinct()
              .toList();
      boolean moves = texts.size() == 1 && atBound(parameter, texts.getFirst());
      return moves && number(texts.getFirst()) != number(set.getValue())
          ? Optional.of(
              Problem.wrong(
                  "/mix/" + parameter.name(),
                  "it is " + texts.getFirst() + " in all phases, so only that was opened",
                  "start a job of which a phase plans something else"))
          : Optional.empty();
    }

    private static boolean atBound(Parameter<?> parameter, String text) {
      return switch (parameter) {
        case Parameter.Whole whole ->
            number(text) == whole.minimum() || number(text) == whole.maximum();
        case Parameter.Decimal decimal ->
            number(text) == decimal.minimum() || number(text) == decimal.maximum();
        default -> false;
      };
    }

    /// The number in a text that was read as one.
    private static double number(String text) {
      return Double.parseDouble(text);
    }
  }
}
