package dev.broadside.core.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.report.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// The page's `format.test.js` reads the same cases: terminal, reports and page say one number
/// alike.
class FiguresTest {
  private static final Map<String, DoubleFunction<String>> FORMS =
      Map.of(
          "count", value -> NumberText.count((long) value),
          "millis", NumberText::millis,
          "latency", NumberText::latency,
          "axis", NumberText::axis,
          "bytes", NumberText::bytes,
          "span", NumberText::span,
          "elapsed", NumberText::elapsed);

  @TestFactory
  List<DynamicTest> aNumberIsSaidAsThePageSaysIt() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            FiguresTest.class.getResourceAsStream("/spoken-figures.json"), "the cases")) {
      JsonNode cases = Json.mapper().readTree(file);
      assertEquals(FORMS.keySet(), Set.copyOf(cases.propertyNames()));
      return FORMS.entrySet().stream()
          .flatMap(form ->
              StreamSupport.stream(cases.path(form.getKey()).spliterator(), false)
                  .map(one -> said(form.getKey(), form.getValue(), one)))
          .toList();
    }
  }

  private static DynamicTest said(String name, DoubleFunction<String> form, JsonNode one) {
    double value = one.path(0).asDouble();
    return DynamicTest.dynamicTest(
        name + " of " + value, () -> assertEquals(one.path(1).asString(), form.apply(value)));
  }
}
