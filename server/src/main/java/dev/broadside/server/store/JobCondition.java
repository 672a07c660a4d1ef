package dev.broadside.server.store;

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
import java.util.stream.Stream;

/// A query as a condition on rows of `job_index`. For one thread.
final class JobCondition {
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final String sql;

  JobCondition(JobQuery query) {
    String seen = query.terms().contains(JobQuery.DELETED) ? "" : "finished < 2";
    sql =
        Stream.concat(Stream.of(seen), query.terms().stream().map(this::sql))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" AND "));
  }

  /// Of SQL, with the names of [#values] in it.
  String sql() {
    return sql;
  }

  Map<String, Object> values() {
    return values;
  }

  private String sql(Term term) {
    return switch (term) {
      case Words(String text) ->
          "words LIKE " + value("%" + text.replaceAll("[!%_]", "!$0") + "%") + " ESCAPE '!'";
      case Since(var at) -> "submitted_at >= " + value(at.toEpochMilli());
      case Until(var at) -> "submitted_at < " + value(at.toEpochMilli());
      case Figure(String id, var sign, double limit) ->
          "EXISTS (SELECT 1 FROM job_figures WHERE job_id = job_index.job_id AND figure = "
              + value(id)
              + " AND value "
              + sign.text()
              + " "
              + value(limit)
              + ")";
      case Has(Key key, String text) -> has(key, text);
    };
  }

  private String has(Key key, String text) {
    return switch (key) {
      case TAG -> "job_id IN (SELECT job_id FROM job_tags WHERE tag = " + value(text) + ")";
      case FOLDER -> {
        String within = text + "/";
        yield "(folder = "
            + value(text)
            + " OR SUBSTR(folder, 1, "
            + within.length()
            + ") = "
            + value(within)
            + ")";
      }
      case CLASS -> "job_class = " + value(text);
      case TARGET -> "target = " + value(text);
      case DEFINITION -> "job_id IN (SELECT id FROM jobs WHERE definition = " + value(text) + ")";
      case STATE, OUTCOME ->
          text.equals(JobQuery.DELETED.value())
              ? "finished = " + JobShelf.DELETED
              : "word = " + value(text);
    };
  }

  private String value(Object value) {
    String name = "term" + values.size();
    values.put(name, value);
    return ":" + name;
  }
}
