package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The documented API under requests that a fuzzer makes from its schemas: it never fails, and
/// answers as documented. By itself those that cover each schema; `-Dexamples=N -Dseed=S` adds
/// drawn ones.
@Order(3)
class FuzzedApiTest {
  /// Streams end when the server does.
  private static final String STREAMS = "/live$";

  /// These read the same documents as the routes that submit a group and a job, and would be most
  /// of the requests. They are tried when examples are asked for.
  private static final String SAME_DOCUMENTS =
      "/groups/check$|/groups/\\{id\\}/document$|/jobs/\\{id\\}/submission$|/job-tests$|/studies$";

  @TempDir private Path folder;

  @Test
  void noRequestMakesTheServerFailAndAnswersAreOfTheirSchemas() throws Exception {
    String examples = System.getProperty("examples", "");
    Path fuzzer = NotRun.unlessOnPath("schemathesis", "the API under a fuzzer");
    try (Installation server = Installation.start(folder).withAgents(1)) {
      Path report = folder.resolve("report");
      String admin = Files.readString(Path.of(server.data(), "admin-token")).strip();
      Process run =
          new ProcessBuilder(
                  List.of(
                      fuzzer.toString(),
                      "run",
                      server.address() + "/api/openapi.yaml",
                      "--header",
                      "Authorization: Bearer " + admin,
                      "--tls-verify",
                      server.data() + "/ca/ca.pem",
                      "--checks",
                      "not_a_server_error,content_type_conformance,response_schema_conformance",
                      "--phases",
                      examples.isEmpty() ? "examples,coverage" : "examples,coverage,fuzzing",
                      "--exclude-path-regex",
                      examples.isEmpty() ? STREAMS + "|" + SAME_DOCUMENTS : STREAMS,
                      "--max-examples",
                      examples.isEmpty() ? "1" : examples,
                      "--seed",
                      System.getProperty("seed", "1"),
                      "--continue-on-failure",
                      "--warnings",
                      "off",
                      "--no-color"))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(report.toFile())
              .start();

      assertEquals(0, run.waitFor(), () -> tail(report));
      assertFalse(server.server().err().contains("while a request was answered"));
    }
  }

  private static String tail(Path report) {
    try {
      String all = Files.readString(report);
      return all.substring(Math.max(0, all.length() - 20_000));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
