package dev.broadside.bench.peers;

import dev.broadside.bench.Host;
import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// Two programs that put load on one database by turns of about a second: both run all the time,
/// and while one of them works the other one is halted by a signal.
///
/// What a machine does besides changes within seconds, and so does where the scheduler has put the
/// threads that talk to each other: the same program does twice as much at one time as at another.
/// Turns so short meet the same conditions, and there are enough of them for a median. Work is
/// counted by the database, for both alike; CPU time is that of the program and all that it has
/// started.
public final class Turns implements AutoCloseable {
  private static final Duration SETTLING = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration COMPILING = Duration.ofSeconds(4);
  private static final double COMPILERS_REST = 0.015;
  private static final Duration LOOK = Duration.ofMillis(100);

  private final MeasurementOptions settings;
  private final Connection counter;
  private final String query;

  /// What one turn gave.
  ///
  /// @param cpuMicros for one piece of work
  /// @param switches of its threads, for one piece of work
  /// @param megabytes of resident memory
  public record Pace(double perSecond, double cpuMicros, double switches, double megabytes) {}

  /// @param counter a connection of its own, which is closed at the end
  /// @param query whose last column says how much the database has done
  public Turns(Connection counter, String query, MeasurementOptions settings) {
    this.settings = settings;
    this.query = query;
    this.counter = counter;
  }

  /// @param status the server's counter of the work, such as `Com_commit`
  public static Turns on(ServedMariaDb database, MeasurementOptions settings, String status)
      throws IOException, SQLException {
    Properties login = new Properties();
    login.setProperty("user", database.user());
    login.setProperty("password", database.password());
    return new Turns(
        DriverManager.getConnection("jdbc:mariadb://" + database.address(), login),
        "show global status like '" + status + "'",
        settings);
  }

  /// How the turns go, for a table's heading.
  public static String conditions(MeasurementOptions settings) {
    return "%d turns of %d s of each side, after %d s of warm-up and when the compilers rest, cores %s"
        .formatted(
            settings.number("turns"),
            settings.number("turn-seconds"),
            settings.number("turn-warmup"),
            settings.text("cores"));
  }

  /// Lets both commands run and measures them by turns.
  public Interleaved<Pace> measure(
      List<String> peer, List<String> own, Map<String, String> environment)
      throws IOException, InterruptedException {
    try (Load peers = started(peer, environment);
        Load ours = started(own, environment)) {
      return Interleaved.of(settings.number("turns"), () -> turn(peers), () -> turn(ours));
    }
  }

  /// Starts a load, lets it warm up and halts it. A busy machine leaves little to a JVM's
  /// compilers: they are waited for, since the side with more code has more to compile, once.
  private Load started(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    long before = work();
    Load load = Load.start(Host.client(command, settings), environment);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (work() == before) {
      if (load.over() || System.nanoTime() > end) {
        load.close();
        throw new IOException(String.join(" ", command) + " does nothing");
      }
      Thread.sleep(LOOK);
    }
    Thread.sleep(Duration.ofSeconds(settings.number("turn-warmup")));
    while (compiling(load) > COMPILERS_REST && System.nanoTime() < end) {
      if (load.over()) {
        throw new IOException(String.join(" ", command) + " ended while it warmed up");
      }
    }
    load.halt();
    return load;
  }

  /// The compilers' share of the CPU time, for some seconds.
  private static double compiling(Load load) throws IOException, InterruptedException {
    double compilersBefore = load.compilerSeconds();
    double before = load.cpuSeconds();
    Thread.sleep(COMPILING);
    return (load.compilerSeconds() - compilersBefore) / (load.cpuSeconds() - before);
  }

  private Pace turn(Load load) throws IOException, InterruptedException {
    load.proceed();
    Thread.sleep(SETTLING);
    long workBefore = work();
    double cpuBefore = load.cpuSeconds();
    long switchesBefore = load.switches();
    long begin = System.nanoTime();
    Thread.sleep(Duration.ofSeconds(settings.number("turn-seconds")));
    long done = work() - workBefore;
    double seconds = (System.nanoTime() - begin) / 1e9;
    double cpu = load.cpuSeconds() - cpuBefore;
    long switches = load.switches() - switchesBefore;
    load.halt();
    return new Pace(done / seconds, 1e6 * cpu / done, (double) switches / done, load.megabytes());
  }

  private long work() throws IOException {
    try (Statement statement = counter.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(row.getMetaData().getColumnCount());
    } catch (SQLException e) {
      throw new IOException("the database does not tell its work", e);
    }
  }

  @Override
  public void close() throws SQLException {
    counter.close();
  }
}
