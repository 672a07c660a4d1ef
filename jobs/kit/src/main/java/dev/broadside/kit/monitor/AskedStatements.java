package dev.broadside.kit.monitor;

import java.util.regex.Pattern;

/// Where a database keeps the statements that it was asked, without their values, and how often.
///
/// @param name what people call it
/// @param collecting asks whether it collects: one row with 1 if it does
/// @param query rows of (text, calls) of the database or schema that we are connected to, the most
///   called first; a text without a letter stands for calls whose statements were not kept apart
/// @param value how a value that was left out is written in a text
/// @param capitals whether the database writes names that are also keywords in capitals
/// @param random an expression for ORDER BY, which puts rows into a random order
/// @param mend what to do where it cannot be read
public record AskedStatements(
    String name,
    String collecting,
    String query,
    Pattern value,
    boolean capitals,
    String random,
    String mend) {

  /// MySQL and MariaDB, "Statement Summary Tables" in the manuals of both. The row without a digest
  /// has the statements for which the table had no room, of all databases.
  public static AskedStatements ofMySql() {
    return new AskedStatements(
        "performance_schema.events_statements_summary_by_digest",
        "select @@performance_schema",
        """
        select coalesce(digest_text, ''), sum(count_star)
        from performance_schema.events_statements_summary_by_digest
        where schema_name = database() or digest is null
        group by digest_text order by 2 desc\
        """,
        Pattern.compile("\\?"),
        true,
        "rand()",
        "start the server with performance_schema=ON, and grant the user SELECT on"
            + " performance_schema.*");
  }

  /// PostgreSQL, "pg_stat_statements". Where it is not preloaded, reading it fails.
  public static AskedStatements ofPostgreSql() {
    return new AskedStatements(
        "pg_stat_statements",
        "select 1",
        """
        select coalesce(query, ''), sum(calls)::bigint from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())
        group by 1 order by 2 desc\
        """,
        Pattern.compile("\\$\\d+"),
        false,
        "random()",
        "put pg_stat_statements into shared_preload_libraries, restart the server, run 'create"
            + " extension pg_stat_statements' in this database, and grant the user pg_read_all_stats");
  }

  /// Oracle, "V$SQLSTATS", which needs no licence of its own; the schema stands in V$SQL alone.
  public static AskedStatements ofOracle() {
    return new AskedStatements(
        "v$sqlstats",
        "select 1 from dual",
        """
        select s.sql_fulltext, s.executions from v$sqlstats s
        where s.executions > 0 and exists (select 1 from v$sql q where q.sql_id = s.sql_id
          and q.parsing_schema_name = sys_context('userenv', 'current_schema'))
        order by s.executions desc\
        """,
        Pattern.compile(":\\w+"),
        false,
        "dbms_random.value",
        "grant the user SELECT on v_$sqlstats and v_$sql");
  }
}
