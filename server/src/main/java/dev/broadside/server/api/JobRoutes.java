package dev.broadside.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.JobQuery.Of;
import dev.broadside.core.search.JobQuery.Term;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.NewIds;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.RunLog;
import dev.broadside.server.feed.ShareView;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.jobs.Submission;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.page.EventStreams;
import dev.broadside.server.preflight.Preflight;
import dev.broadside.server.preflight.PreflightDocument;
import dev.broadside.server.results.Results;
import dev.broadside.server.series.SeriesDocument;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.submit.SubmitRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What can be done with jobs.
public final class JobRoutes implements Resource {
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

  private static final Query LIST =
      new Query(Parameters.of(STATE, DEFINITION, WorkList.QUERY, WorkList.BEHIND, LIMIT));
  private static final Parameter<Boolean> FIGURES =
      Parameter.flag("figures", "With what charts draw of the declared figures").preset(false);

  private static final Query RESULTS = new Query(Parameters.of(INTERVALS, AMENDMENT));
  private static final Query RANGE = new Query(Parameters.of(FROM, TO));
  private static final Query SERIES = new Query(Parameters.of(FIGURES, FROM, TO));

  private final Coordinator coordinator;
  private final PackStore packs;
  private final JsonBodies bodies;
  private final NewIds ids;
  private final JobActions actions;
  private final EventStreams streams;
  private final Preflight preflight;

