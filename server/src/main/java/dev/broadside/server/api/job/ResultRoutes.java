package dev.broadside.server.api.job;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.form.IntervalForm;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.feed.RunLog;
import dev.broadside.server.results.Results;
import dev.broadside.server.series.SeriesCache;
import dev.broadside.server.series.SeriesDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A job's result as a whole and interval by interval, what charts draw, and its log.
public record ResultRoutes(Results results, SeriesCache series, JobActions actions)
    implements Resource {
  public static final Parameter<Boolean> INTERVALS =
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

  private static final Parameter<Boolean> FIGURES =
      Parameter.flag("figures", "With what charts draw of the declared figures").preset(false);

  private static final String BREAKS =
      " If the server fails midway, the connection breaks, so that nobody takes a part for the whole.\n";

  private static final Query RESULTS = new Query(Parameters.of(INTERVALS, AMENDMENT));
  private static final Query RANGE = new Query(Parameters.of(FROM, TO));
  private static final Parameter<Long> SINCE =
      Parameter.whole("since", "Without the buckets of the whole run before that of this interval")
          .between(0, Integer.MAX_VALUE)
          .preset(0);

  private static final Query SERIES = new Query(Parameters.of(FIGURES, FROM, TO, SINCE));

  @Override
  public String title() {
    return "jobs";
  }

  @Override
  public List<Route> routes() {
    return Stream.of(shown(), exported(), lines(), drawn()).flatMap(List::stream).toList();
  }

  /// The result for people and scripts.
  private List<Route> shown() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/results", Access.VIEWER, this::results)
            .named("showResults", "The job's result; what there is so far while it runs.")
            .heavy(call -> call.query(INTERVALS))
            .query(RESULTS)
            .more("The run document, the same that `broadside run --json` writes.")
            .gives(RunDocument.class),
        Route.get("/api/v1/jobs/{id}/report", Access.VIEWER, this::sections)
            .named("showSections", "The job's result so far for people: sections with tables.")
            .more(
                """
                What terminal, HTML report and page print, as text, with numbers rounded. Charts over \
                time name the metrics of `/series` that they draw.
                """)
            .gives(ReportDocument.class),
        Route.get("/api/v1/jobs/{id}/report.html", Access.VIEWER, this::report)
            .named(
                "showReport", "The job's result so far as one HTML file, to be sent and printed.")
            .heavy()
            .more(
                """
                It has verdicts, figures, charts and the job without its secrets, and no scripts; it \
                loads nothing.
                """)
            .gives("text/html")
            .fails(Kind.WRONG_INPUT));
  }

  /// A result interval by interval, in the forms of other tools.
  private List<Route> exported() {
    return Arrays.stream(IntervalForm.values()).map(this::exported).toList();
  }

  private Route exported(IntervalForm form) {
    String name = form.word().substring(0, 1).toUpperCase(Locale.ROOT) + form.word().substring(1);
    return Route.get(
            "/api/v1/jobs/{id}/intervals." + form.word(),
            Access.VIEWER,
            call ->
                export(
                    call,
                    form.mediaType(),
                    "." + form.word(),
                    (id, range, out) -> results.write(form, id, range, out)))
        .named("export" + name, "The job's intervals so far " + form.phrase() + ", streamed.")
        .heavy()
        .query(RANGE)
        .more(
            "The lines that `broadside run --"
                + form.word()
                + "` writes. "
                + form.layout()
                + BREAKS)
        .gives(form.mediaType().replaceFirst(";.*", ""));
  }

  /// The forms of Broadside and of HdrHistogram.
  private List<Route> lines() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/intervals.ndjson", Access.VIEWER, this::lines)
            .named("exportLines", "The job's result so far as lines of JSON, streamed.")
            .heavy()
            .query(RANGE)
            .more(
                """
                The lines that `broadside run --ndjson` writes. Each is an object whose `type` says \
                what else is in it: `job` the fields `job`, `parameters` and `phases` of \
                `RunDocument`, in the first line; `interval` those of `IntervalDocument`; `mark`, after all \
                intervals, those of `Mark`; `summary` \
                all of `RunDocument` but its intervals, in the last line.\
                """
                    + BREAKS)
            .gives("application/x-ndjson"),
        Route.get("/api/v1/jobs/{id}/latencies.hlog", Access.VIEWER, this::latencies)
            .named(
                "exportLatencies", "The job's latencies so far as a log of HdrHistogram, streamed.")
            .heavy()
            .more(
                """
                Its tools read it. For each interval a histogram of the transactions without a tag, \
                and one of each operation with its name as tag; values are microseconds, times \
                seconds from the common start. Comments say where the phases begin.
                """)
            .gives("text/plain")
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT));
  }

  /// What charts draw, and the log.
  private List<Route> drawn() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/series", Access.VIEWER, this::series)
            .named(
                "showSeries",
                "What charts draw of the job's intervals so far, of bounded size however long it "
                    + "runs.")
            .heavy(call -> call.query(SINCE) == 0)
            .query(SERIES)
            .more(
                """
                Intervals stand in at most 2,000 buckets of `stride` intervals each, of which the \
                lowest and the highest figures are kept, so no peak is lost. The live stream \
                continues with `after=` the number `through`. With `since`, the index of the first \
                interval that came there, the answer has only the buckets that have changed. The \
                intervals of a long run are read in several calls: while `more` is true, ask again. \
                With `from` and `to` the answer has only these intervals, as fine as they are \
                stored, at most 20,000 of them; a rolled-up interval that covers `from` comes first, \
                as a whole.
                """)
            .gives(SeriesDocument.class),
        Route.get("/api/v1/jobs/{id}/log", Access.VIEWER, this::log)
            .named("showLog", "What the job's workers wrote, and their agents about them.")
            .more(
                """
                Of a long log the first 1,000 lines and the newest ones, 5,000 in all; a line \
                between says how many were left out.
                """)
            .gives(RunLog.class));
  }

  private Reply results(Call call) {
    String id = call.path("id");
    if (call.query(AMENDMENT) >= 0) {
      return sealed(id, call.query(AMENDMENT).intValue());
    }
    if (!call.query(INTERVALS)) {
      return Reply.ok(results.summary(id).orElseThrow(() -> HttpProblem.noSuch("job", id)));
    }
    return Reply.stream(Replies.JSON, written(id, out -> results.write(id, out)));
  }

  private Reply sections(Call call) {
    String id = call.path("id");
    return Reply.ok(results.report(id).orElseThrow(() -> HttpProblem.noSuch("job", id)));
  }

  private Reply sealed(String id, int amendments) {
    return Reply.ok(
        results
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

  private Reply lines(Call call) {
    return export(call, "application/x-ndjson", ".ndjson", results::writeLines);
  }

  /// Writes some intervals of a job in one form; false if there is no such job.
  private interface Export {
    boolean write(String id, Results.Range range, OutputStream out) throws IOException;
  }

  private static Reply export(Call call, String type, String ending, Export form) {
    String id = call.path("id");
    Results.Range range = range(call);
    return Reply.file(type, id + ending, written(id, out -> form.write(id, range, out)));
  }

  private Reply latencies(Call call) {
    String id = existing(call);
    return Reply.file(
        "text/plain; charset=us-ascii",
        id + ".hlog",
        out -> {
          if (!results.writeLatencies(id, out)) {
            throw HttpProblem.conflict(
                Problem.wrong(
                    "job " + id, "its load has not begun", "ask for its latencies once it runs"));
          }
        });
  }

  private Reply report(Call call) {
    String id = call.path("id");
    String html = results.htmlReport(id).orElseThrow(() -> HttpProblem.noSuch("job", id));
    return Reply.page(id + ".html", html);
  }

  /// Writes something of a job; false if there is no such job.
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

  private Reply series(Call call) {
    String id = existing(call);
    boolean figures = call.query(FIGURES);
    Results.Range range = range(call);
    return Reply.ok(
        range.equals(Results.Range.ALL)
            ? series.of(id, figures, call.query(SINCE).intValue())
            : series.within(id, range.from(), range.to(), figures));
  }

  private Reply log(Call call) {
    return Reply.ok(results.log(existing(call)));
  }

  /// The id in the path, of a job that exists.
  private String existing(Call call) {
    return actions.existing(call.path("id")).id();
  }
}
