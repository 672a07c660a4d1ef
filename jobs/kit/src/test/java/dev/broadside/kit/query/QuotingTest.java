package dev.broadside.kit.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotingTest {
  private static final int LONG = 1_000_000;

  /// Whether a text is one statement to a server that reads quotes in the standard way, and to
  /// MySQL.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "select 1; | true | true",
        "select 1; delete from a | false | false",
        "select 'a'; 'b' | false | false",
        "select ';', 'it''s;', \";\" | true | true",
        "select 1 /* ; */; -- ; ' | true | true",
        "select 1--1; delete from a | true | false",
        "select 1 # ; one | false | true",
        "select 1 /*! ; delete from a */ | true | false",
        "select 1 /*!50000 + 1 */ from a; | true | true",
        "select 1 /* /* */ ; delete from a; -- */ | false | false",
        "select '\\'' ; delete from a; select '' | false | false",
        "select 'it\\'s; x' | false | true",
        "select '\\'; delete from a; select '\\' | false | false",
        "select e'it\\'s; x', $$;'$$, $t$ $$;$t$ | true | false",
        "select a$$ ; delete from a; select b$$ | false | false",
      })
  void isSurelyOneStatement(String sql, boolean standard, boolean mySql) {
    assertEquals(standard, Quoting.STANDARD.single(sql));
    assertEquals(mySql, Quoting.MYSQL.single(sql));
  }

  @Test
  void lettersKeepTheirPlaces() {
    assertEquals(
        "select ~~~ ,  n  from t     ", Quoting.MYSQL.bare("select 'a' , `n` from t # b;"));
    assertEquals("with", Quoting.STANDARD.verb("-- a\n (WITH x as (select 1) select 2"));
  }

  @Test
  void longTextsAndCommentsNeedNoStack() {
    String text = "x\\'".repeat(LONG);
    String both = "'" + text + "' /*" + "*x ".repeat(LONG) + "*/";
    assertEquals("", Quoting.MYSQL.bare(both).replace('~', ' ').strip());
    both = "$$" + text + "$$ e'" + text + "'";
    assertEquals("", Quoting.STANDARD.bare(both).replace('~', ' ').strip());
  }
}
