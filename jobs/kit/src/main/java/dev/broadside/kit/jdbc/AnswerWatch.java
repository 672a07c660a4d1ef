package dev.broadside.kit.jdbc;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.ThreadContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;

/// A share whose threads each have a [Session] and never wait for an answer for ever: if one
/// iteration lasts too long, its connection is broken off, and the iteration fails with a time-out
/// of our own.
///
/// It takes the place of a socket timeout, which would cost every single answer
/// ([dev.broadside.kit.engine.Engine]). A load thread only counts; one thread looks at all the
/// counts once per second, and never blocks: a driver breaks off its connection on another thread,
/// and if that has not worked after a few seconds, since the server hangs, the socket is closed.
public final class AnswerWatch implements JobShare {
  private static final long STEP_SECONDS = 1;

  /// How long a driver may take to break off a connection in its own way.
  private static final long STEPS_FOR_THE_DRIVER = 3;

  private final Opener opener;
  private final ShareWords words;
  private final IntToDoubleFunction gauges;
  private final List<? extends AutoCloseable> others;
  private final long patienceSteps;
  private final List<Watched> threads = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("answer-watch").factory());

  @FunctionalInterface
  public interface Opener {
    SessionThread open(ThreadContext context) throws Exception;
  }

  /// @param patience how long an iteration may last, to the second
  public AnswerWatch(Duration patience, Opener opener) {
    this(patience, ShareWords.of(List.of()), opener, _ -> Double.NaN, List.of());
  }

  /// @param words takes notice of failures
  /// @param gauges what answers for the job class's gauges
  /// @param others closed with the share
  AnswerWatch(
      Duration patience,
      ShareWords words,
      Opener opener,
      IntToDoubleFunction gauges,
      List<? extends AutoCloseable> others) {
    this.others = others;
    this.opener = opener;
    this.gauges = gauges;
    this.words = words;
    this.patienceSteps = Math.max(1, patience.toSeconds() / STEP_SECONDS);
    watch.scheduleAtFixedRate(this::look, STEP_SECONDS, STEP_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public JobThread openThread(ThreadContext context) throws Exception {
    return watched(opener.open(context));
  }

  JobThread watched(SessionThread work) {
    Watched thread = new Watched(work, words);
    threads.add(thread);
    return thread;
  }

  @Override
  public double gauge(int figure) {
    return gauges.applyAsDouble(figure);
  }

  private void look() {
    threads.forEach(thread -> thread.look(patienceSteps));
  }

  @Override
  public List<Observation> observations() {
    return words.news();
  }

  @Override
  public void close() throws Exception {
    watch.shutdownNow();
    for (AutoCloseable other : others) {
      other.close();
    }
  }

  /// One load thread's part, and how long its present iteration has lasted.
  private static final class Watched implements JobThread {
    private static final VarHandle WORD;

    static {
      try {
        WORD = MethodHandles.lookup().findVarHandle(Watched.class, "word", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final SessionThread work;
    private final ShareWords words;

    /// Odd during an iteration.
    private long word;

    private long wordSeen;
    private long stepsSeen;

    Watched(SessionThread work, ShareWords words) {
      this.work = work;
      this.words = words;
    }

    @Override
    public void iterate(Iteration iteration) throws Exception {
      WORD.setOpaque(this, word + 1);
      try {
        if (work.shares()) {
          work.take(iteration);
          work.iterate(iteration);
          work.session().release();
        } else {
          work.iterate(iteration);
        }
      } finally {
        WORD.setOpaque(this, word + 1);
      }
    }

    @Override
    public boolean finished() {
      return work.finished();
    }

    @Override
    public boolean between(Iteration apart) throws SQLException {
      if (!work.due()) {
        return false;
      }
      WORD.setOpaque(this, word + 1);
      try {
        work.reconnect(apart);
      } finally {
        WORD.setOpaque(this, word + 1);
      }
      return true;
    }

    /// Called once per step by the watching thread.
    void look(long patienceSteps) {
      long now = (long) WORD.getOpaque(this);
      stepsSeen = now == wordSeen && (now & 1) == 1 ? stepsSeen + 1 : 0;
      wordSeen = now;
      if (stepsSeen == patienceSteps + 1) {
        work.present().breakOff(Duration.ofSeconds(patienceSteps * STEP_SECONDS));
      } else if (stepsSeen > patienceSteps + STEPS_FOR_THE_DRIVER) {
        work.present().line().cut();
      }
    }

    @Override
    public Failure classify(Exception failure) {
      Failure classified = work.classify(failure);
      words.failed(classified.errorClass(), failure);
      return classified;
    }

    @Override
    public OptionalLong connectionNumber() {
      return work.connectionNumber();
    }

    @Override
    public void reset(Failure failure) throws Exception {
      work.reset(failure);
      if (work.shares()) {
        work.session().release();
      }
    }

    @Override
    public void close() throws Exception {
      work.close();
    }
  }
}
