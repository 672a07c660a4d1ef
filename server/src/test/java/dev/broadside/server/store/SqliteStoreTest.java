package dev.broadside.server.store;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
}
