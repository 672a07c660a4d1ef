package dev.broadside.core.report.section;

import static dev.broadside.core.report.section.TableColumn.number;
import static dev.broadside.core.report.section.TableColumn.words;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.Block.Text;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.work.Observation.StatementEffort;
import dev.broadside.core.work.Observation.StatementTable;
import dev.broadside.core.work.Observation.StatementWork;
import dev.broadside.core.work.Observation.TimeBucket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// What the database itself counted for statements: which took its time, and how much of what the
/// load's threads measured was the network and the driver.
final class StatementParts {
  private final RunDocument run;
  private final StatementTable table;

  private StatementParts(RunDocument run, StatementTable table) {
    this.run = run;
    this.table = table;
  }

  /// Empty if nobody looked.
  static Section of(RunDocument run) {
    return new Section(
        "statements",
        "Statements",
        "as the database counted them, warm-up included; times in ms",
        table(run).map(one -> new StatementParts(run, one).blocks()).orElse(List.of()));
  }

  private static Optional<StatementTable> table(RunDocument run) {
    return run.observed().stream()
        .map(one -> one.what())
        .filter(StatementTable.class::isInstance)
        .map(StatementTable.class::cast)
        .findFirst();
  }

  private List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    if (!table.rows().isEmpty()) {
      blocks.add(statements());
      sides().ifPresent(blocks::add);
      distribution().ifPresent(blocks::add);
      blocks.add(
          new Text(
              "counted for %s; the statements of all sessions in this database, but the monitor's"
                  .formatted(NumberText.seconds(table.watchedMillis()))));
    }
    if (!table.note().isEmpty()) {
      blocks.add(new Text(table.note()));
    }
    return blocks;
  }

  private Table statements() {
    return Table.of(
        table.rows(),
        words("operation", StatementWork::operation),
        number("calls", one -> NumberText.count(one.calls())),
        number("time, s", 3, one -> NumberText.rate(one.totalMillis() / 1e3)),
        number("share", one -> share(one.totalMillis() / Math.max(1e-9, table.totalMillis()))),
        number("mean", one -> NumberText.millis(one.totalMillis() / Math.max(1, one.calls()))),
        number("max", 2, one -> one.maxMillis() < 0 ? "" : NumberText.millis(one.maxMillis())),
        number("rows", 4, each(StatementEffort::rows)),
        number("examined", 1, each(StatementEffort::rowsExamined)),
        number("temp. tables", 5, each(StatementEffort::temporaryTables)),
        number("blocks read", 2, each(StatementEffort::blocksRead)),
        words("statement", StatementWork::text));
  }

  private static String share(double share) {
    return NumberText.percent(OptionalDouble.of(share));
  }

  /// For each call.
  private static Function<StatementWork, String> each(ToLongFunction<StatementEffort> part) {
    return one -> {
      long all = part.applyAsLong(one.effort());
      return all < 0 ? "" : NumberText.number(OptionalDouble.of((double) all / one.calls()));
    };
  }

  /// @param client mean as the load's threads measured it, in the measured phases
  /// @param engine mean as the database measured it, in milliseconds
  private record Side(String operation, double client, double engine) {
    /// A statement that was called several times for each operation has no difference.
    String difference() {
      return engine > client ? NumberText.NONE : NumberText.millis(client - engine);
    }
  }

  /// The operations whose statements the database knows.
  private Optional<Table> sides() {
    Map<String, List<StatementWork>> byOperation = new LinkedHashMap<>();
    for (StatementWork row : table.rows()) {
      byOperation.computeIfAbsent(row.operation(), _ -> new ArrayList<>()).add(row);
    }
    List<Side> sides = new ArrayList<>();
    byOperation.forEach((operation, rows) ->
        Optional.ofNullable(run.operations().get(operation))
            .flatMap(StatsDocument::latencyMillis)
            .map(LatencyMillis::mean)
            .ifPresent(client -> sides.add(new Side(operation, client, mean(rows)))));
    return Optional.of(
            Table.of(
                sides,
                words("operation", Side::operation),
                number("mean of the load", one -> NumberText.millis(one.client())),
                number("mean of the database", one -> NumberText.millis(one.engine())),
                number("network and driver", Side::difference)))
        .filter(_ -> !sides.isEmpty());
  }

  private static double mean(List<StatementWork> rows) {
    double total = rows.stream().mapToDouble(StatementWork::totalMillis).sum();
    return total / Math.max(1, rows.stream().mapToLong(StatementWork::calls).sum());
  }

  /// In powers of two, beside the transactions that the load's threads measured.
  private Optional<Table> distribution() {
    SortedSet<Long> bounds = new TreeSet<>();
    table.times().forEach(one -> bounds.add(one.upToMicros()));
    run.distribution().forEach(one -> bounds.add(one.upToMicros()));
    return Optional.of(
            Table.of(
                bounds,
                number("below", one -> NumberText.millis(one / 1e3)),
                number("transactions, by the load", this::transactions),
                number("statements, by the database", this::counted)))
        .filter(_ -> !table.times().isEmpty());
  }

  private String transactions(long bound) {
    return NumberText.count(
        run.distribution().stream()
            .filter(one -> one.upToMicros() == bound)
            .mapToLong(LatencyBucket::count)
            .sum());
  }

  private String counted(long bound) {
    return NumberText.count(
        table.times().stream()
            .filter(one -> one.upToMicros() == bound)
            .mapToLong(TimeBucket::count)
            .sum());
  }
}
