package dev.broadside.kit.jdbc;

import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Notices a restart of the database during the run by the database's own uptime: [Figure#UP].
///
/// The uptime is asked only on a connection that replaces a broken one, before its first use. A
/// separate connection might be refused, and counted, if the database is full. So a healthy
/// database is asked nothing. The figure is unknown if the database cannot be asked, or was up all
/// the time.
final class Restarts {
  /// Databases report whole seconds.
  private static final long GRAIN_NANOS = Duration.ofSeconds(1).toNanos();

  /// If many connections break together, only a few ask: no database restarts in less time.
  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  private final Question question;
  private final LongSupplier nanos;
  private final long openedNanos;
  private final AtomicLong askedNanos;
  private volatile long startedNanos;

  /// Asks the database how many seconds it has been up; empty if it cannot be asked.
  @FunctionalInterface
  interface Question {
    OptionalLong upSeconds(Connection connection) throws SQLException;
  }

  /// @param nanos a clock that is never set
  Restarts(Question question, LongSupplier nanos) {
    this.question = question;
    this.nanos = nanos;
    openedNanos = nanos.getAsLong();
    askedNanos = new AtomicLong(openedNanos - PAUSE_NANOS);
    startedNanos = openedNanos;
  }

  /// @param query empty if the database cannot be asked
  static Restarts by(String query) {
    Question question =
        query.isEmpty()
            ? _ -> OptionalLong.empty()
            : connection -> OptionalLong.of(Rows.whole(connection, query));
    return new Restarts(question, System::nanoTime);
  }

  /// Asks on a connection that was made in the place of another one. By any load thread.
  void renewed(Connection connection) {
    long asked = askedNanos.get();
    long now = nanos.getAsLong();
    if (now - asked >= PAUSE_NANOS && askedNanos.compareAndSet(asked, now)) {
      ask(connection);
    }
  }

  private void ask(Connection connection) {
    try {
      question.upSeconds(connection).ifPresent(this::wasUp);
    } catch (SQLException _) {
      // The question is not allowed, or the connection is lost again, which the next statement of
      // its thread meets and counts.
      askedNanos.set(nanos.getAsLong() - PAUSE_NANOS);
    }
  }

  private void wasUp(long seconds) {
    long started = nanos.getAsLong() - Duration.ofSeconds(seconds).toNanos();
    if (started - GRAIN_NANOS - openedNanos > 0) {
      startedNanos = started;
    }
  }

  /// How many seconds the database has been up since it was restarted; not a number if it was not
  /// restarted. For any thread.
  double upSeconds() {
    long started = startedNanos;
    return started == openedNanos ? Double.NaN : (nanos.getAsLong() - started) / 1e9;
  }

  /// The share with this gauge added.
  ///
  /// @param figure the index of [Figure#UP] in the job's description
  JobShare of(JobShare share, int figure) {
    return new WithUptime(share, figure);
  }

  private final class WithUptime implements JobShare {
    private final JobShare share;
    private final int figure;

    WithUptime(JobShare share, int figure) {
      this.share = share;
      this.figure = figure;
    }

    @Override
    public JobThread openThread(ThreadContext context) throws Exception {
      return share.openThread(context);
    }

    @Override
    public double gauge(int index) throws Exception {
      return index == figure ? upSeconds() : share.gauge(index);
    }

    @Override
    public List<Observation> observations() {
      return share.observations();
    }

    @Override
    public void close() throws Exception {
      share.close();
    }
  }
}
