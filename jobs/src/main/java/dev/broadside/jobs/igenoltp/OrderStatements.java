package dev.broadside.jobs.igenoltp;

import dev.broadside.kit.engine.Dialect;

/// The SQL of the workload, in the words of one database.
///
/// @param tables the names of the tables
/// @param dialect the words that differ
record OrderStatements(Tables tables, Dialect dialect) {
  static final int NEWEST_OF_CUSTOMER = 10;
  static final int NEWEST_OF_REGION = 6;

  /// A customer with its region, by primary key.
  String selectCustomer() {
    return """
    select c.name, c.email, c.credit, c.created, r.name, r.currency
    from %s c join %s r on r.id = c.region_id
    where c.id = ?\
    """
        .formatted(tables.customer(), tables.region());
  }

  /// A product by primary key; the price comes first, since it is used.
  String selectProduct() {
    return "select price, name, stock from %s where id = ?".formatted(tables.product());
  }

  /// The newest orders of a customer with their products.
  String selectOrders() {
    return dialect.first(
        """
        select o.id, o.created, o.quantity, o.amount, o.status, p.name
        from %s o join %s p on p.id = o.product_id
        where o.customer_id = ?
        order by o.created desc\
        """
            .formatted(tables.orders(), tables.product()),
        NEWEST_OF_CUSTOMER);
  }

  /// The newest open orders of a region.
  String selectRegion() {
    return dialect.first(
        """
        select id, amount, status from %s
        where region_id = ? and status = '%s'
        order by created desc\
        """
            .formatted(tables.orders(), OrderData.OPEN),
        NEWEST_OF_REGION);
  }

  String insertOrder() {
    return """
    insert into %s (id, customer_id, product_id, region_id, quantity, amount, status, created)
    values (?, ?, ?, ?, ?, ?, ?, %s)\
    """
        .formatted(tables.orders(), dialect.now());
  }

  String deleteOrder() {
    return "delete from %s where id = ?".formatted(tables.orders());
  }

  /// The oldest orders in a range of ids, oldest first.
  String ownOrders(int most) {
    return dialect.first(
        """
        select id, customer_id, status from %s
        where id >= ? and id < ?
        order by mod(id, %d), id\
        """
            .formatted(tables.orders(), OrderIds.PER_PARTITION),
        most);
  }

  /// The highest sequence in a range of ids.
  String highestSequence() {
    return "select max(mod(id, %d)) from %s where id >= ? and id < ?"
        .formatted(OrderIds.PER_PARTITION, tables.orders());
  }
}
