package dev.broadside.jobs.sysbench04;

import static dev.broadside.core.param.Parameter.choice;
import static dev.broadside.core.param.Parameter.flag;
import static dev.broadside.core.param.Parameter.text;
import static dev.broadside.core.param.Parameter.whole;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.kit.jdbc.TargetParameters;

/// What a user may choose about [Sysbench04Oltp]: names and defaults are those of sysbench 0.4.12;
/// the last three are ours.
final class OltpParameters {
  static final Parameter.Choice TEST_MODE =
      choice(
              "oltp-test-mode",
              "What an iteration is",
              option("simple", "One point select, without a transaction"),
              option("complex", "A transaction of 14 reads and 4 writes"),
              option("nontrx", "One statement that commits itself: see oltp-nontrx-mode"))
          .preset("complex");

  static final Parameter.Choice NONTRX_MODE =
      choice(
              "oltp-nontrx-mode",
              "The statement of the mode nontrx",
              option("select", "Column pad by primary key"),
              option("update_key", "k = k + 1 by primary key; k is indexed"),
              option("update_nokey", "c = random digits by primary key"),
              option("insert", "A new row of random digits; the table is emptied before the run"),
              option("delete", "A row by primary key, each row once"))
          .preset("select");

  static final Parameter.Flag READ_ONLY =
      flag("oltp-read-only", "Leave the writes of the mode complex out");

  static final Parameter.Flag SKIP_TRX =
      flag("oltp-skip-trx", "No BEGIN and COMMIT: each statement commits itself");

  static final Parameter.Whole TABLE_SIZE =
      whole("oltp-table-size", "Rows of the table").between(1, 2_000_000_000).preset(10_000);

  static final Parameter.Text TABLE_NAME =
      text("oltp-table-name", "Name of the table")
          .preset("sbtest")
          .matching(
              "[A-Za-z][A-Za-z0-9_]{0,49}",
              "a letter and at most 49 letters, digits and underscores");

  static final Parameter.Whole RANGE_SIZE =
      whole("oltp-range-size", "Rows of a range").between(1, 1_000_000).preset(100);

  static final Parameter.Whole POINT_SELECTS =
      count("oltp-point-selects", "Point selects of a transaction", 10);
  static final Parameter.Whole SIMPLE_RANGES =
      count("oltp-simple-ranges", "Simple ranges of a transaction", 1);
  static final Parameter.Whole SUM_RANGES =
      count("oltp-sum-ranges", "Ranges with SUM of a transaction", 1);
  static final Parameter.Whole ORDER_RANGES =
      count("oltp-order-ranges", "Ranges with ORDER BY of a transaction", 1);
  static final Parameter.Whole DISTINCT_RANGES =
      count("oltp-distinct-ranges", "Ranges with DISTINCT of a transaction", 1);
  static final Parameter.Whole INDEX_UPDATES =
      count("oltp-index-updates", "Updates of the indexed column of a transaction", 1);
  static final Parameter.Whole NON_INDEX_UPDATES =
      count("oltp-non-index-updates", "Updates of a column without index of a transaction", 1);

  static final Parameter.Flag POINT_SELECT_ALL_COLS =
      flag("oltp-point-select-all-cols", "Point selects read all four columns, not c alone");

  static final Parameter.Choice RECONNECT_MODE =
      choice(
              "oltp-reconnect-mode",
              "When a thread gives its connection up for a new one",
              option("session", "Never"),
              option("query", "After every query"),
              option("transaction", "After every transaction"),
              option("random", "As one of the others, drawn for each transaction"))
          .preset("session");

  static final Parameter.Whole CONNECT_DELAY =
      micros("oltp-connect-delay", "Microseconds to sleep after connecting", 10_000);
  static final Parameter.Whole USER_DELAY_MIN =
      micros("oltp-user-delay-min", "Least microseconds to sleep before each query", 0);
  static final Parameter.Whole USER_DELAY_MAX =
      micros("oltp-user-delay-max", "Most microseconds to sleep before each query", 0);

  static final Parameter.Flag AUTO_INC =
      flag("oltp-auto-inc", "The database numbers the rows that nontrx insert adds").preset(true);

  static final Parameter.Choice DIST_TYPE =
      choice(
              "oltp-dist-type",
              "How rows are drawn",
              option("uniform", "All equally often"),
              option("gaussian", "A bell around the middle row"),
              option("special", "75 % of the draws within 1 % of the rows, in the middle"))
          .preset("special");

  static final Parameter.Whole DIST_ITER =
      whole("oltp-dist-iter", "How many uniform draws make one of the bell")
          .between(1, 1_000)
          .preset(12);
  static final Parameter.Whole DIST_PCT =
      whole("oltp-dist-pct", "Percentage of the rows that are special").between(0, 100).preset(1);
  static final Parameter.Whole DIST_RES =
      whole("oltp-dist-res", "Percentage of the draws that hit special rows")
          .between(0, 99)
          .preset(75);

  static final Parameter.Flag UPDATE_BEFORE_DELETE =
      flag(
          "update-before-delete",
          "Update the row that is about to be deleted, a fifth write: as releases of 0.4.12 did"
              + " until 2016, and on PostgreSQL since");

  static final Parameters ALL =
      TargetParameters.ALL
          .and(Parameters.of(TEST_MODE, NONTRX_MODE, READ_ONLY, SKIP_TRX, TABLE_SIZE))
          .and(
              Parameters.of(
                      TABLE_NAME,
                      RANGE_SIZE,
                      POINT_SELECTS,
                      SIMPLE_RANGES,
                      SUM_RANGES,
                      ORDER_RANGES,
                      DISTINCT_RANGES,
                      INDEX_UPDATES,
                      NON_INDEX_UPDATES,
                      POINT_SELECT_ALL_COLS,
                      RECONNECT_MODE,
                      CONNECT_DELAY,
                      USER_DELAY_MIN,
                      USER_DELAY_MAX,
                      AUTO_INC,
                      DIST_TYPE,
                      DIST_ITER,
                      DIST_PCT,
                      DIST_RES,
                      UPDATE_BEFORE_DELETE,
                      TargetParameters.LOAD_THREADS,
                      TargetParameters.FINGERPRINT,
                      TargetParameters.CLEAN_UP)
                  .folded());

  private static final int MOST_OF_A_KIND = 10_000;
  private static final long HOUR_MICROS = 3_600_000_000L;

  private OltpParameters() {}

  private static Parameter.Option option(String value, String help) {
    return new Parameter.Option(value, help);
  }

  private static Parameter.Whole count(String name, String help, long preset) {
    return whole(name, help).between(0, MOST_OF_A_KIND).preset(preset);
  }

  private static Parameter.Whole micros(String name, String help, long preset) {
    return whole(name, help).between(0, HOUR_MICROS).preset(preset);
  }
}
