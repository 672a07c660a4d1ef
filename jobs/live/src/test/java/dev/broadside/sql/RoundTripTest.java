package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.query.TableCatalog;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A value that a YAML job class reads and writes back is the same afterwards: of every SQL type of
/// every engine, through every driver, by every way that a file has.
class RoundTripTest {
  /// A type, and values of it as literals. Null is one of each.
  private record Kind(String type, String... literals) {
    List<String> all() {
      return Stream.concat(Stream.of(literals), Stream.of("null")).toList();
    }
  }

  /// An engine through a driver.
  ///
  /// @param same what holds where two columns have the same value, to the last digit
  private record Way(String name, List<Kind> kinds, String same) {
    @Override
    public String toString() {
      return name;
    }

    JobTester on(SqlJob job) {
      return switch (name) {
        case "H2" -> JobTester.of(job).with("url", JobTester.h2(";DB_CLOSE_DELAY=-1"));
        case "H2 for Oracle" ->
            JobTester.of(job).with("url", JobTester.h2(";MODE=Oracle;DB_CLOSE_DELAY=-1"));
        default -> LiveTarget.valueOf(name).target(JobTester.of(job));
      };
    }
  }

  private static final List<Kind> MYSQL =
      List.of(
          new Kind("tinyint", "-128", "127"),
          new Kind("tinyint(1)", "0", "1", "5", "-3"),
          new Kind("tinyint unsigned", "255"),
          new Kind("smallint", "-32768"),
          new Kind("mediumint", "8388607"),
          new Kind("int", "-2147483648"),
          new Kind("int unsigned", "4294967295"),
          new Kind("bigint", "-9223372036854775808", "9223372036854775807"),
          new Kind("bigint unsigned", "0", "9223372036854775808", "18446744073709551615"),
          new Kind("decimal(18,2)", "9007199254740993.01", "-0.10", "100.00"),
          new Kind("decimal(19,0)", "9223372036854775808", "-9999999999999999999", "-5"),
          new Kind(
              "decimal(65,30)",
              "12345678901234567890123456789012345.123456789012345678901234567891"),
          new Kind(
              "decimal(65,0)", "99999999999999999999999999999999999999999999999999999999999999999"),
          new Kind("float", "0.1", "16777216", "3.4e38", "1.17549e-38"),
          new Kind("double", "0.1", "1.7976931348623157e308", "5e-324", "9007199254740993"),
          new Kind("bit(1)", "b'0'", "b'1'"),
          new Kind("bit(9)", "b'101010101'", "b'000000001'"),
          new Kind("bit(64)", "0xffffffffffffffff"),
          new Kind("char(10) character set utf8mb4", "'a'", "''", "'ü€😀'"),
          new Kind("varchar(200)", "'a '", "'1e400'", "'it''s \\\\'"),
          new Kind("text", "repeat('x', 70000 - 5000)"),
          new Kind("longtext", "repeat('ä', 100000)"),
          new Kind("binary(4)", "0x00ff0000"),
          new Kind("varbinary(100)", "''", "0x00ff80fe"),
          new Kind("blob", "0x8081828300"),
          new Kind("longblob", "repeat(0xff, 100000)"),
          new Kind("date", "'2026-03-29'", "'1000-01-01'", "'9999-12-31'"),
          new Kind("datetime", "'2026-03-29 02:30:00'"),
          new Kind("datetime(6)", "'2026-03-29 02:30:00.000001'", "'9999-12-31 23:59:59.999999'"),
          new Kind("timestamp(6) null", "'2026-03-29 02:30:00.123456'", "'1970-01-02 00:00:00'"),
          new Kind("time", "'-838:59:59'", "'838:59:59'", "'00:00:01'"),
          new Kind("time(6)", "'-00:00:00.000001'", "'23:59:59.999999'"),
          new Kind("year", "2026", "1901"),
          new Kind("enum('a', 'b')", "'b'"),
          new Kind("set('a', 'b')", "'a,b'", "''"),
          new Kind("json", "'{\"a\": 9007199254740993.01}'"),
          new Kind("point", "st_geomfromtext('POINT(1.5 -2)')"),
          new Kind("inet6", "'::1'"),
          new Kind("uuid", "'11111111-2222-3333-4444-555555555555'"));

