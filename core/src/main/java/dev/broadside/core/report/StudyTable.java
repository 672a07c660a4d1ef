package dev.broadside.core.report;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A study as one table: a row for each step, ascending by threads, and where the peak lies.
///
/// @param study what was studied
/// @param rows the steps that gave a result
/// @param baseThreads the step against which the scale-up is: the one with the fewest threads; 0
///   where there is none
/// @param peakThreads the step with the most transactions per second; 0 where there is none
public record StudyTable(
    StudyDocument.Head study, List<Row> rows, int baseThreads, int peakThreads) {

  /// One step.
  ///
  /// @param threads load threads of each agent
  /// @param totalThreads load threads over all agents
  /// @param runId the step's run
  /// @param state the run's state
  /// @param latencyMillis of the transactions
  /// @param errors transactions that failed or stayed uncertain
  /// @param host what the processors of the agents' hosts did
  /// @param watched the same of the host that an agent only watches, such as the database's; of
  ///   several, the first by name; unknown where there is none
  /// @param scaleUp its throughput over that of the base step; 0 where that had none
  /// @param generator the verdict on the load generator
  /// @param audit whether its sums add up
  public record Row(
      int threads,
      int totalThreads,
      String runId,
      String state,
      double transactionsPerSecond,
      double statementsPerSecond,
      long transactions,
      long errors,
      LatencyMillis latencyMillis,
      HostDocument host,
      HostDocument watched,
      double scaleUp,
      GeneratorVerdict.Verdict generator,
      AuditDocument.Verdict audit) {}

  public StudyTable {
    rows = List.copyOf(rows);
  }

  public static StudyTable of(StudyDocument document) {
    List<StudyDocument.Step> steps =
        document.steps().stream()
            .filter(step -> !step.run().job().startedAt().isEmpty())
            .sorted(Comparator.comparingInt(StudyDocument.Step::threads))
            .toList();
    double base = steps.isEmpty() ? 0 : throughput(steps.getFirst());
    return new StudyTable(
        document.study(),
        steps.stream().map(step -> row(step, base)).toList(),
        steps.isEmpty() ? 0 : steps.getFirst().threads(),
        steps.stream()
            .max(Comparator.comparingDouble(StudyTable::throughput))
            .map(StudyDocument.Step::threads)
            .orElse(0));
  }

  private static double throughput(StudyDocument.Step step) {
    return step.run().summary().transactionsPerSecond();
  }

  private static Row row(StudyDocument.Step step, double base) {
    RunDocument run = step.run();
    StatsDocument stats = run.summary();
    return new Row(
        step.threads(),
        run.job().threads(),
        run.job().id(),
        run.job().state(),
        stats.transactionsPerSecond(),
        stats.statementsPerSecond(),
        stats.transactions(),
        stats.failed() + stats.uncertain(),
        stats.latencyMillis(),
        run.host(),
        watched(run),
        base > 0 ? Rounding.thousandths(stats.transactionsPerSecond() / base) : 0,
        run.generator().verdict(),
        run.audit().verdict());
  }

  private static HostDocument watched(RunDocument run) {
    return run.agents().stream()
        .filter(agent -> agent.threads() == 0)
        .min(Comparator.comparing(RunDocument.AgentDocument::name))
        .map(RunDocument.AgentDocument::host)
        .orElse(HostDocument.UNKNOWN);
  }

  /// The step with so many threads.
  public Optional<Row> row(int threads) {
    return rows.stream().filter(row -> row.threads() == threads).findFirst();
  }

  /// The step with the most transactions per second.
  public Optional<Row> peak() {
    return row(peakThreads);
  }
}
