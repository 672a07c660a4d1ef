package dev.broadside.cli.output;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.SampleRuns;
import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The records of a long run, added up and written in every form, in a process of its own whose
/// heap and files may be small. Prints what could not be written.
///
/// Arguments: the folder to write to, and how many intervals there are.
final class LongRun {
  private static final OutcomeCounts COUNTS =
      TestCounts.of(10, 10, Map.of(), 0, 0, 0, Map.of(), 20, 10, Map.of());

  private LongRun() {}

  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    int many = Integer.parseInt(arguments[1]);
    OutputFiles files =
        new OutputFiles(
            Map.of(
                "--json", folder.resolve("run.json").toString(),
                "--csv", folder.resolve("run.csv").toString(),
                "--ndjson", folder.resolve("run.ndjson").toString()));
    RunDocument run = SampleRuns.run("completed", Verdict.BALANCED);
    RunOutputs outputs = files.open(new CommandRig(folder).shell(), "", _ -> {});
    try (outputs) {
      outputs.begins(RunHead.of(run));
      addUp(many, outputs);
      outputs.finish(run).stream().map(Problem::sentence).forEach(System.out::println);
    }
  }

  private static void addUp(int many, RunOutputs outputs) {
    LoadModel load = new LoadModel.Closed(4, new Think.None());
    Phase phase = new Phase(PhaseKind.MEASURE, Duration.ofSeconds(many), load);
    RunAxis axis = RunAxis.of(List.of(phase), Duration.ofSeconds(1));
    RunAggregate sums =
        new RunAggregate(
            axis, List.of("op"), Set.of("local"), Set.of(), Criteria.NONE, outputs::interval);
    Distribution service =
        new Distribution(new int[] {LatencyLayout.slot(5_000)}, new long[] {10}, 50_000, 5_000, 0);
    Distribution none = Distribution.EMPTY;
    Tally tally =
        new Tally(
            new TransactionStats(COUNTS, service, none, none, none, none, none),
            List.of(new OperationStats(10, 0, 10, 0, 0, 0, service)));
    OutcomeCounts cumulative = OutcomeCounts.NONE;
    for (int i = 0; i < many; i++) {
      cumulative = cumulative.plus(COUNTS);
      sums.add(
          RecordBuilder.of(new RecordKey("run", "local", 1, RecordKey.LOAD, i), axis, i)
              .threads(4)
              .tally(tally)
              .cumulative(cumulative)
              .last(i == many - 1)
              .build());
    }
    sums.closeAll();
  }
}
