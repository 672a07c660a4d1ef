package dev.broadside.sql.draft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.kit.monitor.AskedStatements;
import dev.broadside.sql.draft.Digest.Meaning;
import dev.broadside.sql.draft.Digest.Reading;
import dev.broadside.sql.draft.Digest.Use;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The texts are as MariaDB 11.4, PostgreSQL 18 and Oracle's V$SQLSTATS keep them.
class DigestReaderTest {
  private static final AskedStatements MYSQL = AskedStatements.ofMySql();
  private static final AskedStatements POSTGRESQL = AskedStatements.ofPostgreSql();
  private static final AskedStatements ORACLE = AskedStatements.ofOracle();

  private static final Map<String, List<String>> COLUMNS =
      Map.of("`orders`", List.of("id", "customer", "total", "note"), "t", List.of("a", "b"));

  private static Reading read(AskedStatements view, String text) {
    return DigestReader.read(text, view, table -> COLUMNS.getOrDefault(table, List.of()));
  }

  private static Digest digest(AskedStatements view, String text) {
    return switch (read(view, text)) {
      case Reading.Good(Digest digest) -> digest;
      case Reading.Refused(String why) -> fail(why);
      case Reading.Administrative() -> fail("administrative: " + text);
    };
  }

  /// What the values stand for, in a word each.
  private static String meanings(AskedStatements view, String text) {
    return digest(view, text).binds().stream()
        .map(bind -> word(bind.meaning()))
        .collect(Collectors.joining(" "));
  }

