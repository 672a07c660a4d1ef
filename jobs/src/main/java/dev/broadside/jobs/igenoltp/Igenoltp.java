package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.TransactionJob;
import dev.broadside.kit.own.OwnedIds;
import java.util.List;

/// An order system in the manner of iGenOLTP for SLAMD: four selects, one insert, one delete, 90 %
/// reads and 10 % writes. The original's schema was never published, so figures compare with ours.
public final class Igenoltp extends TransactionJob {
  private static final Parameter.Choice MIX =
      Parameter.choice(
              "mix",
              "What the 90/10 of reads and writes is a share of",
              new Parameter.Option(
                  "transaction", "All six statements, committed once: 18 rows read, 2 written"),
              new Parameter.Option(
                  "statement", "One drawn statement, committing itself: 90 % selects, 10 % writes"))
          .preset("transaction");
  private static final Parameter.Decimal READ_ONLY_SHARE =
      Parameter.decimal(
              "read-only-share",
              "Percentage of iterations that leave the writes out; 100 makes the job read-only")
          .between(0, 100)
          .preset(0.0);
  private static final Parameter.Flag COMMIT =
      Parameter.flag(
              "commit",
              "Commit a transaction's six statements once; if off, each statement commits itself")
          .preset(true);

  public Igenoltp() {
    super(
        JobOutline.of(
                "igenoltp",
                "Order system, 90 % reads",
                """
                Four selects, one insert and one delete on an order system of four tables, in the manner \
                of iGenOLTP for SLAMD. The original's schema was never published; this one is our own.\
                """)
            .parameters(
                Parameters.of(
                        OrderTables.SCALE, MIX, KeyDistribution.PARAMETER, READ_ONLY_SHARE, COMMIT)
                    .perPhase(READ_ONLY_SHARE))
            .tables(
                OrderTables.REGION, OrderTables.PRODUCT, OrderTables.CUSTOMER, OrderTables.ORDERS)
            .transaction("order", values -> 100 - values.get(READ_ONLY_SHARE), Order::new)
            .transaction("look", values -> values.get(READ_ONLY_SHARE), Look::new)
            .withoutTimes()
            .autoCommit(values -> statementMix(values) || !values.get(COMMIT))
            .atMostThreads(OwnedIds.PARTITIONS)
            .balance(
                "orders are stationary",
                "select count(*) from {orders}",
                List.of("insert_order"),
                List.of("delete_order"))
            .refers("every order has its customer", "orders", "customer_id", "customer")
            .refers("every order has its product", "orders", "product_id", "product")
            .refers("every order has its region", "orders", "region_id", "region")
            .evidence(
                "customers have ten orders",
                """
                select count(*) from
                  (select customer_id from {orders} group by customer_id having count(*) >= 10) t\
                """,
                OrderTables::customers)
            .evidence(
                "regions have six open orders",
                """
                select count(*) from
                  (select region_id from {orders} where status = 'O'
                   group by region_id having count(*) >= 6) t\
                """,
                _ -> OrderTables.REGIONS)
            .databaseCounts());
  }

  static boolean statementMix(ParameterValues values) {
    return values.get(MIX).equals("statement");
  }

  @Override
  protected List<Problem> contradictions(ParameterValues values) {
    return statementMix(values) && !values.get(COMMIT)
        ? List.of(
            Problem.wrong(
                "parameter commit",
                "in the statement mix every statement commits itself anyway",
                "leave it out, or use the transaction mix"))
        : List.of();
  }
}
