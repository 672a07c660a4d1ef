package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.draw.UniqueIds;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/// The meaning of the user's choices for the workload.
///
/// @param values the checked parameters
record OltpSettings(ParameterValues values) {

  enum Mode {
    SIMPLE,
    COMPLEX,
    NONTRX
  }

  Mode mode() {
    return word(OltpParameters.TEST_MODE, Mode.class);
  }

  SingleRequests.Statement nontrxStatement() {
    return word(OltpParameters.NONTRX_MODE, SingleRequests.Statement.class);
  }

  boolean inserts() {
    return mode() == Mode.NONTRX && nontrxStatement() == SingleRequests.Statement.INSERT;
  }

  /// Whether nothing but the sum of column k changes, by one with each iteration.
  boolean updatesKeysOnly() {
    return mode() == Mode.NONTRX && nontrxStatement() == SingleRequests.Statement.UPDATE_KEY;
  }

  ReconnectMode reconnects() {
    return word(OltpParameters.RECONNECT_MODE, ReconnectMode.class);
  }

  private <E extends Enum<E>> E word(Parameter.Choice parameter, Class<E> type) {
    return Enum.valueOf(type, values.get(parameter).toUpperCase(Locale.ROOT));
  }

  /// Whether requests have a BEGIN and a COMMIT.
  boolean transactional() {
    return mode() == Mode.COMPLEX && !values.get(OltpParameters.SKIP_TRX);
  }

  /// Whether no failure can come between a delete and the insert that makes up for it. A reconnect
  /// inside a transaction ends it, and what follows commits itself.
  boolean atomic() {
    return transactional()
        && switch (reconnects()) {
          case SESSION, TRANSACTION -> true;
          case QUERY, RANDOM -> false;
        };
  }

  int whole(Parameter.Whole parameter) {
    return Math.toIntExact(values.get(parameter));
  }

  /// The name of the table: letters, digits and underscores.
  String table() {
    return values.get(OltpParameters.TABLE_NAME);
  }

  /// How many rows the table is loaded with.
  long size() {
    return values.get(OltpParameters.TABLE_SIZE);
  }

  /// Whether the database numbers rows that come without an id.
  boolean numbered() {
    return values.get(OltpParameters.AUTO_INC);
  }

  /// The SQL of a query. The mode nontrx selects another column, and inserts rows of random digits;
  /// elsewhere an insert brings the row back that was deleted, with another fixed text in column
  /// pad than the loaded one.
  String sql(Operation query, String table) {
    boolean nontrx = mode() == Mode.NONTRX;
    boolean allColumns = values.get(OltpParameters.POINT_SELECT_ALL_COLS);
    return switch (query) {
      case POINT_SELECT ->
          "select %s from %s where id = ?"
              .formatted(nontrx ? "pad" : allColumns ? "id, k, c, pad" : "c", table);
      case INSERT ->
          !nontrx
              ? "insert into %s (id, k, c, pad) values (?, 0, ' ', '%s')"
                  .formatted(table, SbtestTable.INSERTED_PAD)
              : numbered()
                  ? "insert into %s (k, c, pad) values (?, ?, ?)".formatted(table)
                  : "insert into %s (k, c, pad, id) values (?, ?, ?, ?)".formatted(table);
      default -> query.sql(table);
    };
  }

  IdDistribution ids() {
    int draws = whole(OltpParameters.DIST_ITER);
    return switch (values.get(OltpParameters.DIST_TYPE)) {
      case "uniform" -> new IdDistribution.Uniform(size());
      case "gaussian" -> new IdDistribution.Gaussian(size(), draws);
      default ->
          IdDistribution.Special.of(
              size(), draws, whole(OltpParameters.DIST_PCT), whole(OltpParameters.DIST_RES));
    };
  }

  ThinkTime think() {
    return new ThinkTime(
        values.get(OltpParameters.USER_DELAY_MIN), values.get(OltpParameters.USER_DELAY_MAX));
  }

  /// An upper bound of all delays of an iteration together.
  Duration longestSleep() {
    long queries = mode() == Mode.COMPLEX ? shape().queries() : 1;
    boolean reconnects = reconnects() != ReconnectMode.SESSION;
    long delay = think().longestMicros() * (reconnects ? 2 : 1);
    long connect = reconnects ? values.get(OltpParameters.CONNECT_DELAY) : 0;
    return Duration.of((queries + 1) * (delay + connect), ChronoUnit.MICROS);
  }

  ComplexRequests.Shape shape() {
    Map<Operation, Integer> counts = new EnumMap<>(Operation.class);
    counts.put(Operation.POINT_SELECT, whole(OltpParameters.POINT_SELECTS));
    counts.put(Operation.SIMPLE_RANGE, whole(OltpParameters.SIMPLE_RANGES));
    counts.put(Operation.SUM_RANGE, whole(OltpParameters.SUM_RANGES));
    counts.put(Operation.ORDER_RANGE, whole(OltpParameters.ORDER_RANGES));
    counts.put(Operation.DISTINCT_RANGE, whole(OltpParameters.DISTINCT_RANGES));
    counts.put(Operation.INDEX_UPDATE, whole(OltpParameters.INDEX_UPDATES));
    counts.put(Operation.NON_INDEX_UPDATE, whole(OltpParameters.NON_INDEX_UPDATES));
    return new ComplexRequests.Shape(
        counts,
        values.get(OltpParameters.UPDATE_BEFORE_DELETE),
        values.get(OltpParameters.READ_ONLY),
        values.get(OltpParameters.SKIP_TRX));
  }

  Requests requests(int thread, int threads) {
    IdDistribution ids = ids();
    return switch (mode()) {
      case SIMPLE, NONTRX ->
          new SingleRequests(
              mode() == Mode.SIMPLE ? SingleRequests.Statement.SELECT : nontrxStatement(),
              ids,
              new UniqueIds.Strided(size(), thread, threads),
              think(),
              reconnects());
      case COMPLEX ->
          new ComplexRequests(
              shape(),
              ids,
              new ComplexRequests.RangeStarts(size(), values.get(OltpParameters.RANGE_SIZE)),
              think(),
              reconnects());
    };
  }
}
