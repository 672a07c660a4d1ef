package dev.broadside.jobs.sql;

import java.util.List;

/// H2 2.x in its regular mode.
record H2Dialect() implements Dialect {
  @Override
  public String name() {
    return "h2";
  }

  @Override
  public String wholeNumber() {
    return "bigint";
  }

  @Override
  public String text(int characters) {
    return "varchar(" + characters + ")";
  }

  @Override
  public List<String> afterLoad(String table) {
    return List.of("analyze table " + table);
  }

  @Override
  public ErrorTable errors() {
    return ErrorTables.H2;
  }

  @Override
  public String settingsQuery() {
    return """
    select setting_name, setting_value from information_schema.settings where setting_name in
    ('CACHE_SIZE', 'MODE', 'WRITE_DELAY', 'DEFAULT_LOCK_TIMEOUT') order by setting_name\
    """;
  }

  @Override
  public String roomForConnectionsQuery() {
    return "";
  }

  @Override
  public String countersQuery(List<String> tables) {
    return "";
  }

  @Override
  public String counterSlack() {
    return "it counts nothing worth trusting";
  }

  @Override
  public String heldPrivilegesQuery() {
    return "";
  }
}
