package dev.broadside.server.store.job;

import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.All;
import dev.broadside.core.search.JobQuery.Any;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.JobQuery.Not;
import dev.broadside.core.search.JobQuery.Since;
import dev.broadside.core.search.JobQuery.Until;
import dev.broadside.core.search.JobQuery.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A query as a condition on rows that have the columns `submitted_at`, `words`, `word` and
/// `finished`. For one thread.
public abstract class QueryCondition {
  /// The value of `finished` of a row that is deleted and can be restored; 0 is an open one, 1 one
  /// that has ended.
  public static final int DELETED = 3;

  private final Map<String, Object> values = new LinkedHashMap<>();

  /// The query as SQL, with the names of [#values] in it. Deleted rows match only if the query asks
  /// for them.
  public final String sql(JobQuery query) {
    return (query.ofDeleted() ? "" : "finished < 2 AND ") + condition(query);
  }

  public final Map<String, Object> values() {
    return values;
  }

  private String condition(JobQuery query) {
    return switch (query) {
      case All(List<JobQuery> parts) -> parts.isEmpty() ? "1 = 1" : joined(parts, " AND ");
      case Any(List<JobQuery> parts) -> joined(parts, " OR ");
      case Not(JobQuery part) -> "NOT " + joined(List.of(part), "");
      case Words(String text) ->
          "words LIKE " + value("%" + text.replaceAll("[!%_]", "!$0") + "%") + " ESCAPE '!'";
      case Since(var at) -> "submitted_at >= " + value(at.toEpochMilli());
      case Until(var at) -> "submitted_at < " + value(at.toEpochMilli());
      case Figure figure -> figure(figure);
      case Has(Key key, String text) -> has(key, text);
    };
  }

  private String joined(List<JobQuery> parts, String between) {
    return parts.stream().map(this::condition).collect(Collectors.joining(between, "(", ")"));
  }

  protected abstract String figure(Figure figure);

  protected abstract String has(Key key, String text);

  /// The condition that a job is in a state.
  protected final String state(String word) {
    return word.equals(JobQuery.DELETED.value())
        ? "finished = " + DELETED
        : "word = " + value(word);
  }

  /// The condition that a column is a folder or lies within it.
  protected final String within(String column, String folder) {
    String within = folder + "/";
    return "("
        + column
        + " = "
        + value(folder)
        + " OR SUBSTR("
        + column
        + ", 1, "
        + within.codePointCount(0, within.length())
        + ") = "
        + value(within)
        + ")";
  }

  /// Adds a value, and returns its placeholder.
  protected final String value(Object value) {
    String name = "term" + values.size();
    values.put(name, value);
    return ":" + name;
  }
}
