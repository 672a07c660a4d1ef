package dev.broadside.kit.job;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.draw.UniqueIds;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.own.Draft;
import dev.broadside.kit.own.OwnVersion;
import dev.broadside.kit.rehearsal.Act;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// One load thread of a [TransactionJob]: draws one of its transactions for each iteration, and
/// brings it to its end.
final class TransactionThread extends SessionThread {
  private static final int UNTIMED = -1;

  private final Kind[] kinds;
  private final Wording words;
  private final int late;
  private ParameterValues values;
  private final boolean pauses;
  private double allWeights;
  private Kind present;
  private long began;

  /// One of the transactions, with its present share of all draws.
  private static final class Kind {
    final String name;
    final Transaction transaction;
    final Session session;
    final ToDoubleFunction<ParameterValues> weight;
    final int timed;
    final int failed;
    final long limitNanos;
    double upTo;

    Kind(
        String name,
        Transaction transaction,
        Session session,
        ToDoubleFunction<ParameterValues> weight,
        int timed,
        int failed,
        long limitNanos) {
      this.name = name;
      this.transaction = transaction;
      this.session = session;
      this.weight = weight;
      this.timed = timed;
      this.failed = failed;
      this.limitNanos = limitNanos;
    }
  }

  /// @param share what the threads of an agent know together
  TransactionThread(
      TransactionJob job,
      ThreadContext context,
      Session session,
      Wording words,
      Map<String, Object> share)
      throws SQLException {
    super(session);
    this.words = words;
    this.values = context.values();
    this.pauses = values.has(JobOutline.LEAST_PAUSE);
    List<JobOutline.Weighted> used = job.used(context);
    this.late =
        job.outline()
            .lateness()
            .map(lateness -> job.describe().figures().indexOf(lateness.figure()))
            .orElse(UNTIMED);
    this.kinds = new Kind[used.size()];
    UniqueIds ids = new UniqueIds.Fresh(context.thread(), context.totalThreads());
    Map<String, OwnVersion.Committed> versions = new HashMap<>();
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = kind(job, used.get(i), context);
      ask(kinds[i], share);
      open(job, kinds[i].transaction, context, ids, versions);
    }
    this.present = kinds[0];
    adopt(values);
    prepare();
    if (session.reading() != session) {
      workOn(session.reading());
      prepare();
      workOn(session);
    }
    readDrafts();
  }

  /// A transaction that other threads do is never drawn; a rehearsal does it here, too.
  private Kind kind(TransactionJob job, JobOutline.Weighted one, ThreadContext thread) {
    boolean drawn = thread.only().isPresent() || job.outline().does(thread, one.name());
    List<Figure> figures = job.describe().figures();
    int timed = job.outline().timeOf(one).map(figures::indexOf).orElse(UNTIMED);
    int failed = job.outline().failedOf(one).map(figures::indexOf).orElse(UNTIMED);
    long limitNanos =
        job.outline()
            .lateness()
            .map(lateness -> lateness.limitNanos(one.name()))
            .orElse(Long.MAX_VALUE);
    ToDoubleFunction<ParameterValues> weight = drawn ? one.weight() : _ -> 0;
    Transaction made = one.maker().get();
    Session where = made.onlyReads() ? session().reading() : session();
    return new Kind(one.name(), made, where, weight, timed, failed, limitNanos);
  }

  /// Asks what is asked once in a share, if no other thread has.
  private void ask(Kind kind, Map<String, Object> share) throws SQLException {
    if (!kind.transaction.asked().isEmpty()) {
      kind.transaction.ask(kind.session.connection(), words, share, kind.name);
      if (!session().autoCommit()) {
        kind.session.connection().rollback();
      }
    }
  }

  private void open(
      TransactionJob job,
      Transaction transaction,
      ThreadContext context,
      UniqueIds ids,
      Map<String, OwnVersion.Committed> versions) {
    JobDescription known = job.describe();
    transaction
        .operations()
        .open(session().autoCommit(), known.operations().indexOf(JobOutline.COMMIT));
    transaction.statements().forEach(one -> one.open(known.operations().indexOf(one.name())));
    transaction.rollbacks().forEach(one -> one.open(known.operations().indexOf(one.name())));
    transaction.amounts().forEach(one -> one.open(known.figures().indexOf(one.figure())));
    transaction.join(context, words, ids, versions);
  }

  /// Statements of different transactions with the same words are prepared once: only one
  /// transaction runs at a time. On a connection for one iteration only those of its transaction
  /// are prepared, when it is drawn.
  @Override
  protected void prepare() throws SQLException {
    if (shares()) {
      return;
    }
    Map<String, PreparedStatement> shared = new HashMap<>();
    for (Kind kind : kinds) {
      if (kind.session == present()) {
        prepare(kind, shared);
      }
    }
  }

  private void prepare(Kind kind, Map<String, PreparedStatement> shared) throws SQLException {
    kind.transaction.operations().connect(kind.session.connection());
    Map<String, PreparedStatement> own = new HashMap<>();
    for (SqlStatement<?> statement : kind.transaction.statements()) {
      String sql = words.of(statement.sql(words.dialect()));
      PreparedStatement prepared =
          own.containsKey(sql) || !shared.containsKey(sql)
              ? statement.prepareOn(kind.session, sql)
              : shared.get(sql);
      own.put(sql, prepared);
      shared.putIfAbsent(sql, prepared);
      statement.prepare(prepared);
    }
  }

  private void adopt(ParameterValues newValues) {
    values = newValues;
    allWeights = 0;
    for (Kind kind : kinds) {
      allWeights += kind.weight.applyAsDouble(newValues);
      kind.upTo = allWeights;
      kind.transaction.take(newValues);
      if (pauses) {
        kind.transaction
            .operations()
            .pause(newValues.get(JobOutline.LEAST_PAUSE), newValues.get(JobOutline.MOST_PAUSE));
      }
    }
  }

  @Override
  public void iterate(Iteration iteration) throws Exception {
    if (iteration.values() != values) {
      adopt(iteration.values());
    }
    try {
      run(drawn(iteration), iteration);
    } catch (Exception e) {
      if (present.failed != UNTIMED && classify(e).retry() == Failure.Retry.NEVER) {
        iteration.add(present.failed, 1);
      }
      throw e;
    }
  }

  /// Once one of its transactions has nothing left to do.
  @Override
  public boolean finished() {
    for (Kind kind : kinds) {
      if (kind.transaction.finished()) {
        return true;
      }
    }
    return false;
  }

  private void run(Kind kind, Iteration iteration) throws Exception {
    present = kind;
    workOn(kind.session);
    if (present.timed != UNTIMED && iteration.attempt() == 0) {
      began = System.nanoTime();
    }
    if (shares()) {
      prepare(kind, new HashMap<>());
    }
    Operations operations = present.transaction.operations();
    operations.start(iteration);
    present.transaction.run();
    operations.finish();
    if (operations.over()) {
      forget();
    }
    if (present.timed != UNTIMED) {
      long tookNanos = System.nanoTime() - began;
      iteration.add(present.timed, tookNanos);
      if (tookNanos > present.limitNanos) {
        iteration.add(late, 1);
      }
    }
  }

  /// The kinds that are drawn in any phase.
  @Override
  protected List<Act> acts(List<ParameterValues> phases) {
    return Arrays.stream(kinds)
        .map(kind ->
            new Act(
                "transaction " + kind.name,
                kind.transaction.undone(),
                kind.transaction.getClass(),
                iteration -> run(kind, iteration)))
        .toList();
  }

  private Kind drawn(Iteration iteration) {
    if (kinds.length == 1) {
      return kinds[0];
    }
    double drawn = iteration.random().nextDouble() * allWeights;
    int i = 0;
    while (i < kinds.length - 1 && drawn >= kinds[i].upTo) {
      i++;
    }
    return kinds[i];
  }

  /// A repetition would do committed work twice.
  @Override
  public Failure classify(Exception exception) {
    Failure failure = super.classify(exception);
    return present.transaction.operations().kept()
        ? failure.retrying(Failure.Retry.NEVER)
        : failure;
  }

  /// After a failure that the database certainly undid, the drafts are just forgotten; after any
  /// other, their outcome is read from the database.
  @Override
  public void reset(Failure failure) throws SQLException {
    super.reset(failure);
    forget();
    if (failure.retry() == Failure.Retry.NEVER) {
      readDrafts();
    } else {
      present.transaction.operations().drafts().forEach(Draft::forget);
    }
  }

  private void forget() throws SQLException {
    List<SqlStatement<?>> statements = present.transaction.statements();
    for (int i = 0; i < statements.size(); i++) {
      statements.get(i).forget();
    }
  }

  private void readDrafts() throws SQLException {
    boolean read = false;
    for (Kind kind : kinds) {
      for (Draft draft : kind.transaction.operations().drafts()) {
        draft.read(session().connection());
        read = true;
      }
    }
    if (read && !session().autoCommit()) {
      session().connection().rollback();
    }
  }
}
