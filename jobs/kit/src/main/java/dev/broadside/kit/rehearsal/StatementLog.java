package dev.broadside.kit.rehearsal;

import dev.broadside.core.work.Rehearsal.LoadStatement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// The statements that a rehearsal carries out as operations, with the values of the last time. For
/// one thread.
public final class StatementLog {
  private static final int MOST = 200;

  private final Map<String, LoadStatement> bySql = new LinkedHashMap<>();
  private String operation = "";

  /// @param name of the operation that begins; empty if one ends
  void during(String name) {
    operation = name;
  }

  /// @param values by their places, from 1
  void executed(String sql, Map<Integer, Optional<Object>> values) {
    boolean known = bySql.containsKey(sql);
    if (operation.isEmpty() || sql.isBlank() || (!known && bySql.size() == MOST)) {
      return;
    }
    boolean whole = IntStream.rangeClosed(1, values.size()).allMatch(values::containsKey);
    List<Optional<Object>> inOrder =
        whole ? IntStream.rangeClosed(1, values.size()).mapToObj(values::get).toList() : List.of();
    bySql.put(sql, new LoadStatement(operation, sql, inOrder));
  }

  public List<LoadStatement> all() {
    return List.copyOf(bySql.values());
  }
}
