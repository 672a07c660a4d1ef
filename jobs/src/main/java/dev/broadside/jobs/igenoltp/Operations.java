package dev.broadside.jobs.igenoltp;

import java.util.List;

/// The operations that are timed, by the index under which the engine knows them.
final class Operations {
  static final int SELECT_CUSTOMER = 0;
  static final int SELECT_PRODUCT = 1;
  static final int SELECT_ORDERS = 2;
  static final int SELECT_REGION = 3;
  static final int INSERT_ORDER = 4;
  static final int DELETE_ORDER = 5;

  /// The network trip that ends a transaction; there is none where statements commit themselves.
  static final int COMMIT = 6;

  static final List<String> NAMES =
      List.of(
          "select_customer",
          "select_product",
          "select_orders",
          "select_region",
          "insert_order",
          "delete_order",
          "commit");

  private Operations() {}
}
