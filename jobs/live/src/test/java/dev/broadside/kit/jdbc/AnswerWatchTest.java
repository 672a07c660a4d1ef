package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobThread;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An answer that does not come, on live databases.
class AnswerWatchTest {
  private static final String LONGER_THAN_THE_TEST_MAY_TAKE = "1200";

  /// Waits in the database, and does nothing else.
  private static final class Waiting extends SessionThread {
    private final String sql;

    Waiting(Session session, String sql) {
      super(session);
      this.sql = sql;
    }

    @Override
    protected void prepare() {}

    @Override
    public void iterate(Iteration iteration) throws SQLException {
      Rows.run(session().connection(), sql);
    }
  }

  private static Dialect dialect(LiveTarget live) {
    return Engines.named(live == LiveTarget.POSTGRESQL ? "postgresql" : "mariadb");
  }

  private static AnswerWatch watch() {
    return new AnswerWatch(
        Duration.ofSeconds(1),
        _ -> {
          throw new IllegalStateException("nobody opens a thread here");
        });
  }

  @ParameterizedTest
  @EnumSource
  void everyThreadIsFreedFromAServerThatAcceptsAndSaysNothing(LiveTarget live) throws Exception {
    try (Proxy proxy = new Proxy(live.port());
        AnswerWatch watch = watch()) {
      JobTester job = live.target(JobTester.of(new Igenoltp())).with("url", live.url(proxy));
      Target target = Target.of(job.values());
      List<JobThread> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Session session =
            new Session(target, dialect(live), new Session.Settings(true), RetryPolicy.SAME_INPUT);
        threads.add(watch.watched(new Waiting(session, "select 1")));
      }
      proxy.fallSilent();
      List<CompletableFuture<Exception>> waits =
          threads.stream()
              .map(thread ->
                  CompletableFuture.supplyAsync(
                      () -> assertThrows(Exception.class, () -> thread.iterate(null)),
                      task -> Thread.ofPlatform().daemon().start(task)))
              .toList();
      for (int i = 0; i < threads.size(); i++) {
        Exception thrown = waits.get(i).get(2, TimeUnit.MINUTES);
        assertEquals(
            ErrorClass.TIMEOUT, threads.get(i).classify(thrown).errorClass(), thrown::toString);
        threads.get(i).close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionThatWaitsForTooLongIsSaidToBeBrokenOffAndMadeAnew(LiveTarget live)
      throws Exception {
    Target target = Target.of(live.target(JobTester.of(new Igenoltp())).values());
    Dialect dialect = dialect(live);
    Session session =
        new Session(target, dialect, new Session.Settings(true), RetryPolicy.SAME_INPUT);
    String function = dialect.name().equals("postgresql") ? "pg_sleep" : "sleep";
    String sql = "select %s(%s)".formatted(function, LONGER_THAN_THE_TEST_MAY_TAKE);
    try (AnswerWatch watch = watch();
        JobThread thread = watch.watched(new Waiting(session, sql))) {
      Exception thrown = assertThrows(Exception.class, () -> thread.iterate(null));
      Failure failure = thread.classify(thrown);
      assertEquals(ErrorClass.TIMEOUT, failure.errorClass(), thrown::toString);
      assertTrue(
          failure
              .message()
              .startsWith(
                  "no answer came within 1 s, so the connection was broken off (answer-timeout): "),
          failure::message);
      assertTrue(failure.sqlState().isEmpty(), "no answer of the database");
      thread.reset(failure);
      assertEquals(1, Rows.whole(session.connection(), "select 1"));
      assertEquals(
          ErrorClass.CONNECTION_LOST,
          thread.classify(new SQLException("lost by itself", "08S01")).errorClass());
    }
  }
}
