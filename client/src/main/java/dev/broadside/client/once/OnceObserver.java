package dev.broadside.client.once;

import dev.broadside.client.engine.JobCodeFailure;
import dev.broadside.client.engine.LoadObserver;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobThread;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Has one thread do one iteration, and passes on what happens in it.
public final class OnceObserver implements LoadObserver {
  private final String transaction;
  private final WatchedCalls calls;

  /// @param transaction the one to do; empty to draw one as in a load
  /// @param out takes the events, on the load thread
  public OnceObserver(String transaction, Time time, Consumer<IterationEvent> out) {
    this.transaction = transaction;
    this.calls = new WatchedCalls(time, out);
  }

  @Override
  public <T> T watched(Class<T> type, T object) {
    return calls.watched(type, object);
  }

  @Override
  public JobThread watched(JobDescription job, JobThread thread) {
    return new WatchedThread(thread, calls, job);
  }

  @Override
  public boolean once() {
    return true;
  }

  @Override
  public Optional<String> transaction() {
    return Optional.of(transaction).filter(name -> !name.isEmpty());
  }

  /// A load thread's part that passes on what happens in its iterations.
  ///
  /// @param job names operations and figures
  private record WatchedThread(JobThread work, WatchedCalls calls, JobDescription job)
      implements JobThread {
    @Override
    public void iterate(Iteration iteration) throws Exception {
      calls.emit(new IterationEvent.Attempt(iteration.attempt()));
      long start = calls.nanos();
      try {
        work.iterate(new Watched(iteration));
        calls.emit(new IterationEvent.Done(calls.nanos() - start));
      } catch (Throwable e) {
        calls.emit(new IterationEvent.Failed(JobCodeFailure.of(e, work), calls.nanos() - start));
        throw e;
      }
    }

    @Override
    public boolean finished() {
      return work.finished();
    }

    @Override
    public Failure classify(Exception failure) {
      return work.classify(failure);
    }

    @Override
    public void reset(Failure failure) throws Exception {
      work.reset(failure);
    }

    @Override
    public OptionalLong connectionNumber() {
      return work.connectionNumber();
    }

    @Override
    public void close() throws Exception {
      calls.end();
      work.close();
    }

    private final class Watched implements Iteration {
      private final Iteration iteration;
      private int operation;
      private long startNanos;

      Watched(Iteration iteration) {
        this.iteration = iteration;
      }

      @Override
      public void begin(int next) {
        iteration.begin(next);
        operation = next;
        calls.emit(new IterationEvent.Begun(job.operations().get(next)));
        startNanos = calls.nanos();
      }

      @Override
      public void end() {
        long nanos = calls.nanos() - startNanos;
        iteration.end();
        calls.emit(new IterationEvent.Ended(job.operations().get(operation), nanos));
      }

      @Override
      public void endAs(int other) {
        long nanos = calls.nanos() - startNanos;
        iteration.endAs(other);
        calls.emit(new IterationEvent.Ended(job.operations().get(other), nanos));
      }

      @Override
      public void rowsRead(long rows) {
        iteration.rowsRead(rows);
        calls.emit(new IterationEvent.Counted(rows, true));
      }

      @Override
      public void rowsWritten(long rows) {
        iteration.rowsWritten(rows);
        calls.emit(new IterationEvent.Counted(rows, false));
      }

      @Override
      public void add(int figure, long amount) {
        iteration.add(figure, amount);
        calls.emit(new IterationEvent.Added(job.figures().get(figure).id(), amount));
      }

      @Override
      public void committing() {
        iteration.committing();
        calls.emit(new IterationEvent.Committing());
      }

      @Override
      public void committed() {
        iteration.committed();
      }

      @Override
      public void rolledBack() {
        iteration.rolledBack();
        calls.emit(new IterationEvent.RolledBack());
      }

      @Override
      public void ended(long transactions) {
        iteration.ended(transactions);
      }

      @Override
      public boolean over() {
        return iteration.over();
      }

      @Override
      public ParameterValues values() {
        return iteration.values();
      }

      @Override
      public int attempt() {
        return iteration.attempt();
      }

      @Override
      public RandomGenerator random() {
        return iteration.random();
      }
    }
  }

