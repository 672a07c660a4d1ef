package dev.broadside.jobs.orderentry;

import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;

/// A new customer with an address and a card, who then logs on; both are committed, and the
/// customer is read again.
final class RegisterCustomer extends ShopTransaction {
  private final Write newCustomer =
      write(
          "insert_customer",
          """
          insert into {customers}
          values (?, ?, ?, lower(?), lower(?), 'new@example.com', 100000, 'Regular', {now}, ?, ?)\
          """);
  private final Write address = address();
  private final Write card =
      write(
          "insert_card",
          "insert into {card_details} values (?, ?, 'Visa', '4000000000000000', {now}, 'Y')");
  private final Write logon = logon();
  private final Read customer = customer();

  @Override
  protected void run() throws SQLException {
    long id = freshId();
    long addressId = freshId();
    long cardId = freshId();
    String first = Shop.firstName(id);
    String last = Shop.lastName(id);
    newCustomer.set(id).set(first).set(last).set(first).set(last).set(addressId).set(cardId).one();
    address.set(addressId).set(id).one();
    card.set(cardId).set(id).one();
    commit();
    logon.set(freshId()).set(id).one();
    commit();
    customer.set(id).one();
  }
}
