package dev.broadside.jobs.tpcc;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// The five transactions in the order of clauses 2.4 to 2.8, with the times of a terminal's user
/// from clause 5.2.
enum TransactionType {
  NEW_ORDER("new_order", 18, 12, 5),
  PAYMENT("payment", 3, 12, 5),
  ORDER_STATUS("order_status", 2, 10, 5),
  DELIVERY("delivery", 2, 5, 5),
  STOCK_LEVEL("stock_level", 2, 5, 20);

  private static final double NANOS = 1e9;

  /// Clause 5.2.5.4.
  private static final double LONGEST_OF_MEAN = 10;

  private final String word;
  private final int keyingSeconds;
  private final int thinkSeconds;
  private final int limitSeconds;

  /// @param thinkSeconds in the mean
  TransactionType(String word, int keyingSeconds, int thinkSeconds, int limitSeconds) {
    this.word = word;
    this.keyingSeconds = keyingSeconds;
    this.thinkSeconds = thinkSeconds;
    this.limitSeconds = limitSeconds;
  }

  /// Clause 5.2.5.7: what nine in ten of each take at most, by their words.
  static Map<String, Duration> limits() {
    return Arrays.stream(values())
        .collect(
            Collectors.toMap(TransactionType::word, type -> Duration.ofSeconds(type.limitSeconds)));
  }

  String word() {
    return word;
  }

  /// Clause 5.2.5.2.
  long keyingNanos() {
    return (long) (keyingSeconds * NANOS);
  }

  /// Clause 5.2.5.4. HammerDB has those of Order-Status and Delivery the other way round.
  long thinkNanos(Compat compat, RandomGenerator random) {
    double mean = compat == Compat.HAMMERDB ? swapped().thinkSeconds : thinkSeconds;
    return (long) (mean * Math.min(LONGEST_OF_MEAN, -Math.log(1 - random.nextDouble())) * NANOS);
  }

  private TransactionType swapped() {
    return switch (this) {
      case ORDER_STATUS -> DELIVERY;
      case DELIVERY -> ORDER_STATUS;
      case NEW_ORDER, PAYMENT, STOCK_LEVEL -> this;
    };
  }
}
