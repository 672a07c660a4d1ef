package dev.broadside.jobs.igenoltp;

import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.verify.Counters;
import dev.broadside.kit.verify.RowBalance;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Holds the tables after a run against what the agents counted.
///
/// @param connection to the database, in auto-commit
/// @param dialect the words of the database
/// @param tables the names of the tables
/// @param context the counts
record OrderVerification(
    Connection connection, Dialect dialect, Tables tables, VerifyContext context) {

  Verification verify() throws SQLException {
    List<Check> checks = new ArrayList<>();
    checks.add(ordersAreStationary());
    checks.add(nothingDangles("customer", "customer_id", tables.customer()));
    checks.add(nothingDangles("product", "product_id", tables.product()));
    checks.add(nothingDangles("region", "region_id", tables.region()));
    checks.add(everyCustomerHasItsOrders());
    checks.add(everyRegionHasOpenOrders());
    checks.addAll(databaseAgrees());
    return Verification.of(checks);
  }

  /// Rows = before + inserts - deletes. What may have taken effect makes an interval of it:
  /// uncertain writes, and failed ones where statements commit themselves, since such a transaction
  /// may have failed after its insert.
  private Check ordersAreStationary() throws SQLException {
    long before = context.facts().whole(Igenoltp.ORDERS_BEFORE);
    Totals inserts = context.operation(Operations.INSERT_ORDER);
    Totals deletes = context.operation(Operations.DELETE_ORDER);
    RowBalance balance =
        new RowBalance(before, inserts.ok(), deletes.ok(), unsure(inserts), unsure(deletes));
    long rows = Rows.whole(connection, "select count(*) from " + tables.orders());
    String detail = balance.detail(rows);
    return new Check(
        "orders are stationary",
        balance.holds(rows),
        !context.complete(),
        context.complete() ? detail : detail + "; agents were lost, so counts are missing");
  }

  private long unsure(Totals writes) {
    return IgenoltpParameters.session(context.values()).autoCommit()
        ? writes.uncertain() + writes.failed()
        : writes.uncertain();
  }

  private Check nothingDangles(String what, String column, String table) throws SQLException {
    long dangling =
        Rows.whole(
            connection,
            "select count(*) from %s o where not exists (select 1 from %s t where t.id = o.%s)"
                .formatted(tables.orders(), table, column));
    return new Check(
        "every order has its " + what,
        dangling == 0,
        false,
        String.format(Locale.ROOT, "%,d have none", dangling));
  }

  private Check everyCustomerHasItsOrders() throws SQLException {
    long enough =
        Rows.whole(
            connection,
            """
            select count(*) from
              (select customer_id from %s group by customer_id having count(*) >= %d) t\
            """
                .formatted(tables.orders(), OrderStatements.NEWEST_OF_CUSTOMER));
    long customers = context.facts().whole("data.customers");
    return new Check(
        "customers have ten orders",
        enough == customers,
        true,
        String.format(Locale.ROOT, "%,d of %,d have", enough, customers));
  }

  private Check everyRegionHasOpenOrders() throws SQLException {
    long enough =
        Rows.whole(
            connection,
            """
            select count(*) from
              (select region_id from %s where status = '%s'
               group by region_id having count(*) >= %d) t\
            """
                .formatted(tables.orders(), OrderData.OPEN, OrderStatements.NEWEST_OF_REGION));
    return new Check(
        "regions have six open orders",
        enough == Scale.REGIONS,
        true,
        "%d of %d have".formatted(enough, Scale.REGIONS));
  }

  private List<Check> databaseAgrees() {
    Map<String, Totals> counted = new LinkedHashMap<>();
    counted.put("inserts", context.operation(Operations.INSERT_ORDER));
    counted.put("deletes", context.operation(Operations.DELETE_ORDER));
    Totals commits = context.operation(Operations.COMMIT);
    if (commits.ok() > 0) {
      counted.put("commits", commits);
    }
    return Counters.checks(context, connection, dialect, counted, tables.orders());
  }
}
