package dev.broadside.kit.jdbc;

import dev.broadside.core.work.Facts;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Map;

/// What a result says about its target: driver and properties, database, version and settings. No
/// secrets.
public final class TargetFacts {
  private static final String DIALECT = "database.dialect";
  private static final String VERSION = "database.version";
  private static final int LONGEST = 1_000;

  private TargetFacts() {}

  /// Asks the connection and notes the target's effective driver properties.
  public static Facts of(Target target, Connection connection, Dialect dialect)
      throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    Facts facts =
        Facts.NONE
            .with("driver.name", bounded(meta.getDriverName()))
            .with("driver.version", bounded(meta.getDriverVersion()))
            .with("driver.url", target.url());
    for (Map.Entry<String, String> property : target.properties().entrySet()) {
      facts = facts.with("driver.property." + property.getKey(), bounded(property.getValue()));
    }
    facts =
        facts
            .with("database.product", bounded(meta.getDatabaseProductName()))
            .with(VERSION, bounded(meta.getDatabaseProductVersion()))
            .with(DIALECT, dialect.name());
    for (Map.Entry<String, String> setting : settings(connection, dialect).entrySet()) {
      facts = facts.with("database.setting." + setting.getKey(), bounded(setting.getValue()));
    }
    return facts;
  }

  /// The dialect that [#of] noted.
  public static Dialect dialect(Facts facts) {
    return Engines.named(facts.text(DIALECT).orElseThrow());
  }

  /// The version of the database, in its own words, that [#of] noted.
  public static String version(Facts facts) {
    return facts.text(VERSION).orElseThrow();
  }

  /// Many users may not read the settings, so failing to read them is no error.
  private static Map<String, String> settings(Connection connection, Dialect dialect) {
    if (dialect.settingsQuery().isEmpty()) {
      return Map.of();
    }
    try {
      return Rows.pairs(connection, dialect.settingsQuery());
    } catch (SQLException refused) {
      return Map.of("unreadable", refused.toString());
    }
  }

  private static String bounded(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
  }
}
