package dev.broadside.jobs.author;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.work.Figure;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.TransactionJob;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// What an author got wrong in Java is told in a sentence, before anything is made.
class DeclarationsTest {
  private static final LoadedTable TABLE = LoadedTable.of("t", "id whole key");

  private static final class Job extends TransactionJob {
    Job(UnaryOperator<JobOutline> more) {
      super(more.apply(JobOutline.of("job", "Job", "A job.")));
    }
  }

  /// Declares a query for each text, by one name.
  private static final class Asks extends Transaction {
    Asks(String name, String... queries) {
      List.of(queries).forEach(query -> read(name, query));
    }

    @Override
    protected void run() {}
  }

  private static Asks look() {
    return new Asks("look", "select 1");
  }

  private static final class SetsTooMany extends Transaction {
    final Read look = read("look", "select cast(? as int)");

    @Override
    protected void run() throws Exception {
      look.set(1).set(2).whole();
    }
  }

  static final List<Arguments> TWINS =
      List.of(
          twins(
              outline ->
                  outline
                      .transaction("a", 1, DeclarationsTest::look)
                      .transaction("a", 1, DeclarationsTest::look),
              "job class job has two transactions called a: each needs a name of its own"),
          twins(
              outline -> outline.tables(TABLE, TABLE),
              "job class job has two tables called t: each needs a name of its own"),
          twins(
              outline ->
                  outline
                      .transaction("a", 1, DeclarationsTest::look)
                      .transaction("b", 1, () -> new Asks("look", "select 2")),
              "job class job has two statements called look: each needs a name of its own"),
          twins(
              outline ->
                  outline.transaction("a", 1, () -> new Asks("look", "select 1", "select 1")),
              "job class job has two statements called look: each needs a name of its own"),
          twins(
              outline -> outline.transaction("a", 1, () -> new Asks("commit", "select 1")),
              "job class job has two operations called commit: each needs a name of its own"),
          twins(
              outline -> outline.parameters(Parameter.flag("f", "F."), Parameter.flag("f", "F.")),
              "parameter f is declared twice"),
          twins(
              outline ->
                  outline
                      .transaction("a", 1, DeclarationsTest::look)
                      .gauge(Figure.last("g", "", "G"), "select 1")
                      .gauge(Figure.last("g", "", "Other"), "select 2"),
              "job class job declares the figure g twice, and not the same"));

  private static Arguments twins(UnaryOperator<JobOutline> outline, String sentence) {
    return Arguments.of(outline, sentence);
  }

  @ParameterizedTest
  @FieldSource("TWINS")
  void twoOfOneNameAreRefused(UnaryOperator<JobOutline> outline, String sentence) {
    String told = assertThrows(IllegalArgumentException.class, () -> new Job(outline)).getMessage();
    assertEquals(sentence, told);
  }

  @Test
  void twoTransactionsMayHaveTheSameStatement() {
    Job job =
        new Job(outline ->
            outline
                .transaction("a", 1, DeclarationsTest::look)
                .transaction("b", 1, DeclarationsTest::look));
    assertEquals(
        List.of("look", "commit", "connect", "wait for connection"), job.describe().operations());
  }

  @Test
  void aValueTooManyIsToldByTheStatementThatItIsSetOf() throws Exception {
    JobTester tester =
        JobTester.onH2(new Job(outline -> outline.transaction("a", 1, SetsTooMany::new)));
    tester.prepare();
    String told = tester.rehearse().getFirst();
    assertEquals(
        "DeclarationsTest.java line N: transaction a: IllegalStateException: more values were set"
            + " than statement look has question marks (1); correct the job class, or begin without"
            + " a rehearsal (--no-rehearsal).",
        told.replaceFirst("line \\d+:", "line N:"));
  }

  @Test
  void whatDoesNotEndWellIsCountedByTheKindOfTransaction() throws Exception {
    JobTester tester =
        JobTester.onH2(
            new Job(outline ->
                outline
                    .transaction("good", 1, () -> new Asks("other", "select 1"))
                    .transaction("bad", 1, SetsTooMany::new)));
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(40);
    }
    long failed = tester.totals().figure("not-ok.bad");
    assertTrue(failed > 0 && failed < 40, "" + failed);
    assertEquals(40 - failed, tester.totals().transactions().ok());
  }

  private static JobTester loading(LoadedTable.Maker rows) {
    LoadedTable table = LoadedTable.of("t", "id whole key, word text(10)").rows(3, rows);
    return JobTester.onH2(
        new Job(outline -> outline.tables(table).transaction("a", 1, DeclarationsTest::look)));
  }

  @Test
  void aRowOfTooFewOrTooManyValuesIsToldBeforeAnythingIsMade() throws Exception {
    String tooFew = loading((row, _) -> row.set(1)).refusals().getFirst();
    assertTrue(
        tooFew.endsWith(
            ": a row has 2 columns, and 1 were set; correct the code that makes its rows."),
        tooFew);
    assertEquals(
        "table t, DeclarationsTest.java line N: more values were set than a row has columns (2);"
            + " correct the code that makes its rows.",
        loading((row, _) -> row.set(1).set("x").set("y"))
            .refusals()
            .getFirst()
            .replaceFirst("line \\d+:", "line N:"));
  }
}
