package dev.broadside.jobs.orderentry;

import dev.broadside.kit.job.Keys;
import dev.broadside.kit.job.Read;
import java.sql.SQLException;

/// A customer looks at 1 to 24 products, each with its stock in the first warehouses.
final class BrowseProducts extends ShopTransaction {
  private final Read customer = customer();
  private final Read product =
      read(
          "select_product",
          """
          select p.product_name, p.product_description, p.list_price, i.quantity_on_hand
          from {product_information} p join {inventories} i on i.product_id = p.product_id
          where p.product_id = ? order by i.warehouse_id {first 14}\
          """);
  private final Keys products = keys(Shop.PRODUCTS);

  @Override
  protected void run() throws SQLException {
    customer.set(customers.draw()).one();
    for (int left = random(1, MOST_LOOKUPS); left > 0; left--) {
      product.set(products.draw()).rows();
    }
  }
}
