package dev.broadside.server.exchange;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQueryText;
import dev.broadside.core.search.WorkKind;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// A page of a list of jobs, studies or groups, with its query parameters.
///
/// @param next the value of `after` for the next page, if there are more
public record WorkList<T>(List<T> shown, Optional<String> next) {
  public static final Parameter<String> QUERY =
      Parameter.text(
              "query",
              "Only those that match, such as `soak (tag:best OR NOT tag:old)`, and for jobs `p99>20ms`")
          .atMost(JobQueryText.LONGEST)
          .preset("");
  public static final Parameter<String> AFTER =
      Parameter.text("after", "Only those after this one; `next` of a page is its id")
          .atMost(Bounds.MAX_NAME)
          .preset("");

  /// For lists of studies and groups, whose entries are long.
  private static final Parameter<Long> LIMIT =
      Parameter.whole("limit", "The most that are listed").between(1, 200).preset(100);

  public static final Query WANTED = new Query(Parameters.of(QUERY, AFTER, LIMIT));

  /// Finds the jobs, studies or groups that match a query.
  @FunctionalInterface
  public interface Finder<T> {
    List<T> found(JobQuery query, Optional<String> after, int limit);
  }

  /// The page for a call with the parameters [#WANTED].
  ///
  /// @param one finds one by its id
  /// @throws HttpProblem with what is wrong
  public static <T> WorkList<T> asked(
      Call call,
      WorkKind of,
      Instant now,
      Finder<T> finder,
      Function<String, Optional<T>> one,
      Function<T, String> id) {
    JobQuery query = query(call.query(QUERY), of, now);
    Optional<String> after = given(call, AFTER);
    after.ifPresent(from -> mustBe(of, from, one.apply(from)));
    int limit = call.query(LIMIT).intValue();
    return page(finder.found(query, after, limit + 1), limit, id);
  }

  /// @param found one more than are shown, if there are more
  public static <T> WorkList<T> page(List<T> found, int limit, Function<T, String> id) {
    return found.size() <= limit
        ? new WorkList<>(found, Optional.empty())
        : new WorkList<>(found.subList(0, limit), Optional.of(id.apply(found.get(limit - 1))));
  }

  public static void mustBe(WorkKind of, String id, Optional<?> found) {
    if (found.isEmpty()) {
      String kind = of.name().toLowerCase(Locale.ROOT);
      throw HttpProblem.wrongInput(
          List.of(
              Problem.wrong(
                  "after",
                  "there is no " + kind + " " + JsonFields.shown(id) + " any more",
                  "begin with the first page again")));
    }
  }

  /// The value of a parameter in a call; empty if the call leaves it out.
  public static Optional<String> given(Call call, Parameter<String> parameter) {
    return Optional.of(call.query(parameter)).filter(text -> !text.isEmpty());
  }

  /// Reads a query.
  ///
  /// @throws HttpProblem with what is wrong
  public static JobQuery query(String text, WorkKind of, Instant now) {
    return switch (JobQueryText.read(text, of, now)) {
      case Parsed.Value<JobQuery>(JobQuery query) -> query;
      case Parsed.Wrong<JobQuery>(Problem problem) ->
          throw HttpProblem.wrongInput(List.of(problem));
    };
  }
}
