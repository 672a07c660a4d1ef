package dev.broadside.jobs.sysbench;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.kit.jdbc.TargetParameters;
import java.util.Locale;

/// The options of sysbench 1.0.20 under its own names, with `-` for `_`, and with its own defaults.
final class SysbenchParameters {
  private static final int MOST = 10_000;

  static final Parameter.Whole TABLES =
      Parameter.whole("tables", "Number of tables").between(1, MOST).preset(1);

  static final Parameter.Whole TABLE_SIZE =
      Parameter.whole("table-size", "Number of rows per table")
          .between(1, 2_000_000_000)
          .preset(10_000);

  static final Parameter.Flag AUTO_INC =
      Parameter.flag("auto-inc", "Let the database number the rows; if off, the client does")
          .preset(true);

  static final Parameter.Flag CREATE_SECONDARY =
      Parameter.flag("create-secondary", "Create an index on k, after the load").preset(true);

  static final Parameter.Flag SECONDARY =
      Parameter.flag("secondary", "Use a plain index on id in place of the primary key");

  static final Parameter.Text STORAGE_ENGINE =
      Parameter.text("mysql-storage-engine", "Storage engine on MySQL and MariaDB")
          .preset("innodb")
          .matching("[A-Za-z][A-Za-z0-9_]{0,63}", "a letter, then letters, digits, underscores");

  static final Parameter.Whole RANGE_SIZE =
      Parameter.whole("range-size", "How many ids a range spans").between(1, 1_000_000).preset(100);

  static final Parameter.Whole POINT_SELECTS = count("point-selects", "Point selects", 10);
  static final Parameter.Whole SIMPLE_RANGES = count("simple-ranges", "Simple range selects", 1);
  static final Parameter.Whole SUM_RANGES = count("sum-ranges", "Selects of a sum", 1);
  static final Parameter.Whole ORDER_RANGES = count("order-ranges", "Ordered range selects", 1);
  static final Parameter.Whole DISTINCT_RANGES =
      count("distinct-ranges", "Selects of distinct values", 1);
  static final Parameter.Whole INDEX_UPDATES =
      count("index-updates", "Updates of the indexed column", 1);
  static final Parameter.Whole NON_INDEX_UPDATES =
      count("non-index-updates", "Updates of a column without index", 1);
  static final Parameter.Whole DELETE_INSERTS =
      count("delete-inserts", "Deletes with an insert of the same id", 1);

  static final Parameter.Flag RANGE_SELECTS =
      Parameter.flag("range-selects", "Do the four kinds of range selects").preset(true);

  static final Parameter.Flag SKIP_TRX =
      Parameter.flag("skip-trx", "No BEGIN and COMMIT: every statement commits itself");

  static final Parameter.Whole RANDOM_POINTS =
      Parameter.whole("random-points", "How many values of k one select asks for")
          .between(1, 1_000)
          .preset(10);

  static final Parameter.Whole NUMBER_OF_RANGES =
      Parameter.whole("number-of-ranges", "How many ranges of k one select asks for")
          .between(1, 1_000)
          .preset(10);

  static final Parameter.Whole DELTA =
      Parameter.whole("delta", "How far such a range reaches above its first value")
          .between(0, 1_000_000)
          .preset(5);

  static final Parameter.Choice RAND_TYPE =
      Parameter.choice("rand-type", "How ids and values of k are drawn")
          .option("uniform", "All equally often")
          .option("gaussian", "A bell around the middle")
          .option("special", "75 % from part of a 1 % window, the rest a bell")
          .option("pareto", "The lowest 20 % get 80 % of the draws, and so on")
          .option("zipfian", "The first is the hottest")
          .preset("special");

  static final Parameter.Whole RAND_SPEC_ITER =
      Parameter.whole("rand-spec-iter", "How many draws the bell is the mean of")
          .between(1, 1_000)
          .preset(12);

  static final Parameter.Whole RAND_SPEC_PCT =
      Parameter.whole("rand-spec-pct", "Percentage of the ids that is the window of special")
          .between(0, 100)
          .preset(1);

  static final Parameter.Whole RAND_SPEC_RES =
      Parameter.whole("rand-spec-res", "Percentage of the draws that hits the window of special")
          .between(0, 100)
          .preset(75);

  static final Parameter.Decimal RAND_PARETO_H =
      Parameter.decimal("rand-pareto-h", "The h of pareto: this share gets 1 - h of the draws")
          .between(0.001, 0.999)
          .preset(0.2);

  static final Parameter.Decimal RAND_ZIPFIAN_EXP =
      Parameter.decimal("rand-zipfian-exp", "The exponent of zipfian")
          .between(0.01, 10)
          .preset(0.8);

  private static final Parameters DRAWS =
      Parameters.of(RAND_TYPE)
          .and(
              Parameters.of(
                      RAND_SPEC_ITER, RAND_SPEC_PCT, RAND_SPEC_RES, RAND_PARETO_H, RAND_ZIPFIAN_EXP)
                  .folded());

  private static final Parameters SHAPE =
      Parameters.of(AUTO_INC, CREATE_SECONDARY, SECONDARY, STORAGE_ENGINE).folded();

  private static final Parameters AROUND =
      Parameters.of(
              TargetParameters.LOAD_THREADS,
              TargetParameters.FINGERPRINT,
              TargetParameters.CLEAN_UP)
          .folded();

  static final Parameters READS =
      Parameters.of(
          POINT_SELECTS,
          RANGE_SELECTS,
          RANGE_SIZE,
          SIMPLE_RANGES,
          SUM_RANGES,
          ORDER_RANGES,
          DISTINCT_RANGES);

  static final Parameters WRITES = Parameters.of(INDEX_UPDATES, NON_INDEX_UPDATES, DELETE_INSERTS);

  static final Parameters TRANSACTION = Parameters.of(SKIP_TRX).folded();

  private SysbenchParameters() {}

  /// The storage engine in lower case: its name is the same in any.
  static String storageEngine(ParameterValues values) {
    return values.get(STORAGE_ENGINE).toLowerCase(Locale.ROOT);
  }

  private static Parameter.Whole count(String name, String what, int preset) {
    return Parameter.whole(name, what + " per event").between(0, 1_000).preset(preset);
  }

  /// Target and tables, then the job's own, then how keys are drawn.
  static Parameters tables(Parameters own) {
    return around(Parameters.of(TABLES, TABLE_SIZE), own);
  }

  /// As [#tables], for jobs with one table.
  static Parameters oneTable(Parameters own) {
    return around(Parameters.of(TABLE_SIZE), own);
  }

  private static Parameters around(Parameters tables, Parameters own) {
    return TargetParameters.ALL.and(tables).and(own).and(DRAWS).and(SHAPE).and(AROUND);
  }

  /// What bulk_insert has: its tables begin empty, and nothing is drawn.
  static Parameters bulk() {
    return TargetParameters.ALL.and(
        Parameters.of(STORAGE_ENGINE, TargetParameters.CLEAN_UP).folded());
  }
}
