package dev.broadside.jobs.tpcc;

import dev.broadside.core.param.ParameterValues;

/// The numbers of rows, clauses 1.2.1 and 4.3.3.1.
///
/// @param warehouses at least 1
/// @param items 100,000, and as many rows of stock for each warehouse
/// @param customers of a district: 3,000; it has as many orders
record Cardinality(int warehouses, int items, int customers) {
  static final int DISTRICTS = 10;
  static final int ITEMS = 100_000;
  static final int CUSTOMERS = 3_000;

  /// What the customer of a loaded row of history has paid, in cents.
  static final long FIRST_PAYMENT = 1_000;

  static Cardinality of(ParameterValues values) {
    return of(values.get(TpccParameters.WAREHOUSES), values.get(TpccParameters.SCALE));
  }

  /// A scale below 1 makes warehouses that are smaller, and no TPC-C.
  ///
  /// @param scale from 0.001 to 1
  static Cardinality of(long warehouses, double scale) {
    return new Cardinality(
        Math.toIntExact(warehouses),
        Math.max(100, (int) Math.round(ITEMS * scale)),
        Math.max(10, (int) Math.round(CUSTOMERS * scale)));
  }

  long districts() {
    return (long) warehouses * DISTRICTS;
  }

  long allCustomers() {
    return districts() * customers;
  }

  long allStock() {
    return (long) warehouses * items;
  }

  /// The delivered orders of a district after the load: 2,100.
  int deliveredOrders() {
    return customers - newOrders();
  }

  /// The undelivered orders of a district after the load: 900.
  int newOrders() {
    return customers * 3 / 10;
  }

  long allNewOrders() {
    return districts() * newOrders();
  }

  /// How many last names customers draw from: all 1,000 if there are as many customers.
  int lastNames() {
    return Math.min(LastName.COUNT, customers);
  }

  /// d_ytd as loaded, in cents: 30,000.00.
  long districtYtd() {
    return customers * FIRST_PAYMENT;
  }

  /// The number of an item that no warehouse has, clause 2.4.1.5.
  int unusedItem() {
    return items + 1;
  }
}
