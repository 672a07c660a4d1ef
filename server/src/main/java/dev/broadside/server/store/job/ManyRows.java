package dev.broadside.server.store.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.Query;

/// Inserts many rows with one statement, and has the database return the inserted ones, since the
/// update counts of a driver depend on its options.
final class ManyRows {
  private static final int AT_ONCE = 512;

  private ManyRows() {}

  /// @param into the SQL before the rows
  /// @param rows the values of each, all of the same length
  /// @param then the SQL after them, with the columns to return
  static <T> List<T> insert(
      Handle handle, String into, List<List<Object>> rows, String then, RowMapper<T> returned) {
    List<T> all = new ArrayList<>();
    for (int from = 0; from < rows.size(); ) {
      // Few lengths make few statements, whose parsed form is cached.
      int count = Integer.highestOneBit(Math.min(AT_ONCE, rows.size() - from));
      List<List<Object>> some = rows.subList(from, from + count);
      all.addAll(values(handle, into, some, then).map(returned).list());
      from += count;
    }
    return all;
  }

  private static Query values(Handle handle, String into, List<List<Object>> rows, String then) {
    String row = "(" + listed("?", rows.getFirst().size()) + ")";
    Query query = handle.createQuery(into + " VALUES " + listed(row, rows.size()) + " " + then);
    int at = 0;
    for (List<Object> values : rows) {
      for (Object value : values) {
        query.bind(at++, value);
      }
    }
    return query;
  }

  private static String listed(String one, int times) {
    return String.join(", ", Collections.nCopies(times, one));
  }
}
