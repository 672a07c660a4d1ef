package dev.broadside.jobs.sysbench04;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Everything that a request can consist of; each is one operation that is timed and counted.
enum Query {
  POINT_SELECT(Kind.READ),
  SIMPLE_RANGE(Kind.READ),
  SUM_RANGE(Kind.READ),
  ORDER_RANGE(Kind.READ),
  DISTINCT_RANGE(Kind.READ),
  INDEX_UPDATE(Kind.WRITE),
  NON_INDEX_UPDATE(Kind.WRITE),
  DELETE(Kind.WRITE),
  INSERT(Kind.WRITE),
  BEGIN(Kind.OTHER),
  COMMIT(Kind.OTHER),
  /// Closes the connection, opens another one and prepares the statements again.
  RECONNECT(Kind.OTHER);

  /// How the tool adds queries up in its report.
  enum Kind {
    READ,
    WRITE,
    OTHER
  }

  private final Kind kind;

  Query(Kind kind) {
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /// The index under which the engine knows this operation.
  int operation() {
    return ordinal();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(query -> query.name().toLowerCase(Locale.ROOT)).toList();
  }
}
