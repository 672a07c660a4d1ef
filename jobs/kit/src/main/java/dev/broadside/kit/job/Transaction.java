package dev.broadside.kit.job;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.draw.UniqueIds;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.own.Draft;
import dev.broadside.kit.own.OwnVersion;
import dev.broadside.kit.own.OwnedIds;
import dev.broadside.kit.own.OwnedRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/// One kind of transaction of a [TransactionJob]: its statements, rollbacks and figures are its
/// fields, and [#run()] does one of it.
///
/// Each load thread has an instance of its own, so fields need no protection and may keep what
/// lasts from one transaction to the next. One more is made to read the declarations, and never
/// run: constructors and field initializers see no parameters, no thread and no database; [#open()]
/// does. What follows from parameters is a field, too: [#given], [#keys].
///
/// SQL is written once for all databases, with words in braces:
///
/// | in braces | becomes |
/// |---|---|
/// | the name of a declared table, as `{account}` | that name with the user's prefix |
/// | `{now}` | the database's own date and time, to the microsecond |
/// | `{first 10}`, `{first ?}`, at the end of an ordered query | what makes it give only its first rows |
///
/// The kit begins the transaction, commits it when [#run()] returns, and rolls it back when it
/// throws. A deadlock and its like are repeated as the parameter `retry` says, by calling [#run()]
/// again: see [#attempt()].
public abstract class Transaction {
  private final Operations operations = new Operations();
  private final List<SqlStatement<?>> statements = new ArrayList<>();
  private final List<Rollback> rollbacks = new ArrayList<>();
  private final List<Amount> amounts = new ArrayList<>();
  private final List<Keys> keys = new ArrayList<>();
  private final List<Given<?>> given = new ArrayList<>();
  private final List<OwnedRows> owned = new ArrayList<>();
  private final List<Once<?>> once = new ArrayList<>();
  private final List<OwnVersion> versions = new ArrayList<>();
  private boolean readOnly;
  private ThreadContext context =
      NotYet.of(ThreadContext.class, "threads are known from open() on");
  private Optional<Wording> words = Optional.empty();
  private Optional<UniqueIds> ids = Optional.empty();

  /// A value that is derived from the parameters of a phase.
  private static final class Given<T> implements Supplier<T> {
    private final Function<ParameterValues, T> meaning;
    private Optional<T> value = Optional.empty();

    Given(Function<ParameterValues, T> meaning) {
      this.meaning = meaning;
    }

    void adopt(ParameterValues values) {
      value = Optional.of(meaning.apply(values));
    }

    @Override
    public T get() {
      return value.orElseThrow(
          () -> new IllegalStateException("what is given by the parameters is for run()"));
    }
  }

  /// A value that one thread of a share asks the database for, and that the others get.
  private static final class Once<T> implements Supplier<T> {
    private final Read query;
    private final Answer<T> answer;
    private Optional<T> value = Optional.empty();

    Once(Read query, Answer<T> answer) {
      this.query = query;
      this.answer = answer;
    }

    void ask(Connection connection, String sql, Map<String, Object> share, String name)
        throws SQLException {
      synchronized (share) {
        if (!share.containsKey(name)) {
          try (PreparedStatement statement = connection.prepareStatement(sql);
              ResultSet rows = statement.executeQuery()) {
            share.put(name, answer.of(query.at(rows)));
          }
        }
        @SuppressWarnings("unchecked") // what this declaration has put there in another thread
        T known = (T) share.get(name);
        value = Optional.of(known);
      }
    }

    @Override
    public T get() {
      return value.orElseThrow(() -> new IllegalStateException("it is known from open() on"));
    }
  }

  /// Makes a value of a query's row: see [#once].
  @FunctionalInterface
  public interface Answer<T> {
    T of(Read row) throws SQLException;
  }

  /// @param name the operation under which it is timed and counted; another transaction may declare
  ///   the same statement under the same name
  /// @param sql with a question mark for each value; words in braces stand for tables and for what
  ///   databases say differently
  protected final Read read(String name, String sql) {
    return declared(new Read(name, sql, operations));
  }

  /// Declares a query that is counted as another one of this transaction, whose words differ.
  protected final Read read(Read other, String sql) {
    return declared(new Read(other.name(), sql, operations).sharing());
  }

