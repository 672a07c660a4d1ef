package dev.broadside.kit.jdbc;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Observation;
import dev.broadside.kit.rehearsal.NamedSql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// What the load threads of a share find out in words: the texts of their statements, and what a
/// database says about a deadlock in its answer, as PostgreSQL does, at most every ten seconds.
/// Safe for use by several threads: failures are slow anyway, so a lock does no harm.
final class ShareWords {
  private static final long PAUSE_NANOS = Duration.ofSeconds(10).toNanos();

  private final LongSupplier nanos;
  private final List<Observation> news;
  private boolean explained;
  private long explainedNanos;

  /// @param nanos a clock that is never set
  ShareWords(List<NamedSql> statements, LongSupplier nanos) {
    this.nanos = nanos;
    this.news = new ArrayList<>();
    for (NamedSql one : statements) {
      news.add(new Observation.Seen(Observation.Subject.STATEMENT, one.name(), one.sql()));
    }
  }

  static ShareWords of(List<NamedSql> statements) {
    return new ShareWords(statements, System::nanoTime);
  }

  /// An attempt has failed. The lines after the first one of the database's answer say who waited
  /// for whom.
  synchronized void failed(ErrorClass errorClass, Exception thrown) {
    String answer = Failure.describe(thrown);
    if (errorClass != ErrorClass.DEADLOCK || !answer.contains("\n")) {
      return;
    }
    long now = nanos.getAsLong();
    if (!explained || now - explainedNanos >= PAUSE_NANOS) {
      explained = true;
      explainedNanos = now;
      news.add(new Observation.Explained(errorClass, answer));
    }
  }

  /// What was found out since the last call.
  synchronized List<Observation> news() {
    List<Observation> all = List.copyOf(news);
    news.clear();
    return all;
  }
}
