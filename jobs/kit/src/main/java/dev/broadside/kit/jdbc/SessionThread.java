package dev.broadside.kit.jdbc;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Spans;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobThread;
import dev.broadside.kit.rehearsal.Act;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// A load thread with its session.
///
/// The session handles failures: the dialect classifies them, the failed transaction is ended, and
/// a broken connection is replaced.
public abstract class SessionThread implements JobThread {
  private final Session session;

  /// On which its present transaction runs. Read by the [AnswerWatch], too.
  private volatile Session present;

  private ConnectionLife life = ConnectionLife.endless();
  private boolean stale;
  private int waiting = -1;

  protected SessionThread(Session session) {
    this.session = session;
    this.present = session;
  }

  /// Prepares the statements: a connection that replaces another one has none yet.
  protected abstract void prepare() throws SQLException;

  protected final Session session() {
    return session;
  }

  /// From now on it works on this session: its own, or the one for [reads][Session#reading()].
  protected final void workOn(Session next) {
    if (present != next) {
      present = next;
    }
  }

  protected final Session present() {
    return present;
  }

  /// What a rehearsal does once, each act on a thread of its own: one iteration, or one of each
  /// kind if a thread does several kinds.
  ///
  /// @param phases the parameter values of each phase
  protected List<Act> acts(List<ParameterValues> phases) {
    return List.of(new Act("an iteration", true, getClass(), this::iterate));
  }

  @Override
  public Failure classify(Exception failure) {
    return present.classify(failure);
  }

  @Override
  public void reset(Failure failure) throws SQLException {
    prepareIf(present.recover(failure));
  }

  /// From now on this thread gives its connections up for new ones.
  final void live(ConnectionLife newLife) {
    life = newLife;
  }

  /// Whether the connection has been kept for long enough. Asked once after each iteration.
  final boolean due() {
    return life.over();
  }

  /// Gives the connection up for a new one, which is an operation of its own.
  final void reconnect(Iteration apart) throws SQLException {
    session.close();
    apart.begin(life.operation());
    session.reconnect();
    apart.end();
    prepareIf(true);
    life.goOn();
  }

  /// From now on this thread takes a connection of the pool for each iteration, and not longer.
  ///
  /// @param operation the index of [SocketConnection.Pool#OPERATION]
  final void share(int operation) throws SQLException {
    waiting = operation;
    session.release();
  }

  /// Whether the thread has a connection for one iteration only, with statements of its own.
  protected final boolean shares() {
    return waiting >= 0;
  }

  /// Waits for a connection, which is an operation of its own, and prepares the statements.
  final void take(Iteration iteration) throws SQLException {
    iteration.begin(waiting);
    session.take();
    iteration.end();
    prepareIf(true);
  }

  /// Prepares the statements if the connection is new, and again where that did not succeed.
  ///
  /// @param renewed whether the session has a new connection
  protected final void prepareIf(boolean renewed) throws SQLException {
    if (renewed) {
      stale = true;
      life.begin();
    }
    if (stale) {
      prepare();
      stale = false;
    }
  }

  /// Not known of two connections.
  @Override
  public OptionalLong connectionNumber() {
    return session.reading() == session ? session.number() : OptionalLong.empty();
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }

  /// For how long one load thread keeps a connection: for a number of iterations, or for a time,
  /// which ends with the iteration that is under way. For that thread only.
  ///
  /// The first life of a thread's connections is a part of that, another one for each thread, so
  /// that the threads do not all connect at once; and so is that of a connection which replaces a
  /// broken one, as those of many threads may do at the same moment.
  static final class ConnectionLife {
    /// The operation that opens a new connection.
    static final String OPERATION = "connect";

    /// Its multiples leave remainders that are spread evenly, however many there are.
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    private final long iterations;
    private final long spanNanos;
    private final double part;
    private final int operation;
    private final LongSupplier nanos;
    private long left;
    private long endNanos;

    /// @param iterations the most of one connection
    /// @param span zero if time does not matter
    /// @param part the first life's share of it, above 0 and at most 1
    ConnectionLife(long iterations, Duration span, double part, int operation, LongSupplier nanos) {
      this.iterations = iterations;
      this.spanNanos = span.toNanos();
      this.part = part;
      this.operation = operation;
      this.nanos = nanos;
      begin();
    }

    /// As [TargetParameters#RECONNECT] says.
    ///
    /// @param thread the job-wide number of the load thread
    /// @param operation the index of [#OPERATION]
    static ConnectionLife of(ParameterValues values, int thread, int operation) {
      String word = values.get(TargetParameters.RECONNECT);
      double part = (thread + 1) * GOLDEN % 1;
      if (word.equals("never")) {
        return endless();
      }
      boolean counts = word.equals("transaction") || word.matches("\\d+");
      long iterations =
          word.equals("transaction") ? 1 : counts ? Long.parseLong(word) : Long.MAX_VALUE;
      Duration span = counts ? Duration.ZERO : Spans.parse(word).orElseThrow();
      return new ConnectionLife(iterations, span, part, operation, System::nanoTime);
    }

    static ConnectionLife endless() {
      return new ConnectionLife(Long.MAX_VALUE, Duration.ZERO, 1, -1, System::nanoTime);
    }

    int operation() {
      return operation;
    }

    /// One more iteration has ended: whether it was the last one of the connection.
    boolean over() {
      return iterations != Long.MAX_VALUE
          ? --left <= 0
          : spanNanos != 0 && nanos.getAsLong() - endNanos >= 0;
    }

    /// A connection begins at a moment that others may share.
    void begin() {
      left = (long) Math.ceil(part * iterations);
      endNanos = nanos.getAsLong() + (long) (part * spanNanos);
    }

    /// A connection takes the place of one whose life is over.
    void goOn() {
      left = iterations;
      endNanos = nanos.getAsLong() + spanNanos;
    }
  }
}
