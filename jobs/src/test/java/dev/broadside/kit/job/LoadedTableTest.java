package dev.broadside.kit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tables that are there and are not those that a job would make.
class LoadedTableTest {

  /// A job whose table has these columns.
  private static final class Shaped extends TransactionJob {
    Shaped(String columns) {
      super(
          JobOutline.of("shaped", "Shaped", "A table.")
              .tables(
                  LoadedTable.of("shape", columns)
                      .rows(3, (row, number) -> row.set(row.key()).set("x")))
              .transaction("look", 1, Look::new));
    }
  }

  private static final class Look extends Transaction {
    private final Read rows = read("count", "select count(*) from {shape}");

    @Override
    protected void run() throws Exception {
      rows.whole();
    }
  }

  @Test
  void oneOfOtherColumnsIsRefusedBeforeAnyLoad() throws Exception {
    JobTester before = JobTester.onH2(new Shaped("id whole key, word text(10)"));
    before.prepare();
    String url = before.values().shown().get("url");
    for (String columns : List.of("id whole key, word text(11)", "id whole key, phrase text(10)")) {
      JobTester job = JobTester.of(new Shaped(columns)).with("url", url);
      assertEquals(
          List.of(
              "parameter table-prefix: the table shape was made with other columns than this job"
                  + " has; give another table-prefix, or --fresh to make the tables anew."),
          job.refusals());
    }
    assertEquals(
        List.of(),
        JobTester.of(new Shaped("id whole key, word text(10)")).with("url", url).refusals());
  }

  @Test
  void freshDropsWhatAnEarlierRunMadeAndLoadsAnew() throws Exception {
    JobTester before = JobTester.onH2(new Shaped("id whole key, word text(10)"));
    before.prepare();
    String url = before.values().shown().get("url");
    JobTester job =
        JobTester.of(new Shaped("id whole key, phrase text(11)"))
            .with("url", url)
            .with("fresh", "true");
    assertEquals(List.of(), job.refusals());
    for (int run = 0; run < 2; run++) {
      job.prepare();
      try (Connection connection = Target.of(job.values()).connect(Target.Purpose.LOAD)) {
        assertEquals(3, Rows.whole(connection, "select count(phrase) from shape"));
        Rows.run(connection, "delete from shape");
      }
    }
  }

  /// What was noted about a table went with it.
  @Test
  void oneThatWasDroppedIsMadeAnewInAnotherShape() throws Exception {
    JobTester before = JobTester.onH2(new Shaped("id whole key, word text(10)"));
    before.prepare();
    String url = before.values().shown().get("url");
    JobTester job = JobTester.of(new Shaped("id whole key, phrase text(11)")).with("url", url);
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.LOAD)) {
      Rows.run(connection, "drop table shape");
      assertEquals(List.of(), job.refusals());
      job.prepare();
      assertEquals(3, Rows.whole(connection, "select count(phrase) from shape"));
    }
    assertEquals(List.of(), job.refusals());
    assertEquals(1, before.refusals().size());
  }

  @Test
  void oneThatSomebodyElseMadeIsRefused() throws Exception {
    JobTester job = JobTester.onH2(new Shaped("id whole key, word text(10)"));
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.LOAD)) {
      Rows.run(connection, "create table shape (id bigint, word varchar(10))");
      assertEquals(
          List.of(
              "parameter table-prefix: the table shape exists and was not made by shaped;"
                  + " give another table-prefix, or drop the table."),
          job.refusals());
    }
  }
}
