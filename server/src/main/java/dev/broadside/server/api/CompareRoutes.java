package dev.broadside.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.Block.Chart;
import dev.broadside.core.report.section.ComparisonReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.RunHistory;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.server.compare.Comparisons;
import dev.broadside.server.compare.Histories;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Comparisons of jobs and studies, and histories of definitions.
public record CompareRoutes(Comparisons comparisons, Histories histories) implements Resource {
  private static final int MOST_REPEATS = 50;
  private static final int MOST = 20;
  private static final int LONGEST = MOST_REPEATS * Bounds.MAX_NAME;
  private static final Parameter<String> A =
      Parameter.text(
              "a", "Study or job that is compared against; repeats of it with commas between")
          .atMost(LONGEST);
  private static final Parameter<String> B =
      Parameter.text("b", "The other one, or its repeats").atMost(LONGEST);
  private static final Parameter<Long> TOGETHER =
      Parameter.whole(
              "together",
              "How many such comparisons are read together: intervals are so much wider that all"
                  + " of them hold")
          .between(1, 100)
          .preset(1);
  private static final Parameter<String> OF =
      Parameter.text("of", "A definition, or a job that is a run of it").atMost(Bounds.MAX_NAME);

  private static final Query COMPARISON = new Query(Parameters.of(A, B, TOGETHER));
  private static final Parameter<String> OTHERS =
      Parameter.text("b", "The others, up to 20 with semicolons (%3B) between; repeats with commas")
          .atMost(MOST * LONGEST);
  private static final Query REPORT = new Query(Parameters.of(A, OTHERS));
  private static final Query HISTORY = new Query(Parameters.of(OF));

  @Override
  public String title() {
    return "comparison";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/comparison", Access.VIEWER, this::compare)
            .named(
                "compare",
                "Two studies or jobs side by side, with the difference in percent at each step and "
                    + "at the peak, and how sure each is.")
            .heavy()
            .query(COMPARISON)
            .more(
                """
                The same two always have the same intervals: their ids seed the random numbers of \
                the bootstrap.
                """)
            .gives(StudyComparison.class)
            .fails(Kind.NOT_FOUND),
        Route.get("/api/v1/comparison/percentiles", Access.VIEWER, this::percentiles)
            .named(
                "comparePercentiles",
                "The latencies of up to seven jobs by percentile, as one chart: those of a first one"
                    + " and its repeats, then those of the others.")
            .query(REPORT)
            .gives(PercentileCurves.class)
            .fails(Kind.NOT_FOUND),
        Route.get("/api/v1/comparison/report.html", Access.VIEWER, this::report)
            .named(
                "showComparisonReport",
                "One or several set against a first one, as one HTML file without scripts, to be "
                    + "sent and printed.")
            .heavy()
            .query(REPORT)
            .gives("text/html")
            .fails(Kind.NOT_FOUND),
        Route.get("/api/v1/history", Access.VIEWER, this::history)
            .named(
                "showHistory",
                "The newest 300 finished runs of a definition, oldest first, and the runs at "
                    + "which the level of a figure changed.")
            .heavy()
            .query(HISTORY)
            .gives(RunHistory.class)
            .fails(Kind.NOT_FOUND),
        Route.get("/api/v1/changes", Access.VIEWER, this::changes)
            .named(
                "listChanges",
                "Change points that were found among the newest 200 jobs, newest first.")
            .gives(ChangeList.class));
  }

  /// @param chart empty if too little is known
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record PercentileCurves(Optional<Chart> chart) {}

  private Reply percentiles(Call call) {
    try {
      return Reply.ok(new PercentileCurves(comparisons.percentiles(sides(call))));
    } catch (Comparisons.UnknownException e) {
      throw unknown(e);
    }
  }

  /// Changes of definitions, newest first.
  record ChangeList(List<Histories.FoundChange> changes) {}

  private Reply changes(Call call) {
    return Reply.ok(new ChangeList(histories.lately()));
  }

  private Reply compare(Call call) {
    return Reply.ok(
        compared(
            ids("a", call.query(A)), ids("b", call.query(B)), call.query(TOGETHER).intValue()));
  }

  private Reply report(Call call) {
    List<List<String>> sides = sides(call);
    List<List<String>> others = sides.subList(1, sides.size());
    List<StudyComparison> compared =
        others.stream().map(other -> compared(sides.getFirst(), other, others.size())).toList();
    return Reply.page(
        "comparison.html",
        HtmlReport.of(ComparisonReport.of(compared, comparisons.drawn(sides)), new Buckets()));
  }

  /// The ids of the first side and of the others.
  private static List<List<String>> sides(Call call) {
    List<String> others = List.of(call.query(OTHERS).split(";", -1));
    if (others.size() > MOST) {
      throw HttpProblem.wrongInput(
          List.of(
              Problem.wrong(
                  "b",
                  "there are " + others.size() + " of them",
                  "give at most " + MOST + " at once")));
    }
    return Stream.concat(
            Stream.of(ids("a", call.query(A))), others.stream().map(other -> ids("b", other)))
        .toList();
  }

  private StudyComparison compared(List<String> first, List<String> second, int together) {
    try {
      return comparisons.of(first, second, together);
    } catch (Comparisons.UnknownException e) {
      throw unknown(e);
    }
  }

  private static HttpProblem unknown(Comparisons.UnknownException e) {
    return HttpProblem.of(
        Kind.NOT_FOUND, "There is no study or job " + JsonFields.shown(e.id()) + ".");
  }

  private static List<String> ids(String name, String text) {
    List<String> ids = Arrays.stream(text.split(",")).map(String::strip).toList();
    if (ids.isEmpty() || ids.size() > MOST_REPEATS || ids.contains("")) {
      throw HttpProblem.wrongInput(
          List.of(
              Problem.wrong(
                  name,
                  "it does not name 1 to " + MOST_REPEATS + " runs",
                  "give ids with commas between, such as " + name + "=run-1,run-2")));
    }
    if (ids.stream().distinct().count() < ids.size()) {
      throw HttpProblem.wrongInput(
          List.of(Problem.wrong(name, "it names a run twice", "name each repeat once")));
    }
    return ids;
  }

  private Reply history(Call call) {
    String of = call.query(OF);
    return Reply.ok(
        histories
            .of(of)
            .orElseThrow(() ->
                HttpProblem.of(
                    Kind.NOT_FOUND,
                    "There is no definition and no job " + JsonFields.shown(of) + ".")));
  }
}
