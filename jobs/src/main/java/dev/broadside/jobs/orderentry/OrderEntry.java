package dev.broadside.jobs.orderentry;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.TransactionJob;
import java.util.function.ToDoubleFunction;

/// An online shop in the shape of Swingbench's Simple Order Entry: its six transactions in its mix,
/// on tables with its cardinalities. docs/workloads.md has both beside it, and what is different.
public final class OrderEntry extends TransactionJob {
  private static final Parameter.Text MIX =
      Parameter.text(
              "mix",
              "Weights of browse products, order products, register customer, update customer,"
                  + " process orders and browse orders")
          .preset("40,32,12,8,4,4")
          .matching("\\d{1,4}(,\\d{1,4}){5}", "six whole numbers with commas between");
  private static final Parameter.Text ANALYTICS =
      Parameter.text(
              "analytics",
              "Weights of three queries: a sales representative's orders, a warehouse's orders, and"
                  + " what a warehouse sells most")
          .preset("0,0,0")
          .matching("\\d{1,4}(,\\d{1,4}){2}", "three whole numbers with commas between");

  public OrderEntry() {
    super(
        checked(
            JobOutline.of(
                    "order_entry",
                    "Order entry of an online shop",
                    """
                    Six transactions in the shape of Swingbench's Simple Order Entry, and three \
                    queries. Afterwards totals, stock and references must agree, and all rows that \
                    were counted must be there.\
                    """)
                .parameters(Shop.SCALE, MIX, ANALYTICS)
                .perPhase(MIX, ANALYTICS)
                .pausing()
                .tables(Shop.WAREHOUSES, Shop.PRODUCTS, Shop.DESCRIPTIONS, Shop.INVENTORIES)
                .tables(Shop.CUSTOMERS, Shop.ADDRESSES, Shop.CARDS, Shop.ORDERS, Shop.ITEMS)
                .tables(Shop.LOGON, Shop.METADATA)
                .transaction("browse_products", weight(MIX, 0), BrowseProducts::new)
                .transaction("order_products", weight(MIX, 1), OrderProducts::new)
                .transaction("register_customer", weight(MIX, 2), RegisterCustomer::new)
                .transaction("update_customer", weight(MIX, 3), UpdateCustomer::new)
                .transaction("process_orders", weight(MIX, 4), ProcessOrders::new)
                .transaction("browse_orders", weight(MIX, 5), BrowseOrders::new)
                .transaction("sales_rep", weight(ANALYTICS, 0), Analysis::salesRep)
                .transaction("warehouse", weight(ANALYTICS, 1), Analysis::warehouse)
                .transaction("activity", weight(ANALYTICS, 2), Analysis::activity)));
  }

  private static ToDoubleFunction<ParameterValues> weight(Parameter.Text mix, int place) {
    return values -> Integer.parseInt(values.get(mix).split(",")[place]);
  }

  /// Totals and references hold by themselves; the rest is compared with what was counted.
  private static JobOutline checked(JobOutline job) {
    return job.none(
            "an order's total is that of its items",
            """
            select count(*) from {orders} o left join (select order_id,
              sum(unit_price * quantity) total from {order_items} group by order_id) i
              on i.order_id = o.order_id
            where o.order_total <> coalesce(i.total, 0)\
            """)
        .none(
            "a preferred address is the customer's own",
            """
            select count(*) from {customers} c where not exists (select 1 from {addresses} a
              where a.address_id = c.preferred_address and a.customer_id = c.customer_id)\
            """)
        .refers("cards are there", "customers", "preferred_card", "card_details", "card_id")
        .refers("items have orders", "order_items", "order_id", "orders", "order_id")
        .refers(
            "items have products", "order_items", "product_id", "product_information", "product_id")
        .refers("orders have customers", "orders", "customer_id", "customers", "customer_id")
        .refers("orders have addresses", "orders", "delivery_address_id", "addresses", "address_id")
        .refers("orders have cards", "orders", "card_id", "card_details", "card_id")
        .refers("orders have warehouses", "orders", "warehouse_id", "warehouses", "warehouse_id")
        .refers("logons have customers", "logon", "customer_id", "customers", "customer_id")
        .refers("addresses have customers", "addresses", "customer_id", "customers", "customer_id")
        .refers("cards have customers", "card_details", "customer_id", "customers", "customer_id")
        .grows("orders placed", "select count(*) from {orders}", "insert_order")
        .grows("items ordered", "select count(*) from {order_items}", "insert_item")
        .grows("customers registered", "select count(*) from {customers}", "insert_customer")
        .grows("addresses added", "select count(*) from {addresses}", "insert_address")
        .grows("cards added", "select count(*) from {card_details}", "insert_card")
        .grows("logons", "select count(*) from {logon}", "insert_logon")
        .grows(
            "orders processed",
            "select count(*) from {orders} where order_status > 4",
            "process_order")
        .grows(
            "stock and pieces ordered, by what was added to orders",
            """
            select sum(pieces) from (select sum(quantity_on_hand) pieces from {inventories}
              union all select sum(quantity) pieces from {order_items}) p\
            """,
            "raise_item");
  }
}
