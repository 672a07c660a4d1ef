package dev.broadside.core.report.form;

import dev.broadside.core.figures.CsvLine;
import dev.broadside.core.report.study.StudyColumn;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.report.study.StudyTable.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A study's table as CSV, a line for each step. Columns keep their order; new ones come behind.
/// What is not known is empty.
public final class StudyCsv {
  /// The order of those that were there before others could come behind.
  private static final List<String> FIRST =
      List.of(
          ("study_id,threads,total_threads,run_id,state,generator,audit,rate,statement_rate,ok,"
                  + "errors,mean_us,p50_us,p90_us,p95_us,p99_us,p999_us,max_us,"
                  + "user_pct,system_pct,idle_pct,context_switches_per_tx,scale_up,"
                  + "involuntary_switches_per_tx,system_us_per_tx,"
                  + "watched_user_pct,watched_system_pct,watched_idle_pct,place,repeat,trial,doubt")
              .split(","));

  private StudyCsv() {}

  public static List<String> lines(StudyTable table) {
    Map<String, Function<Row, String>> columns = new LinkedHashMap<>();
    FIRST.forEach(name -> columns.put(name, _ -> ""));
    columns.put("study_id", _ -> table.study().id());
    columns.put("threads", row -> "" + row.threads());
    columns.put("total_threads", row -> "" + row.totalThreads());
    columns.put("run_id", Row::runId);
    columns.put("state", Row::state);
    columns.put("generator", row -> "" + row.generator());
    columns.put("audit", row -> "" + row.audit());
    columns.put("place", StudyCsv::place);
    columns.put("repeat", row -> "" + row.point().repeat());
    columns.put("trial", row -> row.trial().map(trial -> "" + trial.verdict()).orElse(""));
    columns.put("doubt", Row::doubt);
    List<StudyColumn> always = StudyColumn.always();
    always.forEach(column -> columns.put(name(column), row -> cell(column, row)));
    table.columns().stream()
        .filter(column -> !always.contains(column))
        .forEach(
            column -> columns.put(column.id(), row -> text(row.number(column).orElse(Double.NaN))));
    List<String> lines = new ArrayList<>(List.of(CsvLine.of(List.copyOf(columns.keySet()))));
    for (Row row : table.rows()) {
      lines.add(CsvLine.of(columns.values().stream().map(column -> column.apply(row)).toList()));
    }
    return List.copyOf(lines);
  }

  /// Latencies are in microseconds.
  private static String name(StudyColumn column) {
    return switch (column.unit()) {
      case "ms" -> column.id() + "_us";
      case "%" -> column.id() + "_pct";
      default -> column.id();
    };
  }

  private static String cell(StudyColumn column, Row row) {
    double value = row.number(column).orElse(Double.NaN);
    return text(column.unit().equals("ms") ? 1_000 * value : value);
  }

  private static String text(double value) {
    return Double.isNaN(value) ? "" : CsvLine.number(value);
  }

  private static String place(Row row) {
    return row.point().at().entrySet().stream()
        .map(one -> one.getKey() + "=" + one.getValue())
        .collect(Collectors.joining(";"));
  }
}