  /// Stands between one load thread and its connection to the target, and passes on each call.
  /// Statements of a connection come with their parameters, calls of other interfaces with the
  /// names of their methods.
  private static final class WatchedCalls {
    private static final int MOST_CHARACTERS = 60;

    private final Time time;
    private final Consumer<IterationEvent> out;
    private long emittingNanos;
    private boolean ended;
    private Optional<Rows> reading = Optional.empty();

    WatchedCalls(Time time, Consumer<IterationEvent> out) {
      this.time = time;
      this.out = out;
    }

    <T> T watched(Class<T> type, T object) {
      return object instanceof Connection connection
          ? proxy(type, object, new Calls(connection))
          : proxy(
              type, object, (_, method, values) -> observed(object, method, values, texts(values)));
    }

    /// A clock that stands still while an event is passed on.
    long nanos() {
      return time.nanos() - emittingNanos;
    }

    /// Passes nothing more on: the load has ended.
    void end() {
      ended = true;
    }

    /// Passes an event on, after the query whose rows were being read.
    void emit(IterationEvent event) {
      flush();
      deliver(event);
    }

    private void flush() {
      Optional<Rows> before = reading;
      reading = Optional.empty();
      before.ifPresent(rows -> deliver(rows.event()));
    }

    private void deliver(IterationEvent event) {
      long start = time.nanos();
      if (!ended) {
        out.accept(event);
      }
      emittingNanos += time.nanos() - start;
    }

