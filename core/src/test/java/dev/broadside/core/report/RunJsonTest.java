package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.report.form.RunJson;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RunJsonTest {
  private final RunJson runs = new RunJson();

  private JsonNode read(String text) {
    return runs.readWithoutIntervals(
        new ByteArrayInputStream(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void eachIntervalOfARunIsReadAndOfAStudyNone() {
    String intervals = Json.mapper().writeValueAsString(ComparisonReportTest.intervals(3, 1_000));
    String run =
        "{'operations': {'intervals': {'ok': 1}}, 'intervals': " + intervals + ", 'marks': []}";
    assertEquals(List.of(0, 1, 2), indexes(run));
    assertEquals(List.of(), indexes("{'steps': [{'intervals': [{'index': 0}]}]}"));
  }

  private List<Integer> indexes(String json) {
    List<Integer> indexes = new ArrayList<>();
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    runs.eachInterval(new ByteArrayInputStream(bytes), point -> indexes.add(point.index()));
    return indexes;
  }

  @Test
  void intervalsArePassedOverWhereDocumentsHaveThemAndNowhereElse() {
    assertEquals(
        "{\"job\":{\"id\":\"x\"},\"operations\":{\"intervals\":{\"ok\":1},\"steps\":[2]}}",
        read("{'job': {'id': 'x'}, 'intervals': [{'index': 0}, {'index': 1}],"
                + " 'operations': {'intervals': {'ok': 1}, 'steps': [2]}}")
            .toString());
    assertEquals(
        "{\"study\":{\"id\":\"s\"},\"steps\":[{\"threads\":1,\"summary\":{\"a\":[1,2]}},{\"threads\":2}]}",
        read("{'study': {'id': 's'}, 'steps': [{'threads': 1, 'intervals': [{'index': 0}],"
                + " 'summary': {'a': [1, 2]}}, {'threads': 2, 'intervals': []}]}")
            .toString());
  }

  @Test
  void aDocumentIsWrittenWithItsIntervalsWhereTheyBelong() throws Exception {
    JsonNode head = Json.mapper().readTree("{\"a\":1,\"intervals\":[],\"b\":{\"c\":2}}");
    var out = new java.io.ByteArrayOutputStream();
    runs.write(
        head,
        taker -> {
          taker.take("{\"index\":0}");
          taker.take("{\"index\":1}");
        },
        out);
    assertEquals(
        "{\"a\":1,\"intervals\":[{\"index\":0},{\"index\":1}],\"b\":{\"c\":2}}",
        out.toString(StandardCharsets.UTF_8));
  }
}
