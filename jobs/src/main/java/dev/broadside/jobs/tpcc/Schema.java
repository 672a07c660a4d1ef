package dev.broadside.jobs.tpcc;

import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.RowWriter;
import java.sql.SQLException;
import java.util.function.ToLongFunction;

/// The nine tables of clause 1.3, in the order in which they are loaded.
///
/// No foreign keys are declared, which clause 1.4 leaves open: their checks would read rows that
/// the workload does not count. The conditions of [Consistency] check references instead.
final class Schema {
  private Schema() {}

  private static final LoadedTable WAREHOUSE =
      LoadedTable.of(
          "warehouse",
          """
          w_id integer key, w_name text(10),
          w_street_1 text(20), w_street_2 text(20), w_city text(20), w_state text(2), w_zip text(9),
          w_tax decimal(4, 4), w_ytd decimal(14, 2)\
          """);

  private static final LoadedTable DISTRICT =
      LoadedTable.of(
          "district",
          """
          d_w_id integer key, d_id integer key, d_name text(10),
          d_street_1 text(20), d_street_2 text(20), d_city text(20), d_state text(2), d_zip text(9),
          d_tax decimal(4, 4), d_ytd decimal(14, 2), d_next_o_id integer\
          """);

  private static final LoadedTable ITEM =
      LoadedTable.of(
          "item",
          """
          i_id integer key, i_im_id integer, i_name text(24), i_price decimal(5, 2), i_data text(50)\
          """);

  private static final LoadedTable STOCK =
      LoadedTable.of(
          "stock",
          """
          s_w_id integer key, s_i_id integer key, s_quantity integer,
          s_dist_01 text(24), s_dist_02 text(24), s_dist_03 text(24), s_dist_04 text(24),
          s_dist_05 text(24), s_dist_06 text(24), s_dist_07 text(24), s_dist_08 text(24),
          s_dist_09 text(24), s_dist_10 text(24),
          s_ytd integer, s_order_cnt integer, s_remote_cnt integer, s_data text(50)\
          """);

  private static final LoadedTable CUSTOMER =
      LoadedTable.of(
              "customer",
              """
              c_w_id integer key, c_d_id integer key, c_id integer key,
              c_first text(16), c_middle text(2), c_last text(16),
              c_street_1 text(20), c_street_2 text(20), c_city text(20), c_state text(2), c_zip text(9),
              c_phone text(16), c_since time, c_credit text(2), c_credit_lim decimal(14, 2),
              c_discount decimal(4, 4), c_balance decimal(14, 2), c_ytd_payment decimal(14, 2),
              c_payment_cnt integer, c_delivery_cnt integer, c_data text(500)\
              """)
          .index("name", "c_w_id", "c_d_id", "c_last", "c_first");

  /// Without a key, as in clause 1.3.
  private static final LoadedTable HISTORY =
      LoadedTable.of(
          "history",
          """
          h_c_id integer, h_c_d_id integer, h_c_w_id integer, h_d_id integer, h_w_id integer,
          h_date time, h_amount decimal(6, 2), h_data text(24)\
          """);

  /// ORDER of clause 1.3, which is a word of SQL.
  private static final LoadedTable ORDERS =
      LoadedTable.of(
              "orders",
              """
              o_w_id integer key, o_d_id integer key, o_id integer key, o_c_id integer, o_entry_d time,
              o_carrier_id integer null, o_ol_cnt integer, o_all_local integer\
              """)
          .index("customer", "o_w_id", "o_d_id", "o_c_id", "o_id");

  private static final LoadedTable NEW_ORDER =
      LoadedTable.of("new_order", "no_w_id integer key, no_d_id integer key, no_o_id integer key");

  private static final LoadedTable ORDER_LINE =
      LoadedTable.of(
          "order_line",
          """
          ol_w_id integer key, ol_d_id integer key, ol_o_id integer key, ol_number integer key,
          ol_i_id integer, ol_supply_w_id integer, ol_delivery_d time null,
          ol_quantity integer, ol_amount decimal(6, 2), ol_dist_info text(24)\
          """);

  /// Makes the rows of one number.
  private interface Rows {
    void make(Population population, RowWriter row, long number) throws SQLException;
  }

  /// Order lines are loaded by orders: one number stands for all lines of an order.
  static LoadedTable[] tables() {
    return new LoadedTable[] {
      loaded(WAREHOUSE, Cardinality::warehouses, Population::warehouse),
      loaded(DISTRICT, Cardinality::districts, Population::district),
      loaded(ITEM, Cardinality::items, Population::item),
      loaded(STOCK, Cardinality::allStock, Population::stock),
      loaded(CUSTOMER, Cardinality::allCustomers, Population::customer),
      loaded(HISTORY, Cardinality::allCustomers, Population::history),
      loaded(ORDERS, Cardinality::allCustomers, Population::order),
      loaded(NEW_ORDER, Cardinality::allNewOrders, Population::newOrder),
      loaded(ORDER_LINE, Cardinality::allCustomers, Population::orderLines)
    };
  }

  private static LoadedTable loaded(
      LoadedTable table, ToLongFunction<Cardinality> count, Rows rows) {
    return table.rows(
        values -> count.applyAsLong(Cardinality.of(values)),
        values -> {
          Population population = Population.of(values);
          return (row, number) -> rows.make(population, row, number);
        });
  }
}
