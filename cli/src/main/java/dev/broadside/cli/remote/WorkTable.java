package dev.broadside.cli.remote;

import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.search.WorkKind;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// How a list of jobs, studies or groups is printed: a row for each.
public record WorkTable(WorkKind kind, List<Cell> cells) {
  /// A column, and what it says of a job, a study or a group.
  public record Cell(Column column, Function<RemoteJob, String> of) {
    /// @param rank 0 if the column is always shown; of the others a narrow terminal drops the
    ///   highest first
    public static Cell words(String title, int rank, Function<RemoteJob, String> of) {
      return new Cell(Column.words(title).unlessNarrow(rank), of);
    }

    /// A number, which is always shown.
    public static Cell number(String title, Function<RemoteJob, String> of) {
      return new Cell(Column.numbers(title), of);
    }

    /// Words that are always shown.
    public static Cell words(String title, Function<RemoteJob, String> of) {
      return words(title, 0, of);
    }
  }

  public static WorkTable of(WorkKind kind, Cell... cells) {
    return new WorkTable(kind, List.of(cells));
  }

  /// The rows of an answer.
  Table rows(JsonNode answer) {
    Table table = new Table(cells.stream().map(Cell::column).toArray(Column[]::new));
    for (JsonNode one : answer.path(kind.plural())) {
      RemoteJob work = new RemoteJob(one);
      table.row(cells.stream().map(cell -> cell.of().apply(work)).toArray(String[]::new));
    }
    return table;
  }
}
