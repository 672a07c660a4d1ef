package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import java.sql.SQLException;

/// The four selects: a customer with its region, a product and its price, the customer's newest ten
/// orders, and the newest six that are open in a region. The mix `statement` draws one of them.
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

  private boolean statementMix;
  private KeyDistribution customers;
  private KeyDistribution products;
  private KeyDistribution regions;

  @Override
  protected void adopt(ParameterValues values) {
    long size = OrderTables.customers(values.get(OrderTables.SCALE));
    statementMix = Igenoltp.statementMix(values);
    customers = KeyDistribution.of(values, size);
    products = KeyDistribution.of(values, size / 10);
    regions = KeyDistribution.of(values, OrderTables.REGIONS);
  }

  final boolean statementMix() {
    return statementMix;
  }

  final long drawCustomer() {
    return 1 + customers.next(random());
  }

  final long drawProduct() {
    return 1 + products.next(random());
  }

  private long drawRegion() {
    return 1 + regions.next(random());
  }

  @Override
  protected void run() throws SQLException {
    if (statementMix) {
      lookOnce();
    } else {
      look(drawProduct());
    }
  }

  /// @return the product's price
  final long look(long productId) throws SQLException {
    long customerId = drawCustomer();
    customer.set(customerId).rows();
    long price = product.set(productId).whole();
    orders.set(customerId).rows();
    region.set(drawRegion()).rows();
    return price;
  }

  final void lookOnce() throws SQLException {
    switch (random().nextInt(4)) {
      case 0 -> customer.set(drawCustomer()).rows();
      case 1 -> product.set(drawProduct()).rows();
      case 2 -> orders.set(drawCustomer()).rows();
      default -> region.set(drawRegion()).rows();
    }
  }
}
