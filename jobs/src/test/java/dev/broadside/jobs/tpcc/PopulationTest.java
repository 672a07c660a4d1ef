package dev.broadside.jobs.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Facts about the rows that need no database.
class PopulationTest {
  private static final long SEED = 99;
  private static final Cardinality ONE = Cardinality.of(1, 1);

  /// Clause 4.3.3.1, and workloads as other tools publish them.
  @Test
  void aWarehouseHasTheRowsOfTheSpecification() {
    assertEquals(100_000, ONE.items());
    assertEquals(100_000, ONE.allStock());
    assertEquals(10, ONE.districts());
    assertEquals(30_000, ONE.allCustomers());
    assertEquals(9_000, ONE.allNewOrders());
    assertEquals(2_100, ONE.deliveredOrders());
    assertEquals(3_000_000, ONE.districtYtd());
    assertEquals(1_000, ONE.lastNames());
    assertEquals(100_001, ONE.unusedItem());
    Cardinality seven = Cardinality.of(7, 1);
    assertEquals(700_000, seven.allStock());
    assertEquals(210_000, seven.allCustomers());
    assertEquals(100_000, seven.items());
  }

  @Test
  void aSmallScaleKeepsTheProportions() {
    Cardinality small = Cardinality.of(2, 0.01);
    assertEquals(new Cardinality(2, 1_000, 30), small);
    assertEquals(9, small.newOrders());
    assertEquals(30, small.lastNames());
    assertEquals(new Cardinality(1, 100, 10), Cardinality.of(1, 0.001));
  }

  @ParameterizedTest
  @EnumSource
  void ordersHaveFiveToFifteenLinesAllEquallyOften(Compat compat) {
    Population rows = new Population(ONE, compat);
    int most = compat == Compat.DBT2 ? 14 : 15;
    int[] counts = new int[20];
    LongStream.range(0, 30_000).forEach(order -> counts[rows.lines(order, SEED)]++);
    double expected = 30_000.0 / (most - 4);
    for (int lines = 0; lines < counts.length; lines++) {
      boolean allowed = lines >= 5 && lines <= most;
      assertEquals(allowed ? expected : 0, counts[lines], allowed ? 6 * Math.sqrt(expected) : 0);
    }
  }

  @Test
  void everyCustomerOfADistrictHasOneOrder() {
    Population rows = new Population(ONE, Compat.STANDARD);
    for (long district = 0; district < 3; district++) {
      long first = district * 3_000;
      TreeSet<Integer> customers =
          LongStream.range(first, first + 3_000)
              .mapToObj(order -> rows.customerOf(order, SEED))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(3_000, customers.size());
      assertEquals(1, customers.first());
      assertEquals(3_000, customers.last());
    }
    assertTrue(
        LongStream.range(0, 3_000)
                .filter(
                    order -> rows.customerOf(order, SEED) == rows.customerOf(order + 3_000, SEED))
                .count()
            < 20);
  }

  @Test
  void aTenthOfTheTextsHoldsOriginalAnywhere() {
    SplittableRandom random = new SplittableRandom(1);
    TreeSet<Integer> places = new TreeSet<>();
    int originals = 0;
    for (int i = 0; i < 50_000; i++) {
      String data = Population.data(random);
      assertTrue(data.length() >= 26 && data.length() <= 50);
      int place = data.indexOf(Population.ORIGINAL);
      if (place >= 0) {
        originals++;
        places.add(place);
      }
    }
    assertEquals(5_000, originals, 6 * Math.sqrt(5_000));
    assertEquals(0, places.first());
    assertEquals(42, places.last());
    assertEquals(43, places.size());
  }

  @Test
  void weightsAreThoseOfTheSpecificationOrOfTheTool() {
    assertEquals("[45, 43, 4, 4, 4]", Compat.STANDARD.weights().toString());
    assertEquals("[45, 43, 4, 4, 4]", Compat.BENCHBASE.weights().toString());
    assertEquals("[45, 43, 4, 4, 4]", Compat.DBT2.weights().toString());
    assertEquals("[10, 10, 1, 1, 1]", Compat.HAMMERDB.weights().toString());
  }

  /// Clause 5.2.5: New-Order, Payment, Order-Status, Delivery, Stock-Level.
  @Test
  void terminalsKeyAndThinkAsTheClauseSays() {
    SplittableRandom random = new SplittableRandom(2);
    int[] keying = {18, 3, 2, 2, 2};
    int[] thinking = {12, 12, 10, 5, 5};
    for (TransactionType type : TransactionType.values()) {
      assertEquals(keying[type.ordinal()] * 1_000_000_000L, type.keyingNanos());
      double mean = thinking[type.ordinal()];
      double[] drawn =
          IntStream.range(0, 100_000)
              .mapToDouble(_ -> type.thinkNanos(Compat.STANDARD, random) / 1e9)
              .toArray();
      assertEquals(
          mean,
          IntStream.range(0, drawn.length).mapToDouble(i -> drawn[i]).average().orElseThrow(),
          mean / 50);
      assertTrue(IntStream.range(0, drawn.length).allMatch(i -> drawn[i] <= 10 * mean));
    }
  }
}
