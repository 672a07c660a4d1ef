package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.kit.draw.KeyDistribution;

/// What the values of one job's parameters mean. Immutable.
///
/// @param declared the parameters that the job has; what it has not keeps its meaning of "one"
/// @param values their values
/// @param operations what the job does
record Options(Parameters declared, ParameterValues values, Operations operations) {

  int tables() {
    return whole(SysbenchParameters.TABLES, 1);
  }

  int tableSize() {
    return whole(SysbenchParameters.TABLE_SIZE, 1);
  }

  /// How many rows a table is loaded with. Rows that the client numbers while it inserts would meet
  /// loaded ones, so there are none then, as in sysbench.
  int rowsToLoad() {
    return insertsOnly() && !autoInc() ? 0 : tableSize();
  }

  private boolean insertsOnly() {
    return operations.has(Operation.INSERT) && !operations.has(Operation.DELETE);
  }

  boolean autoInc() {
    return values.get(SysbenchParameters.AUTO_INC);
  }

  boolean secondary() {
    return values.get(SysbenchParameters.SECONDARY);
  }

  boolean createSecondary() {
    return values.get(SysbenchParameters.CREATE_SECONDARY);
  }

  String storageEngine() {
    return SysbenchParameters.storageEngine(values);
  }

  int loadThreads() {
    return whole(SysbenchParameters.LOAD_THREADS, 1);
  }

  boolean drops() {
    return values.get(SysbenchParameters.CLEAN_UP).equals("drop");
  }

  int rangeSize() {
    return whole(SysbenchParameters.RANGE_SIZE, 1);
  }

  int randomPoints() {
    return whole(SysbenchParameters.RANDOM_POINTS, 1);
  }

  int ranges() {
    return whole(SysbenchParameters.NUMBER_OF_RANGES, 1);
  }

  int delta() {
    return whole(SysbenchParameters.DELTA, 1);
  }

  /// Whether an event is one transaction.
  boolean transaction() {
    return operations.has(Operation.COMMIT) && !values.get(SysbenchParameters.SKIP_TRX);
  }

  /// How many statements of this kind one event makes.
  int perEvent(Operation operation) {
    if (!operations.has(operation)) {
      return 0;
    }
    return switch (operation) {
      case BEGIN, COMMIT -> transaction() ? 1 : 0;
      case POINT_SELECT -> whole(SysbenchParameters.POINT_SELECTS, 1);
      case SIMPLE_RANGE -> ranges(SysbenchParameters.SIMPLE_RANGES);
      case SUM_RANGE -> ranges(SysbenchParameters.SUM_RANGES);
      case ORDER_RANGE -> ranges(SysbenchParameters.ORDER_RANGES);
      case DISTINCT_RANGE -> ranges(SysbenchParameters.DISTINCT_RANGES);
      case INDEX_UPDATE -> whole(SysbenchParameters.INDEX_UPDATES, 1);
      case NON_INDEX_UPDATE -> whole(SysbenchParameters.NON_INDEX_UPDATES, 1);
      case DELETE, INSERT -> whole(SysbenchParameters.DELETE_INSERTS, 1);
      case RANDOM_POINTS, RANDOM_RANGES -> 1;
      case MISS, FLUSH -> 0;
    };
  }

  private int ranges(Parameter.Whole count) {
    return values.get(SysbenchParameters.RANGE_SELECTS) ? whole(count, 1) : 0;
  }

  /// The statements of one event without BEGIN and COMMIT.
  int statementsPerEvent() {
    return operations.used().stream()
        .filter(operation -> operation != Operation.BEGIN && operation != Operation.COMMIT)
        .mapToInt(this::perEvent)
        .sum();
  }

  /// The chosen distribution over so many keys.
  KeyDistribution keys(long size) {
    int draws = whole(SysbenchParameters.RAND_SPEC_ITER, 1);
    return switch (values.get(SysbenchParameters.RAND_TYPE)) {
      case "uniform" -> new KeyDistribution.Uniform(size);
      case "gaussian" -> new KeyDistribution.Gaussian(size, draws);
      case "pareto" ->
          new KeyDistribution.Pareto(size, values.get(SysbenchParameters.RAND_PARETO_H));
      case "zipfian" ->
          new KeyDistribution.Zipfian(size, values.get(SysbenchParameters.RAND_ZIPFIAN_EXP));
      default ->
          new KeyDistribution.Special(
              size,
              draws,
              whole(SysbenchParameters.RAND_SPEC_PCT, 1),
              whole(SysbenchParameters.RAND_SPEC_RES, 1));
    };
  }

  private int whole(Parameter.Whole parameter, int otherwise) {
    return declared.all().contains(parameter) ? Math.toIntExact(values.get(parameter)) : otherwise;
  }
}
