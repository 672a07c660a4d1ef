package dev.broadside.jobs.sysbench;

import java.util.Locale;

/// What the jobs time, and under which of sysbench's three counters it falls. The sum of all is
/// what sysbench calls queries.
enum Operation {
  BEGIN(Counted.OTHER),
  POINT_SELECT(Counted.READ),
  SIMPLE_RANGE(Counted.READ),
  SUM_RANGE(Counted.READ),
  ORDER_RANGE(Counted.READ),
  DISTINCT_RANGE(Counted.READ),
  INDEX_UPDATE(Counted.WRITE),
  NON_INDEX_UPDATE(Counted.WRITE),
  DELETE(Counted.WRITE),
  INSERT(Counted.WRITE),
  COMMIT(Counted.OTHER),

  /// An update or a delete that found no row; it began as one of those.
  MISS(Counted.OTHER),

  RANDOM_POINTS(Counted.READ),
  RANDOM_RANGES(Counted.READ),

  /// One statement that writes the rows which bulk_insert has gathered.
  FLUSH(Counted.WRITE);

  /// sysbench's counters.
  enum Counted {
    /// It gave a result set.
    READ,
    /// It changed at least one row.
    WRITE,
    /// Neither.
    OTHER
  }

  private final Counted counted;

  Operation(Counted counted) {
    this.counted = counted;
  }

  Counted counted() {
    return counted;
  }

  /// As in results: `point_select`.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean changesRows() {
    return this == INDEX_UPDATE || this == NON_INDEX_UPDATE || this == DELETE;
  }
}
