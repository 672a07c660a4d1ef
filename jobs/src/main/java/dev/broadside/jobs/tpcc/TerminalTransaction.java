package dev.broadside.jobs.tpcc;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.Supplier;

/// What the five transactions have in common: the terminal that enters them, what it draws, and its
/// user's keying and thinking.
abstract class TerminalTransaction extends Transaction {
  private final TransactionType type;
  private int[] found = new int[16];
  private Compat compat = Compat.STANDARD;
  private Cardinality size = new Cardinality(1, 1, 1);
  private HomeTerminal terminal = new HomeTerminal(1, 1, 1, 1);
  private NuRand customers = NuRand.uniform(1, 1);
  private NuRand items = customers;
  private NuRand lastNames = customers;
  private final Supplier<Boolean> keys = given(values -> values.get(TpccParameters.KEYING_TIME));
  private final Supplier<Boolean> thinks = given(values -> values.get(TpccParameters.THINK_TIME));

  TerminalTransaction(TransactionType type) {
    this.type = type;
  }

  /// Prepares the non-uniform draws of clause 2.1.6.
  @Override
  protected void open() {
    ParameterValues values = context().values();
    compat = TpccParameters.compat(values);
    size = Cardinality.of(values);
    terminal = HomeTerminal.of(compat, context());
    NuRandConstants constants = NuRandConstants.from(context().facts());
    customers =
        compat.uniform()
            ? NuRand.uniform(1, size.customers())
            : new NuRand(NuRand.CUSTOMER, constants.customer(), 1, size.customers());
    items =
        compat.uniform()
            ? NuRand.uniform(1, size.items())
            : new NuRand(NuRand.ITEM, constants.item(), 1, size.items());
    lastNames = new NuRand(NuRand.LAST_NAME, constants.lastRun(), 0, size.lastNames() - 1);
  }

  /// Thinking follows a transaction and keying precedes the next one of its kind; both waits come
  /// after the transaction, so that they are not part of a response time.
  @Override
  protected final void run() throws Exception {
    enter();
    pauseAfter(
        (keys.get() ? type.keyingNanos() : 0)
            + (thinks.get() ? type.thinkNanos(compat, random()) : 0));
  }

  abstract void enter() throws SQLException;

  final Compat compat() {
    return compat;
  }

  final Cardinality size() {
    return size;
  }

  /// w_id of the terminal's home.
  final int home() {
    return terminal.warehouse();
  }

  final HomeTerminal terminal() {
    return terminal;
  }

  /// A number from least to most, each equally often.
  final int random(int least, int most) {
    return random().nextInt(least, most + 1);
  }

  final int drawDistrict() {
    return random(terminal.firstDistrict(), terminal.lastDistrict());
  }

  final int drawCustomer() {
    return customers.next(random());
  }

  final int drawItem() {
    return items.next(random());
  }

  final String drawLastName() {
    return LastName.of(lastNames.next(random()));
  }

  /// Any warehouse but the terminal's home, unless there is no other.
  final int drawRemote() {
    if (size.warehouses() == 1) {
      return home();
    }
    int other = random(1, size.warehouses() - 1);
    return other < home() ? other : other + 1;
  }

  /// Clauses 2.5.2.2 and 2.6.2.2, case 2: of all customers with a last name, sorted by first name,
  /// the one at position n/2, rounded up.
  ///
  /// @param byLastName gives c_id, with all its values set
  final int middleOf(Read byLastName) throws SQLException {
    int count = 0;
    byLastName.all();
    while (byLastName.next()) {
      if (count == found.length) {
        found = Arrays.copyOf(found, count * 2);
      }
      found[count++] = (int) byLastName.whole(1);
    }
    if (count == 0) {
      throw new SQLException("no customer has the drawn last name", "02000");
    }
    return found[(count + 1) / 2 - 1];
  }

  /// The terminal that a load thread is: its home, which stays the same over the whole run (clauses
  /// 2.4.1.1 and 2.8.1.1).
  ///
  /// @param warehouse its home
  /// @param firstDistrict the first one for which it enters orders and payments
  /// @param lastDistrict the last one
  /// @param stockDistrict the one whose stock level it asks for; 0 if it asks for any
  record HomeTerminal(int warehouse, int firstDistrict, int lastDistrict, int stockDistrict) {
    private static final int DISTRICTS = Cardinality.DISTRICTS;

    static HomeTerminal of(Compat compat, ThreadContext context) {
      return of(
          compat,
          Cardinality.of(context.values()).warehouses(),
          context.thread(),
          context.totalThreads(),
          context.seed());
    }

    /// @param thread its number in the whole job, from 0
    static HomeTerminal of(Compat compat, int warehouses, int thread, int threads, long seed) {
      return switch (compat) {
        case STANDARD, DBT2 ->
            new HomeTerminal(
                1 + thread % warehouses, 1, DISTRICTS, 1 + thread / warehouses % DISTRICTS);
        case HAMMERDB -> anywhere(warehouses, Mixed.of(seed, thread, 1) >>> 1);
        case BENCHBASE -> inBlocks(warehouses, thread, threads);
      };
    }

    private static HomeTerminal anywhere(int warehouses, long drawn) {
      return new HomeTerminal(
          1 + (int) (drawn % warehouses), 1, DISTRICTS, 1 + (int) (drawn / warehouses % DISTRICTS));
    }

    /// The threads are cut into as many blocks as there are warehouses, and the districts of a
    /// warehouse into as many as it has threads.
    private static HomeTerminal inBlocks(int warehouses, int thread, int threads) {
      int warehouse = (int) (((thread + 1L) * warehouses + threads - 1) / threads) - 1;
      int firstThread = firstThread(warehouse, warehouses, threads);
      int count = firstThread(warehouse + 1, warehouses, threads) - firstThread;
      int place = thread - firstThread;
      int first = 1 + place * DISTRICTS / count;
      return new HomeTerminal(
          1 + warehouse, first, Math.max(first, (place + 1) * DISTRICTS / count), 0);
    }

    private static int firstThread(int warehouse, int warehouses, int threads) {
      return (int) ((long) warehouse * threads / warehouses);
    }
  }
}
