package dev.broadside.jobs.tpcc;

import dev.broadside.kit.job.JobOutline;
import java.util.List;

/// The consistency conditions of clause 3.3.2, each as a query that counts violations. They hold
/// after the load and after any run, even after failures and commits whose answers were lost, since
/// a transaction takes effect as a whole or not at all.
///
/// Sums of a customer are added up, and not looked up: there is no index that leads from a customer
/// to its payments.
///
/// Condition 11 of the specification is about the load alone, which leaves 2,100 delivered orders
/// in each district; here those that were delivered since, which the customers count, are added.
final class Consistency {
  /// One more for each new order.
  private static final String ORDER_NUMBERS = "select sum(d_next_o_id) from {district}";

  private Consistency() {}

  private record Condition(String name, String broken) {}

  private static final List<Condition> CONDITIONS =
      List.of(
          new Condition(
              "3.3.2.1 w_ytd = sum of d_ytd",
              """
              select count(*) from {warehouse} w where w.w_ytd <>
                (select coalesce(sum(d.d_ytd), 0) from {district} d where d.d_w_id = w.w_id)\
              """),
          new Condition(
              "3.3.2.2 d_next_o_id - 1 = max o_id = max no_o_id",
              """
              select count(*) from {district} d
              where d.d_next_o_id - 1 <> coalesce((select max(o.o_id) from {orders} o
                  where o.o_w_id = d.d_w_id and o.o_d_id = d.d_id), 0)
                or d.d_next_o_id - 1 <> coalesce((select max(n.no_o_id) from {new_order} n
                  where n.no_w_id = d.d_w_id and n.no_d_id = d.d_id), d.d_next_o_id - 1)\
              """),
          new Condition(
              "3.3.2.3 new orders are numbered without gaps",
              """
              select count(*) from (select no_w_id, no_d_id from {new_order}
                group by no_w_id, no_d_id
                having max(no_o_id) - min(no_o_id) + 1 <> count(*)) t\
              """),
          new Condition(
              "3.3.2.4 sum of o_ol_cnt = order lines of the district",
              """
              select count(*) from (select o_w_id, o_d_id, sum(o_ol_cnt) wanted from {orders}
                group by o_w_id, o_d_id) o
              left join (select ol_w_id, ol_d_id, count(*) found from {order_line}
                group by ol_w_id, ol_d_id) l on l.ol_w_id = o.o_w_id and l.ol_d_id = o.o_d_id
              where o.wanted <> coalesce(l.found, 0)\
              """),
          new Condition(
              "3.3.2.5 o_carrier_id is empty where the order is new",
              """
              select count(*) from {orders} o left join {new_order} n
                on n.no_w_id = o.o_w_id and n.no_d_id = o.o_d_id and n.no_o_id = o.o_id
              where (o.o_carrier_id is null and n.no_o_id is null)
                or (o.o_carrier_id is not null and n.no_o_id is not null)\
              """),
          new Condition(
              "3.3.2.6 o_ol_cnt = order lines of the order",
              """
              select count(*) from {orders} o
              left join (select ol_w_id, ol_d_id, ol_o_id, count(*) found from {order_line}
                group by ol_w_id, ol_d_id, ol_o_id) l
                on l.ol_w_id = o.o_w_id and l.ol_d_id = o.o_d_id and l.ol_o_id = o.o_id
              where o.o_ol_cnt <> coalesce(l.found, 0)\
              """),
          new Condition(
              "3.3.2.7 ol_delivery_d is empty where o_carrier_id is",
              """
              select count(*) from {order_line} l join {orders} o
                on o.o_w_id = l.ol_w_id and o.o_d_id = l.ol_d_id and o.o_id = l.ol_o_id
              where (l.ol_delivery_d is null and o.o_carrier_id is not null)
                or (l.ol_delivery_d is not null and o.o_carrier_id is null)\
              """),
          new Condition(
              "3.3.2.8 w_ytd = sum of h_amount",
              """
              select count(*) from {warehouse} w left join (select h_w_id, sum(h_amount) paid
                from {history} group by h_w_id) h on h.h_w_id = w.w_id
              where w.w_ytd <> coalesce(h.paid, 0)\
              """),
          new Condition(
              "3.3.2.9 d_ytd = sum of h_amount",
              """
              select count(*) from {district} d left join (select h_w_id, h_d_id,
                sum(h_amount) paid from {history} group by h_w_id, h_d_id) h
                on h.h_w_id = d.d_w_id and h.h_d_id = d.d_id
              where d.d_ytd <> coalesce(h.paid, 0)\
              """),
          new Condition(
              "3.3.2.10 c_balance = delivered ol_amount - h_amount",
              """
              select count(*) from (select w, d, c from (
                select c_w_id w, c_d_id d, c_id c, c_balance amount from {customer}
                union all select o.w, o.d, o.c, -o.delivered from (DELIVERED) o
                union all select h_c_w_id, h_c_d_id, h_c_id, h_amount from {history}) a
              group by w, d, c having sum(amount) <> 0) t\
              """),
          new Condition(
              "3.3.2.11 orders - new orders = 2,100 as loaded + delivered",
              """
              select count(*) from {district} d
              left join (select o_w_id, o_d_id, count(*) orders_there from {orders}
                group by o_w_id, o_d_id) o on o.o_w_id = d.d_w_id and o.o_d_id = d.d_id
              left join (select no_w_id, no_d_id, count(*) new_there from {new_order}
                group by no_w_id, no_d_id) n on n.no_w_id = d.d_w_id and n.no_d_id = d.d_id
              left join (select c_w_id, c_d_id, count(*) loaded, sum(c_delivery_cnt) delivered
                from {customer} group by c_w_id, c_d_id) c
                on c.c_w_id = d.d_w_id and c.c_d_id = d.d_id
              where coalesce(o.orders_there, 0) - coalesce(n.new_there, 0)
                <> c.loaded - floor(c.loaded * 3 / 10) + c.delivered\
              """),
          new Condition(
              "3.3.2.12 c_balance + c_ytd_payment = delivered ol_amount",
              """
              select count(*) from (select w, d, c from (
                select c_w_id w, c_d_id d, c_id c, c_balance + c_ytd_payment amount from {customer}
                union all select o.w, o.d, o.c, -o.delivered from (DELIVERED) o) a
              group by w, d, c having sum(amount) <> 0) t\
              """));

  /// The sum of each customer's delivered orders.
  private static final String DELIVERED =
      """
      select o.o_w_id w, o.o_d_id d, o.o_c_id c, sum(l.ol_amount) delivered
      from {orders} o join {order_line} l
        on l.ol_w_id = o.o_w_id and l.ol_d_id = o.o_d_id and l.ol_o_id = o.o_id
      where l.ol_delivery_d is not null group by o.o_w_id, o.o_d_id, o.o_c_id\
      """;

  /// Adds all conditions to the job, and comparisons with our counts.
  static JobOutline of(JobOutline job) {
    for (Condition condition : CONDITIONS) {
      job.none(condition.name(), condition.broken().replace("DELIVERED", DELIVERED));
    }
    return job.grows("d_next_o_id grows by the new orders", ORDER_NUMBERS, NewOrder.NEXT_ORDER)
        .grows(
            "history grows by the payments",
            "select count(*) from {history}",
            Payment.INSERT_HISTORY)
        .grows(
            "c_delivery_cnt grows by the deliveries",
            "select sum(c_delivery_cnt) from {customer}",
            OrderDelivery.DELIVER);
  }
}
