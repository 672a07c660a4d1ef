package dev.broadside.bench.probes;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Secret;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// One select by primary key per iteration: the shortest statement there is, so that the engine's
/// own cost shows most.
public final class PointSelectProbe implements JobClass {
  public static final String SELECT = "select c from broadside_probe where id = ?";
  public static final int ROWS = 100_000;

  private static final Parameter<String> URL = Parameter.text("url", "JDBC address of the target");
  private static final Parameter<String> USER = Parameter.text("user", "Database user");
  private static final Parameter<Secret> PASSWORD = Parameter.secret("password", "Its password");

  private static final int POINT_SELECT = 0;

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "point_select_probe",
        "Point select probe",
        "One select by primary key on 100,000 cached rows, to measure what the engine costs.",
        Parameters.of(URL, USER, PASSWORD),
        List.of("point_select"));
  }

  @Override
  public Facts prepare(JobContext context) throws SQLException {
    try (Connection connection = connect(context)) {
      load(connection);
    }
    return Facts.NONE;
  }

  /// Creates and fills the table where it is missing.
  public static void load(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table if not exists broadside_probe (id int primary key, c char(120) not null)");
      try (ResultSet count = statement.executeQuery("select count(*) from broadside_probe")) {
        count.next();
        if (count.getInt(1) == ROWS) {
          return;
        }
      }
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into broadside_probe (id, c) values (?, ?)")) {
      for (int id = 0; id < ROWS; id++) {
        insert.setInt(1, id);
        insert.setString(2, "%0119d".formatted(id));
        insert.addBatch();
        if (id % 1_000 == 999) {
          insert.executeBatch();
        }
      }
    }
    connection.commit();
  }

  @Override
  public JobShare open(ShareContext share) {
    return thread -> new Selecting(connect(thread));
  }

  private static Connection connect(JobContext context) throws SQLException {
    return DriverManager.getConnection(
        context.values().get(URL),
        context.values().get(USER),
        context.values().get(PASSWORD).reveal());
  }

  private static final class Selecting implements JobThread {
    private final Connection connection;
    private final PreparedStatement select;

    Selecting(Connection connection) throws SQLException {
      this.connection = connection;
      this.select = connection.prepareStatement(SELECT);
    }

    @Override
    public void iterate(Iteration iteration) throws SQLException {
      int id = iteration.random().nextInt(ROWS);
      iteration.begin(POINT_SELECT);
      select.setInt(1, id);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        row.getString(1);
      }
      iteration.end();
      iteration.rowsRead(1);
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
