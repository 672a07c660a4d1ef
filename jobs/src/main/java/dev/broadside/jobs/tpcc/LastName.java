package dev.broadside.jobs.tpcc;

import java.util.List;

/// The last names of clause 4.3.2.3: three syllables, one for each digit of a number.
final class LastName {
  static final int COUNT = 1_000;

  private static final List<String> SYLLABLES =
      List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

  /// Made once: a load thread asks for one in most of its transactions.
  private static final String[] NAMES = names();

  private LastName() {}

  private static String[] names() {
    String[] names = new String[COUNT];
    for (int number = 0; number < COUNT; number++) {
      names[number] =
          SYLLABLES.get(number / 100)
              + SYLLABLES.get(number / 10 % 10)
              + SYLLABLES.get(number % 10);
    }
    return names;
  }

  /// @param number from 0 to 999
  static String of(int number) {
    return NAMES[number];
  }
}
