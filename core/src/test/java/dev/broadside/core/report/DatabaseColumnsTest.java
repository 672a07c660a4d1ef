package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.report.form.StudyCsv;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.ComparisonReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the database did, in tables of studies and beside another one.
class DatabaseColumnsTest {
  private static final OptionalDouble NONE = OptionalDouble.empty();

  private final JsonMapper json = Json.mapper();

  private static FigureDocument amount(Figure figure, double perSecond) {
    return new FigureDocument(
        figure,
        OptionalDouble.of(10 * perSecond),
        OptionalDouble.of(perSecond),
        NONE,
        NONE,
        NONE,
        Optional.empty());
  }

  private static FigureDocument reading(Figure figure, double value) {
    return new FigureDocument(
        figure, NONE, NONE, NONE, NONE, OptionalDouble.of(value), Optional.empty());
  }

  /// A ladder whose database is known at each step.
  private StudyDocument ladder(String id, double reads, double... rates) {
    ObjectNode tree = json.valueToTree(Studies.study(id, rates));
    for (int i = 0; i < rates.length; i++) {
      List<FigureDocument> figures = new ArrayList<>();
      figures.add(amount(DatabaseFigures.READS, reads));
      figures.add(amount(DatabaseFigures.WRITES, 20));
      figures.add(amount(DatabaseFigures.READ_BYTES, 4e6));
      figures.add(amount(DatabaseFigures.LOG_SYNCS, 50));
      figures.add(amount(DatabaseFigures.ROWS_READ, 10 * rates[i]));
      figures.add(reading(DatabaseFigures.WAIT_LOCK, 0.5));
      figures.add(reading(DatabaseFigures.CONNECTIONS, 25));
      figures.add(reading(DatabaseFigures.MAX_CONNECTIONS, 100));
      ((ObjectNode) tree.path("steps").path(i)).set("figures", json.valueToTree(figures));
    }
    return json.treeToValue(tree, StudyDocument.class);
  }

  private static Map<String, Double> first(StudyTable table) {
    return table.rows().getFirst().numbers();
  }

  @Test
  void whatTheDatabaseDidStandsBesideTheThreads() {
    StudyDocument study = ladder("a", 30, 100, 190);
    StudyTable table = StudyTable.of(study);

    Map.of(
            "db_iops",
            50.0,
            "db_read_mb",
            4.0,
            "db_log_syncs",
            50.0,
            "db_rows_read_per_tx",
            10.0,
            "db_lock_ms_per_tx",
            5.0, // half a session waits, so each of 100 transactions a second waits 5 ms
            "db_connections",
            25.0)
        .forEach((column, value) -> assertEquals(value, first(table).get(column), column));
    List<String> open = table.columns(StudyColumn.OPEN).stream().map(StudyColumn::heading).toList();
    assertTrue(open.containsAll(List.of("file IOPS", "read MB/s", "log fsync/s")), open::toString);
    String html = HtmlReport.of(StudyReport.of(study, ""), new Buckets());
    assertTrue(html.contains("file IOPS") && html.contains("connections in use %"));
    assertTrue(StudyCsv.lines(table).getFirst().contains(",db_iops,db_read_mb,db_log_syncs,"));
  }

  @Test
  void whatIsNotKnownIsNoColumn() {
    StudyTable table = StudyTable.of(ladder("a", 30, 100, 190));
    List<String> columns = table.columns().stream().map(StudyColumn::id).toList();
    assertFalse(columns.contains("db_written_mb"));
    assertFalse(columns.contains("db_cpu"));
    assertTrue(
        StudyTable.of(Studies.study("b", 100)).columns().stream()
            .noneMatch(column -> column.id().startsWith("db")));
  }

  @Test
  void aComparisonHasTheDatabasesOfBothSides() {
    StudyComparison comparison =
        StudyComparison.of(ladder("a", 30, 100, 190), ladder("b", 80, 100, 190));
    StudyComparison.Point.DatabaseDifference iops =
        comparison.points().getFirst().database().getFirst();

    assertEquals("db_iops", iops.column().id());
    assertEquals(50, iops.a());
    assertEquals(100, iops.b());
    assertEquals(Optional.of(100.0), iops.percent());
    String html = HtmlReport.of(ComparisonReport.of(List.of(comparison), List.of()), new Buckets());
    assertTrue(html.contains("Database, 1 thread") && html.contains("+100.0 %"));
    assertEquals(
        List.of(),
        StudyComparison.of(ladder("a", 30, 100), Studies.study("b", 100))
            .points()
            .getFirst()
            .database());
  }
}
