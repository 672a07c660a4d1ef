package dev.broadside.jobs.dvdstore;

import dev.broadside.core.param.Parameter;
import dev.broadside.kit.engine.RowTrigger;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.TransactionJob;

/// The online shop of DVD Store 2 (D. Jaffe, T. Muirhead; Dell and VMware, 2005 to 2012), whose
/// metric is OPM: cycles of login, searches and purchase per minute, shortages included.
///
/// Shortages stay as likely as they are: what leaves less than [#LEAST_LEFT] of a product is
/// entered in REORDER, and what is reordered is there at once.
public final class Dvdstore extends TransactionJob {
  static final String RESTOCK = "restock";
  static final int LEAST_LEFT = 3;
  static final int REORDERED = 250;

  static final Parameter.Choice SIZE =
      Parameter.choice("size", "How large the shop is")
          .option("small", "20,000 customers, 10,000 products, 1,000 orders a month")
          .option("medium", "2,000,000 customers, 100,000 products, 100,000 orders a month")
          .option("large", "200,000,000 customers, 1,000,000 products, 10,000,000 orders a month")
          .preset("small");
  static final Parameter.Decimal SCALE =
      Parameter.decimal("scale", "Rows of the size times this; below 1 for tests")
          .between(0.001, 10)
          .preset(1.0);
  static final Parameter.Decimal NEW_CUSTOMERS =
      Parameter.decimal("new-customers", "Percentage of cycles that begin with a new customer")
          .between(0, 100)
          .preset(20.0);
  private static final Parameter.Choice REORDER =
      Parameter.choice("reorder", "What writes REORDER")
          .option("trigger", "A trigger; the transaction where there cannot be one")
          .option("transaction", "The transaction, with a statement of its own")
          .preset("trigger");

  private static final String MISSING =
      "case when old.quan_in_stock < %d then old.quan_in_stock - new.quan_in_stock else %d end"
          .formatted(LEAST_LEFT, REORDERED);

  /// Does what [Cycle] does where there is no trigger.
  private static final RowTrigger TRIGGER =
      new RowTrigger(
          RESTOCK,
          "{inventory}",
          "new.quan_in_stock < " + LEAST_LEFT,
          """
          insert into {reorder}
            (prod_id, date_low, quan_low, date_reordered, quan_reordered, date_expected)
          values (new.prod_id, {now}, new.quan_in_stock, {now}, %s, {now})\
          """
              .formatted(MISSING),
          "quan_in_stock",
          "new.quan_in_stock + " + MISSING);

  public Dvdstore() {
    super(
        checked(
            JobOutline.of(
                    "dvdstore",
                    "DVD Store 2",
                    "A customer logs in or is new, searches, and buys: the cycle of DVD Store 2"
                        + " on its eight tables. Afterwards stock, sales, orders, histories and reorders"
                        + " must agree with each other and with what was counted.")
                .parameters(SIZE, SCALE, NEW_CUSTOMERS, REORDER)
                .perPhase(NEW_CUSTOMERS)
                .tables(DvdShop.tables())
                .shapedBy(SIZE, SCALE, REORDER)
                .trigger(TRIGGER, values -> values.get(REORDER).equals("trigger"))
                .transaction("cycle", 1, Cycle::new)));
  }

  /// Stock is weighed by product: a change of one product is not made up for by another.
  private static JobOutline checked(JobOutline job) {
    String count = "select count(*) from ";
    return job.grows("customers grow by the new ones", count + "{customers}", "new_customer")
        .grows("orders grow by the purchases", count + "{orders}", "insert_order")
        .grows("order lines grow by those bought", count + "{orderlines}", "insert_orderline")
        .none(
            "an order has its customer, its lines, and their amount",
            """
            select count(*) from {orders} o
            left join {customers} c on c.customerid = o.customerid left join (
              select l.orderid, sum(l.quantity * p.price) net, count(*) n, max(l.orderlineid) top
              from {orderlines} l join {products} p on p.prod_id = l.prod_id
              group by l.orderid) s on s.orderid = o.orderid
            where c.customerid is null or s.orderid is null or s.n <> s.top
              or s.net <> o.netamount or o.totalamount <> o.netamount + o.tax
              or abs(o.tax * 10000 - o.netamount * 825) > 5000\
            """)
        .none(
            "customers' histories are their order lines",
            """
            select count(*) from (select customerid, orderid, prod_id from (
              select o.customerid, l.orderid, l.prod_id, 1 n
              from {orderlines} l join {orders} o on o.orderid = l.orderid
              union all select customerid, orderid, prod_id, -1 from {cust_hist}) a
            group by customerid, orderid, prod_id having sum(n) <> 0) b\
            """)
        .none(
            "sales are what order lines sold",
            """
            select count(*) from (select prod_id from (select prod_id, sales n from {inventory}
              union all select prod_id, -quantity from {orderlines}) a
            group by prod_id having sum(n) <> 0) b\
            """)
        .unchanged(
            "stock is what was loaded + reordered - sold",
            """
            select sum(prod_id * n) from (select prod_id, quan_in_stock + sales n from {inventory}
              union all select prod_id, -quan_reordered from {reorder}) a\
            """)
        .none(
            "every reorder was due",
            count + "{reorder} where quan_low not between 0 and 2 or quan_reordered < 1")
        .none("no stock is negative", count + "{inventory} where quan_in_stock < 0");
  }
}
