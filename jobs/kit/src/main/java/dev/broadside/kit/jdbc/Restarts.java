package dev.broadside.kit.jdbc;

import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/// Tells when the database was started again while a share went on, by the database's own uptime:
/// [Figure#UP].
///
/// It is asked only after a connection had to be made anew, on a connection of its own that is
/// closed again, at most once a second and never on a load thread. So a database that fares well is
/// asked nothing. Where it cannot be asked, or was up all the time, nothing is known.
final class Restarts {
  /// Databases tell whole seconds.
  private static final long GRAIN_NANOS = Duration.ofSeconds(1).toNanos();

  private final Question question;
  private final LongSupplier nanos;
  private final long openedNanos;
  private final AtomicBoolean renewed = new AtomicBoolean();
  private long askedNanos;
  private long startedNanos;

  /// Asks the database for how many seconds it has been up.
  @FunctionalInterface
  interface Question {
    long upSeconds() throws SQLException;
  }

  /// @param nanos a clock that is never set
  Restarts(Question question, LongSupplier nanos) {
    this.question = question;
    this.nanos = nanos;
    openedNanos = nanos.getAsLong();
    askedNanos = openedNanos;
    startedNanos = openedNanos;
  }

  static Restarts of(Target target, String query) {
    return new Restarts(
        () -> {
          try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
            return Rows.whole(connection, query);
          }
        },
        System::nanoTime);
  }

  /// A load thread has made its connection anew.
  void renewed() {
    renewed.set(true);
  }

  /// For how many seconds the database has been up since it was started again; not a number where
  /// it was not. For one thread.
  double upSeconds() throws SQLException {
    long now = nanos.getAsLong();
    if (now - askedNanos >= GRAIN_NANOS && renewed.compareAndSet(true, false)) {
      askedNanos = now;
      ask();
    }
    return startedNanos == openedNanos ? Double.NaN : (now - startedNanos) / 1e9;
  }

  private void ask() throws SQLException {
    try {
      long up = question.upSeconds();
      long started = nanos.getAsLong() - Duration.ofSeconds(up).toNanos();
      if (started - GRAIN_NANOS - openedNanos > 0) {
        startedNanos = started;
      }
    } catch (SQLException failure) {
      // It may be on its way up still.
      renewed.set(true);
      throw failure;
    }
  }

  /// A share that tells this, too.
  ///
  /// @param figure the index of [Figure#UP] in the job's description
  JobShare of(JobShare share, int figure) {
    return new Told(share, figure);
  }

  private final class Told implements JobShare {
    private final JobShare share;
    private final int figure;

    Told(JobShare share, int figure) {
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
    public void close() throws Exception {
      share.close();
    }
  }
}
