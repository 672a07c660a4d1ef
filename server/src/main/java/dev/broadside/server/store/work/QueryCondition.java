package dev.broadside.server.store.work;

import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Figure;
import dev.broadside.core.search.JobQuery.Has;
import dev.broadside.core.search.JobQuery.Key;
import dev.broadside.core.search.JobQuery.Since;
import dev.broadside.core.search.JobQuery.Term;
import dev.broadside.core.search.JobQuery.Until;
import dev.broadside.core.search.JobQuery.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// A query as a condition on rows that have the columns `submitted_at`, `words` and `word`. For one
/// thread.
public abstract class QueryCondition {
  private final Map<String, Object> values = new LinkedHashMap<>();

  /// Of SQL, with the names of [#values] in it; empty for all rows.
  public final String sql(JobQuery query) {
    return query.terms().stream().map(this::sql).collect(Collectors.joining(" AND "));
  }

  public final Map<String, Object> values() {
    return values;
  }

  private String sql(Term term) {
    return switch (term) {
      case Words(String text) ->
          "words LIKE " + value("%" + text.replaceAll("[!%_]", "!$0") + "%") + " ESCAPE '!'";
      case Since(var at) -> "submitted_at >= " + value(at.toEpochMilli());
      case Until(var at) -> "submitted_at < " + value(at.toEpochMilli());
      case Figure figure -> figure(figure);
      case Has(Key key, String text) -> has(key, text);
    };
  }

  protected abstract String figure(Figure figure);

  protected abstract String has(Key key, String text);

  /// Of a column: that it is a folder, or one within it.
  protected final String within(String column, String folder) {
    String within = folder + "/";
    return "("
        + column
        + " = "
        + value(folder)
        + " OR SUBSTR("
        + column
        + ", 1, "
        + within.length()
        + ") = "
        + value(within)
        + ")";
  }

  /// A value, by a name of its own.
  protected final String value(Object value) {
    String name = "term" + values.size();
    values.put(name, value);
    return ":" + name;
  }
}
