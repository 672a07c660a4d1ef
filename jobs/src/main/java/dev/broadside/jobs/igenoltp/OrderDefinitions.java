package dev.broadside.jobs.igenoltp;

import dev.broadside.kit.engine.Dialect;
import java.util.List;

/// How the tables and indexes are defined, in the words of one database. Money is in whole cents.
///
/// No foreign keys are declared: their checks would read rows that the workload does not count. The
/// run's verification looks at the references instead.
///
/// @param tables their names
/// @param dialect the words that differ
record OrderDefinitions(Tables tables, Dialect dialect) {

  /// One table or index.
  ///
  /// @param name its name
  /// @param sql what creates it
  record Definition(String name, String sql) {}

  List<Definition> createTables() {
    return List.of(
        table(
            tables.region(),
            """
            (id {number} not null primary key,
             name {text 40} not null,
             currency {text 3} not null)\
            """),
        table(
            tables.product(),
            """
            (id {number} not null primary key,
             name {text 60} not null,
             price {number} not null,
             stock {number} not null)\
            """),
        table(
            tables.customer(),
            """
            (id {number} not null primary key,
             region_id {number} not null,
             name {text 60} not null,
             email {text 100} not null,
             credit {number} not null,
             created {timestamp} not null)\
            """),
        table(
            tables.orders(),
            """
            (id {number} not null primary key,
             customer_id {number} not null,
             product_id {number} not null,
             region_id {number} not null,
             quantity {number} not null,
             amount {number} not null,
             status {text 1} not null,
             created {timestamp} not null)\
            """));
  }

  /// Both end with the date, so that "newest" is read from the index's end and nothing is sorted.
  List<Definition> createOrderIndexes() {
    return List.of(
        index("_customer", "customer_id, created"), index("_region", "region_id, status, created"));
  }

  private Definition table(String name, String columns) {
    return new Definition(
        name, "create table " + name + " " + typed(columns) + dialect.tableOptions());
  }

  private Definition index(String ending, String columns) {
    String name = tables.orders() + ending;
    return new Definition(
        name, "create index %s on %s (%s)".formatted(name, tables.orders(), columns));
  }

  private String typed(String columns) {
    String texts = columns;
    for (int length : new int[] {1, 3, 40, 60, 100}) {
      texts = texts.replace("{text " + length + "}", dialect.text(length));
    }
    return texts
        .replace("{number}", dialect.wholeNumber())
        .replace("{timestamp}", dialect.timestamp());
  }
}
