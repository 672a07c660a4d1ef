package dev.broadside.kit.jdbc;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Finding;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// The checks of a target that has let us in, in this order. A new check is a new constant.
enum TargetCheck {
  SERVER("server", "", TargetCheck::server),
  CONNECTIONS("connections", Dialect::roomForConnectionsQuery, TargetCheck::connections),
  STATEMENTS("prepared statements", Dialect::preparedStatementsQuery, TargetCheck::statements),
  SCHEMA("schema", Dialect::schemaQuery, TargetCheck::schema),
  PRIMARY_KEYS("primary keys", Dialect::primaryKeySettingsQuery, TargetCheck::primaryKeys),
  PRIVILEGES("privileges", Dialect::heldPrivilegesQuery, TargetCheck::privileges);

  private final String words;
  private final Function<Dialect, String> query;
  private final Look look;

  /// The input of a check.
  ///
  /// @param connections how many the job will hold at once
  record Scene(
      Connection connection, Dialect dialect, int connections, TargetTrial.Demands demands) {}

  /// The result of a check.
  sealed interface Outcome {
    /// The job may begin, as far as this goes.
    record Fit(Finding finding) implements Outcome {}

    /// It may not.
    record Unfit(Problem problem) implements Outcome {}
  }

  /// Looks at the target by the dialect's query.
  private interface Look {
    Outcome at(Scene scene, String query) throws SQLException;
  }

  TargetCheck(String words, String query, Look look) {
    this(words, _ -> query, look);
  }

  TargetCheck(String words, Function<Dialect, String> query, Look look) {
    this.words = words;
    this.query = query;
    this.look = look;
  }

  /// Does the check; empty if it does not apply to this kind of database.
  Optional<Outcome> of(Scene scene) {
    String asked = query.apply(scene.dialect());
    if (this != SERVER && asked.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(look.at(scene, asked));
    } catch (SQLException notAllowedToAsk) {
      // The job fails later, when the target is prepared and the threads are opened.
      return Optional.of(
          new Outcome.Fit(
              Finding.warn(
                  words,
                  "cannot be asked: " + notAllowedToAsk.getMessage(),
                  "let the user read the database's system tables, or check it yourself")));
    }
  }

  private static Outcome ok(TargetCheck check, String figures) {
    return new Outcome.Fit(Finding.ok(check.words, figures));
  }

  private static Outcome server(Scene scene, String query) throws SQLException {
    return ok(SERVER, product(scene.connection()));
  }

  /// Name and version of a database.
  static String product(Connection connection) throws SQLException {
    var server = connection.getMetaData();
    return server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
  }

  private static Outcome connections(Scene scene, String query) throws SQLException {
    int wanted = scene.connections();
    long room = Rows.whole(scene.connection(), query);
    return wanted <= room
        ? ok(CONNECTIONS, wanted + " wanted, room for " + room)
        : new Outcome.Unfit(
            Problem.wrong(
                "threads",
                wanted + " connections are needed and the database has room for " + room,
                "use fewer threads or idle connections, or raise the database's limit"));
  }

  private static Outcome statements(Scene scene, String query) throws SQLException {
    Map<String, String> rows = Rows.pairs(scene.connection(), query);
    long most = 0;
    long now = 0;
    for (Map.Entry<String, String> row : rows.entrySet()) {
      most = Long.parseLong(row.getKey());
      now = Long.parseLong(row.getValue());
    }
    long wanted = scene.demands().statements();
    return now + wanted <= most
        ? ok(STATEMENTS, "%d wanted, %d of %d in use".formatted(wanted, now, most))
        : new Outcome.Unfit(
            Problem.wrong(
                "threads",
                "%d prepared statements are needed, and the database has room for %d of %d"
                    .formatted(wanted, most - now, most),
                "raise max_prepared_stmt_count to %d or more, or use fewer threads"
                    .formatted(now + wanted)));
  }

  private static Outcome schema(Scene scene, String query) throws SQLException {
    Map.Entry<String, String> row =
        Rows.pairs(scene.connection(), query).entrySet().iterator().next();
    return row.getKey().isEmpty()
        ? new Outcome.Unfit(
            Problem.wrong(
                "parameter url",
                "no schema of the search path exists, so that no tables can be made or found: the path is "
                    + PlainText.line(row.getValue(), 200),
                "create one of these schemas, or name another one with the driver property currentSchema"))
        : ok(SCHEMA, PlainText.line(row.getKey(), 100));
  }

  private static Outcome primaryKeys(Scene scene, String query) throws SQLException {
    List<String> keyless = scene.demands().keyless();
    String setting = scene.dialect().primaryKeyRequiredBy(Rows.pairs(scene.connection(), query));
    return keyless.isEmpty() || setting.isEmpty()
        ? ok(PRIMARY_KEYS, "each table to be made has one, or needs none")
        : new Outcome.Unfit(
            Problem.wrong(
                "table " + keyless.getFirst(),
                "the database makes no table without a primary key (%s is ON), and this job makes %s"
                    .formatted(setting, String.join(", ", keyless)),
                "switch it off while the tables are made, or on MySQL 8.0.30 and later set"
                    + " sql_generate_invisible_primary_key=ON"));
  }

  private static Outcome privileges(Scene scene, String query) throws SQLException {
    Set<String> wanted = new TreeSet<>(scene.demands().privileges());
    List<String> held = Rows.column(scene.connection(), query);
    Set<String> missing = new TreeSet<>(wanted);
    held.forEach(missing::remove);
    if (missing.isEmpty()) {
      return ok(PRIVILEGES, String.join(", ", wanted) + " held");
    }
    return held.contains("ROLE")
        ? ok(
            PRIVILEGES,
            String.join(", ", missing) + " may come by a role, or was granted to PUBLIC")
        : new Outcome.Unfit(
            Problem.wrong(
                "parameter user",
                "the user lacks " + String.join(", ", missing) + " on this database",
                "grant what is missing, or name another user"));
  }
}
