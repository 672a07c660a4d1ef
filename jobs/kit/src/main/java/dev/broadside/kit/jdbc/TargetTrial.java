package dev.broadside.kit.jdbc;

import dev.broadside.core.param.Problem;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.engine.Refusal;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Tries a target before any load: the driver is there, the server answers, it lets us in, it has
/// room for all threads, and it allows what the job will do. Changes nothing.
public final class TargetTrial {

  /// What a job asks of its target, now that it sees what is there.
  ///
  /// @param privileges what the job will do there, in upper case, from SELECT, INSERT, UPDATE,
  ///   DELETE, CREATE, DROP, INDEX
  /// @param problems what else is in its way
  public record Demands(Set<String> privileges, List<Problem> problems) {
    public Demands {
      privileges = Set.copyOf(privileges);
      problems = List.copyOf(problems);
    }
  }

  /// Looks at the target with the connection that was made.
  @FunctionalInterface
  public interface Look {
    Demands demands(Connection connection, Dialect dialect) throws SQLException;
  }

  private TargetTrial() {}

  /// All problems; an empty list where the job may begin.
  ///
  /// @param connections how many connections the job will hold at once
  public static List<Problem> of(Target target, int connections, Look look) {
    Optional<Problem> missing = target.missingDriver();
    if (missing.isPresent()) {
      return List.of(missing.get());
    }
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      Dialect dialect = Engines.of(connection);
      Demands demands = look.demands(connection, dialect);
      List<Problem> problems = new ArrayList<>();
      tooFewConnections(connection, dialect, connections).ifPresent(problems::add);
      missingPrivileges(connection, dialect, demands.privileges()).ifPresent(problems::add);
      problems.addAll(demands.problems());
      return List.copyOf(problems);
    } catch (SQLException refused) {
      return List.of(Refusal.of(target.engine(), target.url(), refused));
    }
  }

  private static Optional<Problem> tooFewConnections(
      Connection connection, Dialect dialect, int wanted) {
    if (dialect.roomForConnectionsQuery().isEmpty()) {
      return Optional.empty();
    }
    try {
      long room = Rows.whole(connection, dialect.roomForConnectionsQuery());
      return wanted <= room
          ? Optional.empty()
          : Optional.of(
              Problem.wrong(
                  "threads",
                  wanted + " connections are needed and the database has room for " + room,
                  "use fewer threads, or raise the database's limit"));
    } catch (SQLException notAllowedToAsk) {
      // Then the limit shows itself when the threads are opened, which is before any load too.
      return Optional.empty();
    }
  }

  private static Optional<Problem> missingPrivileges(
      Connection connection, Dialect dialect, Set<String> wanted) {
    if (dialect.heldPrivilegesQuery().isEmpty()) {
      return Optional.empty();
    }
    try {
      List<String> held = Rows.column(connection, dialect.heldPrivilegesQuery());
      Set<String> missing = new TreeSet<>(wanted);
      held.forEach(missing::remove);
      return missing.isEmpty() || held.contains("ROLE")
          ? Optional.empty()
          : Optional.of(
              Problem.wrong(
                  "parameter user",
                  "the user lacks " + String.join(", ", missing) + " on this database",
                  "grant what is missing, or name another user"));
    } catch (SQLException notAllowedToAsk) {
      return Optional.empty();
    }
  }
}