  /// Declares a statement that changes rows; as [#read(String, String)].
  protected final Write write(String name, String sql) {
    return declared(new Write(name, sql, operations));
  }

  /// Declares a statement that is counted as another one of this transaction, whose words differ.
  protected final Write write(Write other, String sql) {
    return declared(new Write(other.name(), sql, operations).sharing());
  }

  /// Declares the insert of a row of a table, as [#write(String, String)]. Columns of the type
  /// `time` get the database's present time, one of the type `identity` a key that [Write#key()]
  /// gives; the values of all others are set in their order.
  protected final Write insert(String name, LoadedTable table) {
    Write insert = write(name, table.insertNow("{" + table.name() + "}"));
    return table.generated().map(insert::generating).orElse(insert);
  }

  private <S extends SqlStatement<?>> S declared(S statement) {
    statements.add(statement);
    return statement;
  }

  /// Declares a business rule by which this transaction may take itself back.
  ///
  /// @param name the operation under which the rollback is timed and counted
  protected final Rollback rollback(String name) {
    Rollback rollback = new Rollback(name, operations);
    rollbacks.add(rollback);
    return rollback;
  }

  /// Declares a figure of the job's own; figures of one id in several transactions are one.
  protected final Amount figure(Figure figure) {
    Amount amount = new Amount(figure, operations);
    amounts.add(amount);
    return amount;
  }

  /// Declares the keys of a table's rows, from 1 on. The job class has the parameter
  /// `key-distribution`, by which users say how they are drawn.
  protected final Keys keys(LoadedTable table) {
    return keys(table::count);
  }

  /// As [#keys(LoadedTable)], for keys that are not those of a loaded table.
  ///
  /// @param count how many there are
  protected final Keys keys(ToLongFunction<ParameterValues> count) {
    Keys declared = new Keys(count, operations);
    keys.add(declared);
    return declared;
  }

  /// Declares a value that is derived from the parameters and costly to make. It is computed after
  /// [#open()], and again by the first iteration of a phase that changes parameters.
  protected final <T> Supplier<T> given(Function<ParameterValues, T> meaning) {
    Given<T> declared = new Given<>(meaning);
    given.add(declared);
    return declared;
  }

  /// Declares rows of a table that belong to the load thread: it alone inserts and deletes them.
  ///
  /// @param table as declared, with keys that are [owned][RowWriter#ownedId()]
  /// @param id the column of its key
  /// @param kind what a row and its successor have in common: an SQL expression of a whole number,
  ///   such as `customer_id * 2 + case when status = 'open' then 1 else 0 end`
  protected final OwnedRows owned(String table, String id, String kind) {
    OwnedRows declared = new OwnedRows("{" + table + "}", id, kind);
    owned.add(declared);
    return declared;
  }

  /// Declares a value that a query gives when an agent's threads are opened: asked once, and the
  /// same for all of them, from [#open()] on.
  ///
  /// ```
  /// Supplier<Long> newest =
  ///     once("select max(id) from {account}", row -> row.isNull(1) ? 0 : row.whole(1));
  /// ```
  ///
  /// @param answer of the query's first row; without one, the threads cannot be opened
  protected final <T> Supplier<T> once(String query, Answer<T> answer) {
    Once<T> declared = new Once<>(new Read(query, query, operations), answer);
    once.add(declared);
    return declared;
  }

  /// An id for a new row of any table, which no other thread, agent or run gives out: see
  /// [UniqueIds.Fresh]. A repetition gets another one.
  protected final long freshId() {
    return ids.orElseThrow(() -> new IllegalStateException("ids are given out from open() on"))
        .next();
  }

  /// Declares a version of the load thread's own, such as a counter in a row that it alone writes.
  /// Declarations of one name in several transactions of a thread are one.
  protected final OwnVersion version(String name) {
    OwnVersion declared = follow(new OwnVersion(name));
    versions.add(declared);
    return declared;
  }

  /// Keeps a state in memory in step with this transaction's commits and failures. Called in
  /// constructors, field initializers and [#open()].
  protected final <D extends Draft> D follow(D draft) {
    operations.follow(draft);
    return draft;
  }

  /// Called once per load thread, after its session is opened and before its statements are
  /// prepared.
  protected void open() {}

  /// Does one transaction. Returning commits it; an exception rolls it back.
  ///
  /// @throws Exception what a statement threw, unchanged: the kit classifies failures
  protected abstract void run() throws Exception;

