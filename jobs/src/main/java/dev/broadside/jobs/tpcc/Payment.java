package dev.broadside.jobs.tpcc;

import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Write;
import java.math.BigDecimal;
import java.sql.SQLException;

/// The Payment transaction, clause 2.5: a customer's payment, which the district's and the
/// warehouse's sales figures show.
final class Payment extends TerminalTransaction {
  static final String INSERT_HISTORY = "payment.insert_history";
  private static final int MOST_DATA = 500;

  private final Write updateWarehouse =
      write("payment.update_warehouse", "update {warehouse} set w_ytd = w_ytd + ? where w_id = ?");
  private final Read warehouse =
      read(
          "payment.warehouse",
          """
          select w_name, w_street_1, w_street_2, w_city, w_state, w_zip
          from {warehouse} where w_id = ?\
          """);
  private final Write updateDistrict =
      write(
          "payment.update_district",
          "update {district} set d_ytd = d_ytd + ? where d_w_id = ? and d_id = ?");
  private final Read district =
      read(
          "payment.district",
          """
          select d_name, d_street_1, d_street_2, d_city, d_state, d_zip
          from {district} where d_w_id = ? and d_id = ?\
          """);
  private final Read byLastName =
      read(
          "payment.customer_by_last_name",
          """
          select c_id from {customer} where c_w_id = ? and c_d_id = ? and c_last = ?
          order by c_first\
          """);
  private final Read customer =
      read(
          "payment.customer",
          """
          select c_credit, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip,
            c_phone, c_since, c_credit_lim, c_discount, c_balance
          from {customer} where c_w_id = ? and c_d_id = ? and c_id = ? for update\
          """);

  /// The row is locked by now. Without its own lock this would be the row as it was when the
  /// transaction began, at REPEATABLE READ of MySQL and MariaDB, and a note of meanwhile be lost.
  private final Read customerData =
      read(
          "payment.customer_data",
          "select c_data from {customer} where c_w_id = ? and c_d_id = ? and c_id = ? for update");

  private final Write updateCustomer =
      write(
          "payment.update_customer",
          """
          update {customer} set c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,
            c_payment_cnt = c_payment_cnt + 1
          where c_w_id = ? and c_d_id = ? and c_id = ?\
          """);
  private final Write updateBadCredit =
      write(
          "payment.update_bad_credit",
          """
          update {customer} set c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,
            c_payment_cnt = c_payment_cnt + 1, c_data = ?
          where c_w_id = ? and c_d_id = ? and c_id = ?\
          """);
  private final Write history =
      write(
          INSERT_HISTORY,
          """
          insert into {history}
            (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
          values (?, ?, ?, ?, ?, {now}, ?, ?)\
          """);

  Payment() {
    super(TransactionType.PAYMENT);
  }

  /// Clauses 2.5.1.1 to 2.5.1.3: what the user keys in.
  @Override
  void enter() throws SQLException {
    int d = drawDistrict();
    boolean remote = random(1, 100) > 85;
    int cw = remote ? drawRemote() : home();
    int cd = remote ? random(1, Cardinality.DISTRICTS) : d;
    boolean byName = random(1, 100) <= 60;
    String name = byName ? drawLastName() : "";
    int number = byName ? 0 : drawCustomer();
    BigDecimal amount = BigDecimal.valueOf(cents(), 2);

    updateWarehouse.set(amount).set(home()).one();
    String wName = warehouse.set(home()).text();
    updateDistrict.set(amount).set(home()).set(d).one();
    String dName = district.set(home()).set(d).text();
    int c = byName ? middleOf(byLastName.set(cw).set(cd).set(name)) : number;
    pay(amount, cw, cd, c, d);
    history.set(c).set(cd).set(cw).set(d).set(home()).set(amount).set(wName + "    " + dName).one();
  }

  private int cents() {
    return compat().wholeAmounts() ? random(1, 5_000) * 100 : random(100, 500_000);
  }

  /// Clause 2.5.2.2: a customer with bad credit has the payment noted in front of its data.
  private void pay(BigDecimal amount, int cw, int cd, int c, int d) throws SQLException {
    String credit = customer.set(cw).set(cd).set(c).text();
    if (credit.equals("BC")) {
      String old = customerData.set(cw).set(cd).set(c).text();
      String data = c + " " + cd + " " + cw + " " + d + " " + home() + " " + amount + " | " + old;
      updateBadCredit
          .set(amount)
          .set(amount)
          .set(data.substring(0, Math.min(MOST_DATA, data.length())))
          .set(cw)
          .set(cd)
          .set(c)
          .one();
    } else {
      updateCustomer.set(amount).set(amount).set(cw).set(cd).set(c).one();
    }
  }
}
