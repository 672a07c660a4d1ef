package dev.broadside.server.http;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.job.Counted;
import dev.broadside.core.param.Problem;
import dev.broadside.server.coordinator.Coordinator;
import dev.broadside.server.coordinator.JobView;
import dev.broadside.server.coordinator.Submission;
import dev.broadside.server.http.HttpProblem.Kind;
import dev.broadside.server.packs.PackStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What can be done with jobs.
final class JobRoutes {
  private static final int MAX_JOBS = 1_000;
  private static final int PRESET_JOBS = 200;

  private final Coordinator coordinator;
  private final PackStore packs;
  private final JsonBodies bodies;
  private final NewIds ids;

  JobRoutes(Coordinator coordinator, PackStore packs, JsonBodies bodies, NewIds ids) {
    this.coordinator = coordinator;
    this.packs = packs;
    this.bodies = bodies;
    this.ids = ids;
  }

  /// All jobs, as a document.
  record Jobs(List<JobView> jobs) {}

  Reply list(Call call) {
    int limit = limit(call.query("limit"));
    return Reply.ok(new Jobs(coordinator.jobs(call.query("state"), limit)));
  }

  private static int limit(Optional<String> text) {
    if (text.isEmpty()) {
      return PRESET_JOBS;
    }
    if (!text.get().matches("\\d{1,4}")
        || Integer.parseInt(text.get()) < 1
        || Integer.parseInt(text.get()) > MAX_JOBS) {
      throw HttpProblem.wrongInput(
          List.of(
              Problem.wrong(
                  "limit",
                  JsonFields.shown(text.get()) + " is not a number of jobs",
                  "give a whole number from 1 to " + MAX_JOBS)));
    }
    return Integer.parseInt(text.get());
  }

  Reply submit(Call call) {
    return switch (SubmitRequest.read(bodies.read(call.body()), packs)) {
      case SubmitRequest.Reading.Bad(List<Problem> problems) ->
          throw HttpProblem.wrongInput(problems);
      case SubmitRequest.Reading.Good(SubmitRequest request) -> submit(request);
    };
  }

  private Reply submit(SubmitRequest request) {
    String id = request.id().orElseGet(() -> ids.make(request.spec().jobClass()));
    Submission submission = coordinator.submit(id, request.spec(), request.code()).join();
    return switch (submission) {
      case Submission.Accepted(JobView job) ->
          new Reply.Json(201, job, Map.of("Location", "/api/v1/jobs/" + id));
      case Submission.Known(JobView job) -> Reply.ok(job);
      case Submission.Conflict(String sentence) -> throw HttpProblem.of(Kind.CONFLICT, sentence);
    };
  }

  Reply one(Call call) {
    return Reply.ok(coordinator.job(call.path("id")).orElseThrow(() -> noSuchJob(call.path("id"))));
  }

  Reply submission(Call call) {
    String id = call.path("id");
    return Reply.ok(coordinator.spec(id).map(SubmissionView::of).orElseThrow(() -> noSuchJob(id)));
  }

  Reply cancel(Call call) {
    Optional<JobView> job = coordinator.cancel(call.path("id"), call.caller().user()).join();
    return new Reply.Json(202, job.orElseThrow(() -> noSuchJob(call.path("id"))));
  }

  Reply results(Call call) {
    String id = call.path("id");
    if (call.query("amendment").isPresent()) {
      return sealed(id, call.query("amendment").get());
    }
    if (!withIntervals(call.query("intervals"))) {
      return Reply.ok(coordinator.results().summary(id).orElseThrow(() -> noSuchJob(id)));
    }
    return new Reply.Stream(
        200,
        out -> {
          if (!coordinator.results().write(id, out)) {
            throw noSuchJob(id);
          }
        });
  }

  private Reply sealed(String id, String amendments) {
    if (!amendments.matches("\\d{1,6}")) {
      throw HttpProblem.wrongInput(
          List.of(
              Problem.wrong(
                  "amendment",
                  JsonFields.shown(amendments) + " is not the number of an amendment",
                  "give 0 for the first result, or the number of an amendment")));
    }
    return Reply.ok(
        coordinator
            .results()
            .sealed(id, Integer.parseInt(amendments))
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.NOT_FOUND,
                    "There is no result of job "
                        + JsonFields.shown(id)
                        + " with "
                        + Counted.of(Integer.parseInt(amendments), "amendment")
                        + ".")));
  }

  private static boolean withIntervals(Optional<String> text) {
    return switch (text.orElse("true")) {
      case "true" -> true;
      case "false" -> false;
      case String other ->
          throw HttpProblem.wrongInput(
              List.of(
                  Problem.wrong(
                      "intervals",
                      JsonFields.shown(other) + " is neither true nor false",
                      "give false to leave them out")));
    };
  }

  Reply series(Call call) {
    return Reply.ok(coordinator.series().of(existing(call)));
  }

  Reply log(Call call) {
    return Reply.ok(coordinator.results().log(existing(call)));
  }

  /// The id in the path, of a job that exists.
  private String existing(Call call) {
    String id = call.path("id");
    return coordinator.job(id).map(JobView::id).orElseThrow(() -> noSuchJob(id));
  }

  private static HttpProblem noSuchJob(String id) {
    return HttpProblem.of(Kind.NOT_FOUND, "There is no job " + JsonFields.shown(id) + ".");
  }
}
