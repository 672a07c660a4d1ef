package dev.broadside.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.param.Secret;
import dev.broadside.server.store.row.JobCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteStoreTest extends ResultStoreContract {
  @TempDir private static Path folder;
  private static ResultStore store;

  @BeforeAll
  static void open() {
    store = ResultStore.sqlite(folder.resolve("broadside.db"), new PlainBox());
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @Override
  ResultStore store() {
    return store;
  }

  /// Until then it could be run once more, with them.
  @Test
  void secretsGoAtOnceWithTheJobThatIsDeletedForGood() throws SQLException {
    Job job =
        Job.submitted("secretive", spec(Map.of("password", new Secret("hush"))), Instant.EPOCH);
    store.jobs.add(job, new JobCode("t", List.of("op"), "pack@1"));
    JobState done = new JobState.Done(Instant.EPOCH, new Outcome.Completed());
    store.jobs.save(new Job(job.id(), job.spec(), done, List.of(), Instant.EPOCH), List.of());
    assertTrue(store.wholeJobs.delete("secretive", Instant.EPOCH));
    assertEquals(1, withSecrets("secretive"), "it can still be brought back");
    assertTrue(store.wholeJobs.hide("secretive"));
    assertEquals(0, withSecrets("secretive"));
    while (store.wholeJobs.removeSome("secretive")) {
      // Until it is gone.
    }
  }

  private static int withSecrets(String id) throws SQLException {
    try (Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("broadside.db"));
        PreparedStatement count =
            other.prepareStatement("SELECT COUNT(*) FROM jobs WHERE id = ? AND secrets <> ''")) {
      count.setString(1, id);
      try (ResultSet row = count.executeQuery()) {
        return row.getInt(1);
      }
    }
  }
}
