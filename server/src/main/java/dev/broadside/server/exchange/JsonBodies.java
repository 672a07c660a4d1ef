package dev.broadside.server.exchange;

import dev.broadside.core.report.Json;
import dev.broadside.server.exchange.HttpProblem.Kind;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;

/// Reads bodies as JSON, within the bounds of [Json#mapper()]. Safe for use by several threads.
public final class JsonBodies {
  /// The most bytes of a body with a few fields.
  public static final int SMALL = 16 * 1024;

  /// The most bytes of a body that describes a job.
  public static final int LARGE = 1 << 20;

  private JsonBodies() {}

  /// The body's JSON; its message never quotes the body, which may hold a secret.
  public static JsonNode read(byte[] body) {
    try {
      return Json.mapper()
          .reader(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .readTree(body);
    } catch (MismatchedInputException e) {
      throw malformed("The body names a field twice" + place(",", e) + "; give it once.");
    } catch (JacksonException e) {
      throw malformed("The body is no JSON that can be read" + place("", e) + ".");
    }
  }

  private static HttpProblem malformed(String sentence) {
    return HttpProblem.of(Kind.MALFORMED, sentence);
  }

  private static String place(String before, JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null
        ? ""
        : before + " at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }
}
