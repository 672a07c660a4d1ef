package dev.broadside.system.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// What was provoked, and what was counted.
final class FaultList {
  private final String database;
  private final List<String> lines = new ArrayList<>();

  FaultList(String database) {
    this.database = database.toLowerCase(Locale.ROOT);
  }

  /// Both sides must have counted the same.
  void same(String fault, long provoked, long counted) {
    same(fault, provoked, counted, () -> "");
  }

  /// @param found asked where they have not, to say what else there was
  void same(String fault, long provoked, long counted, Supplier<String> found) {
    lines.add(line(fault, Long.toString(provoked), counted));
    assertEquals(provoked, counted, () -> fault + " on " + database + " " + found.get());
  }

  /// Something that only the run counts.
  void note(String what, long counted) {
    lines.add(line(what, "-", counted));
  }

  private String line(String fault, String provoked, long counted) {
    return "| %s | %s | %s | %,d |".formatted(database, fault, provoked, counted);
  }

  void print() {
    lines.forEach(System.out::println);
  }
}
