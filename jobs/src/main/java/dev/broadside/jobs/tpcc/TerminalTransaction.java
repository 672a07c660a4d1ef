package dev.broadside.jobs.tpcc;

import dev.broadside.core.param.ParameterValues;
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

  /// Clause 2.1.6: what is drawn without uniformity.
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

  /// Thinking follows a transaction and keying precedes the next one of its kind; both are waited
  /// behind it, where no response time knows of them.
  @Override
  protected final void run() throws Exception {
    enter();
    pauseAfter(
        (keys.get() ? type.keyingNanos() : 0)
            + (thinks.get() ? type.thinkNanos(compat, random()) : 0));
  }

  /// Does the transaction.
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

  /// One of the terminal's districts.
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
      throw new SQLException("no customer has the last name that was drawn", "02000");
    }
    return found[(count + 1) / 2 - 1];
  }
}
