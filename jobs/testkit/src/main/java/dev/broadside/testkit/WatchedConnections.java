package dev.broadside.testkit;

import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/// Stands between a job class and its driver: counts the calls that go to the database, fails one
/// of them to order, and measures what the driver allocates.
///
/// Connections of all threads of a run; safe for use by several.
final class WatchedConnections {
  private static final com.sun.management.ThreadMXBean MEMORY =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Object[] NONE = {};

  private final Map<String, LongAdder> statements = new ConcurrentSkipListMap<>();
  private final AtomicLong trips = new AtomicLong();
  private volatile Optional<Order> order = Optional.empty();
  private volatile boolean measuring;
  private final ThreadLocal<Driver> driver = ThreadLocal.withInitial(Driver::new);

  /// What is to happen to the first trip of which this is true.
  private record Order(Fault fault, BooleanSupplier now) {}

  /// What the calls of a thread cost beside the job class.
  private static final class Driver {
    long bytes;

    /// Keeps the compiler from removing an unused copy.
    final AtomicReference<Object[]> copy = new AtomicReference<>();
  }

  /// The next trip of those that are meant fails.
  void fail(Fault fault, BooleanSupplier now) {
    order = Optional.of(new Order(fault, now));
  }

  long trips() {
    return trips.get();
  }

  Map<String, LongAdder> statements() {
    return statements;
  }

  static long allocated() {
    return MEMORY.getCurrentThreadAllocatedBytes();
  }

  /// What the driver, and standing before it, have allocated on this thread since the last call.
  long takeDriversBytes() {
    long bytes = driver.get().bytes;
    driver.get().bytes = 0;
    return bytes;
  }

  void measure(boolean on) {
    measuring = on;
  }

  /// The result is used in the object's place.
  <T> T watched(Class<T> type, T object) {
    return object instanceof Connection connection
        ? type.cast(proxy(Connection.class, new Calls(connection, connection, "")))
        : object;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  /// The calls to one object of a connection.
  private final class Calls implements InvocationHandler {
    private final Connection connection;
    private final Object object;
    private final String sql;

    Calls(Connection connection, Object object, String sql) {
      this.connection = connection;
      this.object = object;
      this.sql = sql;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (!measuring) {
        return answer(method, arguments);
      }
      Driver mine = driver.get();
      long before = allocated();
      try {
        return answer(method, arguments);
      } finally {
        long after = allocated();
        mine.copy.setPlain(copyOf(arguments));
        // Once for the copy, and once for what it is a copy of.
        mine.bytes += after - before + 2 * (allocated() - after);
      }
    }

    /// Allocates as much as the caller did to hand its arguments to a proxy.
    private static Object[] copyOf(Object[] arguments) {
      if (arguments == null) {
        return NONE;
      }
      Object[] copy = new Object[arguments.length];
      for (int i = 0; i < copy.length; i++) {
        copy[i] =
            switch (arguments[i]) {
              case Long number -> Long.valueOf(number.longValue());
              case Integer number -> Integer.valueOf(number.intValue());
              case Double number -> Double.valueOf(number.doubleValue());
              case null -> NONE;
              default -> arguments[i];
            };
      }
      return copy;
    }

    private Object answer(Method method, Object[] arguments) throws Throwable {
      if (!goesToTheDatabase(method.getName())) {
        return wrapped(call(method, arguments), arguments);
      }
      count(method.getName());
      trips.incrementAndGet();
      Optional<Fault> fault = faultNow();
      if (fault.isPresent() && !fault.get().arrives()) {
        throw fault.get().on(connection);
      }
      Object answer = wrapped(call(method, arguments), arguments);
      if (fault.isPresent()) {
        throw fault.get().on(connection);
      }
      return answer;
    }

    private void count(String method) {
      String what = method.startsWith("execute") ? sql : method;
      statements.computeIfAbsent(what, _ -> new LongAdder()).increment();
    }

    private boolean goesToTheDatabase(String method) {
      return switch (object) {
        case Statement _ -> method.startsWith("execute");
        case Connection _ -> method.equals("commit") || method.equals("rollback");
        default -> false;
      };
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
      try {
        return method.invoke(object, arguments);
      } catch (InvocationTargetException failure) {
        throw failure.getCause();
      }
    }

    private Object wrapped(Object answer, Object[] arguments) {
      return switch (answer) {
        case PreparedStatement made ->
            proxy(PreparedStatement.class, new Calls(connection, made, (String) arguments[0]));
        case Statement made when object instanceof Connection ->
            proxy(Statement.class, new Calls(connection, made, "text"));
        case ResultSet rows when measuring ->
            proxy(ResultSet.class, new Calls(connection, rows, sql));
        case null, default -> answer;
      };
    }
  }

  private Optional<Fault> faultNow() {
    Optional<Order> present = order.filter(one -> one.now().getAsBoolean());
    if (present.isPresent()) {
      order = Optional.empty();
    }
    return present.map(Order::fault);
  }
}
