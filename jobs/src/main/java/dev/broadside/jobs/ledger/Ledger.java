package dev.broadside.jobs.ledger;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.TransactionJob;
import dev.broadside.kit.verify.Checks;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Moves amounts between accounts, and enters each move in a ledger under a number of its own.
///
/// It proves that a run's counts are those of the database, and tests faults: the fewer accounts,
/// the more its transactions wait for each other and deadlock. Its tables are its own, and are made
/// anew for each run.
public final class Ledger extends TransactionJob {
  static final String RUN = "data.run";

  static final Parameter.Whole ACCOUNTS =
      Parameter.whole(
              "accounts", "How many accounts there are: the fewer, the more conflicts there are")
          .between(2, 1_000_000)
          .preset(10_000);

  private static final Parameter.Decimal READ_ONLY_SHARE =
      Parameter.decimal(
              "read-only-share",
              "Percentage of iterations that only look for the newest entry of their thread")
          .between(0, 100)
          .preset(0.0);

  private static final LoadedTable ENTRY =
      LoadedTable.of(
          "broadside_ledger_entry",
          "run_id text(40), thread_no whole key, n whole key, from_account whole, to_account whole");

  private static final LoadedTable ACCOUNT =
      LoadedTable.of("broadside_ledger_account", "id whole key, amount whole")
          .rows(ACCOUNTS, (row, number) -> row.set(row.key()).set(0));

  public Ledger() {
    super(
        JobOutline.of(
                "ledger",
                "Ledger that must balance",
                """
                Three writes and a commit: an entry under a number of its own, and two accounts changed in \
                any order. Afterwards every transaction that was counted must stand in the ledger, once.\
                """)
            .parameters(ACCOUNTS, READ_ONLY_SHARE)
            .perPhase(READ_ONLY_SHARE)
            .tables(ENTRY, ACCOUNT)
            .freshTables()
            .transaction("move", 1, Move::new)
            .readOnlyShare(READ_ONLY_SHARE));
  }

