package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Submissions that are damaged in every way: each is taken or refused with a problem, and none
/// makes the server fail.
class SubmissionFuzzTest {
  private static final String VALID =
      """
      {"name": "n", "jobClass": "probe", "parameters": {"url": "u", "scale": 3, "verify": true},
       "agents": {"count": 900, "names": []}, "threads": 4, "rate": 12.5, "warmup": "1s",
       "duration": "2s", "cooldown": "500ms", "interval": "1s", "threadKind": "virtual", "seed": -7,
       "grace": "1s", "startAt": "2099-01-01T00:00:00Z", "waitForAgents": true}
      """;
  private static final List<String> PIECES =
      List.of(
          "null",
          "-1",
          "0",
          "1e999",
          "99999999999999999999",
          "\"\"",
          "\"\\u0000\"",
          "[]",
          "{}",
          "true",
          "\"9999999999d\"",
          "\"\ud83d\ude80\"",
          "[[[[[[]]]]]]",
          "\"" + "x".repeat(5_000) + "\"",
          "NaN",
          "{\"a\":{\"b\":{}}}",
          "\"\u202e\"",
          "1.0000000000000000000001",
          "\"1s1s1s1s1s1s1s\"");

  @TempDir Path directory;

  @Test
  void noSubmissionMakesTheServerFail() throws Exception {
    Random random = new Random(20261121);
    try (TestServer server = TestServer.start(directory)) {
      for (int round = 0; round < 600; round++) {
        String body = mutated(random);
        HttpResponse<String> response = server.post("/api/v1/jobs", body);
        assertTrue(response.statusCode() < 500, body + "\n" + response.body());
        assertFalse(response.body().contains("Exception"), body + "\n" + response.body());
      }
    }
  }

  private static String mutated(Random random) {
    StringBuilder text = new StringBuilder(VALID);
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      switch (random.nextInt(4)) {
        case 0 -> replaceValue(text, random);
        case 1 -> text.setCharAt(random.nextInt(text.length()), (char) (' ' + random.nextInt(95)));
        case 2 -> text.deleteCharAt(random.nextInt(text.length()));
        default -> text.insert(random.nextInt(text.length()), (char) random.nextInt(0x3000));
      }
    }
    return text.toString();
  }

  /// Puts something else where the value of a field begins.
  private static void replaceValue(StringBuilder text, Random random) {
    int colon = text.indexOf(":", random.nextInt(text.length() - 10));
    int end = text.indexOf(",", Math.max(0, colon));
    if (colon > 0 && end > colon) {
      text.replace(colon + 1, end, PIECES.get(random.nextInt(PIECES.size())));
    }
  }
}
