package dev.broadside.kit.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InnoDbDeadlockTest {
  private static final String DASHES = "------------------------\n";

  private static final String DEADLOCK =
      """
      2026-11-27 15:00:00 0x7f1
      *** (1) TRANSACTION:
      TRANSACTION 28, ACTIVE 0 sec starting index read
      mysql tables in use 1, locked 1
      LOCK WAIT 3 lock struct(s), heap size 1128, 2 row lock(s), undo log entries 1
      MariaDB thread id 5, OS thread handle 1, query id 22 localhost root Updating
      update person set name = 'Ada
      *** of ''London''', note = "x\\"y" where id = 2
      *** WAITING FOR THIS LOCK TO BE GRANTED:
      RECORD LOCKS space id 5 page no 3 n bits 320 index PRIMARY of table `test`.`person` trx id 28
      Record lock, heap no 3 PHYSICAL RECORD: n_fields 4; compact format; info bits 0
       0: len 4; hex 80000002; asc     ;;
       3: len 3; hex 416461; asc Ada;;

      *** (2) TRANSACTION:
      TRANSACTION 29, ACTIVE 0 sec inserting
      3 lock struct(s), heap size 1128, 2 row lock(s)
      MySQL thread id 6, OS thread handle 2, query id 23 localhost root update
      insert into person (name) values ('cut off in the midd
      *** WE ROLL BACK TRANSACTION (2)
      """;

  private static String status(String deadlock) {
    return "\n=====\nstatus\n"
        + DASHES
        + "LATEST DETECTED DEADLOCK\n"
        + DASHES
        + deadlock
        + "------------\nTRANSACTIONS\n------------\nTrx id counter 30\n";
  }

  @Test
  void statementsAndLocksAreKeptAndContentsAreNot() {
    String person = "of table `test`.`person` trx id 28";
    assertEquals(
        Optional.of(
            new InnoDbDeadlock(
                "2026-11-27 15:00:00 0x7f1",
                """
                *** (1) TRANSACTION:
                TRANSACTION 28, ACTIVE 0 sec starting index read
                LOCK WAIT 3 lock struct(s), heap size 1128, 2 row lock(s), undo log entries 1
                MariaDB thread id 5, OS thread handle 1, query id 22 localhost root Updating
                update person set name = <text of 21 characters>, note = <text of 4 characters> \
                where id = 2
                *** WAITING FOR THIS LOCK TO BE GRANTED:
                RECORD LOCKS space id 5 page no 3 n bits 320 index PRIMARY %s
                *** (2) TRANSACTION:
                TRANSACTION 29, ACTIVE 0 sec inserting
                3 lock struct(s), heap size 1128, 2 row lock(s)
                MySQL thread id 6, OS thread handle 2, query id 23 localhost root update
                insert into person (name) values (<text of 19 characters>
                *** WE ROLL BACK TRANSACTION (2)\
                """
                    .formatted(person))),
        InnoDbDeadlock.latest(status(DEADLOCK)));
  }

  @Test
  void withoutADeadlockThereIsNothing() {
    assertEquals(Optional.empty(), InnoDbDeadlock.latest("\n------------\nTRANSACTIONS\n"));
    assertEquals(Optional.empty(), InnoDbDeadlock.latest(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a = 5|a = 5",
        "'|<text of 0 characters>",
        "a = '' and b|a = <text of 0 characters> and b",
        "a = 'it''s' or 1|a = <text of 5 characters> or 1",
        "'\\'' and c|<text of 2 characters> and c",
        "x'80' \"q'\"|x<text of 2 characters> <text of 2 characters>",
      })
  void textsInStatementsAreOnlyCounted(String sql, String shown) {
    assertEquals(shown, InnoDbDeadlock.withoutTexts(sql));
  }
}
