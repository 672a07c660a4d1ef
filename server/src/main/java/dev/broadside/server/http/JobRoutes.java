package dev.broadside.server.http;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.job.Counted;
import dev.broadside.core.job.JobState;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.server.coordinator.Coordinator;
import dev.broadside.server.coordinator.JobView;
import dev.broadside.server.coordinator.Results;
import dev.broadside.server.coordinator.Submission;
import dev.broadside.server.http.HttpProblem.Kind;
import dev.broadside.server.packs.PackStore;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What can be done with jobs.
final class JobRoutes {
  private static final Parameter<String> STATE =
      Parameter.choice(
              "state",
              "Only jobs in this state",
              JobState.WORDS.stream()
                  .map(word -> new Parameter.Option(word, ""))
                  .toArray(Parameter.Option[]::new))
          .preset("");
  private static final Parameter<Long> LIMIT =
      Parameter.whole("limit", "At most so many").between(1, 1_000).preset(200);
  static final Parameter<Boolean> INTERVALS =
      Parameter.flag("intervals", "With the list of intervals").preset(true);
  private static final Parameter<Long> AMENDMENT =
      Parameter.whole("amendment", "The result with so many amendments; 0 for the first")
          .between(0, 999_999)
          .preset(-1);

  private static final Parameter<Long> FROM =
      Parameter.whole("from", "The index of the first interval wanted")
          .between(0, Integer.MAX_VALUE)
          .preset(0);
  private static final Parameter<Long> TO =
      Parameter.whole("to", "The index of the last interval wanted")
          .between(0, Integer.MAX_VALUE)
          .preset(Integer.MAX_VALUE);

  static final Query LIST = new Query(Parameters.of(STATE, LIMIT));
  static final Query RESULTS = new Query(Parameters.of(INTERVALS, AMENDMENT));
  static final Query RANGE = new Query(Parameters.of(FROM, TO));

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
    Optional<String> state = Optional.of(call.query(STATE)).filter(word -> !word.isEmpty());
    int limit = call.query(LIMIT).intValue();
    return Reply.ok(new Jobs(coordinator.jobs(state, limit)));
  }

  Reply submit(Call call) {
    return switch (SubmitRequest.read(bodies.read(call.body()), packs, coordinator::spec)) {
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
    return Reply.ok(
        coordinator
            .spec(id)
            .map(spec -> SubmissionView.of(id, spec))
            .orElseThrow(() -> noSuchJob(id)));
  }

  Reply cancel(Call call) {
    Optional<JobView> job = coordinator.cancel(call.path("id"), call.caller().user()).join();
    return new Reply.Json(202, job.orElseThrow(() -> noSuchJob(call.path("id"))));
  }

  Reply results(Call call) {
    String id = call.path("id");
    if (call.query(AMENDMENT) >= 0) {
      return sealed(id, call.query(AMENDMENT).intValue());
    }
    if (!call.query(INTERVALS)) {
      return Reply.ok(coordinator.results().summary(id).orElseThrow(() -> noSuchJob(id)));
    }
    return Reply.stream(Replies.JSON, written(id, out -> coordinator.results().write(id, out)));
  }

  private Reply sealed(String id, int amendments) {
    return Reply.ok(
        coordinator
            .results()
            .sealed(id, amendments)
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.NOT_FOUND,
                    "There is no result of job "
                        + JsonFields.shown(id)
                        + " with "
                        + Counted.of(amendments, "amendment")
                        + ".")));
  }

  Reply csv(Call call) {
    String id = call.path("id");
    Results.Range range = range(call);
    return Reply.file(
        "text/csv; charset=utf-8",
        id + ".csv",
        written(id, out -> coordinator.results().writeCsv(id, range, out)));
  }

  Reply lines(Call call) {
    String id = call.path("id");
    Results.Range range = range(call);
    return Reply.file(
        "application/x-ndjson",
        id + ".ndjson",
        written(id, out -> coordinator.results().writeLines(id, range, out)));
  }

  /// Writes what there is of a job; false where there is none.
  private interface Writing {
    boolean to(OutputStream out) throws IOException;
  }

  private static Reply.Writer written(String id, Writing writing) {
    return out -> {
      if (!writing.to(out)) {
        throw noSuchJob(id);
      }
    };
  }

  private static Results.Range range(Call call) {
    return new Results.Range(call.query(FROM).intValue(), call.query(TO).intValue());
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
