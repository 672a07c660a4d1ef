package dev.broadside.jobs.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HomeTerminalTest {

  private static List<TerminalTransaction.HomeTerminal> terminals(
      Compat compat, int warehouses, int threads) {
    return IntStream.range(0, threads)
        .mapToObj(
            thread -> TerminalTransaction.HomeTerminal.of(compat, warehouses, thread, threads, 5))
        .toList();
  }

  /// Clause 2.8.1.1: ten terminals of a warehouse have each a district of its own.
  @Test
  void tenTerminalsForEachWarehouseAreAllDifferent() {
    List<TerminalTransaction.HomeTerminal> terminals = terminals(Compat.STANDARD, 3, 30);
    assertEquals(30, terminals.stream().distinct().count());
    Map<Integer, Long> byWarehouse =
        terminals.stream()
            .collect(
                Collectors.groupingBy(
                    TerminalTransaction.HomeTerminal::warehouse,
                    TreeMap::new,
                    Collectors.counting()));
    assertEquals(Map.of(1, 10L, 2, 10L, 3, 10L), byWarehouse);
    assertTrue(
        terminals.stream().allMatch(one -> one.firstDistrict() == 1 && one.lastDistrict() == 10));
  }

  @Test
  void moreTerminalsShareDistrictsAndFewerLeaveWarehousesAlone() {
    assertEquals(
        new TerminalTransaction.HomeTerminal(1, 1, 10, 1),
        terminals(Compat.STANDARD, 1, 11).getLast());
    assertEquals(
        List.of(1, 2),
        terminals(Compat.STANDARD, 5, 2).stream()
            .map(TerminalTransaction.HomeTerminal::warehouse)
            .toList());
  }

  @Test
  void hammerDbsTerminalsLiveAnywhere() {
    Map<Integer, Long> homes =
        terminals(Compat.HAMMERDB, 4, 4_000).stream()
            .collect(
                Collectors.groupingBy(
                    TerminalTransaction.HomeTerminal::warehouse, Collectors.counting()));
    assertEquals(4, homes.size());
    homes.values().forEach(count -> assertEquals(1_000, count, 6 * Math.sqrt(1_000)));
  }

  /// As its own comment has it: ten terminals over seven warehouses are 1, 1, 2, 1, 2, 1, 2.
  @Test
  void benchBasesTerminalsAreBlocksThatShareTheDistricts() {
    List<TerminalTransaction.HomeTerminal> terminals = terminals(Compat.BENCHBASE, 7, 10);
    Map<Integer, Long> byWarehouse =
        terminals.stream()
            .collect(
                Collectors.groupingBy(
                    TerminalTransaction.HomeTerminal::warehouse,
                    TreeMap::new,
                    Collectors.counting()));
    assertEquals("{1=1, 2=1, 3=2, 4=1, 5=2, 6=1, 7=2}", byWarehouse.toString());
    assertEquals(new TerminalTransaction.HomeTerminal(1, 1, 10, 0), terminals.getFirst());
    assertEquals(new TerminalTransaction.HomeTerminal(7, 6, 10, 0), terminals.getLast());
    assertEquals(new TerminalTransaction.HomeTerminal(7, 1, 5, 0), terminals.get(8));
    Function<TerminalTransaction.HomeTerminal, Boolean> whole =
        one -> one.firstDistrict() <= one.lastDistrict();
    assertTrue(terminals(Compat.BENCHBASE, 1, 25).stream().allMatch(whole::apply));
    assertTrue(terminals(Compat.BENCHBASE, 9, 2).stream().allMatch(whole::apply));
  }
}
