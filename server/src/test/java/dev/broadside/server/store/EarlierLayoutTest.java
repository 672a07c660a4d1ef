package dev.broadside.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.server.store.base.PackedText;
import dev.broadside.server.store.job.RunTable.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EarlierLayoutTest {
  @TempDir private Path folder;

  @Test
  void intervalsThatWereKeptAsTextAreStillThere() throws Exception {
    Path file = folder.resolve("broadside.db");
    DataSource source = EarlierLayout.sqlite(file);
    EarlierLayout.make(source, ResultStore.SQLITE, 2);
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO jobs VALUES ('run', 0, 'done', 1, '', '', '', '', '')");
      statement.execute("INSERT INTO intervals VALUES ('run', 7, 70, '{\"text\":\"ä\"}')");
    }

    try (ResultStore store = ResultStore.sqlite(file, new PlainBox())) {
      assertEquals(
          List.of(new Entry(7, 70, "{\"text\":\"ä\"}")), store.runs().intervals("run", 0, 10));
    }
  }

  @Test
  void noticesThatWereOfJobsAloneAreStillToBeTold() throws SQLException {
    Path file = folder.resolve("broadside.db");
    EarlierLayout.withNoticesOfJobs(file);

    try (ResultStore store = ResultStore.sqlite(file, new PlainBox())) {
      EarlierLayout.assertNoticesAreThere(store);
    }
  }

  @Test
  void documentsComeBackFromWhatIsMuchSmaller() throws IOException {
    String document = "{\"latencyMillis\":{\"p50\":1.25,\"p99\":3.5,\"text\":\"é\"}}".repeat(50);

    byte[] packed = PackedText.pack(document);

    assertEquals(document, PackedText.unpack(packed));
    assertTrue(packed.length < document.length() / 4, packed.length + " bytes");
  }
}
