package dev.broadside.server.store.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.campaign.Study;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Job;
import dev.broadside.core.param.Secret;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.server.security.DataDirectory;
import dev.broadside.server.security.KeyFileSecretBox;
import dev.broadside.server.store.CampaignTable;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.ResultStoreContract;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.Work;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody can do with sealed secrets who writes to the store but lacks its key.
final class SealedSecretsTest {
  private static final JobCode CODE = new JobCode("t", List.of("op"), "pack@1");

  @TempDir private Path data;
  private DataDirectory directory;

  @BeforeEach
  void open() throws Exception {
    directory = DataDirectory.open(data);
  }

  @AfterEach
  void close() throws Exception {
    directory.close();
  }

  private ResultStore store() throws Exception {
    return ResultStore.sqlite(data.resolve("broadside.db"), KeyFileSecretBox.in(directory));
  }

  private void sql(String text) throws Exception {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private Connection connection() throws Exception {
    return DriverManager.getConnection("jdbc:sqlite:" + data.resolve("broadside.db"));
  }

  private static void add(ResultStore store, String id, String secret) {
    Map<String, Secret> secrets = Map.of("password", new Secret(secret));
    store.jobs.add(Job.submitted(id, ResultStoreContract.spec(secrets), Instant.EPOCH), CODE);
  }

  private static Optional<String> password(ResultStore store, String id) {
    return store.jobs.find(id).map(row -> String.valueOf(row.job().spec().texts().get("password")));
  }

  @Test
  void aSecretThatIsMovedToAnotherJobDoesNotOpen() throws Exception {
    try (ResultStore store = store()) {
      add(store, "theirs", "hush");
      add(store, "mine", "mine");
      sql(
          "UPDATE jobs SET secrets = (SELECT secrets FROM jobs WHERE id = 'theirs')"
              + " WHERE id = 'mine'");
      assertEquals(Optional.of("hush"), password(store, "theirs"));
      assertThrows(RuntimeException.class, () -> password(store, "mine"));
    }
  }

  @Test
  void aSecretOfAJobDoesNotOpenInAStudyOfItsName() throws Exception {
    try (ResultStore store = store()) {
      add(store, "same", "hush");
      var spec = ResultStoreContract.spec(Map.of("password", new Secret("mine")));
      StudyPlan plan = SpecBuilder.ladder(List.of(1, 2));
      store.campaigns.add(
          Study.submitted("same", CODE.title(), spec, plan, Instant.EPOCH),
          "",
          CampaignTable.ofSteps(new MemberRow(spec, plan, CODE)));
      sql("UPDATE campaigns SET secrets = (SELECT secrets FROM jobs WHERE id = 'same')");
      assertThrows(RuntimeException.class, () -> store.campaigns.asked(Work.study("same")));
    }
  }
}
