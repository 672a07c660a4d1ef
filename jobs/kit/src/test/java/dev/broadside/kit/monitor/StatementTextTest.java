package dev.broadside.kit.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          select b from acc where id = ? | SELECT `b` FROM `acc` WHERE ID = ?
          select b from acc where id = ? | select b from acc where id = $1
          select b from "acc" where id = 7 | select b from acc where id =  42;
          select b from acc where s in (?, ?, ?) | SELECT `b` FROM `acc` WHERE `s` IN (...)
          select b from acc where s in (?, ?) | select b from acc where s in ($1 /*, ... */)
          insert into acc values (?, ?), (?, ?) | INSERT INTO `acc` VALUES (...) /* , ... */
          select b from acc limit ?, ? | SELECT `b` FROM `acc` LIMIT ?, ...
          select 'it''s', b from acc | select ?, b from acc
          select b from sbtest1 where k between ? and ? | SELECT `b` FROM `sbtest1` WHERE `k` BETWEEN ? AND ?
          """)
  void aStatementAndWhatTheEngineKeepsOfItHaveOneForm(String sent, String kept) {
    assertEquals(StatementText.form(sent), StatementText.form(kept));
  }

  @Test
  void otherStatementsHaveOtherForms() {
    assertNotEquals(
        StatementText.form("select b from sbtest1"), StatementText.form("select b from sbtest2"));
    assertNotEquals(
        StatementText.form("select b from t where a = ?"),
        StatementText.form("select b from t where a >= ?"));
  }

  @Test
  void literalTextsAreNotShown() {
    assertEquals(
        "create user u password ?",
        StatementText.shown("create user u\n  password 'it''s secret'"));
    assertEquals("do ?", StatementText.shown("do $x$ begin secret; end $x$"));
    assertEquals("select ?", StatementText.shown("select 'never ends"));
  }

  @Test
  void aHostileTextCostsNoStack() {
    StatementText.form("'".repeat(100_000));
    StatementText.form("'" + "\\'".repeat(100_000));
    StatementText.shown("('',".repeat(50_000));
    StatementText.form("?, ".repeat(50_000));
    StatementText.form("(?), ".repeat(50_000));
  }
}
