package dev.broadside.kit.jdbc;

import dev.broadside.core.work.ShareContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Connections that do nothing, beside those of the load threads: a database with many sessions of
/// which few are active. They are open before the load begins, and nobody asks anything on them.
///
/// @param open those of one agent
record IdleConnections(List<Connection> open) implements AutoCloseable {
  private static final String STEP = "open idle connections";

  /// More logins at once would be a load of their own.
  private static final int AT_ONCE = 8;

  /// Opens an agent's part of them.
  ///
  /// @throws SQLException if one cannot be opened; the others are closed
  static IdleConnections of(Target target, ShareContext context) throws SQLException {
    int count = part(context);
    Opening opening = new Opening(target, context, count);
    List<Future<Boolean>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < Math.min(AT_ONCE, count); i++) {
        running.add(threads.submit(opening::run));
      }
    }
    IdleConnections all = new IdleConnections(List.copyOf(opening.open));
    for (Future<Boolean> one : running) {
      if (one.state() == Future.State.FAILED) {
        all.close();
        throw new SQLException(
            "an idle connection cannot be opened: " + one.exceptionNow().getMessage(),
            one.exceptionNow());
      }
    }
    return all;
  }

  private static int part(ShareContext context) {
    long all = context.values().get(TargetParameters.IDLE_CONNECTIONS);
    long agents = context.agentCount();
    return Math.toIntExact(
        all * (context.agentIndex() + 1) / agents - all * context.agentIndex() / agents);
  }

  /// Opens connections on several threads, until one of them fails.
  private static final class Opening {
    private final Target target;
    private final ShareContext context;
    private final int count;
    private final AtomicInteger left;
    private final Queue<Connection> open = new ConcurrentLinkedQueue<>();

    Opening(Target target, ShareContext context, int count) {
      this.target = target;
      this.context = context;
      this.count = count;
      this.left = new AtomicInteger(count);
    }

    boolean run() throws SQLException {
      try {
        while (left.getAndDecrement() > 0 && !context.stopping()) {
          open.add(target.connectPlainly(Target.Purpose.SET_UP));
          context.progress(STEP, open.size(), count);
        }
        return true;
      } catch (SQLException refused) {
        left.set(0);
        throw refused;
      }
    }
  }

  @Override
  public void close() {
    for (Connection one : open) {
      try {
        one.close();
      } catch (SQLException _) {
        // The database has closed it already.
      }
    }
  }
}
