package dev.broadside.jobs.tpcc;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The variant of TPC-C: the specification's, or that of a tool with its deviations. Deviations
/// that would break the specification's consistency conditions are left out; docs/tpcc.md lists
/// them.
enum Compat {
  /// TPC-C 5.11.
  STANDARD("standard", "As the specification has it"),

  /// HammerDB 5, the stored procedures for MariaDB and their driver.
  HAMMERDB("hammerdb", "HammerDB: 10/23 New-Order, 10/23 Payment; uniform items and customers"),

  /// BenchBase 2023 and later.
  BENCHBASE("benchbase", "BenchBase: fixed NURand constants, items as drawn, batched lines"),

  /// DBT-2 with transactions in the client.
  DBT2("dbt2", "DBT-2: NURand without C, 6 to 15 lines, only the stock's quantity is kept");

  private final String word;
  private final String help;

  Compat(String word, String help) {
    this.word = word;
    this.help = help;
  }

  String word() {
    return word;
  }

  String help() {
    return help;
  }

  static Compat of(String word) {
    return Arrays.stream(values()).filter(mode -> mode.word.equals(word)).findFirst().orElseThrow();
  }

  /// How often each transaction is drawn: New-Order, Payment, Order-Status, Delivery, Stock-Level.
  /// Clause 5.2.3.
  List<Integer> weights() {
    return this == HAMMERDB ? List.of(10, 10, 1, 1, 1) : List.of(45, 43, 4, 4, 4);
  }

  /// The constants C that a tool has fixed; empty if they are drawn, clause 2.1.6.1.
  Optional<NuRandConstants> constants() {
    return switch (this) {
      case STANDARD -> Optional.empty();
      case HAMMERDB -> Optional.of(new NuRandConstants(123, 123, 0, 0));
      case BENCHBASE -> Optional.of(new NuRandConstants(157, 223, 259, 7_911));
      case DBT2 -> Optional.of(new NuRandConstants(0, 0, 0, 0));
    };
  }

  /// Whether items and customers' numbers are drawn uniformly instead of by NURand.
  boolean uniform() {
    return this == HAMMERDB;
  }

  /// Clause 2.4.1.3 says 5.
  int leastLines() {
    return this == DBT2 ? 6 : 5;
  }

  /// One New-Order in this many has an unused item and is rolled back, clause 2.4.1.4.
  int rollbackOneIn() {
    return this == HAMMERDB ? 99 : 100;
  }

  /// Whether a payment is in whole units of the currency. Clause 2.5.1.3 has cents.
  boolean wholeAmounts() {
    return this == HAMMERDB;
  }

  /// Whether an order line's amount has taxes and discount in it. Clause 2.4.2.2 has them in the
  /// total only, which is shown and not kept.
  boolean amountsWithTax() {
    return this == HAMMERDB;
  }

  /// What must be left in stock, clause 2.4.2.2; else 91 are added.
  int leastLeft() {
    return switch (this) {
      case STANDARD, BENCHBASE -> 10;
      case HAMMERDB -> 1;
      case DBT2 -> 11;
    };
  }

  /// Whether s_ytd, s_order_cnt and s_remote_cnt are kept.
  boolean stockIsCounted() {
    return this == STANDARD || this == BENCHBASE;
  }

  /// Whether an order's items are sorted, so that no two New-Orders lock their stock crosswise. The
  /// specification leaves their order open.
  boolean sortsItems() {
    return this == STANDARD;
  }

  /// Whether lines and stock of an order are always sent in batches, even if the user did not ask
  /// for it.
  boolean batches() {
    return this == BENCHBASE;
  }

  /// How many of a hundred loaded customers have bad credit, clause 4.3.3.1.
  int badCreditPercent() {
    return this == HAMMERDB ? 50 : 10;
  }

  /// Whether loaded taxes are 0.10 to 0.20 and discounts whole hundredths. Clause 4.3.3.1 has ten
  /// thousandths from 0 on.
  boolean roughRates() {
    return this == HAMMERDB;
  }

  /// How many order lines a loaded order has at most, clause 4.3.3.1.
  int mostLoadedLines() {
    return this == DBT2 ? 14 : 15;
  }
}
