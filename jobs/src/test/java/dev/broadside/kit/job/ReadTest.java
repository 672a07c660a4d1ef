package dev.broadside.kit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.Failure;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What a query gives to its author.
class ReadTest {
  @FunctionalInterface
  private interface Reading {
    void read(Read row) throws SQLException;
  }

  private static final Map<String, Reading> WAYS =
      new TreeMap<>(
          Map.of(
              "whole", row -> row.whole(1),
              "real", row -> row.real(1),
              "decimal", row -> row.decimal(1),
              "text", row -> row.text(1),
              "time", row -> row.time(1)));

  private static final class Ask extends Transaction {
    private final Read nothing = read("nothing", "select cast(null as timestamp), 1");
    private final Reading way;

    Ask(Reading way) {
      this.way = way;
    }

    @Override
    protected void run() throws SQLException {
      nothing.one();
      if (nothing.isNull(1) && !nothing.isNull(2)) {
        way.read(nothing);
      }
    }
  }

  @Test
  void aColumnThatIsNullFailsInEveryType() throws Exception {
    for (Map.Entry<String, Reading> way : WAYS.entrySet()) {
      JobOutline outline =
          JobOutline.of("asking", "Asking", "Asks.")
              .transaction("ask", 1, () -> new Ask(way.getValue()));
      JobTester job = JobTester.onH2(new TransactionJob(outline) {});
      job.prepare();
      try (TestRun run = job.open()) {
        run.iterate(1);
      }
      assertEquals(
          List.of("column 1 of nothing is NULL"),
          job.totals().failures().stream().map(Failure::message).toList(),
          way.getKey());
    }
  }
}
