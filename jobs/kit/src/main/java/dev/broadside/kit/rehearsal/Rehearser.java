package dev.broadside.kit.rehearsal;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Rehearses a job: has the target look at each statement, and does each kind of transaction once
/// on a connection that commits nothing.
///
/// A transaction that fails is tried again with other draws: an unlucky draw says nothing. What
/// other sessions are to blame for, and what other transactions have to come before, is noted and
/// refuses nothing. Used once, by one thread.
public final class Rehearser {
  /// What a rehearsal is called among findings and facts.
  public static final String NAME = "rehearsal";

  private static final int TRIES = 5;

  private final ThreadContext context;
  private final Dialect dialect;
  private final List<String> operations;
  private final Stage stage;
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> wrong = new HashSet<>();
  private int done;

  /// Where a rehearsal takes place.
  public interface Stage {
    /// A connection that commits nothing.
    Connection connect() throws SQLException;

    /// A load thread's part on such a connection.
    Part open() throws SQLException;
  }

  /// A load thread's part; whoever has it closes the thread.
  public record Part(JobThread thread, List<Act> acts, Connection connection) {}

  /// How an act came out.
  private sealed interface Outcome {
    record Done() implements Outcome {}

    /// It came to what a rollback would not take back.
    record CutShort(String operation, String why) implements Outcome {}

    record Failed(Failure failure, Throwable thrown) implements Outcome {
      /// Whether it need not fail in the load.
      boolean excused() {
        return thrown instanceof OthersFirst
            || switch (failure.errorClass()) {
              case DEADLOCK,
                  LOCK_WAIT,
                  SERIALIZATION,
                  SNAPSHOT_TOO_OLD,
                  CONNECTION_LOST,
                  TIMEOUT,
                  CANCELLED ->
                  true;
              case CONSTRAINT, READ_ONLY, RESOURCE_EXHAUSTED, DRIVER, JOB_CODE, OTHER -> false;
            };
      }
    }
  }

  /// @param operations the names of the job class's operations
  public Rehearser(ThreadContext context, Dialect dialect, List<String> operations, Stage stage) {
    this.context = context;
    this.dialect = dialect;
    this.operations = operations;
    this.stage = stage;
  }

  /// @param statements that are looked at each by itself
  /// @param queries that give a whole number whenever they are asked
  /// @return what would fail in the load, too
  public List<Problem> rehearse(List<NamedSql> statements, List<NamedSql> queries)
      throws InterruptedException {
    List<Act> acts = prepare(statements, queries);
    for (int i = 0; i < acts.size() && !context.stopping(); i++) {
      Act act = acts.get(i);
      context.progress(act.name(), i, acts.size());
      if (act.undone()) {
        tell(act, outcome(i));
      } else {
        notes.add(act.name() + " prepared only, as its author says");
      }
    }
    if (problems.isEmpty()) {
      context.found(Finding.ok(NAME, report()));
    }
    return problems;
  }

  /// What was done, and what was not.
  public String report() {
    List<String> all = new ArrayList<>();
    all.add(
        "%d %s run and rolled back".formatted(done, done == 1 ? "transaction" : "transactions"));
    all.addAll(notes);
    return PlainText.line(String.join("; ", all));
  }

  /// Has the target look at the statements in the session of a load thread, or in a plain one where
  /// no thread can be opened.
  private List<Act> prepare(List<NamedSql> statements, List<NamedSql> queries) {
    try {
      Part part = stage.open();
      try (JobThread _ = part.thread()) {
        look(part.connection(), statements, queries);
      }
      return part.acts();
    } catch (Exception unopened) {
      try (Connection connection = stage.connect()) {
        look(connection, statements, queries);
      } catch (SQLException _) {
        // The first failure says it.
      }
      Outcome.Failed failed = new Outcome.Failed(dialect.errors().classify(unopened), unopened);
      if (problems.isEmpty()) {
        tell(new Act("the session of a load thread", true, Object.class, _ -> {}), failed);
      }
      return List.of();
    }
  }

  private void look(Connection connection, List<NamedSql> statements, List<NamedSql> queries)
      throws SQLException {
    for (NamedSql statement : statements) {
      look(connection, statement, " cannot be prepared: ", dialect::compile);
    }
    for (NamedSql query : queries) {
      look(connection, query, ": ", Rows::whole);
    }
  }

