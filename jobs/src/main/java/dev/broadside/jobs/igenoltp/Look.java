package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.job.Keys;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import java.sql.SQLException;

/// The four selects, which find 18 rows. The mix `statement` draws one of them.
class Look extends Transaction {
  private final Read customer =
      read(
          "select_customer",
          """
          select c.name, c.email, c.credit, c.created, r.name, r.currency
          from {customer} c join {region} r on r.id = c.region_id where c.id = ?\
          """);
  private final Read product =
      read("select_product", "select price, name, stock from {product} where id = ?");
  private final Read orders =
      read(
          "select_orders",
          """
          select o.id, o.created, o.quantity, o.amount, o.status, p.name
          from {orders} o join {product} p on p.id = o.product_id
          where o.customer_id = ? order by o.created desc {first 10}\
          """);
  private final Read region =
      read(
          "select_region",
          """
          select id, amount, status from {orders}
          where region_id = ? and status = 'O' order by created desc {first 6}\
          """);
  final Keys customers = keys(OrderTables::customers);
  final Keys products = keys(values -> OrderTables.customers(values) / 10);
  private final Keys regions = keys(_ -> OrderTables.REGIONS);
  boolean one;

  @Override
  protected void adopt(ParameterValues values) {
    one = Igenoltp.statementMix(values);
  }

  @Override
  protected void run() throws SQLException {
    if (one) {
      lookOnce();
    } else {
      look(products.draw());
    }
  }

  final void lookOnce() throws SQLException {
    switch (random().nextInt(4)) {
      case 0 -> customer.set(customers.draw()).rows();
      case 1 -> product.set(products.draw()).rows();
      case 2 -> orders.set(customers.draw()).rows();
      default -> region.set(regions.draw()).rows();
    }
  }

  /// @return the product's price
  final long look(long productId) throws SQLException {
    long customerId = customers.draw();
    customer.set(customerId).rows();
    long price = product.set(productId).whole();
    orders.set(customerId).rows();
    region.set(regions.draw()).rows();
    return price;
  }
}
