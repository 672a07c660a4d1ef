package dev.broadside.kit.plan;

import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Rehearsal.LoadStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/// How an engine tells its plan for a statement without carrying it out. Keeps no state.
public interface PlanSource {
  /// Of an engine that is not asked.
  PlanSource NONE =
      new PlanSource() {
        @Override
        public void begin(Connection connection) {}

        @Override
        public Optional<String> shape(
            Connection connection, LoadStatement statement, Runnable asks) {
          return Optional.empty();
        }
      };

  /// A line of a shape.
  ///
  /// @param depth how many steps are above it
  static String step(int depth, String words) {
    return "· ".repeat(Math.clamp(depth, 0, 50)) + words.strip();
  }

  /// Called before each round of questions, in the same transaction if the connection is out of
  /// auto-commit. Has the database give up a question soon that has to wait for a lock.
  void begin(Connection connection) throws SQLException;

  /// The shape of a plan: tables in the order in which they are joined, kinds of access, indexes. A
  /// line for each step, nothing that is estimated, no values.
  ///
  /// @param asks called before each question that [#addsTo] is about
  /// @return empty if the engine tells no plan for now
  /// @throws SQLException also if the engine refuses; the connection can be used on
  Optional<String> shape(Connection connection, LoadStatement statement, Runnable asks)
      throws SQLException;

  /// The figure in which the engine counts a question as if the statement had been carried out.
  default Optional<Figure> addsTo(LoadStatement statement) {
    return Optional.empty();
  }
}
