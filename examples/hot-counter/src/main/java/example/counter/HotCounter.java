package example.counter;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Secret;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/// A few counters that all threads fight over: each iteration reads a counter and adds one to it.
///
/// It is small enough to read in five minutes, and yet complete: it prepares its table, classifies
/// failures, and checks after the run that the counters hold exactly what the agents have counted.
public final class HotCounter implements JobClass {
  private static final Parameter<String> URL =
      Parameter.text("url", "JDBC address of the target, such as jdbc:h2:tcp://127.0.0.1/mem:demo");
  private static final Parameter<String> USER = Parameter.text("user", "Database user").preset("");
  private static final Parameter<Secret> PASSWORD = Parameter.secret("password", "Its password");
  private static final Parameter<Long> COUNTERS =
      Parameter.whole("counters", "How many counters there are: the fewer, the hotter")
          .between(1, 100_000)
          .preset(100L);
  private static final Parameter<Long> ROLLBACKS =
      Parameter.whole("rollbacks", "How many steps of a hundred are taken back before they count")
          .between(0, 100)
          .preset(0L);

  private static final int READ = 0;
  private static final int INCREMENT = 1;

  private static final int STEPS = 0;
  private static final int TRIES = 1;
  private static final int HEIGHT = 2;
  private static final int COMMIT = 3;
  private static final int CONNECTIONS = 4;

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "hot_counter",
        "Hot counter",
        "Reads one of a few counters and adds one to it, and checks afterwards that no step was lost.",
        Parameters.of(URL, USER, PASSWORD, COUNTERS, ROLLBACKS),
        List.of("read", "increment"),
        List.of(
            Figure.count("steps", "steps", "Steps taken").help("those that were not taken back"),
            Figure.count("tries", "steps", "Steps tried").ofEveryAttempt().alsoPerTransaction(),
            Figure.distribution("height", "steps", "Height of a counter").help("as it was read"),
            Figure.duration("commit", "Commit"),
            Figure.worst("connections", "connections", "Open connections")));
  }

  @Override
  public Facts prepare(JobContext context) throws SQLException {
    try (Connection connection = connect(context);
        Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists hot_counter (id int primary key, steps bigint not null)");
      statement.execute("delete from hot_counter");
      long counters = context.values().get(COUNTERS);
      try (PreparedStatement insert =
          connection.prepareStatement("insert into hot_counter (id, steps) values (?, 0)")) {
        for (int id = 0; id < counters; id++) {
          insert.setInt(1, id);
          insert.addBatch();
        }
        insert.executeBatch();
      }
      return Facts.NONE.with("database.product", connection.getMetaData().getDatabaseProductVersion());
    }
  }

  @Override
  public JobShare open(ShareContext share) {
    AtomicInteger connections = new AtomicInteger();
    return new JobShare() {
      @Override
      public JobThread openThread(ThreadContext thread) throws SQLException {
        return new Counting(thread, connections);
      }

      @Override
      public double gauge(int figure) {
        return figure == CONNECTIONS ? connections.get() : Double.NaN;
      }
    };
  }

  /// What the agents counted must be what the counters hold.
  @Override
  public Verification verify(VerifyContext context) throws SQLException {
    try (Connection connection = connect(context);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select sum(steps) from hot_counter")) {
      row.next();
      long steps = row.getLong(1);
      Totals counted = context.operation(INCREMENT);
      long least = counted.effective();
      boolean holds = steps >= least && steps <= least + counted.uncertain();
      String detail = "counters hold " + steps + ", agents counted " + least + " and " + counted.uncertain() + " uncertain";
      // If counts were lost, the counters may hold more, so that the check proves nothing.
      return Verification.of(List.of(new Check("no step is lost", holds, !context.complete(), detail)));
    }
  }

  private static Connection connect(JobContext context) throws SQLException {
    return DriverManager.getConnection(
        context.values().get(URL), context.values().get(USER), context.values().get(PASSWORD).reveal());
  }

  /// One load thread: a connection and two statements.
  private static final class Counting implements JobThread {
    private final ThreadContext context;
    private final AtomicInteger connections;
    private final int counters;
    private final long rollbacks;
    private Connection connection;
    private PreparedStatement increment;
    private PreparedStatement read;

    Counting(ThreadContext context, AtomicInteger connections) throws SQLException {
      this.context = context;
      this.connections = connections;
      this.counters = Math.toIntExact(context.values().get(COUNTERS));
      this.rollbacks = context.values().get(ROLLBACKS);
      open();
    }

    private void open() throws SQLException {
      connection = connect(context);
      connections.incrementAndGet();
      connection.setAutoCommit(false);
      increment = connection.prepareStatement("update hot_counter set steps = steps + 1 where id = ?");
      read = connection.prepareStatement("select steps from hot_counter where id = ?");
    }

    @Override
    public void iterate(Iteration iteration) throws SQLException {
      RandomGenerator random = iteration.random();
      int id = random.nextInt(counters);
      iteration.add(TRIES, 1);

      iteration.begin(READ);
      read.setInt(1, id);
      try (ResultSet row = read.executeQuery()) {
        row.next();
        iteration.add(HEIGHT, row.getLong(1));
      }
      iteration.end();

      iteration.begin(INCREMENT);
      increment.setInt(1, id);
      increment.executeUpdate();
      if (random.nextInt(100) < rollbacks) {
        connection.rollback();
        iteration.rolledBack(); // as the rule wants: the iteration is ok, and its step does not count
      } else {
        iteration.committing(); // from here on the step may count even if no answer comes
        long begun = System.nanoTime();
        connection.commit();
        iteration.add(COMMIT, System.nanoTime() - begun);
        iteration.add(STEPS, 1);
      }
      iteration.end();
    }

    @Override
    public Failure classify(Exception failure) {
      boolean lost =
          failure instanceof SQLRecoverableException || failure instanceof SQLNonTransientConnectionException;
      return failure instanceof SQLException sql
          ? new Failure(
              lost ? ErrorClass.CONNECTION_LOST : ErrorClass.OTHER,
              sql.getErrorCode(),
              String.valueOf(sql.getSQLState()),
              Failure.describe(sql),
              Failure.Retry.NEVER)
          : Failure.other(failure);
    }

    @Override
    public void reset(Failure failure) throws SQLException {
      if (failure.errorClass() == ErrorClass.CONNECTION_LOST) {
        close();
        open();
      } else {
        connection.rollback();
      }
    }

    @Override
    public void close() throws SQLException {
      connections.decrementAndGet();
      connection.close();
    }
  }
}
