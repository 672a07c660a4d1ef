package dev.broadside.server.http;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.StudyCsv;
import dev.broadside.core.report.StudyTable;
import dev.broadside.server.http.HttpProblem.Kind;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.study.Studies;
import dev.broadside.server.study.StudySubmission;
import dev.broadside.server.study.StudyView;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// What can be done with studies.
final class StudyRoutes {
  private static final int SHOWN = 100;
  private static final Parameter<String> A =
      Parameter.text("a", "Study or job that is compared against").atMost(Bounds.MAX_NAME);
  private static final Parameter<String> B =
      Parameter.text("b", "The other one").atMost(Bounds.MAX_NAME);

  static final Query RESULTS = new Query(Parameters.of(JobRoutes.INTERVALS));
  static final Query COMPARISON = new Query(Parameters.of(A, B));

  private final Studies studies;
  private final PackStore packs;
  private final Function<String, Optional<JobSpec>> jobs;
  private final JsonBodies bodies;
  private final NewIds ids;

  /// @param jobs what was asked of a job, its secrets included
  StudyRoutes(
      Studies studies,
      PackStore packs,
      Function<String, Optional<JobSpec>> jobs,
      JsonBodies bodies,
      NewIds ids) {
    this.jobs = jobs;
    this.studies = studies;
    this.packs = packs;
    this.bodies = bodies;
    this.ids = ids;
  }

  /// The newest studies, as a document.
  ///
  /// @param studies newest first
  record Listed(List<StudyView> studies) {}

  Reply list(Call call) {
    return Reply.ok(new Listed(studies.studies(SHOWN)));
  }

  Reply submit(Call call) {
    return switch (StudyRequest.read(bodies.read(call.body()), packs, jobs)) {
      case StudyRequest.Reading.Bad(List<Problem> problems) ->
          throw HttpProblem.wrongInput(problems);
      case StudyRequest.Reading.Good(StudyRequest request) -> submit(request);
    };
  }

  private Reply submit(StudyRequest request) {
    SubmitRequest common = request.common();
    String id = common.id().orElseGet(() -> ids.make("study-" + common.spec().jobClass()));
    StudySubmission submission =
        studies.submit(id, common.spec(), request.threads(), common.code()).join();
    return switch (submission) {
      case StudySubmission.Accepted(StudyView study) ->
          new Reply.Json(201, study, Map.of("Location", "/api/v1/studies/" + id));
      case StudySubmission.Known(StudyView study) -> Reply.ok(study);
      case StudySubmission.Conflict(String sentence) ->
          throw HttpProblem.of(Kind.CONFLICT, sentence);
    };
  }

  Reply one(Call call) {
    return Reply.ok(found(studies.study(call.path("id")), call));
  }

  Reply cancel(Call call) {
    return changed(studies.cancel(call.path("id"), call.caller().user()), call);
  }

  Reply pause(Call call) {
    return changed(studies.pause(call.path("id")), call);
  }

  Reply resume(Call call) {
    return changed(studies.resume(call.path("id")), call);
  }

  private static Reply changed(CompletableFuture<Optional<StudyView>> study, Call call) {
    return new Reply.Json(202, found(study.join(), call));
  }

  Reply results(Call call) {
    String id = call.path("id");
    if (!call.query(JobRoutes.INTERVALS)) {
      return Reply.ok(found(studies.results().summary(id), call));
    }
    return Reply.stream(
        Replies.JSON,
        out -> {
          if (!studies.results().write(id, out)) {
            throw noSuchStudy(id);
          }
        });
  }

  Reply table(Call call) {
    return Reply.ok(found(studies.results().table(call.path("id")), call));
  }

  Reply csv(Call call) {
    StudyTable table = found(studies.results().table(call.path("id")), call);
    String text = String.join("\n", StudyCsv.lines(table)) + "\n";
    return Reply.file(
        "text/csv; charset=utf-8",
        table.study().id() + ".csv",
        out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  Reply compare(Call call) {
    String a = call.query(A);
    String b = call.query(B);
    return Reply.ok(
        studies
            .results()
            .comparison(a, b)
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.NOT_FOUND,
                    "There is no study or job "
                        + JsonFields.shown(a)
                        + ", or none "
                        + JsonFields.shown(b)
                        + ".")));
  }

  private static <T> T found(Optional<T> thing, Call call) {
    return thing.orElseThrow(() -> noSuchStudy(call.path("id")));
  }

  private static HttpProblem noSuchStudy(String id) {
    return HttpProblem.of(Kind.NOT_FOUND, "There is no study " + JsonFields.shown(id) + ".");
  }
}
