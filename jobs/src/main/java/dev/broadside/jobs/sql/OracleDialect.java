package dev.broadside.jobs.sql;

import java.util.List;

/// Oracle Database 19c and later.
///
/// @param statistics whether to gather the optimizer's statistics after loading
record OracleDialect(boolean statistics) implements Dialect {
  @Override
  public String name() {
    return statistics ? "oracle" : "oracle-on-h2";
  }

  @Override
  public String wholeNumber() {
    return "number(19)";
  }

  @Override
  public String text(int characters) {
    return "varchar2(" + characters + ")";
  }

  @Override
  public List<String> afterLoad(String table) {
    return statistics
        ? List.of("begin dbms_stats.gather_table_stats(user, upper('" + table + "')); end;")
        : List.of();
  }

  @Override
  public ErrorTable errors() {
    return statistics ? ErrorTables.ORACLE : ErrorTables.H2;
  }

  @Override
  public String settingsQuery() {
    return statistics
        ? """
        select name, value from v$parameter where name in
        ('sga_target', 'pga_aggregate_target', 'processes', 'sessions', 'open_cursors',
         'commit_logging', 'commit_wait', 'cpu_count', 'compatible')
        order by name\
        """
        : "";
  }

  @Override
  public String roomForConnectionsQuery() {
    return statistics
        ? """
        select to_number(p.value) - (select count(*) from v$session) + 1
        from v$parameter p where p.name = 'sessions'\
        """
        : "";
  }

  @Override
  public String countersQuery(String table) {
    return statistics ? "select 'commits', value from v$sysstat where name = 'user commits'" : "";
  }

  @Override
  public String counterSlack() {
    return "other sessions count too";
  }

  @Override
  public String heldPrivilegesQuery() {
    return statistics
        ? """
        select 'CREATE' from session_privs where privilege in ('CREATE TABLE', 'CREATE ANY TABLE')
        union all select 'SELECT' from dual union all select 'INSERT' from dual
        union all select 'UPDATE' from dual union all select 'DELETE' from dual
        union all select 'DROP' from dual
        union all select 'INDEX' from dual\
        """
        : "";
  }
}
