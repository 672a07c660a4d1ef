package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.jobs.sbtest.Mix;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.draw.KeyDistribution;
import java.util.List;
import java.util.stream.IntStream;

/// The meaning of one job's parameter values. Immutable.
///
/// @param values of the job's parameters; parameters that it does not have count as 1
/// @param mix what the job does
record Options(ParameterValues values, Mix mix) {
  static final String PREFIX = "sbtest";

  /// sbtest1, sbtest2, ...
  static List<String> tableNames(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> PREFIX + number).toList();
  }

  List<String> tableNames() {
    return tableNames(tables());
  }

  int tables() {
    return whole(SysbenchParameters.TABLES);
  }

  int tableSize() {
    return whole(SysbenchParameters.TABLE_SIZE);
  }

  /// How many rows a table is loaded with. Rows that the client numbers while it inserts would meet
  /// loaded ones, so there are none then, as in sysbench.
  int rowsToLoad() {
    return insertsOnly() && !autoInc() ? 0 : tableSize();
  }

  boolean insertsOnly() {
    return mix.has(Operation.INSERT) && !mix.has(Operation.DELETE);
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

  /// Whether an event is one transaction.
  boolean transaction() {
    return mix.has(Operation.COMMIT) && !values.get(SysbenchParameters.SKIP_TRX);
  }

  /// How many statements of this kind one event makes.
  int perEvent(Operation operation) {
    if (!mix.has(operation)) {
      return 0;
    }
    return switch (operation) {
      case BEGIN, COMMIT -> transaction() ? 1 : 0;
      case POINT_SELECT -> whole(SysbenchParameters.POINT_SELECTS);
      case SIMPLE_RANGE -> ranges(SysbenchParameters.SIMPLE_RANGES);
      case SUM_RANGE -> ranges(SysbenchParameters.SUM_RANGES);
      case ORDER_RANGE -> ranges(SysbenchParameters.ORDER_RANGES);
      case DISTINCT_RANGE -> ranges(SysbenchParameters.DISTINCT_RANGES);
      case INDEX_UPDATE -> whole(SysbenchParameters.INDEX_UPDATES);
      case NON_INDEX_UPDATE -> whole(SysbenchParameters.NON_INDEX_UPDATES);
      case DELETE, INSERT -> whole(SysbenchParameters.DELETE_INSERTS);
      case RANDOM_POINTS, RANDOM_RANGES -> 1;
      case MISS, FLUSH, RECONNECT -> 0;
    };
  }

  /// The operations that are prepared statements. An insert is prepared if it follows a delete.
  List<Operation> prepared() {
    return mix.used().stream()
        .filter(operation -> operation != Operation.BEGIN && operation != Operation.COMMIT)
        .filter(operation -> perEvent(operation) > 0)
        .filter(operation -> operation != Operation.INSERT || !insertsOnly())
        .toList();
  }

  String sql(Operation operation, String table) {
    return switch (operation) {
      case RANDOM_POINTS ->
          "select id, k, c, pad from %s where k in (%s)"
              .formatted(table, repeated("?", ", ", whole(SysbenchParameters.RANDOM_POINTS)));
      case RANDOM_RANGES ->
          "select count(k) from %s where %s"
              .formatted(
                  table,
                  repeated(
                      "k between ? and ?", " or ", whole(SysbenchParameters.NUMBER_OF_RANGES)));
      default -> operation.sql(table);
    };
  }

  private static String repeated(String part, String between, int count) {
    return (part + between).repeat(count - 1) + part;
  }

  /// Whether every change of k is an update by one: no row comes or goes.
  boolean sumsAreComparable() {
    return perEvent(Operation.INDEX_UPDATE) > 0 && !mix.has(Operation.INSERT);
  }

  private int ranges(Parameter.Whole count) {
    return values.get(SysbenchParameters.RANGE_SELECTS) ? whole(count) : 0;
  }

  /// The statements of one event without BEGIN and COMMIT.
  int statementsPerEvent() {
    return mix.used().stream()
        .filter(operation -> operation != Operation.BEGIN && operation != Operation.COMMIT)
        .mapToInt(this::perEvent)
        .sum();
  }

  /// The chosen distribution over a number of keys.
  KeyDistribution keys(long size) {
    int draws = whole(SysbenchParameters.RAND_SPEC_ITER);
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
              whole(SysbenchParameters.RAND_SPEC_PCT),
              whole(SysbenchParameters.RAND_SPEC_RES));
    };
  }

  int whole(Parameter.Whole parameter) {
    return values.has(parameter) ? Math.toIntExact(values.get(parameter)) : 1;
  }
}
