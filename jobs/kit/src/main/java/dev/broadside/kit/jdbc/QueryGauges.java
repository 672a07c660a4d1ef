package dev.broadside.kit.jdbc;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.query.RefusedStatement;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.rehearsal.NamedSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A share whose gauges are queries. They are asked on a connection of their own, which is made
/// when it is first needed, and again when it broke: a gauge that cannot be read is unknown until
/// then.
public final class QueryGauges implements JobShare {
  private final JobShare threads;
  private final Target target;
  private final Map<Integer, Query> queries;
  private final Map<Integer, Reading> last = new HashMap<>();
  private Optional<Connection> connection = Optional.empty();

  /// What is asked.
  ///
  /// @param asked gives one whole number
  /// @param per the gauge is the growth in this time; empty if it is the number itself
  public record Query(NamedSql asked, Optional<Duration> per) {}

  private record Reading(long value, long nanos) {
    double growth(Reading before, Duration per) {
      return (double) (value - before.value) * per.toNanos() / (nanos - before.nanos);
    }
  }

  /// @param queries by the index of their gauge
  public QueryGauges(JobShare threads, Target target, Map<Integer, Query> queries) {
    this.threads = threads;
    this.target = target;
    this.queries = Map.copyOf(queries);
  }

  @Override
  public JobThread openThread(ThreadContext context) throws Exception {
    return threads.openThread(context);
  }

  /// The first reading of a growth is unknown.
  @Override
  public synchronized double gauge(int figure) throws Exception {
    Query query = queries.get(figure);
    if (query == null) {
      return threads.gauge(figure);
    }
    Reading now = new Reading(read(query.asked()), System.nanoTime());
    Optional<Reading> before = Optional.ofNullable(last.put(figure, now));
    return query
        .per()
        .map(per -> before.map(reading -> now.growth(reading, per)).orElse(Double.NaN))
        .orElse((double) now.value());
  }

  private long read(NamedSql query) throws SQLException {
    try {
      if (connection.isEmpty()) {
        connection = Optional.of(target.connect(Target.Purpose.SET_UP));
      }
      return Rows.whole(connection.get(), query.sql());
    } catch (SQLException failure) {
      disconnect();
      throw query.place().isEmpty()
          ? failure
          : new RefusedStatement(
              query.place(), query.name() + ": " + Failure.describe(failure), failure);
    }
  }

  @Override
  public List<Observation> observations() {
    return threads.observations();
  }

  private void disconnect() {
    connection.ifPresent(QueryGauges::giveUp);
    connection = Optional.empty();
  }

  private static void giveUp(Connection connection) {
    try {
      connection.close();
    } catch (SQLException _) {
      // It may well be broken.
    }
  }

  @Override
  public synchronized void close() throws Exception {
    disconnect();
    threads.close();
  }
}
