package dev.broadside.core.report.form;

import dev.broadside.core.figures.CsvLine;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.report.study.StudyTable.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A study's table as CSV, a line for each step. Unknown values are empty.
public final class StudyCsv {
  private StudyCsv() {}

  public static List<String> lines(StudyTable table) {
    Map<String, Function<Row, String>> columns = new LinkedHashMap<>();
    columns.put("study_id", _ -> table.study().id());
    columns.put("threads", row -> "" + row.threads());
    columns.put("total_threads", row -> "" + row.totalThreads());
    columns.put("run_id", Row::runId);
    columns.put("state", Row::state);
    columns.put("generator", row -> "" + row.trust().generator());
    columns.put("audit", row -> "" + row.trust().audit());
    columns.put("point", StudyCsv::point);
    columns.put("repeat", row -> "" + row.point().repeat());
    columns.put("trial", row -> row.trial().map(trial -> "" + trial.verdict()).orElse(""));
    columns.put("doubt", Row::doubt);
    List<StudyColumn> always = StudyColumn.always();
    always.forEach(column ->
        columns.put(Measure.column(column.id(), column.unit()), row -> text(row, column)));
    table.columns().stream()
        .filter(column -> !always.contains(column))
        .forEach(column -> columns.put(column.id(), row -> text(row, column)));
    List<String> lines = new ArrayList<>(List.of(CsvLine.of(List.copyOf(columns.keySet()))));
    for (Row row : table.rows()) {
      lines.add(CsvLine.of(columns.values().stream().map(column -> column.apply(row)).toList()));
    }
    return List.copyOf(lines);
  }

  private static String text(Row row, StudyColumn column) {
    OptionalDouble value = row.number(column);
    return value.isEmpty() ? "" : CsvLine.number(value.getAsDouble());
  }

  private static String point(Row row) {
    return row.point().at().entrySet().stream()
        .map(one -> one.getKey() + "=" + one.getValue())
        .collect(Collectors.joining(";"));
  }
}
