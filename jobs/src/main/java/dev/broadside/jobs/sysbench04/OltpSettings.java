package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// What the user's choices mean for the workload.
///
/// @param values the checked parameters
record OltpSettings(ParameterValues values) {

  /// The test's modes.
  enum Mode {
    SIMPLE,
    COMPLEX,
    NONTRX
  }

  Mode mode() {
    return word(OltpParameters.TEST_MODE, Mode.class);
  }

  NontrxRequests.Statement nontrxStatement() {
    return word(OltpParameters.NONTRX_MODE, NontrxRequests.Statement.class);
  }

  boolean inserts() {
    return mode() == Mode.NONTRX && nontrxStatement() == NontrxRequests.Statement.INSERT;
  }

  /// Whether nothing but the sum of column k changes, by one with each iteration.
  boolean updatesKeysOnly() {
    return mode() == Mode.NONTRX && nontrxStatement() == NontrxRequests.Statement.UPDATE_KEY;
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

  long tableSize() {
    return values.get(OltpParameters.TABLE_SIZE);
  }

  boolean drops() {
    return values.get(OltpParameters.CLEAN_UP).equals("drop");
  }

  int whole(Parameter.Whole parameter) {
    return Math.toIntExact(values.get(parameter));
  }

  SbtestTable table() {
    return new SbtestTable(values.get(OltpParameters.TABLE_NAME));
  }

  OltpStatements statements() {
    return new OltpStatements(
        table(),
        mode() == Mode.NONTRX,
        values.get(OltpParameters.POINT_SELECT_ALL_COLS),
        values.get(OltpParameters.AUTO_INC),
        values.get(OltpParameters.RANGE_SIZE));
  }

  IdDistribution ids() {
    long size = tableSize();
    int draws = whole(OltpParameters.DIST_ITER);
    return switch (values.get(OltpParameters.DIST_TYPE)) {
      case "uniform" -> new IdDistribution.Uniform(size);
      case "gaussian" -> new IdDistribution.Gaussian(size, draws);
      default ->
          IdDistribution.Special.of(
              size, draws, whole(OltpParameters.DIST_PCT), whole(OltpParameters.DIST_RES));
    };
  }

  ThinkTime think() {
    return new ThinkTime(
        values.get(OltpParameters.USER_DELAY_MIN), values.get(OltpParameters.USER_DELAY_MAX));
  }

  /// More than an iteration sleeps, in all its delays together.
  Duration longestSleep() {
    long queries = mode() == Mode.COMPLEX ? shape().queries() : 1;
    boolean reconnects = reconnects() != ReconnectMode.SESSION;
    long delay = think().longestMicros() * (reconnects ? 2 : 1);
    long connect = reconnects ? values.get(OltpParameters.CONNECT_DELAY) : 0;
    return Duration.of((queries + 1) * (delay + connect), ChronoUnit.MICROS);
  }

  ComplexRequests.Shape shape() {
    return new ComplexRequests.Shape(
        whole(OltpParameters.POINT_SELECTS),
        whole(OltpParameters.SIMPLE_RANGES),
        whole(OltpParameters.SUM_RANGES),
        whole(OltpParameters.ORDER_RANGES),
        whole(OltpParameters.DISTINCT_RANGES),
        whole(OltpParameters.INDEX_UPDATES),
        whole(OltpParameters.NON_INDEX_UPDATES),
        values.get(OltpParameters.UPDATE_BEFORE_DELETE),
        values.get(OltpParameters.READ_ONLY),
        values.get(OltpParameters.SKIP_TRX));
  }

  /// The requests of one thread.
  Requests requests(int thread, int threads) {
    return switch (mode()) {
      case SIMPLE -> new SimpleRequests(ids(), think(), reconnects());
      case NONTRX ->
          new NontrxRequests(
              nontrxStatement(),
              ids(),
              new UniqueIds(tableSize(), thread, threads),
              think(),
              reconnects());
      case COMPLEX ->
          new ComplexRequests(
              shape(),
              ids(),
              new ComplexRequests.RangeStarts(tableSize(), values.get(OltpParameters.RANGE_SIZE)),
              think(),
              reconnects());
    };
  }
}
