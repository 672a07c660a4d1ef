package dev.broadside.testkit;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;

/// The open threads of a [JobTester], iterated in turn on the caller's thread.
public final class TestRun implements AutoCloseable {
  private static final int MOST_ATTEMPTS = 10;

  private final JobShare share;
  private final List<Member> members;
  private final TestTotals totals;
  private final ParameterValues values;
  private final JobClass jobClass;
  private final WatchedConnections connections;
  private final ThreadLocal<TestIteration> present = ThreadLocal.withInitial(this::newIteration);
  private boolean closed;

  record Member(JobThread thread, RandomGenerator random) {}

  TestRun(
      JobClass jobClass,
      JobShare share,
      List<Member> members,
      TestTotals totals,
      ParameterValues values,
      WatchedConnections connections) {
    this.jobClass = jobClass;
    this.connections = connections;
    this.share = share;
    this.members = members;
    this.totals = totals;
    this.values = values;
  }

  /// Does this many iterations, the threads taking turns.
  public void iterate(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      iterateOn(i % members.size());
    }
  }

  /// Does this many iterations on each thread, all threads at once.
  public void iterateAtOnce(int each) throws Exception {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(members.size())) {
      for (int i = 0; i < members.size(); i++) {
        int member = i;
        running.add(
            threads.submit(() -> {
              for (int n = 0; n < each; n++) {
                iterateOn(member);
              }
              return true;
            }));
      }
      for (Future<?> thread : running) {
        thread.get();
      }
    }
  }

  /// Does one iteration on one thread, with repetitions if its failures ask for them.
  public void iterateOn(int member) throws Exception {
    JobThread thread = members.get(member).thread();
    iterate(thread, members.get(member).random());
    TestIteration apart = newIteration();
    try {
      if (thread.between(apart)) {
        totals.apart(apart);
      }
    } catch (Exception exception) {
      Failure failure = thread.classify(exception);
      totals.apart(apart, failure);
      reset(thread, failure);
    }
  }

  private void iterate(JobThread thread, RandomGenerator random) throws Exception {
    TestIteration iteration = newIteration();
    present.set(iteration);
    long seed = random.nextLong();
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      iteration.start(attempt, seed);
      try {
        thread.iterate(iteration);
        totals.ok(iteration);
        return;
      } catch (Exception exception) {
        Failure failure = thread.classify(exception);
        boolean again = failure.retry() != Failure.Retry.NEVER && attempt + 1 < MOST_ATTEMPTS;
        if (again) {
          totals.retried(iteration, failure);
          seed = failure.retry() == Failure.Retry.SAME_INPUT ? seed : random.nextLong();
        } else {
          boolean lost = failure.errorClass() == ErrorClass.CONNECTION_LOST;
          totals.failed(iteration, failure, lost && iteration.mayHaveCommitted());
          iteration.fail();
        }
        reset(thread, failure);
        if (!again) {
          return;
        }
      }
    }
  }

  /// As in a load, a thread that cannot be made ready at once is tried again.
  private static void reset(JobThread thread, Failure failure) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        thread.reset(failure);
        return;
      } catch (Exception e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /// Makes the next call to the database within an operation fail, on any thread: `debit` is the
  /// statement of that name, `commit` the end of a transaction. Later ones work again.
  ///
  /// @throws AssertionError if the job class has no operation of that name
  public void fail(Fault fault, String operation) {
    int index = totals.index(operation);
    connections.fail(fault, () -> present.get().cutShort() == index);
  }

  /// Makes the n-th call to the database from now on fail, to meet every one in turn.
  ///
  /// @param n from 1
  public void fail(Fault fault, int n) {
    long failing = connections.trips() + n;
    connections.fail(fault, () -> connections.trips() >= failing);
  }

  /// How many calls have gone to the database since this run was opened: executed statements,
  /// commits and rollbacks.
  public long trips() {
    return connections.trips();
  }

  /// How often each SQL text was executed since this run was opened; with `commit` and `rollback`.
  public Map<String, Long> statements() {
    Map<String, Long> counts = new TreeMap<>();
    connections.statements().forEach((sql, count) -> counts.put(sql, count.sum()));
    return counts;
  }

  private TestIteration newIteration() {
    return new TestIteration(64, jobClass.figures(values).size(), values);
  }

  /// What an iteration of the first thread allocates beside its driver, in bytes on the average.
  /// Between two statements a job class should allocate nothing.
  ///
  /// @param count how many iterations are measured, after as many for warm-up
  public long allocatedPerIteration(int count) throws Exception {
    JobThread thread = members.getFirst().thread();
    TestIteration iteration = newIteration();
    connections.measure(true);
    try {
      long bytes = 0;
      for (int i = -count; i < count; i++) {
        iteration.start(0, i);
        connections.takeDriversBytes();
        long before = WatchedConnections.allocated();
        thread.iterate(iteration);
        long all = WatchedConnections.allocated() - before;
        bytes += i < 0 ? 0 : all - connections.takeDriversBytes();
        totals.ok(iteration);
      }
      return Math.round((double) bytes / count);
    } finally {
      connections.measure(false);
    }
  }

  /// What the threads could change under each other, a sentence each: objects of the author's
  /// classes that two threads reach, and static fields. Wants a run of two threads at least.
  public List<String> shared() {
    return SharedState.of(jobClass.getClass(), members.stream().map(Member::thread).toList());
  }

  /// Reads a gauge, as whenever an interval ends.
  ///
  /// @param figure index into the job's figures
  public double gauge(int figure) throws Exception {
    return share.gauge(figure);
  }

  /// The job's own object, for tests of what it does inside.
  public JobThread thread(int member) {
    return members.get(member).thread();
  }

  @Override
  public void close() throws Exception {
    if (closed) {
      return;
    }
    closed = true;
    for (Member member : members) {
      member.thread().close();
    }
    share.close();
  }

  /// Looks for state that the threads of a job class share and could change under each other: an
  /// object that two of them reach, of the author's own classes, with a field that is not final; an
  /// array or a collection that can be changed; a static field that is not final.
  ///
  /// What the JDK and others keep inside is not looked into.
  private static final class SharedState {
    private final String author;
    private final Set<String> found = new TreeSet<>();

    private SharedState(Class<?> jobClass) {
      this.author = jobClass.getPackageName();
    }

    /// One sentence for each finding.
    ///
    /// @param threads what each thread has
    static List<String> of(Class<?> jobClass, List<? extends Object> threads) {
      SharedState looked = new SharedState(jobClass);
      Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Object thread : threads) {
        Set<Object> reached = looked.reachedFrom(thread);
        reached.stream().filter(known::contains).forEach(looked::judge);
        known.addAll(reached);
      }
      known.forEach(object -> looked.judgeStatics(object.getClass()));
      return List.copyOf(looked.found);
    }

    private Set<Object> reachedFrom(Object thread) {
      Set<Object> reached = Collections.newSetFromMap(new IdentityHashMap<>());
      Deque<Object> left = new ArrayDeque<>(List.of(thread));
      while (!left.isEmpty()) {
        Object object = left.pop();
        if (reached.add(object)) {
          partsOf(object).forEach(left::push);
        }
      }
      return reached;
    }

    private static List<Object> partsOf(Object object) {
      return switch (object) {
        case Optional<?> one -> new ArrayList<>(one.stream().toList());
        case Collection<?> many -> partsOf(many);
        case Map<?, ?> map -> partsOf(map.values());
        case Object[] array -> partsOf(Arrays.asList(array));
        default -> looksInto(object.getClass()) ? fieldsOf(object) : List.of();
      };
    }

    private static List<Object> partsOf(Collection<?> many) {
      List<Object> parts = new ArrayList<>();
      many.stream().filter(Objects::nonNull).forEach(parts::add);
      return parts;
    }

    private static boolean looksInto(Class<?> type) {
      return type.getModule() == SharedState.class.getModule()
          && !type.getPackageName().equals(SharedState.class.getPackageName())
          && !type.isHidden()
          && !Enum.class.isAssignableFrom(type)
          && !Proxy.isProxyClass(type)
          && !type.isArray();
    }

    private static List<Object> fieldsOf(Object object) {
      List<Object> values = new ArrayList<>();
      for (Class<?> type = object.getClass(); looksInto(type); type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
            read(field, object).ifPresent(values::add);
          }
        }
      }
      return values;
    }

    private static Optional<Object> read(Field field, Object object) {
      try {
        field.setAccessible(true);
        return Optional.ofNullable(field.get(object));
      } catch (IllegalAccessException | RuntimeException _) {
        return Optional.empty();
      }
    }

    /// An object that two threads have.
    private void judge(Object object) {
      for (Class<?> type = object.getClass(); isAuthors(type); type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            judge(field, read(field, object), "two threads have the same " + type.getSimpleName());
          }
        }
      }
    }

    private void judgeStatics(Class<?> type) {
      if (isAuthors(type)) {
        for (Field field : type.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
            judge(field, read(field, type), type.getSimpleName() + " is one for all threads");
          }
        }
      }
    }

    private void judge(Field field, Optional<Object> value, String why) {
      if (!Modifier.isFinal(field.getModifiers())) {
        found.add(why + ", and its " + field.getName() + " is not final");
      } else if (value.filter(SharedState::changeable).isPresent()) {
        found.add(why + ", and its " + field.getName() + " can be changed");
      }
    }

    private boolean isAuthors(Class<?> type) {
      return looksInto(type) && type.getPackageName().startsWith(author);
    }

    private static boolean changeable(Object value) {
      return switch (value) {
        case Collection<?> many -> !isOfTheImmutable(many);
        case Map<?, ?> map -> !isOfTheImmutable(map);
        default -> value.getClass().isArray() && Array.getLength(value) > 0;
      };
    }

    private static boolean isOfTheImmutable(Object container) {
      String type = container.getClass().getName();
      return type.startsWith("java.util.ImmutableCollections")
          || type.startsWith("java.util.Collections$Unmodifiable")
          || type.startsWith("java.util.Collections$Empty");
    }
  }
}