  private static String word(Meaning meaning) {
    return switch (meaning) {
      case Meaning.OfColumn(List<String> tables, String column, Use use) -> {
        String place = String.join("|", tables).replace("`", "") + "." + column;
        yield switch (use) {
          case Use.Compared() -> place;
          case Use.Pattern() -> "like:" + place;
          case Use.EndOfRange(String low) -> low + "..:" + place;
          case Use.Inserted(List<String> columns) ->
              columns.isEmpty() ? "set:" + place : "new:" + place;
        };
      }
      case Meaning.Count(long _, String word) -> word;
      case Meaning.Unknown _ -> "?";
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      value = {
        "SELECT * FROM `orders` WHERE ID = ? % orders.ID",
        "SELECT `o` . `id` FROM `orders` `o` JOIN `customer` AS `c` ON `c` . `id` = `o` . `customer` WHERE `c` . `mail` = ? AND `o` . `total` > - ? LIMIT ?, ... % customer.mail orders.total OFFSET LIMIT",
        "SELECT `a` FROM `shop` . `orders` `a` , `customer` `b` WHERE ? = `b` . `id` AND `lower` ( `b` . `name` ) = ? % customer.id ?",
        "SELECT `id` FROM `orders` WHERE `placed` BETWEEN ? AND ? ORDER BY `id` LIMIT ? OFFSET ? % orders.placed p1..:orders.placed LIMIT OFFSET",
        "SELECT `id` FROM `orders` WHERE `placed` >= ? AND `placed` < ? % orders.placed p1..:orders.placed",
        "SELECT `id` FROM `orders` WHERE ID NOT IN (...) AND `state` LIKE ? % orders.ID orders.ID orders.ID like:orders.state",
        "UPDATE `orders` SET `total` = `total` + ? , `state` = ? WHERE ID = ? % ? set:orders.state orders.ID",
        "DELETE FROM `line` WHERE `order_id` = ? AND `nr` = ? % line.order_id line.nr",
        "INSERT INTO `line` ( `order_id` , `nr` ) VALUES (...) /* , ... */ % new:line.order_id new:line.nr",
        "INSERT INTO `orders` VALUES ( ?, ... , NOW ( ) , ? ) % new:orders.id new:orders.customer new:orders.note",
        "INSERT INTO `line` ( `nr` , `item` ) VALUES ( ? , `concat` (...) ) ON DUPLICATE KEY UPDATE `item` = ? % new:line.nr ? ? set:line.item",
        "INSERT INTO `line` SET `order_id` = ? , `nr` = ? % new:line.order_id new:line.nr",
        "SELECT COUNT ( * ) FROM `orders` GROUP BY `state` HAVING COUNT ( * ) > ? % ?",
        "SELECT * FROM ( SELECT ID FROM `orders` WHERE `total` >= ? ) `x` WHERE `x` . `id` < ? % orders.total orders.id",
        "WITH `q` AS ( SELECT ID FROM `orders` ) SELECT * FROM `q` WHERE ID > ? % orders.ID"
      })
  void mySqlsValuesStandFor(String text, String meanings) {
    assertEquals(meanings, meanings(MYSQL, text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      value = {
        "select * from public.orders o where o.\"Kind\" = $1::uuid and o.id in ($2 /*, ... */) -- x % public.orders.Kind public.orders.id public.orders.id public.orders.id",
        "select /* a = $9 */ * from t where a = $1 or (b, a) = ($2, $3) fetch first $4 rows only % t.a ? ? LIMIT",
        "select * from t where a = $1 or b > $1 % t.a",
        "select $1, a from t where a::text = $2 % ? t.a",
        "insert into t values ($1, $2), ($3, now()) on conflict (a) do update set b = $4 % new:t.a new:t.b new:t.a set:t.b",
        "insert into t (b) select a from t where a is distinct from $1 % ?",
        "delete from only t using u as v where t.a = v.c and v.d = $1 % u.d",
        "select * from t where a = any($1) and extract(year from b) = $2 % ? ?",
        "merge into t using u on t.a = u.a and u.b = $1 when matched then update set b = $2 % u.b set:t|u.b"
      })
  void postgreSqlsValuesStandFor(String text, String meanings) {
    assertEquals(meanings, meanings(POSTGRESQL, text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      value = {
        "SELECT /*+ INDEX(t) */ * FROM SHOP.T WHERE A = :B1 AND B <= :2 % SHOP.T.A SHOP.T.B",
        "INSERT INTO T (A, D) VALUES (:1 , TO_DATE('a:b', :2 )) % new:T.A ?",
        "UPDATE T SET A = :a WHERE B LIKE :b AND ROWNUM <= 5 % set:T.A like:T.B"
      })
  void oraclesValuesStandFor(String text, String meanings) {
    assertEquals(meanings, meanings(ORACLE, text));
  }

  @Test
  void theTextIsWhatJdbcTakesWithNamesForValues() {
    assertEquals(
        "SELECT COUNT(*), `concat`(`state`, :p1) FROM `account` WHERE `total` > :p2 AND ID IN (:p3, :p4, :p5)",
        digest(
                MYSQL,
                "SELECT COUNT ( * ) , `concat` ( `state` , ? ) FROM ACCOUNT WHERE `total` > - ? AND ID IN (...)"
                    .replace("ACCOUNT", "`account`"))
            .sql());
    assertEquals(
        "select a from t where a = :p1 and note = 'it''s /* $2 */' or b = :p1",
        digest(
                POSTGRESQL,
                "select a -- $3\n from t\n where a = $1 and note = 'it''s /* $2 */' or b = $1;")
            .sql());
  }

  /// A table whose name is a keyword stands there in capitals.
  @Test
  void aTableInCapitalsIsTheOneInSmallLetters() {
    Digest digest = digest(MYSQL, "SELECT * FROM EVENT WHERE `id` = ?");
    assertEquals(List.of("event"), digest.tables());
    assertTrue(digest.sql().contains("FROM event WHERE"), digest::sql);
  }

  @Test
  void whatIsNotAsItWasIsNoted() {
    assertEquals(
        List.of("how many rows or lists came at once is not known, and is taken for one"),
        digest(MYSQL, "INSERT INTO `line` ( `a` ) VALUES (?) /* , ... */").notes());
    assertEquals("DELETE", digest(POSTGRESQL, "with d as (delete from t) select 1").verb());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET `autocommit` = ?",
        "SHOW TABLES",
        "COMMIT",
        "CREATE TABLE `t` ( `a` INTEGER )",
        "SELECT ?",
        "SELECT @@`version`",
        "SELECT SCHEMA ( )",
        "SELECT * FROM `performance_schema` . `threads` WHERE ID = ?",
        "SELECT COALESCE ( MAX ( `id` ) , ? ) FROM `orders` `broadside_look`"
      })
  void whatIsNoLoadIsLeftOut(String text) {
    assertInstanceOf(Reading.Administrative.class, read(MYSQL, text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      value = {
        "SELECT * FROM `orders` WHERE ... % the database kept only the beginning of it",
        "SELECT ? ; DELETE FROM `t` % it is several statements in one",
        "SELECT ?, ... , (unknown) FROM `t` % the database did not keep a part of it",
        "CALL `f` (?) % CALL is no statement of a YAML job class",
        "'' % the database had no room to keep these statements apart",
        "INSERT INTO `unknown` VALUES (...) % the values of a row are shortened, and nothing tells how many they were",
        "SELECT '${x}' FROM `t` % a YAML job class would take its ${ for a parameter"
      })
  void whatCannotBeCarriedOverSaysWhy(String text, String why) {
    assertEquals(new Reading.Refused(why), read(MYSQL, text));
  }

  @Test
  void anotherUsersTextSaysWhatToGrant() {
    Reading read = read(POSTGRESQL, "<insufficient privilege>");
    String why = assertInstanceOf(Reading.Refused.class, read).why();
    assertTrue(why.endsWith("grant the user pg_read_all_stats"), why);
  }

  /// No text, however broken, ends the command.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT",
        "(",
        "SELECT ) FROM t",
        "INSERT INTO",
        "INSERT INTO t VALUES (?, ...",
        "INSERT INTO t ( ?",
        "UPDATE t SET = ?",
        "SELECT * FROM t WHERE IN (?)",
        "WITH",
        "SELECT * FROM t WHERE = ?",
        "SELECT * FROM `t WHERE a = ?",
        "INSERT INTO t VALUES )",
        "DELETE FROM t WHERE ? = ",
        "INSERT INTO t VALUES ( x ... )",
        "INSERT INTO t VALUES ( ?, ... , ?, ... )"
      })
  void brokenTextsAreRead(String text) {
    assertInstanceOf(Reading.class, read(MYSQL, text));
  }
}