  /// Whether there is nothing left for it to do, as when its [dev.broadside.kit.own.Feed] is used
  /// up. Then its thread ends, and with the last one the run.
  protected boolean finished() {
    return false;
  }

  /// Whether a rollback undoes everything that it does, so that the rehearsal before a load may do
  /// it once. Return false if it also does something lasting, such as calling a service or writing
  /// a file: then its statements are only prepared.
  protected boolean undone() {
    return true;
  }

  /// Whether this one leaves its writes out: see [JobOutline#readOnlyShare].
  protected final boolean readOnly() {
    return readOnly;
  }

  /// Commits what was done so far; what follows is a transaction of its own. If anything was
  /// written, it counts as done even if what follows fails, and the iteration is never repeated.
  protected final void commit() throws SQLException {
    operations.commitPart();
  }

  /// Makes the thread wait before its next iteration, as
  /// [dev.broadside.core.work.Iteration#pauseAfter].
  protected final void pauseAfter(long nanos) {
    operations.iteration().pauseAfter(nanos);
  }

  /// The load thread's source of randomness, seeded from the job's seed and the thread's number. In
  /// a repetition it draws the same again, from the beginning of [#run()], or anew, as the
  /// parameter `retry` says.
  protected final RandomGenerator random() {
    return operations.iteration().random();
  }

  /// 0 for the first try, 1 for the first repetition, and so on. A transaction does what must be
  /// done once, such as taking a number, only at 0.
  protected final int attempt() {
    return operations.iteration().attempt();
  }

  /// The load thread: its number, how many there are, the job's values and facts. From [#open()]
  /// on.
  protected final ThreadContext context() {
    return context;
  }

  /// Whether the database has the [trigger][JobOutline#trigger] of that name. From [#open()] on.
  protected final boolean triggered(String name) {
    return context.facts().text(JobSchema.TRIGGER + name).orElse("").equals(JobSchema.MADE);
  }

  /// The words of the database. From [#open()] on.
  protected final Dialect dialect() {
    return words().dialect();
  }

  /// Replaces words in braces by those of the database. From [#open()] on.
  protected final String sql(String sql) {
    return words().of(sql);
  }

  private Wording words() {
    return words.orElseThrow(
        () -> new IllegalStateException("the database is known from open() on"));
  }

  final Operations operations() {
    return operations;
  }

  final List<SqlStatement<?>> statements() {
    return statements;
  }

  final List<Rollback> rollbacks() {
    return rollbacks;
  }

  final List<Amount> amounts() {
    return amounts;
  }

  final List<Keys> keys() {
    return keys;
  }

  /// This one, without its writes.
  final Transaction readingOnly() {
    readOnly = true;
    statements.removeIf(Write.class::isInstance);
    owned.clear();
    return this;
  }

  /// Whether its rows are divided among the load threads.
  final boolean owns() {
    return !owned.isEmpty();
  }

  /// Whether a replica could do it.
  final boolean onlyReads() {
    return !statements.isEmpty() && statements.stream().allMatch(Read.class::isInstance);
  }

  final void take(ParameterValues values) {
    keys.forEach(one -> one.adopt(values));
    given.forEach(one -> one.adopt(values));
  }

  /// Asks what is asked once in a share.
  ///
  /// @param share what its threads know
  /// @param kind this kind of transaction
  final void ask(Connection connection, Wording wording, Map<String, Object> share, String kind)
      throws SQLException {
    for (int i = 0; i < once.size(); i++) {
      once.get(i).ask(connection, wording.of(once.get(i).query.sql()), share, kind + "/" + i);
    }
  }

  /// The queries that are asked once, in the author's words.
  final List<String> asked() {
    return once.stream().map(one -> one.query.sql()).toList();
  }

  /// @param fresh the ids that the thread gives out
  /// @param ofThread the versions of the thread, by their names
  final void join(
      ThreadContext thread,
      Wording wording,
      UniqueIds fresh,
      Map<String, OwnVersion.Committed> ofThread) {
    context = thread;
    words = Optional.of(wording);
    ids = Optional.of(fresh);
    versions.forEach(one -> one.join(ofThread));
    owned.forEach(one -> follow(one).open(OwnedIds.of(thread), wording.dialect(), wording::of));
    open();
  }
}
