package dev.broadside.sql.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;

/// Dates and times with days added, and the days between two of them.
final class Dates {
  private static final double NANOS_OF_DAY = 86_400e9;
  private static final double MILLIS_OF_DAY = 86_400e3;

  private Dates() {}

  /// @param days may have a part of a day if `date` has a time
  static byte plus(Object date, double days, Frame frame) {
    double whole = Math.floor(days);
    long nanos = Math.round((days - whole) * NANOS_OF_DAY);
    try {
      Temporal moved = temporal(date).plus((long) whole, ChronoUnit.DAYS);
      return frame.leftObject(nanos == 0 ? moved : moved.plus(nanos, ChronoUnit.NANOS));
    } catch (DateTimeException | ArithmeticException _) {
      throw new ArithmeticException(date + " and " + days + " days make no date");
    }
  }

  /// Between dates a whole number.
  static byte between(Object later, Object earlier, Frame frame) {
    try {
      Temporal from = temporal(earlier);
      return later instanceof LocalDate
          ? frame.left(ChronoUnit.DAYS.between(from, temporal(later)))
          : frame.left(ChronoUnit.MILLIS.between(from, temporal(later)) / MILLIS_OF_DAY);
    } catch (DateTimeException | ArithmeticException _) {
      throw new ArithmeticException("there are no days between " + earlier + " and " + later);
    }
  }

  private static Temporal temporal(Object date) {
    if (date instanceof Temporal known) {
      return known;
    }
    throw new ArithmeticException(date + " is not a date");
  }
}
