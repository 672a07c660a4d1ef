package dev.broadside.kit.rehearsal;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Finding;
import dev.broadside.core.work.Iteration;
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
import java.util.random.RandomGenerator;

/// Rehearses a job: lets the target parse each statement, and does each kind of transaction once on
/// a connection that commits nothing.
///
/// A transaction that fails is tried again with other draws, since a draw may be unlucky. Failures
/// that other sessions caused, or that only mean that other transactions must come first, are noted
/// and do not stop the job. Used once, by one thread.
public final class Rehearser {
  /// The name of the rehearsal among findings and facts.
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

    /// Takes the statements that are executed on these connections.
    StatementLog log();
  }

  /// A load thread for one rehearsal; the caller closes the thread.
  public record Part(JobThread thread, List<Act> acts, Connection connection) {}

  /// How an act came out.
  private sealed interface Outcome {
    record Done() implements Outcome {}

    /// It reached something that a rollback would not undo.
    record CutShort(String operation, String why) implements Outcome {}

    record Failed(Failure failure, Throwable thrown) implements Outcome {
      /// Whether it may still succeed in the load.
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

  /// @param statements that are prepared one by one
  /// @param queries that give a whole number whenever they are asked
  /// @return what would fail in the load, too
  public List<Problem> rehearse(List<NamedSql> statements, List<NamedSql> queries)
      throws InterruptedException {
    List<Act> acts = prepare(statements, queries);
    for (int i = 0; i < acts.size() && !context.stopping(); i++) {
      Act act = acts.get(i);
      context.progress(act.name(), i, acts.size());
      if (act.undone()) {
        report(act, outcome(i));
      } else {
        notes.add(act.name() + " prepared only, as its author says");
      }
    }
    if (problems.isEmpty()) {
      context.found(Finding.ok(NAME, report()));
    }
    return problems;
  }

  /// What was rehearsed and what was not, in one line.
  public String report() {
    List<String> all = new ArrayList<>();
    all.add(
        "%d %s run and rolled back".formatted(done, done == 1 ? "transaction" : "transactions"));
    all.addAll(notes);
    return PlainText.line(String.join("; ", all));
  }

  /// Lets the target parse the statements in the session of a load thread, or on a plain connection
  /// if no thread can be opened.
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
        // The first failure is reported.
      }
      Outcome.Failed failed = new Outcome.Failed(dialect.errors().classify(unopened), unopened);
      if (problems.isEmpty()) {
        report(new Act("the session of a load thread", true, Object.class, _ -> {}), failed);
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
        new RehearsedIteration(context.values(), context.random(), operations, stage.log());
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

  private void report(Act act, Outcome outcome) {
    switch (outcome) {
      case Outcome.Done() -> done++;
      case Outcome.CutShort(String operation, String why) ->
          notes.add(
              "%s prepared only%s: %s"
                  .formatted(
                      act.name(), operation.isEmpty() ? "" : " from " + operation + " on", why));
      case Outcome.Failed failed -> report(act, failed);
    }
  }

  private void report(Act act, Outcome.Failed failed) {
    Failure failure = failed.failure();
    String during = failure.operation().isEmpty() ? "" : ", " + failure.operation();
    String what = act.name() + during + ": " + words(failed.thrown(), failure);
    if (failed.excused()) {
      notes.add("not rehearsed: " + what);
      context.found(
          Finding.warn(NAME, "not rehearsed: " + what, "watch for this failure in the load"));
    } else if (!wrong.contains(failure.operation())) {
      String place =
          failure.place().isEmpty() ? place(failed.thrown(), act.author()) : failure.place();
      problems.add(problem(place, NAME, what, mend(failure)));
    }
  }

  /// The first of the author's own lines in the stack trace; empty if there is none.
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

  /// The cause of a failure.
  private static String words(Throwable thrown, Failure failure) {
    boolean answered = failure.vendorCode() != 0 || !failure.sqlState().isEmpty();
    String name = thrown.getClass().getSimpleName();
    boolean untyped = answered || !failure.place().isEmpty() || failure.message().startsWith(name);
    return PlainText.line((untyped ? "" : name + ": ") + failure.message());
  }

  private static String mend(Failure failure) {
    return advice(failure) + ", or begin without a rehearsal (--no-rehearsal)";
  }

  private static String advice(Failure failure) {
    if (failure.sqlState().equals(Rows.NO_DATA)) {
      return "make sure that such rows exist before the load";
    }
    return switch (failure.errorClass()) {
      case CONSTRAINT -> "write values that do not violate it";
      case JOB_CODE -> "correct the job class";
      case READ_ONLY -> "name a database that accepts writes";
      case RESOURCE_EXHAUSTED -> "make room for it";
      case DEADLOCK,
          LOCK_WAIT,
          SERIALIZATION,
          SNAPSHOT_TOO_OLD,
          CONNECTION_LOST,
          TIMEOUT,
          CANCELLED,
          DRIVER,
          OTHER ->
          "correct the statement, or what it names in the database";
    };
  }

  /// An iteration that counts nothing, and only knows the operation that has begun.
  private static final class RehearsedIteration implements Iteration {
    private final ParameterValues values;
    private final RandomGenerator random;
    private final List<String> operations;
    private final StatementLog log;
    private String open = "";

    /// @param operations their names
    RehearsedIteration(
        ParameterValues values, RandomGenerator random, List<String> operations, StatementLog log) {
      this.log = log;
      this.values = values;
      this.random = random;
      this.operations = operations;
    }

    /// The running operation; empty if none is running.
    String openOperation() {
      return open;
    }

    @Override
    public void begin(int operation) {
      open = operations.get(operation);
      log.during(open);
    }

    @Override
    public void end() {
      open = "";
      log.during("");
    }

    @Override
    public void endAs(int operation) {
      end();
    }

    @Override
    public ParameterValues values() {
      return values;
    }

    @Override
    public RandomGenerator random() {
      return random;
    }
  }
}
