package dev.broadside.jobs.orderentry;

import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;

/// One of at most four customers of a name, in large or small letters, moves to a new address.
final class UpdateCustomer extends ShopTransaction {
  private final Read byName =
      read(
          "find_by_name",
          """
          select customer_id, cust_first_name, cust_last_name, preferred_address from {customers}
          where lower_last_name = lower(?) and lower_first_name = lower(?)
          order by customer_id {first 4}\
          """);
  private final Write address = address();
  private final Write prefer =
      write(
          "set_preferred_address",
          "update {customers} set preferred_address = ? where customer_id = ?");

  @Override
  protected void run() throws SQLException {
    long named = customers.draw();
    byName.set(Shop.lastName(named)).set(Shop.firstName(named));
    long customer = oneOf(byName);
    long id = freshId();
    address.set(id).set(customer).one();
    prefer.set(id).set(customer).one();
  }
}
