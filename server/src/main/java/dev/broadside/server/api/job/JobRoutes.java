package dev.broadside.server.api.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.time.NewIds;
import dev.broadside.core.time.Time;
import dev.broadside.server.api.many.SubmissionReply;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.exchange.WorkList;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.preflight.Preflight;
import dev.broadside.server.preflight.PreflightDocument;
import dev.broadside.server.submit.SubmitRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Jobs: submitting, preflight, listing, and changing waiting ones.
public record JobRoutes(
    JobReads reads, Preflight preflight, PackStore packs, Time time, JobActions actions)
    implements Resource {
  private static final Parameter<String> STATE =
      Parameter.choice(
              "state",
              "Only jobs in this state",
              JobState.WORDS.stream()
                  .map(word -> new Parameter.Option(word, ""))
                  .toArray(Parameter.Option[]::new))
          .preset("");
  private static final Parameter<String> DEFINITION =
      Parameter.text("definition", "Only runs of this definition, ended or not")
          .atMost(Bounds.MAX_NAME)
          .preset("");
  private static final Parameter<Long> LIMIT =
      Parameter.whole("limit", "The most jobs to list").between(1, 1_000).preset(200);
  private static final Query LIST =
      new Query(Parameters.of(STATE, DEFINITION, WorkList.QUERY, WorkList.AFTER, LIMIT));

  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return Stream.of(listed(), beforehand(), known()).flatMap(List::stream).toList();
  }

  /// Routes for listing and submitting jobs.
  private List<Route> listed() {
    return List.of(
        Route.get("/api/v1/jobs", Access.VIEWER, this::list)
            .named(
                "listJobs", "The jobs that have not ended and the newest that have, newest first.")
            .query(LIST)
            .more(
                """
                With `query` all matching jobs, however old, in pages: if there are more, `next` is \
                the value of `after` for the next page. Terms are separated by \
                spaces: words of name, id and title; `tag:`, `folder:`, `class:`, `target:`, \
                `definition:`, `state:`, `outcome:`; `study:` whose steps they are, `study:none` \
                for jobs that are no steps; `since:` and `until:` a day, an instant or how \
                long ago; figures of the result as in `p99>20ms` or `throughput<1000/s`.
                """)
            .gives(Jobs.class),
        Route.post("/api/v1/jobs", Access.OPERATOR, this::submit)
            .named("submitJob", "Submit a job.")
            .body(new Route.Body.Json(JsonBodies.LARGE, JobDocument.class))
            .more(
                """
                With an `id` of your own a job can safely be submitted again: the same job gives \
                200 and is not run twice, another job with the same id gives 409.
                """)
            .gives(201, JobView.class)
            .gives(200, JobView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT));
  }

  /// Routes for a job that is not submitted yet.
  private List<Route> beforehand() {
    return List.of(
        Route.post("/api/v1/job-documents", Access.OPERATOR, this::written)
            .named(
                "writeJobDocument",
                "A job document as YAML and as JSON, whichever of them is given. Nothing is "
                    + "submitted.")
            .body(new Route.Body.Json(JsonBodies.LARGE, JobText.class))
            .gives(JobText.class)
            .fails(Kind.WRONG_INPUT),
        Route.post("/api/v1/job-tests", Access.OPERATOR, this::test)
            .named(
                "testJob",
                "Try a job without any load: agents, clocks, disks, driver, target, privileges, "
                    + "data. Nothing is kept.")
            .body(new Route.Body.Json(JsonBodies.LARGE, JobDocument.class))
            .more(
                """
                The body is that of a submission. Free agents try the target with the job's own \
                code; the answer takes at most 45 s.
                """)
            .gives(PreflightDocument.class)
            .fails(Kind.WRONG_INPUT));
  }

  /// Routes of one job.
  private List<Route> known() {
    return List.of(
        Route.get("/api/v1/jobs/{id}", Access.VIEWER, this::one)
            .named("showJob", "One job.")
            .gives(JobView.class),
        Route.get("/api/v1/jobs/{id}/submission", Access.VIEWER, this::submission)
            .named(
                "showSubmission",
                "What was asked of the job, to be submitted again or changed; without its id, and "
                    + "with its secrets by reference. Once it has begun, without its times.")
            .gives(JobDocument.class),
        Route.post("/api/v1/jobs/{id}/submission", Access.OPERATOR, this::edit)
            .named("editJob", "Change a waiting job.")
            .body(new Route.Body.Json(JsonBodies.LARGE, JobDocument.class))
            .more(
                """
                The body is that of a submission, complete and without an id; `showSubmission` \
                gives the present one. Its secrets are kept if the other parameters stay the same.
                """)
            .gives(JobView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT));
  }

  /// Jobs, as a document.
  ///
  /// @param next the value of `after` for the next page, if there are more
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Jobs(List<JobView> jobs, Optional<String> next) {}

  private Reply list(Call call) {
    Optional<String> state = WorkList.given(call, STATE);
    Optional<String> definition = WorkList.given(call, DEFINITION);
    Optional<String> after = WorkList.given(call, WorkList.AFTER);
    int limit = call.query(LIMIT).intValue();
    if (definition.isEmpty() && after.isEmpty() && WorkList.given(call, WorkList.QUERY).isEmpty()) {
      return Reply.ok(new Jobs(reads.jobs(state, limit), Optional.empty()));
    }
    JobQuery query = WorkList.query(call.query(WorkList.QUERY), WorkKind.JOB, time.now());
    if (definition.isPresent()) {
      query = query.and(new Has(Key.DEFINITION, definition.get()));
    }
    if (state.isPresent()) {
      query = query.and(new Has(Key.STATE, state.get()));
    }
    after.ifPresent(id -> WorkList.mustBe(WorkKind.JOB, id, reads.job(id)));
    WorkList<JobView> page =
        WorkList.page(reads.found(query, after, limit + 1), limit, JobView::id);
    return Reply.ok(new Jobs(page.shown(), page.next()));
  }

  private Reply submit(Call call) {
    return packs.keeping(() -> submitted(call));
  }

  private Reply submitted(Call call) {
    return SubmissionReply.of(
        WorkKind.JOB, actions.submit(JsonBodies.read(call.body()), call.caller().user()));
  }

  private Reply test(Call call) {
    SubmitRequest request = actions.reader().test(JsonBodies.read(call.body()));
    String id = new NewIds(time).make("test-" + request.asked().spec().jobClass());
    return Reply.ok(preflight.test(id, request.asked().spec(), request.asked().code()));
  }

  /// A job document in both notations; a request needs only one.
  ///
  /// @param yaml as in a file for `-f`
  /// @param document as in a submission
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record JobText(Optional<String> yaml, Optional<JsonNode> document) {}

  private Reply written(Call call) {
    JsonNode body = JsonBodies.read(call.body());
    List<Problem> problems = new ArrayList<>();
    Optional<JsonNode> document =
        body.path("yaml").isString()
            ? JobYaml.read(body.path("yaml").asString(), problems).map(JobYaml::root)
            : Optional.of(body.path("document"));
    if (document.filter(JsonNode::isObject).isEmpty()) {
      problems.add(
          Problem.wrong("body", "it holds no job document", "send {\"yaml\": \"jobClass: noop\"}"));
      throw HttpProblem.wrongInput(problems);
    }
    return Reply.ok(new JobText(Optional.of(JobYaml.write(document.get())), document));
  }

  private Reply one(Call call) {
    return Reply.ok(actions.existing(call.path("id")));
  }

  private Reply submission(Call call) {
    return Reply.ok(actions.submission(call.path("id")));
  }

  private Reply edit(Call call) {
    return packs.keeping(() -> edited(call));
  }

  private Reply edited(Call call) {
    String id = call.path("id");
    JsonNode document = JsonBodies.read(call.body());
    if (document instanceof ObjectNode object
        && !object.has(JobDocument.SECRETS_OF.path())
        && reads.job(id).isPresent()) {
      object.put(JobDocument.SECRETS_OF.path(), id);
    }
    SubmitRequest request = actions.reader().edited(id, document);
    actions.waiting(id);
    String why = "changed by " + call.caller().user();
    return Reply.ok(
        actions.amended(id, _ -> request.asked().spec(), Optional.of(request.asked().code()), why));
  }
}