  private static final List<Kind> POSTGRESQL =
      List.of(
          new Kind("smallint", "-32768"),
          new Kind("integer", "2147483647"),
          new Kind("bigint", "-9223372036854775808", "9223372036854775807"),
          new Kind("decimal(18,2)", "9007199254740993.01", "-0.10", "100.00"),
          new Kind("numeric", "18446744073709551615", "1e-30", "5", "1.50", "'NaN'", "'Infinity'"),
          new Kind("numeric(40,0)", "1234567890123456789012345678901234567890", "7"),
          new Kind("real", "0.1", "3.4e38", "'NaN'", "'-Infinity'"),
          new Kind("double precision", "0.1", "5e-324", "'NaN'", "'Infinity'", "9007199254740993"),
          new Kind("money", "'12.34'", "'-92233720368547758.08'"),
          new Kind("boolean", "true", "false"),
          new Kind("bit(1)", "B'1'"),
          new Kind("bit(9)", "B'101010101'"),
          new Kind("varbit", "B'0011'", "B''"),
          new Kind("char(10)", "'a'"),
          new Kind("\"char\"", "'a'"),
          new Kind("varchar(200)", "'a '", "''", "'1e400'", "'ü€😀'"),
          new Kind("text", "repeat('ä', 100000)"),
          new Kind("name", "'n'"),
          new Kind("bytea", "'\\x00ff80fe'", "''"),
          new Kind("date", "'2026-03-29'", "'0044-03-15 BC'", "'infinity'", "'-infinity'"),
          new Kind(
              "timestamp",
              "'2026-03-29 02:30:00.000001'",
              "'0044-03-15 12:00:00 BC'",
              "'infinity'"),
          new Kind(
              "timestamptz", "'2026-10-25 02:30:00+02'", "'2026-10-25 02:30:00+01'", "'infinity'"),
          new Kind("time", "'23:59:59.999999'", "'24:00:00'"),
          new Kind("timetz", "'23:59:59.999999+05:30'"),
          new Kind("interval", "'1 year 2 months -3 days 04:05:06.000007'"),
          new Kind("uuid", "'11111111-2222-3333-4444-555555555555'"),
          new Kind("json", "'{\"a\" : 9007199254740993.01}'"),
          new Kind("jsonb", "'{\"a\": 9007199254740993.01}'"),
          new Kind("xml", "'<a>1</a>'"),
          new Kind("inet", "'10.0.0.1/8'"),
          new Kind("macaddr", "'08:00:2b:01:02:03'"),
          new Kind("point", "'(1.5,-2)'"),
          new Kind("int[]", "'{1,2,NULL}'"),
          new Kind("text[]", "'{\"a,b\",\"\"}'"),
          new Kind("int4range", "'[1,5)'"),
          new Kind("tsvector", "'a b'"),
          new Kind("oid", "4294967295"),
          new Kind("mood", "'happy'"));

  private static final List<Kind> H2 =
      List.of(
          new Kind("tinyint", "-128"),
          new Kind("integer", "2147483647"),
          new Kind("bigint", "-9223372036854775808", "9223372036854775807"),
          new Kind("decimal(18,2)", "9007199254740993.01", "-0.10", "100.00"),
          new Kind("numeric(40,0)", "1234567890123456789012345678901234567890", "7"),
          new Kind("decfloat", "1.5E20", "0.1"),
          new Kind("real", "0.1"),
          new Kind("double precision", "0.1", "5e-324"),
          new Kind("boolean", "true", "false"),
          new Kind("char(10)", "'a'"),
          new Kind("varchar(200)", "'a '", "''", "'1e400'"),
          new Kind("clob", "repeat('x', 100000)"),
          new Kind("varbinary(100)", "X'00ff80fe'", "X''"),
          new Kind("blob", "X'00ff80fe'"),
          new Kind("date", "date '2026-03-29'", "date '1500-01-01'"),
          new Kind("timestamp(9)", "timestamp '2026-03-29 02:30:00.123456789'"),
          new Kind(
              "timestamp(9) with time zone",
              "timestamp with time zone '2026-03-29 02:30:00.1+05:30'"),
          new Kind("time(9)", "time '23:59:59.123456789'"),
          new Kind("time(6) with time zone", "time with time zone '23:59:59.123456+05:30'"),
          new Kind("interval day to second", "interval '4 05:06:07.123' day to second"),
          new Kind("uuid", "uuid '11111111-2222-3333-4444-555555555555'"),
          new Kind("json", "json '{\"a\":9007199254740993.01}'"),
          new Kind("enum('a', 'b')", "'b'"),
          new Kind("integer array", "array[1, null, 3]"));

