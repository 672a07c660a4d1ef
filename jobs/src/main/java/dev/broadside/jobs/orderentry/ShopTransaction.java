package dev.broadside.jobs.orderentry;

import dev.broadside.kit.job.Keys;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;

/// What the transactions have in common: whom they draw, and statements that several of them have.
abstract class ShopTransaction extends Transaction {
  /// As many products or categories are looked up at most.
  static final int MOST_LOOKUPS = 24;

  static final long NONE = -1;

  final Keys customers = keys(Shop.CUSTOMERS);
  final Keys warehouses = keys(Shop.WAREHOUSES);

  final Read customer() {
    return read(
        "select_customer",
        """
        select cust_first_name, cust_last_name, cust_email, credit_limit, preferred_address
        from {customers} where customer_id = ?\
        """);
  }

  final Read addresses() {
    return read(
        "select_addresses",
        """
        select address_id, house_no, street_name, town, country, post_code
        from {addresses} where customer_id = ? order by address_id {first 4}\
        """);
  }

  final Write logon() {
    return write("insert_logon", "insert into {logon} values (?, ?, {now})");
  }

  final Write address() {
    return write(
        "insert_address",
        "insert into {addresses} values (?, ?, {now}, 1, 'Street', 'Town', 'Country', '12345')");
  }

  /// The first column of one of the rows, each equally often; [#NONE] if no row was found.
  final long oneOf(Read query) throws SQLException {
    long one = NONE;
    query.all();
    for (int count = 1; query.next(); count++) {
      one = random().nextInt(count) == 0 ? query.whole(1) : one;
    }
    return one;
  }

  /// A number from least to most, each equally often.
  final int random(int least, int most) {
    return random().nextInt(least, most + 1);
  }
}
