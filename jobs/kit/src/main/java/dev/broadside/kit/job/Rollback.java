package dev.broadside.kit.job;

import java.sql.SQLException;

/// A business rule by which a transaction takes itself back, as intended: the iteration is ok, and
/// counted apart. The network trip is timed and counted under the rule's name.
public final class Rollback {
  private final String name;
  private final Operations operations;
  private int operation;

  Rollback(String name, Operations operations) {
    this.name = name;
    this.operations = operations;
  }

  String name() {
    return name;
  }

  void open(int index) {
    operation = index;
  }

  /// Takes back what the transaction has done so far. It is over then: the author returns.
  ///
  /// @throws IllegalStateException if statements commit themselves, so that nothing can be taken
  ///   back
  public void rollBack() throws SQLException {
    operations.rollBack(operation);
  }
}