  private static final List<Kind> ORACLE =
      List.of(
          new Kind("number", "1.5", "123456789012345678901234567890"),
          new Kind("number(19)", "9223372036854775807", "9999999999999999999", "-1"),
          new Kind("number(18,2)", "9007199254740993.01", "100.00"),
          new Kind("number(10)", "7"),
          new Kind("varchar2(20)", "'a '"),
          new Kind("clob", "'x'"),
          new Kind("raw(4)", "hextoraw('00ff80fe')"),
          new Kind("date", "timestamp '2026-03-29 02:30:00'"),
          new Kind("timestamp", "timestamp '2026-03-29 02:30:00.123456'"));

  static Stream<Way> ways() {
    String mysql = "(%1$s <=> %2$s and hex(%1$s) <=> hex(%2$s))";
    String h2 = "%1$s is not distinct from %2$s";
    return Stream.of(
        new Way("H2", H2, h2),
        new Way("H2 for Oracle", ORACLE, h2),
        new Way("MARIADB", MYSQL, mysql),
        new Way("MARIADB_BY_CONNECTOR_J", MYSQL, mysql),
        new Way("POSTGRESQL", POSTGRESQL, "%1$s::text is not distinct from %2$s::text"));
  }

  private final TimeZone zone = TimeZone.getDefault();

  /// A zone with an hour in spring that no clock shows, and one in autumn that it shows twice.
  @BeforeEach
  void beInAZoneWithSummerTime() {
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
  }

  @AfterEach
  void beBack() {
    TimeZone.setDefault(zone);
  }

  private static SqlJob job(String text) {
    return switch (YamlClassReader.read("test.yaml", text, _ -> Optional.empty())) {
      case YamlClass.Reading.Good(YamlClass file) -> new SqlJob(file);
      case YamlClass.Reading.Bad(List<Problem> problems) -> fail(problems.toString());
    };
  }

  /// Each value goes by a loop over rows, by a queue and by a sample.
  private static String text(int number) {
    return """
    job-class: trip
    version: 1.0
    statements:
      rows: {sql: "select id, v from trip_N order by id", into: [id, v]}
      write: "update trip_N set looped = :v where id = :id"
      queued: "update trip_N set queued = :v where id = :id"
      sampled: "update trip_N set sampled = :v where id = 0"
    samples: {s: {query: select v from trip_N where id = 0}}
    queues: {q: {columns: [id, v], query: "select id, v from trip_N order by id"}}
    transactions:
      t:
        do:
          - each: rows
            do:
              - write
              - take: q
                into: [id, v]
              - queued
          - set: {v: sample(s)}
          - sampled
    """
        .replace("trip_N", "trip_" + number);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aValueThatIsReadAndWrittenBackIsTheSame(Way way) throws Exception {
    List<String> changed = new ArrayList<>();
    for (int i = 0; i < way.kinds().size(); i++) {
      Kind kind = way.kinds().get(i);
      JobTester tester = way.on(job(text(i)));
      try (Connection connection = Target.of(tester.values()).connect(Target.Purpose.SET_UP)) {
        TableCatalog.drop(connection, "trip_" + i);
        make(connection, "trip_" + i, kind);
        changed.addAll(changes(tester, connection, way, i));
        TableCatalog.drop(connection, "trip_" + i);
      } catch (SQLException refused) {
        changed.add(kind.type() + ": " + refused);
      }
    }
    assertEquals(List.of(), changed, () -> String.join("\n", changed));
  }

  private static void make(Connection connection, String table, Kind kind) throws SQLException {
    if (kind.type().equals("mood")) {
      Rows.run(connection, "create type mood as enum ('sad', 'happy')");
    }
    Rows.run(
        connection,
        "create table %1$s (id int, v %2$s, looped %2$s, queued %2$s, sampled %2$s)"
            .formatted(table, kind.type()));
    List<String> literals = kind.all();
    for (int i = 0; i < literals.size(); i++) {
      Rows.run(
          connection,
          "insert into %s (id, v) values (%d, %s)".formatted(table, i, literals.get(i)));
    }
  }

  private static List<String> changes(JobTester tester, Connection connection, Way way, int number)
      throws Exception {
    Kind kind = way.kinds().get(number);
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(1);
    }
    List<String> changes = new ArrayList<>();
    tester.totals().failures().forEach(one -> changes.add(kind.type() + ": " + one.message()));
    if (changes.isEmpty()) {
      for (String column : List.of("looped", "queued", "sampled")) {
        String differ =
            "select id from trip_%d where not (%s)%s"
                .formatted(
                    number,
                    way.same().formatted("v", column),
                    column.equals("sampled") ? " and id = 0" : "");
        for (String id : Rows.column(connection, differ)) {
          changes.add(
              "%s %s: %s".formatted(kind.type(), column, kind.all().get(Integer.parseInt(id))));
        }
      }
    }
    return changes;
  }
}
