package dev.broadside.kit.job;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.engine.Dialect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/// One kind of transaction of a [TransactionJob]: its statements, rollbacks and figures are its
/// fields, and [#run()] does one of it.
///
/// Each load thread has an instance of its own, so fields need no protection and may keep what
/// lasts from one transaction to the next. One more is made to read the declarations, and never
/// run: constructors and field initializers see no parameters, no thread and no database; [#open()]
/// does.
///
/// SQL is written once for all databases, with words in braces:
///
/// | in braces | becomes |
/// |---|---|
/// | the name of a declared table, as `{account}` | that name with the user's prefix |
/// | `{now}` | the database's own date and time, to the microsecond |
/// | `{first 10}`, at the end of an ordered query | what makes it give only its first rows |
///
/// The kit begins the transaction, commits it when [#run()] returns, and rolls it back when it
/// throws. A deadlock and its like are repeated as the parameter `retry` says, by calling [#run()]
/// again: [#attempt()] tells.
public abstract class Transaction {
  private final Operations operations = new Operations();
  private final List<SqlStatement<?>> statements = new ArrayList<>();
  private final List<Rollback> rollbacks = new ArrayList<>();
  private final List<Amount> amounts = new ArrayList<>();
  private final List<Keys> keys = new ArrayList<>();
  private ThreadContext context =
      NotYet.of(ThreadContext.class, "threads are known from open() on");
  private Optional<Wording> words = Optional.empty();

  /// Declares a query.
  ///
  /// @param name the operation under which it is timed and counted; statements of one name are one
  ///   operation
  /// @param sql with a question mark for each value; words in braces stand for tables and for what
  ///   databases say differently
  protected final Read read(String name, String sql) {
    return declared(new Read(name, sql, operations));
  }

  /// Declares a statement that changes rows; as [#read(String, String)].
  protected final Write write(String name, String sql) {
    return declared(new Write(name, sql, operations));
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

  /// Declares what keys are drawn from, for a job class that has the parameter `key-distribution`.
  ///
  /// @param count how many there are
  protected final Keys keys(ToLongFunction<ParameterValues> count) {
    Keys declared = new Keys(count, operations);
    keys.add(declared);
    return declared;
  }

  /// Has a state in memory follow this transaction's commits and failures. Called in constructors,
  /// field initializers and [#open()].
  protected final <D extends Draft> D follow(D draft) {
    operations.follow(draft);
    return draft;
  }

  /// Called once per load thread, when its session is there and before its statements are prepared.
  protected void open() {}

  /// Works out what depends on the parameters. Called behind [#open()], and again by the first
  /// iteration of a phase in which some of them have other values.
  protected void adopt(ParameterValues values) {}

  /// Does one transaction. Returning commits it; an exception rolls it back.
  ///
  /// @throws Exception what a statement threw, as it is: the kit tells failures apart
  protected abstract void run() throws Exception;

  /// Commits what was done so far; what follows is a transaction of its own. After it the iteration
  /// is not repeated, whatever fails.
  protected final void commit() throws SQLException {
    operations.commit();
  }

  /// Has the thread wait so long before its next iteration: keying and thinking. As
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

  /// 0 for the first try, 1 for the first repetition, and so on: what a transaction must do once,
  /// such as taking a number, it does where this is 0.
  protected final int attempt() {
    return operations.iteration().attempt();
  }

  /// The load thread: its number, how many there are, the job's values and facts. From [#open()]
  /// on.
  protected final ThreadContext context() {
    return context;
  }

  /// The words of the database. From [#open()] on.
  protected final Dialect dialect() {
    return words().dialect();
  }

  /// SQL with words in braces in the words of the database. From [#open()] on.
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

  final void take(ParameterValues values) {
    keys.forEach(one -> one.adopt(values));
    adopt(values);
  }

  final void join(ThreadContext thread, Wording wording) {
    context = thread;
    words = Optional.of(wording);
    open();
  }
}
