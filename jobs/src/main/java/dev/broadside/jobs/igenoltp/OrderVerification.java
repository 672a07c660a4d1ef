package dev.broadside.jobs.igenoltp;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.Counters;
import dev.broadside.kit.verify.RowBalance;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Holds the tables after a run against what the agents counted.
///
/// @param tables the names of the tables
/// @param context the counts
record OrderVerification(OpenTarget at, Tables tables, VerifyContext context) {

  List<Check> checks() throws SQLException {
    List<Check> checks = new ArrayList<>();
    checks.add(ordersAreStationary());
    checks.add(nothingDangles("customer", "customer_id", tables.customer()));
    checks.add(nothingDangles("product", "product_id", tables.product()));
    checks.add(nothingDangles("region", "region_id", tables.region()));
    checks.add(everyCustomerHasItsOrders());
    checks.add(everyRegionHasOpenOrders());
    checks.addAll(databaseAgrees());
    return checks;
  }

  /// Rows = before + inserts - deletes. What may have taken effect makes an interval of it:
  /// uncertain writes, and failed ones where statements commit themselves, since such a transaction
  /// may have failed after its insert.
  private Check ordersAreStationary() throws SQLException {
    Totals inserts = context.operation(OrderThread.INSERT_ORDER);
    Totals deletes = context.operation(OrderThread.DELETE_ORDER);
    RowBalance balance =
        new RowBalance(
            context.facts().whole(Igenoltp.ORDERS_BEFORE),
            inserts.ok(),
            deletes.ok(),
            unsure(inserts),
            unsure(deletes));
    long rows = at.whole("select count(*) from " + tables.orders());
    return balance.check(context, "orders are stationary", rows, true);
  }

  private long unsure(Totals writes) {
    return IgenoltpParameters.session(context.values()).autoCommit()
        ? writes.uncertain() + writes.failed()
        : writes.uncertain();
  }

  private Check nothingDangles(String what, String column, String table) throws SQLException {
    long dangling =
        at.whole(
            "select count(*) from %s o where not exists (select 1 from %s t where t.id = o.%s)"
                .formatted(tables.orders(), table, column));
    return Checks.sure("every order has its " + what, dangling == 0, "%,d have none", dangling);
  }

  private Check everyCustomerHasItsOrders() throws SQLException {
    long enough =
        at.whole(
            """
            select count(*) from
              (select customer_id from %s group by customer_id having count(*) >= %d) t\
            """
                .formatted(tables.orders(), OrderStatements.NEWEST_OF_CUSTOMER));
    long customers = context.facts().whole("data.customers");
    return Checks.evidence(
        "customers have ten orders", enough == customers, "%,d of %,d have", enough, customers);
  }

  private Check everyRegionHasOpenOrders() throws SQLException {
    long enough =
        at.whole(
            """
            select count(*) from
              (select region_id from %s where status = '%s'
               group by region_id having count(*) >= %d) t\
            """
                .formatted(tables.orders(), OrderData.OPEN, OrderStatements.NEWEST_OF_REGION));
    return Checks.evidence(
        "regions have six open orders",
        enough == Scale.REGIONS,
        "%d of %d have",
        enough,
        Scale.REGIONS);
  }

  private List<Check> databaseAgrees() {
    Map<String, Totals> counted = new LinkedHashMap<>();
    counted.put("inserts", context.operation(OrderThread.INSERT_ORDER));
    counted.put("deletes", context.operation(OrderThread.DELETE_ORDER));
    Totals commits = context.operation(OrderThread.COMMIT);
    if (commits.ok() > 0) {
      counted.put("commits", commits);
    }
    return Counters.checks(context, at, counted, List.of(tables.orders()));
  }
}
