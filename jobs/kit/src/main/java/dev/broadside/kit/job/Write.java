package dev.broadside.kit.job;

import dev.broadside.kit.jdbc.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/// A named statement that changes rows. A row that was written counts when its transaction ends
/// well.
public final class Write extends SqlStatement<Write> {
  private int added;
  private Optional<String> generated = Optional.empty();

  Write(String name, String sql, Operations operations) {
    super(name, sql, operations);
  }

  @Override
  Write self() {
    return this;
  }

  @Override
  String verb() {
    return sql().strip().split("\\s", 2)[0].toUpperCase(Locale.ROOT);
  }

  /// Declares that the database makes the key of the row that it inserts: see [#key()].
  ///
  /// @param column of that key
  public Write generating(String column) {
    // PostgreSQL's driver quotes it, and the database has folded it.
    generated = Optional.of(column.toLowerCase(Locale.ROOT));
    return this;
  }

  @Override
  PreparedStatement prepareOn(Session session, String words) throws SQLException {
    return generated.isPresent()
        ? session.prepare(words, generated.get())
        : super.prepareOn(session, words);
  }

  /// Executes it; it has to write exactly one row.
  ///
  /// @throws SQLException if it wrote another number of rows, too, with SQLSTATE 02000: a database
  ///   may answer an aborted statement with "0 rows" instead of an error (as MariaDB 11.4 does if
  ///   an update is killed right at its start)
  public void one() throws SQLException {
    executeOne();
    operations().wrote(1);
  }

  private void executeOne() throws SQLException {
    long rows = execute();
    if (rows != 1) {
      throw new SQLException(name() + " writes one row, and wrote " + rows, Read.NO_DATA);
    }
  }

  /// Executes it as [#one()], and gives the key that the database made. Reading it is a part of the
  /// operation, since some databases are asked for it. Drivers allocate for it.
  public long key() throws SQLException {
    executeOne();
    long key;
    try (ResultSet keys = prepared().getGeneratedKeys()) {
      if (!keys.next()) {
        throw new SQLException(
            "the database tells no key of what " + name() + " wrote", Read.NO_DATA);
      }
      key = keys.getLong(1);
    }
    operations().wrote(1);
    return key;
  }

  /// Executes it, however many rows it writes.
  ///
  /// @return how many
  public long any() throws SQLException {
    long rows = execute();
    operations().wrote(rows);
    return rows;
  }

  private long execute() throws SQLException {
    operations().writing();
    return begin().executeUpdate();
  }

  /// Adds one execution with the values that were set to those that [#send()] sends together.
  public void add() throws SQLException {
    complete().addBatch();
    added++;
  }

  /// Sends what was added: one operation, and with the right driver one network trip. Each of them
  /// has to write exactly one row. Allocates, as every batch does.
  ///
  /// @return how many were sent; 0 if none was added
  public int send() throws SQLException {
    int count = added;
    if (count == 0) {
      return 0;
    }
    added = 0;
    operations().writing();
    PreparedStatement batch = beginPrepared();
    for (int rows : batch.executeBatch()) {
      if (rows != 1 && rows != PreparedStatement.SUCCESS_NO_INFO) {
        throw new SQLException(name() + " writes one row each, and wrote " + rows, Read.NO_DATA);
      }
    }
    operations().wrote(count);
    return count;
  }

  @Override
  void forget() throws SQLException {
    super.forget();
    if (added > 0) {
      added = 0;
      clearBatch();
    }
  }
}
