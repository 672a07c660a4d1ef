package dev.broadside.jobs.pgbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The operations under which the statements of scripts are counted: by their first word, and on
/// pgbench's tables also by the table.
final class ScriptOperations {
  static final String INSERT_HISTORY = "insert pgbench_history";

  private static final List<String> STATEMENTS =
      List.of(
          "update pgbench_accounts",
          "select pgbench_accounts",
          "update pgbench_tellers",
          "update pgbench_branches",
          INSERT_HISTORY,
          "select",
          "insert",
          "update",
          "delete",
          "other");

  static final List<String> ALL = all();

  private static final Pattern TABLE = Pattern.compile("(?i)\\bpgbench_\\w+");

  private ScriptOperations() {}

  private static List<String> all() {
    List<String> all = new ArrayList<>(STATEMENTS);
    all.addAll(List.of("begin", "commit", "rollback"));
    return List.copyOf(all);
  }

  static int number(String operation) {
    return ALL.indexOf(operation);
  }

  static int of(String sql) {
    String verb = sql.split("\\W", 2)[0].toLowerCase(Locale.ROOT);
    Matcher table = TABLE.matcher(sql);
    String onTable = table.find() ? verb + " " + table.group().toLowerCase(Locale.ROOT) : verb;
    if (STATEMENTS.contains(onTable)) {
      return number(onTable);
    }
    return number(STATEMENTS.contains(verb) ? verb : "other");
  }
}
