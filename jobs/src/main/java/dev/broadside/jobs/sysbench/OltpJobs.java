package dev.broadside.jobs.sysbench;

import static dev.broadside.jobs.sbtest.Operation.BEGIN;
import static dev.broadside.jobs.sbtest.Operation.COMMIT;
import static dev.broadside.jobs.sbtest.Operation.DELETE;
import static dev.broadside.jobs.sbtest.Operation.DISTINCT_RANGE;
import static dev.broadside.jobs.sbtest.Operation.INDEX_UPDATE;
import static dev.broadside.jobs.sbtest.Operation.INSERT;
import static dev.broadside.jobs.sbtest.Operation.MISS;
import static dev.broadside.jobs.sbtest.Operation.NON_INDEX_UPDATE;
import static dev.broadside.jobs.sbtest.Operation.ORDER_RANGE;
import static dev.broadside.jobs.sbtest.Operation.POINT_SELECT;
import static dev.broadside.jobs.sbtest.Operation.RANDOM_POINTS;
import static dev.broadside.jobs.sbtest.Operation.RANDOM_RANGES;
import static dev.broadside.jobs.sbtest.Operation.SIMPLE_RANGE;
import static dev.broadside.jobs.sbtest.Operation.SUM_RANGE;

import dev.broadside.core.param.Parameters;
import dev.broadside.jobs.sbtest.Mix;

/// The ten OLTP jobs, one declaration each: id, title, what one event is, parameters, and the
/// operations of an event in their order.
public final class OltpJobs {
  private OltpJobs() {}

  public static final class ReadWrite extends SysbenchJob {
    public ReadWrite() {
      super(
          "oltp_read_write",
          "sysbench OLTP, read and write",
          "Ten point selects, four range selects, two updates, a delete and an insert in one transaction.",
          SysbenchParameters.tables(
              SysbenchParameters.READS
                  .and(SysbenchParameters.WRITES)
                  .and(SysbenchParameters.TRANSACTION)),
          Mix.of(
              BEGIN,
              POINT_SELECT,
              SIMPLE_RANGE,
              SUM_RANGE,
              ORDER_RANGE,
              DISTINCT_RANGE,
              INDEX_UPDATE,
              NON_INDEX_UPDATE,
              DELETE,
              INSERT,
              COMMIT,
              MISS));
    }
  }

  public static final class ReadOnly extends SysbenchJob {
    public ReadOnly() {
      super(
          "oltp_read_only",
          "sysbench OLTP, read only",
          "Ten point selects and four range selects in one transaction.",
          SysbenchParameters.tables(SysbenchParameters.READS.and(SysbenchParameters.TRANSACTION)),
          Mix.of(
              BEGIN, POINT_SELECT, SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE, COMMIT));
    }
  }

  public static final class WriteOnly extends SysbenchJob {
    public WriteOnly() {
      super(
          "oltp_write_only",
          "sysbench OLTP, write only",
          "Two updates, a delete and an insert in one transaction.",
          SysbenchParameters.tables(SysbenchParameters.WRITES.and(SysbenchParameters.TRANSACTION)),
          Mix.of(BEGIN, INDEX_UPDATE, NON_INDEX_UPDATE, DELETE, INSERT, COMMIT, MISS));
    }
  }

  public static final class PointSelect extends SysbenchJob {
    public PointSelect() {
      super(
          "oltp_point_select",
          "sysbench point selects",
          "One select of one row by its id.",
          SysbenchParameters.tables(Parameters.of()),
          Mix.of(POINT_SELECT));
    }
  }

  public static final class UpdateIndex extends SysbenchJob {
    public UpdateIndex() {
      super(
          "oltp_update_index",
          "sysbench updates of an index",
          "One update of an indexed column.",
          SysbenchParameters.tables(Parameters.of(SysbenchParameters.INDEX_UPDATES)),
          Mix.of(INDEX_UPDATE, MISS));
    }
  }

  public static final class UpdateNonIndex extends SysbenchJob {
    public UpdateNonIndex() {
      super(
          "oltp_update_non_index",
          "sysbench updates without index",
          "One update of a column that has no index.",
          SysbenchParameters.tables(Parameters.of(SysbenchParameters.NON_INDEX_UPDATES)),
          Mix.of(NON_INDEX_UPDATE, MISS));
    }
  }

  /// Not prepared: an insert that makes up for no delete is text, as in sysbench.
  public static final class Insert extends SysbenchJob {
    public Insert() {
      super(
          "oltp_insert",
          "sysbench inserts",
          "One insert of one row, as text that is never prepared.",
          SysbenchParameters.tables(Parameters.of()),
          Mix.of(INSERT));
    }
  }

  public static final class Delete extends SysbenchJob {
    public Delete() {
      super(
          "oltp_delete",
          "sysbench deletes",
          "One delete of one row by its id, never made up for, so that more and more find nothing.",
          SysbenchParameters.tables(Parameters.of()),
          Mix.of(DELETE, MISS));
    }
  }

  public static final class RandomPoints extends SysbenchJob {
    public RandomPoints() {
      super(
          "select_random_points",
          "sysbench random points",
          "One select of the rows with one of ten values of k, drawn in the thread's own part of them.",
          SysbenchParameters.oneTable(Parameters.of(SysbenchParameters.RANDOM_POINTS)),
          Mix.of(RANDOM_POINTS));
    }
  }

  public static final class RandomRanges extends SysbenchJob {
    public RandomRanges() {
      super(
          "select_random_ranges",
          "sysbench random ranges",
          "One count of the rows with k in one of several ranges, drawn in the thread's own part of them.",
          SysbenchParameters.oneTable(
              Parameters.of(SysbenchParameters.NUMBER_OF_RANGES, SysbenchParameters.DELTA)),
          Mix.of(RANDOM_RANGES));
    }
  }
}