  /// Gives the run a name that marks its entries.
  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    return super.prepare(at, context, facts.with(RUN, UUID.randomUUID()));
  }

  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    return List.of(
        everythingCountedIsEntered(at, context),
        accountsAgree(at, context),
        everyNumberIsAccountedFor(at, context));
  }

  /// The moves, without the transactions that only look.
  private Totals entered(VerifyContext context) {
    return totals(context, List.of("insert_entry"));
  }

  /// The primary key keeps an entry from standing twice, so that counting is enough.
  private Check everythingCountedIsEntered(OpenTarget at, VerifyContext context)
      throws SQLException {
    Totals counted = entered(context);
    long entries = ofThisRun("count(*)", at, context);
    return Checks.counted(
        context,
        "every counted transaction is entered once",
        Checks.accounts(entries, counted),
        "%,d entries; counted %,d ok and %,d uncertain",
        entries,
        counted.ok(),
        counted.uncertain());
  }

  /// Each number that a thread took is entered, or its transaction failed or is uncertain.
  private Check everyNumberIsAccountedFor(OpenTarget at, VerifyContext context)
      throws SQLException {
    Totals entered = entered(context);
    long failed = context.transactions().failed();
    long entries = ofThisRun("count(*)", at, context);
    Stretches numbers =
        Stretches.read(
            at.connection(), withoutNeighbour(-1, at, context), withoutNeighbour(1, at, context));
    boolean tooMany = entries > entered.ok() + entered.uncertain();
    long begun = entered.ok() + failed + entered.uncertain();
    boolean holds =
        !tooMany
            && numbers.missing() <= failed + entered.uncertain()
            && entries + numbers.missing() <= begun;
    String which = tooMany ? "; UNEXPECTED " + numbers.behindGaps() : "; MISSING " + numbers.gaps();
    return Checks.counted(
        context,
        "every number is entered, failed or uncertain",
        holds,
        "%,d numbers not entered; counted %,d failed and %,d uncertain%s",
        numbers.missing(),
        failed,
        entered.uncertain(),
        holds ? "" : which);
  }

  /// The entries of this run whose number has no neighbour on one side.
  private String withoutNeighbour(int step, OpenTarget at, VerifyContext context) {
    String run = " = '" + context.facts().text(RUN).orElseThrow() + "'";
    return sql(
        "select e.thread_no, e.n from {broadside_ledger_entry} e where e.run_id"
            + run
            + " and not exists (select 1 from {broadside_ledger_entry} o where o.thread_no ="
            + " e.thread_no and o.n = e.n + ("
            + step
            + ") and o.run_id"
            + run
            + ") order by e.thread_no, e.n",
        at.dialect(),
        context);
  }

  /// An entry moves 1 from one account to another. Weighed by the accounts' numbers, both sides
  /// would differ if an entry and its changes had not been done together.
  private Check accountsAgree(OpenTarget at, VerifyContext context) throws SQLException {
    String account = sql("{broadside_ledger_account}", at.dialect(), context);
    long sum = at.whole("select sum(amount) from " + account);
    long weighed = at.whole("select sum(id * amount) from " + account);
    long entered = ofThisRun("coalesce(sum(to_account - from_account), 0)", at, context);
    return Checks.sure(
        "accounts agree with the entries",
        sum == 0 && weighed == entered,
        "sum %,d; weighed by account %,d, by the entries %,d",
        sum,
        weighed,
        entered);
  }

  /// The run's name is a UUID of ours, so it needs no quoting.
  private long ofThisRun(String what, OpenTarget at, VerifyContext context) throws SQLException {
    String run = context.facts().text(RUN).orElseThrow();
    String query = "select " + what + " from {broadside_ledger_entry} where run_id = '" + run + "'";
    return at.whole(sql(query, at.dialect(), context));
  }

  /// The numbers in the ledger, as stretches without a gap, and the numbers that are missing
  /// although the same worker's thread entered a higher one.
  ///
  /// Compares sets, not sums: a missing entry and a surplus one do not cancel out.
  private static final class Stretches {
    private static final int MOST_NAMED = 5;

    /// Each worker that takes over a thread's load numbers from its own multiple of this.
    private static final int LIFE_BITS = 32;

    private final List<String> gaps = new ArrayList<>();
    private final List<String> behindGaps = new ArrayList<>();
    private long missing;

    private Stretches() {}

    /// @param firsts gives thread and number of each entry that has none before it, in order
    /// @param lasts thread and number of each entry that has none after it, in order
    static Stretches read(Connection connection, String firsts, String lasts) throws SQLException {
      Stretches stretches = new Stretches();
      try (Statement one = connection.createStatement();
          Statement other = connection.createStatement();
          ResultSet first = one.executeQuery(firsts);
          ResultSet last = other.executeQuery(lasts)) {
        long thread = -1;
        long next = 0;
        while (first.next() && last.next()) {
          long number = first.getLong(2);
          boolean fresh = first.getLong(1) != thread || number >> LIFE_BITS != next >> LIFE_BITS;
          thread = first.getLong(1);
          long wanted = fresh ? (number >> LIFE_BITS << LIFE_BITS) + 1 : next;
          stretches.found(thread, wanted, number, last.getLong(2));
          next = last.getLong(2) + 1;
        }
      }
      return stretches;
    }

    private void found(long thread, long wanted, long first, long last) {
      if (first > wanted) {
        missing += first - wanted;
        name(gaps, thread, wanted, first - 1);
        name(behindGaps, thread, first, last);
      }
    }

    private static void name(List<String> places, long thread, long first, long last) {
      if (places.size() < MOST_NAMED) {
        places.add("thread " + thread + " number " + first + (last > first ? " to " + last : ""));
      }
    }

    long missing() {
      return missing;
    }

    /// The first missing numbers.
    String gaps() {
      return String.join(", ", gaps);
    }

    /// The numbers after the gaps.
    String behindGaps() {
      return behindGaps.isEmpty() ? "entries that cannot be named" : String.join(", ", behindGaps);
    }
  }
}
