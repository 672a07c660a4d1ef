package dev.broadside.jobs.ycsb;

import dev.broadside.core.work.ShareContext;
import dev.broadside.kit.draw.UniqueIds;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.TransactionJob;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

/// The core workloads A to F of YCSB 0.17 (B. F. Cooper et al.: Benchmarking cloud serving systems
/// with YCSB, SoCC 2010), on a table as its JDBC binding has it; each statement commits itself, as
/// there.
public final class Ycsb extends TransactionJob {
  private final AtomicReference<KeySpace> keys;

  public Ycsb() {
    this(new AtomicReference<>(new KeySpace(1, new UniqueIds.Fresh(0, 1))));
  }

  private Ycsb(AtomicReference<KeySpace> keys) {
    super(YcsbParameters.OWN, values -> outline(new Records(values), keys));
    this.keys = keys;
  }

  private static JobOutline outline(Records records, AtomicReference<KeySpace> keys) {
    return JobOutline.of(
            "ycsb",
            "YCSB, workloads A to F",
            """
            Reads, updates, inserts, scans and read-modify-writes of records by their key, in the mixes and \
            with the distributions of YCSB's core workloads. Afterwards there is a row for each insert.\
            """)
        .parameters(YcsbParameters.OWN)
        .tables(records.table())
        .shapedBy(YcsbParameters.SHAPING)
        .transaction(
            "read",
            RequestKind.READ::weight,
            () -> new RecordTransaction.Reading(records, keys::get))
        .transaction(
            "update",
            RequestKind.UPDATE::weight,
            () -> new RecordTransaction.Updating(records, keys::get))
        .transaction(
            "insert", RequestKind.INSERT::weight, () -> new InsertRecord(records, keys::get))
        .transaction(
            "scan",
            RequestKind.SCAN::weight,
            () -> new RecordTransaction.Scanning(records, keys::get))
        .transaction(
            "read_modify_write",
            RequestKind.READ_MODIFY_WRITE::weight,
            () -> new RecordTransaction.ReadingAndUpdating(records, keys::get))
        .autoCommit(_ -> true)
        .grows("there is a row for each insert", "select count(*) from {usertable}", "insert")
        .databaseCounts();
  }

  /// New keys are known to all threads of an agent.
  @Override
  protected ThreadOpener share(ShareContext context) throws SQLException {
    keys.set(
        new KeySpace(
            context.values().get(YcsbParameters.RECORD_COUNT),
            new UniqueIds.Fresh(context.agentIndex(), context.agentCount())));
    return super.share(context);
  }
}
