package dev.broadside.jobs.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.TransactionJob;
import dev.broadside.kit.job.Write;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Keys that the database makes, what a share asks once when it opens, and ids that come once.
class NotesTest {
  private static final LoadedTable NOTE =
      LoadedTable.of("note", "id identity, number whole, written time")
          .rows(
              3,
              (row, _) ->
                  row.set(row.key()).set(row.key()).set(LocalDateTime.of(2026, 1, 1, 0, 0)));

  private static final String LAST = "select max(id) from {note}";
  private static final String NONE = "select max(id) from {note} where id < 0";

  private static final class Notes extends TransactionJob {
    Notes() {
      super(
          JobOutline.of("notes", "Notes", "Writes notes.")
              .tables(NOTE)
              .transaction("write", 1, WriteNote::new)
              .grows("there is a note for each", "select count(*) from {note}", "write_note"));
    }
  }

  private static final class WriteNote extends Transaction {
    private final Write note = insert("write_note", NOTE);
    private final Read number = read("read_number", "select number from {note} where id = ?");
    private final Supplier<Long> last = once(LAST, row -> row.whole(1));
    private final Supplier<Long> none = once(NONE, row -> row.isNull(1) ? 0 : row.whole(1));

    @Override
    protected void run() throws SQLException {
      long fresh = freshId();
      long id = note.set(fresh).key();
      long found = number.set(id).whole();
      if (id <= last.get() || found != fresh || none.get() != 0) {
        throw new IllegalStateException(id + " after " + last.get() + ": " + found + ", " + fresh);
      }
    }
  }

  /// Asks for a number that is not there, or does not look whether it is.
  private static final class Careless extends Transaction {
    private final Read one = read("one", "select 1");
    private final Supplier<Long> none = once(NONE, row -> row.whole(1));

    @Override
    protected void run() throws SQLException {
      one.set(none.get()).whole();
    }
  }

  private static void writes(JobTester job) throws Exception {
    job.threads(3).with("table-prefix", "n_").with("clean-up", "drop");
    job.run(6);
    TestRun run = job.open();
    run.iterateAtOnce(10);
    assertEquals(1, run.statements().get(LAST.replace("{note}", "n_note")));
    job.verifyHolds();
    run.close();
    job.cleanUp();
  }

  @Test
  void theDatabaseMakesKeysThatAreReadBack() throws Exception {
    writes(JobTester.onH2(new Notes()));
  }

  @ParameterizedTest
  @EnumSource
  void theDatabaseMakesKeysThatAreReadBackOn(LiveTarget target) throws Exception {
    writes(target.target(JobTester.of(new Notes())));
  }

  @Test
  void readingAKeyAllocatesNothingBesideTheDriver() throws Exception {
    JobTester job = JobTester.onH2(new Notes());
    job.prepare();
    try (TestRun run = job.open()) {
      assertEquals(0, run.allocatedPerIteration(1_000));
    }
  }

  @Test
  void aJobWhoseShareGetsNoAnswerIsRefusedWithTheQuery() throws Exception {
    JobOutline outline = JobOutline.of("careless", "Careless", "Asks.").tables(NOTE);
    JobTester job =
        JobTester.onH2(new TransactionJob(outline.transaction("ask", 1, Careless::new)) {});
    job.prepare();
    List<String> problems = job.rehearse();
    assertTrue(
        problems.getFirst().contains("column 1 of " + NONE + " is NULL"), problems::toString);
  }
}
