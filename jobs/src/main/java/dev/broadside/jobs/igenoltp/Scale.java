package dev.broadside.jobs.igenoltp;

/// How many rows each table has. Ten orders belong to each customer, so that the newest ten of any
/// customer are ten.
///
/// @param customers a multiple of ten, at least 100
record Scale(long customers) {
  static final int REGIONS = 25;
  static final int ORDERS_PER_CUSTOMER = 10;
  private static final int CUSTOMERS_AT_ONE = 10_000;
  private static final int CUSTOMERS_PER_PRODUCT = 10;

  Scale {
    if (customers < 100 || customers % ORDERS_PER_CUSTOMER != 0) {
      throw new IllegalArgumentException(
          customers + " customers are too few or not a multiple of ten");
    }
  }

  /// The scale for a factor of at least 0.01; customers are rounded to a multiple of ten.
  static Scale of(double factor) {
    return new Scale(Math.max(10, Math.round(factor * CUSTOMERS_AT_ONE / 10)) * 10);
  }

  long products() {
    return customers / CUSTOMERS_PER_PRODUCT;
  }

  long orders() {
    return customers * ORDERS_PER_CUSTOMER;
  }

  double factor() {
    return (double) customers / CUSTOMERS_AT_ONE;
  }
}
