package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.testkit.JobTester;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The examples that are shipped, on H2.
class ExamplesTest {

  @Test
  void theTransferMovesMoneyAndLosesNone() throws Exception {
    JobTester tester =
        JobTester.onH2(YamlClasses.example("transfer.yaml")).with("accounts", "20").threads(2);
    tester.run(400);
    assertTrue(tester.totals().transactions().rolledBack() > 0, "some payers have too little");
    assertEquals(400, tester.totals().operation(0).ok(), "read_balance");
    assertEquals(tester.totals().operation(1).ok(), tester.totals().operation(2).ok());
    assertEquals(
        400 - tester.totals().transactions().rolledBack(), tester.totals().operation(3).ok());
  }

  @Test
  void theOrderSystemIsThatOfIgenoltp() throws Exception {
    JobTester tester =
        JobTester.onH2(YamlClasses.example("igenoltp.yaml")).with("scale", "0.02").threads(2);
    tester.run(100);
    for (int statement = 1; statement <= 6; statement++) {
      assertEquals(100, tester.totals().operation(statement).ok());
    }
    assertEquals(100, tester.totals().operation(7).ok(), "commits");
    assertEquals(1_800, tester.totals().rowsRead(), "90 %");
    assertEquals(200, tester.totals().rowsWritten(), "10 %");
  }

  @Test
  void theOrderSystemByStatements() throws Exception {
    JobTester tester =
        JobTester.onH2(YamlClasses.example("igenoltp.yaml"))
            .with("scale", "0.02")
            .with("mix", "statement")
            .threads(2);
    tester.run(1_000);
    assertEquals(100, tester.totals().rowsWritten(), 40);
    assertEquals(0, tester.totals().operation(7).ok(), "statements commit themselves");
  }

  /// The times of the kinds went to the figure of the feed.
  @Test
  void bookingsAndLookupsEachHaveATimeOfTheirOwn() throws Exception {
    JobTester tester = JobTester.onH2(YamlClasses.example("deliveries.yaml")).threads(1);
    tester.run(20);
    assertEquals(List.of(), tester.totals().failures());
    assertTrue(tester.totals().figure("transaction.booking") > 0, "booking");
    assertTrue(tester.totals().figure("transaction.lookup") > 0, "lookup");
  }

  @Test
  void noReadingOfAMeterIsLost() throws Exception {
    JobTester tester =
        JobTester.onH2(YamlClasses.example("meters.yaml")).with("table-prefix", "m_").threads(2);
    tester.run(40);
    tester.verifyHolds();
    assertTrue(tester.totals().rowsWritten() > 0);
    assertTrue(tester.totals().pausedNanos() > 0);
  }

  @Test
  void whatAnExampleDeclaresItUses() {
    for (String name :
        List.of("deliveries", "igenoltp", "meters", "smallbank", "tatp", "transfer")) {
      assertEquals(List.of(), YamlClasses.exampleFile(name + ".yaml").review().unused());
    }
  }

  @Test
  void everyParcelOfTheFileIsBookedOnce() throws Exception {
    JobTester tester =
        JobTester.onH2(YamlClasses.example("deliveries.yaml")).with("lookups", "0").threads(2);
    tester.run(10);
    assertEquals(10, tester.totals().operation(0).ok(), "book");
    assertTrue(tester.totals().operation(1).ok() >= 10, "note_scan");
  }
}