    private static <T> T proxy(Class<T> type, Object object, InvocationHandler calls) {
      InvocationHandler handler =
          (self, method, values) ->
              switch (method.getName()) {
                case "equals" -> same(self, values[0]);
                case "hashCode", "toString" -> call(object, method, values);
                default -> calls.invoke(self, method, values);
              };
      return type.cast(
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @SuppressWarnings("ReferenceEquality") // It is what a proxy is equal to.
    private static boolean same(Object one, Object other) {
      return one == other;
    }

    private static Object call(Object object, Method method, Object[] values) throws Throwable {
      try {
        return method.invoke(object, values);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private Object observed(Object object, Method method, Object[] values, List<String> parameters)
        throws Throwable {
      long start = nanos();
      try {
        Object result = call(object, method, values);
        emit(answered(method.getName(), parameters, OptionalLong.empty(), start, Optional.empty()));
        return result;
      } catch (Exception e) {
        emit(answered(method.getName(), parameters, OptionalLong.empty(), start, failure(e)));
        throw e;
      }
    }

    private IterationEvent answered(
        String text,
        List<String> parameters,
        OptionalLong rows,
        long startNanos,
        Optional<String> failure) {
      long nanos = nanos() - startNanos;
      return new IterationEvent.Answered(text, parameters, rows, false, nanos, failure);
    }

    private static Optional<String> failure(Exception failure) {
      String message = PlainText.line("" + failure.getMessage());
      return Optional.of(
          failure instanceof SQLException sql
              ? "%s (%d, %s)".formatted(message, sql.getErrorCode(), sql.getSQLState())
              : failure.getClass().getSimpleName() + ": " + message);
    }

    private static List<String> texts(Object... values) {
      return values == null ? List.of() : Arrays.stream(values).map(WatchedCalls::text).toList();
    }

    private static String text(Object value) {
      return switch (value) {
        case null -> "null";
        case CharSequence text -> "'" + PlainText.line(text.toString(), MOST_CHARACTERS) + "'";
        case byte[] bytes -> bytes.length + " bytes";
        default -> PlainText.line(value.toString(), MOST_CHARACTERS);
      };
    }

    /// Calls of a connection.
    private final class Calls implements InvocationHandler {
      private final Connection connection;

      Calls(Connection connection) {
        this.connection = connection;
      }

      @Override
      public Object invoke(Object self, Method method, Object[] values) throws Throwable {
        return switch (method.getName()) {
          case "commit", "rollback" -> observed(connection, method, values, List.of());
          case "createStatement" -> statement(Statement.class, "", method, values);
          case "prepareStatement" ->
              statement(PreparedStatement.class, "" + values[0], method, values);
          case "prepareCall" -> statement(CallableStatement.class, "" + values[0], method, values);
          default -> call(connection, method, values);
        };
      }

      private <T extends Statement> T statement(
          Class<T> type, String sql, Method method, Object... values) throws Throwable {
        Object made = call(connection, method, values);
        return proxy(type, made, new Statements(made, sql));
      }
    }

    /// Calls of a statement.
    private final class Statements implements InvocationHandler {
      private final Object statement;
      private final String sql;
      private final TreeMap<Integer, String> parameters = new TreeMap<>();
      private final List<String> batch = new ArrayList<>();

      Statements(Object statement, String sql) {
        this.statement = statement;
        this.sql = sql;
      }

      @Override
      public Object invoke(Object self, Method method, Object[] values) throws Throwable {
        String name = method.getName();
        if (name.startsWith("execute")) {
          return executed(method, values);
        }
        if (name.startsWith("set") && values.length > 1 && values[0] instanceof Integer index) {
          parameters.put(index, name.equals("setNull") ? "null" : text(values[1]));
        } else if (name.equals("clearParameters")) {
          parameters.clear();
        } else if (name.equals("addBatch")) {
          batch.add(values == null ? parameters.values().toString() : "" + values[0]);
        }
        Object result = call(statement, method, values);
        return result instanceof ResultSet rows && name.equals("getResultSet")
            ? read(rows)
            : result;
      }

      private Object executed(Method method, Object... values) throws Throwable {
        String text = sql.isEmpty() && values != null ? "" + values[0] : sql;
        List<String> given = new ArrayList<>(batch.isEmpty() ? parameters.values() : batch);
        batch.clear();
        long start = nanos();
        try {
          Object result = call(statement, method, values);
          if (result instanceof ResultSet || Boolean.TRUE.equals(result)) {
            long nanos = nanos() - start;
            Rows rows = new Rows(text, given, nanos);
            flush();
            reading = Optional.of(rows);
            return result instanceof ResultSet found
                ? proxy(ResultSet.class, found, rows.of(found))
                : result;
          }
          emit(answered(text, given, written(result), start, Optional.empty()));
          return result;
        } catch (Exception e) {
          emit(answered(text, given, OptionalLong.empty(), start, failure(e)));
          throw e;
        }
      }

      private ResultSet read(ResultSet found) {
        return reading.map(rows -> proxy(ResultSet.class, found, rows.of(found))).orElse(found);
      }

      private static OptionalLong written(Object result) {
        return switch (result) {
          case Number rows -> OptionalLong.of(rows.longValue());
          case int[] rows -> OptionalLong.of(IntStream.of(rows).filter(one -> one > 0).sum());
          default -> OptionalLong.empty();
        };
      }
    }

    /// A query whose rows are being read.
    private final class Rows {
      private final String text;
      private final List<String> parameters;
      private long nanos;
      private long count;

      Rows(String text, List<String> parameters, long nanos) {
        this.text = text;
        this.parameters = parameters;
        this.nanos = nanos;
      }

      InvocationHandler of(ResultSet rows) {
        return (_, method, values) -> {
          long start = nanos();
          Object result = call(rows, method, values);
          if (method.getName().equals("next")) {
            nanos += nanos() - start;
            count += Boolean.TRUE.equals(result) ? 1 : 0;
          }
          return result;
        };
      }

      IterationEvent event() {
        return new IterationEvent.Answered(
            text, parameters, OptionalLong.of(count), true, nanos, Optional.empty());
      }
    }
  }
}