  private interface Look {
    void at(Connection connection, String sql) throws SQLException;
  }

  private void look(Connection connection, NamedSql statement, String fails, Look look)
      throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      look.at(connection, statement.sql());
    } catch (Uncommitted.NotUndone e) {
      notes.add(statement.name() + " prepared only: " + e.getMessage());
    } catch (SQLException e) {
      Failure failure = dialect.errors().classify(e);
      boolean answered = failure.vendorCode() != 0 || !failure.sqlState().isEmpty();
      if (answered && wrong.add(statement.name())) {
        String what = statement.name() + fails + failure.message();
        problems.add(problem(statement.place(), NAME, what, mend(failure)));
      }
    }
    connection.rollback(before);
  }

  private Outcome outcome(int act) throws InterruptedException {
    Outcome last = attempt(act);
    for (int i = 1; i < TRIES && last instanceof Outcome.Failed; i++) {
      last = attempt(act);
    }
    return last;
  }

  private Outcome attempt(int act) throws InterruptedException {
    RehearsedIteration iteration =
        new RehearsedIteration(context.values(), context.random(), operations);
    try {
      Part part = stage.open();
      try (JobThread thread = part.thread()) {
        return attempt(part.acts().get(act), thread, iteration);
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return new Outcome.Failed(dialect.errors().classify(e), e);
    }
  }

  /// The thread is closed afterwards, and what it did is rolled back with it.
  private static Outcome attempt(Act act, JobThread thread, RehearsedIteration iteration)
      throws InterruptedException {
    try {
      act.work().run(iteration);
      return new Outcome.Done();
    } catch (InterruptedException e) {
      throw e;
    } catch (Uncommitted.NotUndone e) {
      return new Outcome.CutShort(iteration.openOperation(), "" + e.getMessage());
    } catch (Exception e) {
      return new Outcome.Failed(thread.classify(e).during(iteration.openOperation()), e);
    } catch (StackOverflowError | LinkageError | AssertionError e) {
      Failure failure = new Failure(ErrorClass.JOB_CODE, 0, "", "" + e, Failure.Retry.NEVER);
      return new Outcome.Failed(failure.during(iteration.openOperation()), e);
    }
  }

  private void tell(Act act, Outcome outcome) {
    switch (outcome) {
      case Outcome.Done() -> done++;
      case Outcome.CutShort(String operation, String why) ->
          notes.add(
              "%s prepared only%s: %s"
                  .formatted(
                      act.name(), operation.isEmpty() ? "" : " from " + operation + " on", why));
      case Outcome.Failed failed -> tell(act, failed);
    }
  }

  private void tell(Act act, Outcome.Failed failed) {
    Failure failure = failed.failure();
    String during = failure.operation().isEmpty() ? "" : ", " + failure.operation();
    String what = act.name() + during + ": " + Sentences.of(failed.thrown(), failure);
    if (failed.excused()) {
      notes.add("not rehearsed: " + what);
      context.found(
          Finding.warn(NAME, "not rehearsed: " + what, "see whether that goes on in the load"));
    } else if (!wrong.contains(failure.operation())) {
      String place =
          failure.place().isEmpty() ? place(failed.thrown(), act.author()) : failure.place();
      problems.add(problem(place, NAME, what, mend(failure)));
    }
  }

  /// The first of the author's own lines that an exception came through; empty where there is none.
  ///
  /// @param author a class of the author's package
  public static String place(Throwable thrown, Class<?> author) {
    String own = author.getPackageName() + ".";
    return Arrays.stream(thrown.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith(own))
        .findFirst()
        .map(frame ->
            Objects.requireNonNullElse(frame.getFileName(), frame.getClassName())
                + " line "
                + frame.getLineNumber())
        .orElse("");
  }

  private static Problem problem(String place, String otherwise, String what, String mend) {
    return Problem.wrong(place.isEmpty() ? otherwise : place, what, mend);
  }

  private static String mend(Failure failure) {
    return Sentences.mend(failure) + ", or begin without a rehearsal (--no-rehearsal)";
  }
}
