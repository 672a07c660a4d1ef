package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable.Entry;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The job `long` with many intervals, in the store of a server that is not running.
final class LongRun {
  private static final int AT_ONCE = 5_000;

  private LongRun() {}

  /// @param folder of the [TestServer] that is to serve it
  /// @param intervals a multiple of 5,000
  static void keep(Path folder, int intervals, IntFunction<Entry> entry) throws Exception {
    try (TestServer server = TestServer.start(folder)) {
      String job =
          """
          {"id": "long", "jobClass": "probe", "parameters": {"url": "jdbc:x"}, "agents": 7}
          """;
      assertEquals(201, server.post("/api/v1/jobs", job).statusCode());
    }
    Path file = folder.resolve("data/broadside.db");
    try (ResultStore store = ResultStore.sqlite(file, new PlainBox())) {
      for (int from = 0; from < intervals; from += AT_ONCE) {
        store.runs.addIntervals(
            "long", IntStream.range(from, from + AT_ONCE).mapToObj(entry).toList());
      }
    }
  }
}
