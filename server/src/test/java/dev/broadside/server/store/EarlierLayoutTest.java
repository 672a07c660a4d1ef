package dev.broadside.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.server.store.RunTable.Entry;
import dev.broadside.server.store.base.PackedText;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EarlierLayoutTest {
  @TempDir private Path folder;

  @Test
  void intervalsThatWereKeptAsTextAreStillThere() throws Exception {
    Path file = folder.resolve("broadside.db");
    String url = "jdbc:sqlite:" + file;
    Flyway.configure()
        .dataSource(url, "", "")
        .locations("classpath:dev/broadside/server/store/migrations")
        .placeholders(ResultStore.SQLITE)
        .target("2")
        .load()
        .migrate();
    try (Connection connection = DriverManager.getConnection(url);
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
  void documentsComeBackFromWhatIsMuchSmaller() {
    String document = "{\"latencyMillis\":{\"p50\":1.25,\"p99\":3.5,\"text\":\"é\"}}".repeat(50);

    byte[] packed = PackedText.pack(document);

    assertEquals(document, PackedText.unpack(packed));
    assertTrue(packed.length < document.length() / 4, packed.length + " bytes");
  }
}
