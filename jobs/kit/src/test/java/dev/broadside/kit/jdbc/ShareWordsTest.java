package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Observation;
import dev.broadside.kit.rehearsal.NamedSql;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ShareWordsTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong nanos = new AtomicLong();
  private final ShareWords words =
      new ShareWords(List.of(new NamedSql("read", "select 1")), nanos::get);

  private void fails(ErrorClass errorClass, String message) {
    words.failed(errorClass, new SQLException(message));
  }

  private static Observation explained(String message) {
    return new Observation.Explained(ErrorClass.DEADLOCK, message);
  }

  @Test
  void statementsAreToldOnce() {
    assertEquals(
        List.of(new Observation.Seen(Observation.Subject.STATEMENT, "read", "select 1")),
        words.news());
    assertEquals(List.of(), words.news());
  }

  @Test
  void whatAnAnswerSaysAboutADeadlockIsToldEveryTenSecondsAtMost() {
    words.news();
    fails(ErrorClass.DEADLOCK, "deadlock detected");
    fails(ErrorClass.LOCK_WAIT, "not\nnow");
    fails(ErrorClass.DEADLOCK, "deadlock\n1 waits for 2");
    fails(ErrorClass.DEADLOCK, "deadlock\n3 waits for 4");
    assertEquals(List.of(explained("deadlock\n1 waits for 2")), words.news());
    nanos.addAndGet(10 * SECOND);
    fails(ErrorClass.DEADLOCK, "deadlock\n5 waits for 6");
    assertEquals(List.of(explained("deadlock\n5 waits for 6")), words.news());
  }
}
