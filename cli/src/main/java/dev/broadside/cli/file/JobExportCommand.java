package dev.broadside.cli.file;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.RemoteCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Summary;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job export`.
@Command(
    name = "export",
    description = {
      "Write a job's result with all of its intervals to a file or to standard output.",
      "With --csv, --influx, --otlp, --json, --ndjson, --hlog or --text in that form; without one",
      "of them the whole job with its records, which 'broadside job import' brings into another server."
    })
public final class JobExportCommand extends RemoteCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "Where to.")
  private Optional<String> file = Optional.empty();

  @ArgGroup(multiplicity = "0..1")
  private Form form = new Form();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The same; - is standard output, and the default of the forms.")
  private Optional<String> option = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "INDEX",
      description = "The first interval wanted; they are counted from 0.")
  private Optional<Integer> from = Optional.empty();

  @Option(names = "--to", paramLabel = "INDEX", description = "The last interval wanted.")
  private Optional<Integer> to = Optional.empty();

  /// In which form.
  private static final class Form {
    @Option(names = "--csv", description = "The intervals as CSV.")
    private boolean csv;

    @Option(names = "--influx", description = "The intervals in InfluxDB's line protocol.")
    private boolean influx;

    @Option(names = "--otlp", description = "The intervals as OpenTelemetry's metrics.")
    private boolean otlp;

    @Option(names = "--json", description = "The whole result as one JSON document.")
    private boolean json;

    @Option(names = "--ndjson", description = "Lines of JSON: the job, each interval, the summary.")
    private boolean ndjson;

    @Option(names = "--hlog", description = "The latencies as a log of HdrHistogram.")
    private boolean hlog;

    @Option(names = "--text", description = "The result as 'job show' prints it.")
    private boolean text;

    private boolean chosen() {
      return csv || influx || otlp || json || ndjson || hlog || text;
    }
  }

  public JobExportCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String output = file.or(() -> option).orElse(Destination.STANDARD_OUTPUT);
    OutputFiles.check("--output", output);
    String job = "/jobs/" + ServerClient.segment(id);
    String where = "--output " + output;
    Download download = new Download(client());
    if (!form.chosen()) {
      refuseRange();
      if (file.isEmpty() && option.isEmpty()) {
        throw new CommandException(
            Problem.wrong(
                "job export",
                "a whole job is no text for a terminal",
                "name a file, or give --csv, --influx, --otlp, --json, --ndjson, --hlog or --text"));
      }
      download.to(job + "/archive", where, output, shell);
    } else if (form.json) {
      refuseRange();
      download.prettyTo(job + "/results", where, output, shell);
    } else if (form.hlog) {
      refuseRange();
      download.to(job + "/latencies.hlog", where, output, shell);
    } else if (form.text) {
      refuseRange();
      OutputFiles.write("--output", output, text(job), shell);
    } else {
      String kind = form.csv ? "csv" : form.influx ? "influx" : form.otlp ? "otlp" : "ndjson";
      download.to(job + "/intervals." + kind + range(), where, output, shell);
    }
    return ExitStatus.OK;
  }

  private String text(String job) throws CommandException, InterruptedException {
    JsonNode result = client().get(ServerClient.figures(job));
    RunDocument run = Json.mapper().treeToValue(result, RunDocument.class);
    return String.join("\n", Summary.of(run, Terminal.PIPE)) + "\n";
  }

  private void refuseRange() throws CommandException {
    if (from.isPresent() || to.isPresent()) {
      throw new CommandException(
          Problem.wrong(
              "--from and --to",
              "they are for some of the intervals",
              "use them with --csv, --influx, --otlp or --ndjson"));
    }
  }

  private String range() {
    List<String> limits = new ArrayList<>();
    from.ifPresent(index -> limits.add("from=" + index));
    to.ifPresent(index -> limits.add("to=" + index));
    return limits.isEmpty() ? "" : "?" + String.join("&", limits);
  }
}
