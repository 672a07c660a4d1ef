package dev.broadside.kit.jdbc;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.core.work.database.DatabaseFigures;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.monitor.CounterMonitor;
import dev.broadside.kit.monitor.EngineCounter;
import dev.broadside.kit.monitor.Watch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The counters of a database other than the job's, such as a replica. Its figures are those of the
/// job's database, under ids of their own. For one thread.
final class FurtherDatabase implements TargetMonitor {
  private static final String OWN = "db.";

  private final Target target;
  private final Optional<Kind> usual;
  private final String id;
  private final Duration interval;
  private Optional<CounterMonitor> counters = Optional.empty();

  /// What a database is.
  ///
  /// @param version in its own words
  record Kind(Dialect dialect, String version) {
    /// The monitor of such a database.
    ///
    /// @param watches look at what no counter tells
    CounterMonitor monitor(
        Target target, List<EngineCounter> counters, List<Watch> watches, Duration interval) {
      CounterMonitor.Opener opener =
          () ->
              SocketConnection.opened(
                  target.connectPlainly(Target.Purpose.SET_UP),
                  opened -> opened.setAutoCommit(!dialect.countsQueriesAsCommits()));
      return new CounterMonitor(opener, counters, watches, interval, System::nanoTime);
    }

    List<EngineCounter> counters() {
      return dialect.counters(version).stream()
          .sorted(Comparator.comparingInt(one -> DatabaseFigures.place(one.figure())))
          .toList();
    }
  }

  /// @param usual what it is taken for if it does not answer at first; empty if that is not known
  /// @param id begins the ids of its figures
  FurtherDatabase(Target target, Optional<Kind> usual, String id, Duration interval) {
    this.target = target;
    this.usual = usual;
    this.id = id;
    this.interval = interval;
  }

  @Override
  public List<Figure> figures() throws SQLException {
    Kind kind = kind();
    List<EngineCounter> known = kind.counters();
    if (known.isEmpty()) {
      throw new SQLException("%s counts nothing that is read".formatted(kind.dialect.name()));
    }
    CounterMonitor monitor = kind.monitor(target, known, List.of(), interval);
    counters = Optional.of(monitor);
    return monitor.figures().stream().map(this::renamed).toList();
  }

  private Kind kind() throws SQLException {
    try (Connection open = target.connectPlainly(Target.Purpose.SET_UP)) {
      return new Kind(Engines.of(open), open.getMetaData().getDatabaseProductVersion());
    } catch (SQLException refused) {
      return usual.orElseThrow(() -> refused);
    }
  }

  private Figure renamed(Figure figure) {
    String name = id.substring(id.indexOf('.') + 1);
    return new Figure(
        ours(figure.id()),
        figure.kind(),
        figure.unit(),
        figure.label(),
        figure.help(),
        figure.section().replaceFirst("^Database", "Database " + name),
        figure.everyAttempt(),
        false,
        ours(figure.shareOf()));
  }

  private String ours(String figure) {
    return figure.startsWith(OWN) ? id + "." + figure.substring(OWN.length()) : figure;
  }

  @Override
  public Duration interval() {
    return interval;
  }

  @Override
  public double[] read() throws SQLException {
    return counters.orElseThrow().read();
  }

  @Override
  public List<Failure> omissions() {
    return counters.map(CounterMonitor::omissions).orElse(List.of());
  }

  @Override
  public void close() {
    counters.ifPresent(CounterMonitor::close);
  }
}
