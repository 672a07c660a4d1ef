package dev.broadside.kit.jdbc;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Finding;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.engine.Refusal;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Tries a target before any load: that the driver is installed, the server answers and lets us in,
/// and the checks of [TargetCheck]. Changes nothing.
public final class TargetTrial {

  /// What a job needs from its target, now that it has seen the target.
  ///
  /// @param privileges what the job will do there, in upper case, from SELECT, INSERT, UPDATE,
  ///   DELETE, CREATE, DROP, INDEX
  /// @param statements how many all load threads together keep prepared on the server, at least
  /// @param keyless the tables that it will make without a primary key
  /// @param problems what else prevents the job
  public record Demands(
      Set<String> privileges, long statements, List<String> keyless, List<Problem> problems) {
    public Demands {
      keyless = List.copyOf(keyless);
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

  /// All problems; an empty list if the job may begin.
  ///
  /// @param connections how many connections the job will hold at once
  /// @param found takes what is fit, or doubtful
  public static List<Problem> of(
      Target target, int connections, Look look, Consumer<Finding> found) {
    Optional<Problem> missing = driver(target, found);
    if (missing.isPresent()) {
      return List.of(missing.get());
    }
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      Dialect dialect = Engines.of(connection);
      Demands demands = look.demands(connection, dialect);
      List<Problem> problems = new ArrayList<>();
      TargetCheck.Scene scene = new TargetCheck.Scene(connection, dialect, connections, demands);
      for (TargetCheck check : TargetCheck.values()) {
        check
            .of(scene)
            .ifPresent(outcome -> {
              switch (outcome) {
                case TargetCheck.Outcome.Fit(Finding finding) -> found.accept(finding);
                case TargetCheck.Outcome.Unfit(Problem problem) -> problems.add(problem);
              }
            });
      }
      problems.addAll(demands.problems());
      if (demands.problems().isEmpty()) {
        found.accept(
            Finding.ok("data", "existing tables fit the parameters; missing ones will be made"));
      }
      return List.copyOf(problems);
    } catch (SQLException refused) {
      return List.of(refusal(target, refused));
    }
  }

  /// Checks only that the driver is installed and the server lets us in.
  public static List<Problem> reach(Target target, Consumer<Finding> found) {
    Optional<Problem> missing = driver(target, found);
    if (missing.isPresent()) {
      return List.of(missing.get());
    }
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      found.accept(Finding.ok("server", TargetCheck.product(connection)));
      return List.of();
    } catch (SQLException refused) {
      return List.of(refusal(target, refused));
    }
  }

  /// A server does not say whether a password is wrong or was only sent without encryption, so it
  /// is tried again with encryption.
  private static Problem refusal(Target target, SQLException refused) {
    boolean unencrypted =
        Refusal.ofUser(target.engine(), refused)
            && target.encrypted().filter(TargetTrial::letsIn).isPresent();
    return unencrypted
        ? Refusal.unencrypted(target.engine(), refused)
        : Refusal.of(target.engine(), target.url(), refused);
  }

  private static boolean letsIn(Target target) {
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      return connection.isValid(0);
    } catch (SQLException _) {
      return false;
    }
  }

  private static Optional<Problem> driver(Target target, Consumer<Finding> found) {
    Optional<Driver> driver = target.engine().find();
    driver.ifPresent(there ->
        found.accept(
            Finding.ok(
                "driver",
                "%s %d.%d"
                    .formatted(
                        there.getClass().getName(),
                        there.getMajorVersion(),
                        there.getMinorVersion()))));
    return target.missingDriver();
  }
}
