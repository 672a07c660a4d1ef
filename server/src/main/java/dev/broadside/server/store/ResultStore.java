package dev.broadside.server.store;

import java.nio.file.Path;

/// Everything that must survive, in one relational database.
public final class ResultStore implements AutoCloseable {

  /// A store in one SQLite file, made where it is not there yet.
  public static ResultStore sqlite(Path file, SecretBox secrets) {
    throw new UnsupportedOperationException();
  }

  /// A store in a PostgreSQL database.
  ///
  /// @param url a JDBC address without user and password
  public static ResultStore postgres(
      String url, String user, String password, SecretBox secrets) {
    throw new UnsupportedOperationException();
  }

  public AgentTable agents() {
    throw new UnsupportedOperationException();
  }

  public TokenTable tokens() {
    throw new UnsupportedOperationException();
  }

  public PackTable packs() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