  public JobRoutes(
      Coordinator coordinator,
      Preflight preflight,
      PackStore packs,
      JsonBodies bodies,
      NewIds ids,
      JobActions actions,
      EventStreams streams) {
    this.streams = streams;
    this.coordinator = coordinator;
    this.preflight = preflight;
    this.packs = packs;
    this.bodies = bodies;
    this.ids = ids;
    this.actions = actions;
  }

  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return Stream.of(listed(), beforehand(), known(), results(), drawn(), live())
        .flatMap(List::stream)
        .toList();
  }

  /// What jobs there are, and one more.
  private List<Route> listed() {
    return List.of(
        Route.get("/api/v1/jobs", Access.VIEWER, this::list)
            .named(
                "listJobs", "The jobs that have not ended and the newest that have, newest first.")
            .query(LIST)
            .more(
                """
                With `query` all jobs for which it holds, however old, in pages: where there are \
                more, `next` says what `behind` is to be for the next page. Terms are parted by \
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
                With an `id` of one's own a job can be submitted again without harm: the same job \
                gives 200 and is not run twice, another job under the same id gives 409.
                """)
            .gives(201, JobView.class)
            .gives(200, JobView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT));
  }

  /// What can be asked of a job that is not submitted.
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
                The body is the one that would submit it. Agents that are free try the target \
                with the job's own code; the answer takes as long as they do, at most 45 s.
                """)
            .gives(PreflightDocument.class)
            .fails(Kind.WRONG_INPUT));
  }

  /// One job, and what was asked of it.
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
            .gives(JobDocument.class));
  }

  /// What has come out, whole or by the interval.
  private List<Route> results() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/results", Access.VIEWER, this::results)
            .named("showResults", "The job's result; what there is so far while it runs.")
            .query(RESULTS)
            .more("The run document, the same that `broadside run --json` writes.")
            .gives(RunDocument.class),
        Route.get("/api/v1/jobs/{id}/intervals.csv", Access.VIEWER, this::csv)
            .named("exportCsv", "The job's intervals so far as CSV, streamed.")
            .query(RANGE)
            .more(
                """
                The lines that `broadside run --csv` writes: one of titles, then for each interval \
                one for the transactions and one for each operation. Columns keep their order; new \
                ones come behind. Where the server fails midway the connection breaks, so that no \
                half is taken for the whole.
                """)
            .gives("text/csv"),
        Route.get("/api/v1/jobs/{id}/intervals.ndjson", Access.VIEWER, this::lines)
            .named("exportLines", "The job's result so far as lines of JSON, streamed.")
            .query(RANGE)
            .more(
                """
                The lines that `broadside run --ndjson` writes. Each is an object whose `type` says \
                what else is in it: `job` the fields `job`, `parameters` and `phases` of \
                `RunDocument`, in the first line; `interval` those of `IntervalDocument`; `mark`, behind all \
                intervals, those of `Mark`; `summary` \
                all of `RunDocument` but its intervals, in the last line. Where the server fails \
                midway the connection breaks, so that no half is taken for the whole.
                """)
            .gives("application/x-ndjson"),
        Route.get("/api/v1/jobs/{id}/latencies.hlog", Access.VIEWER, this::latencies)
            .named(
                "exportLatencies", "The job's latencies so far as a log of HdrHistogram, streamed.")
            .more(
                """
                Its tools read it. For each interval a histogram of the transactions without a tag, \
                and one of each operation with its name as tag; values are microseconds, times \
                seconds from the common start. Comments say where the phases begin.
                """)
            .gives("text/plain")
            .fails(Kind.CONFLICT),
        Route.get("/api/v1/jobs/{id}/report.html", Access.VIEWER, this::report)
            .named(
                "showReport", "The job's result so far as one HTML file, to be sent and printed.")
            .more(
                """
                It has verdicts, figures, charts and the job without its secrets, and no scripts; it \
                loads nothing.
                """)
            .gives("text/html"));
  }

  /// What charts draw, the log, and the order to end.
  private List<Route> drawn() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/series", Access.VIEWER, this::series)
            .named(
                "showSeries",
                "What charts draw of the job's intervals so far, of bounded size however long it "
                    + "runs.")
            .query(SERIES)
            .more(
                """
                Intervals stand in at most 2,000 buckets of `stride` intervals each, of which the \
                lowest and the highest figures are kept, so no peak is lost. What happens then is \
                told by the live stream from `after=` the number `through` on. The intervals of a \
                long run are read in several calls: while `more` is true, ask again. With `from` and \
                `to` these intervals only, as fine as they are kept, at most 20,000 of them.
                """)
            .gives(SeriesDocument.class),
        Route.get("/api/v1/jobs/{id}/log", Access.VIEWER, this::log)
            .named("showLog", "What the job's workers wrote, and their agents about them.")
            .more(
                """
                Of a long log the first 1,000 lines and the newest ones, 5,000 in all; a line \
                between says how many were left out.
                """)
            .gives(RunLog.class),
        Route.post("/api/v1/jobs/{id}/notes", Access.OPERATOR, this::note)
            .named(
                "noteJob",
                "Note something that happened, to be seen on the job's charts and in its exports.")
            .body(new Route.Body.Json(JsonBodies.SMALL, Note.class))
            .more(
                """
                One line of at most 500 characters; a job has at most 1,000 marks, these included. \
                Without `at` it happened now. A job that is over can be noted of, too.
                """)
            .gives(201, Mark.class)
            .fails(Kind.WRONG_INPUT, Kind.CONFLICT),
        Route.post("/api/v1/jobs/{id}/cancel", Access.OPERATOR, this::cancel)
            .named(
                "cancelJob",
                "End a job early; what it has done is kept. A job that is over stays as it is.")
            .more(
                """
                Its threads finish what they do within its `grace`, and its target is verified; a \
                second time, without waiting for that.
                """)
            .gives(202, JobView.class),
        Route.post("/api/v1/jobs/{id}/kill", Access.OPERATOR, this::kill)
            .named("killJob", "Cancel a job by force: its workers are killed at once.")
            .more(
                """
                Nothing is waited for and nothing verified. What was counted until then is kept, and \
                the result says what is missing. A job that is over stays as it is.
                """)
            .gives(202, JobView.class));
  }

  /// What goes on until the client leaves.
  private List<Route> live() {
    return List.of(
        Route.takeOver("/api/v1/jobs/{id}/live", Access.VIEWER, streams::job)
            .named("watchJob", "What happens in a job, as server-sent events.")
            .query(EventStreams.JOB)
            .more(
                """
                A new client first gets the state, the agents and the intervals so far, of many \
                the newest 20,000. Events:

                | event | data |
                |---|---|
                | `state` | `JobView` |
                | `progress` | how far a step before or after the load is; once a second while it \
                goes on |
                | `interval` | `IntervalDocument`; a later one of the same index replaces an \
                earlier one |
                | `agents` | a list of `ShareView`: name, state, status, health of the load \
                generator |
                | `log` | a line from a worker or its agent |
                | `mark` | `Mark`: something happened |
                | `drift` | `DriftDocument`: what drifts, now and then while it runs |
                | `thresholds` | `ThresholdVerdicts`: how they stand, every second while it runs |
                | `end` | `JobView`; nothing more will come |

                Intervals, log lines and marks have ids, which rise; a client that comes back with the \
                last one in the header `Last-Event-ID`, which goes before `after`, gets the state \
                and the agents as they are now, and what was kept after that id.
                """)
            .streams(
                JobView.class,
                JobView.ProgressView.class,
                IntervalDocument.class,
                ShareView.class,
                RunLog.Line.class,
                Mark.class,
                DriftDocument.class,
                ThresholdVerdicts.class)
            .fails(Kind.UNAVAILABLE),
        Route.takeOver("/api/v1/live", Access.VIEWER, streams::overview)
            .named(
                "watchOverview",
                "All jobs and agents, as server-sent events, at most twice a second.")
            .more("Events: `jobs` with `Jobs`, `agents` with `Agents`.")
            .streams(Jobs.class, AgentRoutes.Agents.class)
            .fails(Kind.UNAVAILABLE));
  }

  /// What somebody notes.
  ///
  /// @param at when it happened
  record Note(String text, @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Instant> at) {}

  private Reply note(Call call) {
    String id = call.path("id");
    Note note = readNote(call.body());
    JobView job = actions.existing(id);
    Instant start =
        job.startedAt()
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.CONFLICT,
                    "The load of this job has not begun, so there is no place to note anything at;"
                        + " note it once it runs."));
    double atMillis = Duration.between(start, note.at().orElseGet(ids.time()::now)).toNanos() / 1e6;
    Mark mark = Mark.at(Mark.Kind.NOTE, Math.max(0, atMillis), call.caller().user(), note.text());
    return new Reply.Json(
        201,
        coordinator
            .note(id, mark)
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.CONFLICT,
                    "This job has "
                        + RunTable.MOST_MARKS
                        + " marks and takes no more; keep further notes elsewhere.")));
  }

  private Note readNote(byte[] body) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = new JsonFields(bodies.read(body), "", problems);
    String text = fields.text("text", Mark.LONGEST_TEXT).map(String::strip).orElse("");
    Optional<String> given = fields.text("at", Bounds.MAX_NAME);
    Optional<Instant> at = given.flatMap(JobRoutes::instant);
    if (text.isEmpty() && problems.isEmpty()) {
      fields.wrong("text", "it is missing", "say in one line what happened");
    }
    if (given.isPresent() && at.isEmpty()) {
      fields.wrong("at", "it is no moment", "write it as 2026-01-31T18:00:00Z, or leave it out");
    }
    if (!problems.isEmpty()) {
      throw HttpProblem.wrongInput(problems);
    }
    return new Note(text, at);
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  /// Jobs, as a document.
  ///
  /// @param next where there are more behind these, from where to ask on
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Jobs(List<JobView> jobs, Optional<String> next) {}

  private Reply list(Call call) {
    Optional<String> state = WorkList.given(call, STATE);
    Optional<String> definition = WorkList.given(call, DEFINITION);
    Optional<String> behind = WorkList.given(call, WorkList.BEHIND);
    int limit = call.query(LIMIT).intValue();
    if (definition.isEmpty()
        && behind.isEmpty()
        && WorkList.given(call, WorkList.QUERY).isEmpty()) {
      return Reply.ok(new Jobs(coordinator.jobs(state, limit), Optional.empty()));
    }
    JobQuery query = WorkList.query(call.query(WorkList.QUERY), Of.JOB, ids.time().now());
    for (Term term :
        Stream.concat(
                definition.map(name -> new Has(Key.DEFINITION, name)).stream(),
                state.map(word -> new Has(Key.STATE, word)).stream())
            .toList()) {
      query = query.and(term);
    }
    behind.ifPresent(id -> WorkList.mustBe(Of.JOB, id, coordinator.job(id)));
    WorkList<JobView> page =
        WorkList.page(coordinator.found(query, behind, limit + 1), limit, JobView::id);
    return Reply.ok(new Jobs(page.shown(), page.next()));
  }

  private Reply submit(Call call) {
    return packs.keeping(() -> submitted(call));
  }

  private Reply submitted(Call call) {
    return switch (actions.submit(bodies.read(call.body()))) {
      case Submission.Accepted(JobView job) ->
          new Reply.Json(201, job, Map.of("Location", "/api/v1/jobs/" + job.id()));
      case Submission.Known(JobView job) -> Reply.ok(job);
      case Submission.Conflict(String sentence) -> throw HttpProblem.of(Kind.CONFLICT, sentence);
    };
  }

  private Reply test(Call call) {
    SubmitRequest request = actions.reader().test(bodies.read(call.body()));
    String id = ids.make("test-" + request.spec().jobClass());
    return Reply.ok(preflight.test(id, request.spec(), request.code()));
  }

  /// A job document in both notations; of what is sent one is enough.
  ///
  /// @param yaml as in a file that `-f` names
  /// @param document as it is submitted
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record JobText(Optional<String> yaml, Optional<JsonNode> document) {}

  private Reply written(Call call) {
    JsonNode body = bodies.read(call.body());
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

  private Reply cancel(Call call) {
    return new Reply.Json(202, actions.cancel(call.path("id"), call.caller().user()));
  }

  private Reply kill(Call call) {
    return new Reply.Json(202, actions.kill(call.path("id"), call.caller().user()));
  }

  private Reply results(Call call) {
    String id = call.path("id");
    if (call.query(AMENDMENT) >= 0) {
      return sealed(id, call.query(AMENDMENT).intValue());
    }
    if (!call.query(INTERVALS)) {
      return Reply.ok(
          coordinator.results().summary(id).orElseThrow(() -> HttpProblem.noSuch("job", id)));
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

  private Reply csv(Call call) {
    String id = call.path("id");
    Results.Range range = range(call);
    return Reply.file(
        "text/csv; charset=utf-8",
        id + ".csv",
        written(id, out -> coordinator.results().writeCsv(id, range, out)));
  }

  private Reply lines(Call call) {
    String id = call.path("id");
    Results.Range range = range(call);
    return Reply.file(
        "application/x-ndjson",
        id + ".ndjson",
        written(id, out -> coordinator.results().writeLines(id, range, out)));
  }

  private Reply latencies(Call call) {
    String id = existing(call);
    return Reply.file(
        "text/plain; charset=us-ascii",
        id + ".hlog",
        out -> {
          if (!coordinator.results().writeLatencies(id, out)) {
            throw HttpProblem.conflict(
                Problem.wrong(
                    "job " + id, "its load has not begun", "ask for its latencies once it runs"));
          }
        });
  }

  private Reply report(Call call) throws IOException {
    String id = call.path("id");
    String html = coordinator.results().report(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
    return Reply.page(id + ".html", html);
  }

  /// Writes what there is of a job; false where there is none.
  private interface Writing {
    boolean to(OutputStream out) throws IOException;
  }

  private static Reply.Writer written(String id, Writing writing) {
    return out -> {
      if (!writing.to(out)) {
        throw HttpProblem.noSuch("job", id);
      }
    };
  }

  private static Results.Range range(Call call) {
    return new Results.Range(call.query(FROM).intValue(), call.query(TO).intValue());
  }

  private Reply series(Call call) throws IOException {
    String id = existing(call);
    boolean figures = call.query(FIGURES);
    Results.Range range = range(call);
    return Reply.packed(
        call,
        range.equals(Results.Range.ALL)
            ? coordinator.series().of(id, figures)
            : coordinator.series().within(id, range.from(), range.to(), figures));
  }

  private Reply log(Call call) {
    return Reply.ok(coordinator.results().log(existing(call)));
  }

  /// The id in the path, of a job that exists.
  private String existing(Call call) {
    return actions.existing(call.path("id")).id();
  }
}
