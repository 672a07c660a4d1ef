package dev.broadside.cli.job;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.output.OutputForm;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.cli.term.TextReport;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.RunReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// `broadside job export`.
@Command(
    name = "export",
    description = {
      "Write a job's result with all of its intervals to a file or to standard output.",
      "An option chooses the form. Without one it writes the whole job with its records, which"
          + " 'broadside job import' brings into another server."
    })
public final class JobExportCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Parameters(index = "1", arity = "0..1", paramLabel = "FILE", description = "File to write.")
  private Optional<String> file = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The same as an option; - for standard output, where a form goes by default.")
  private Optional<String> option = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "INDEX",
      description = "The first interval to write, counted from 0.")
  private Optional<Integer> from = Optional.empty();

  @Option(names = "--to", paramLabel = "INDEX", description = "The last interval to write.")
  private Optional<Integer> to = Optional.empty();

  private JobExportCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, of whose forms at most one can be asked for.
  public static CommandLine line(Shell shell) {
    CommandLine line = new CommandLine(new JobExportCommand(shell));
    ArgGroupSpec.Builder forms = ArgGroupSpec.builder().multiplicity("0..1");
    ExportForm.ALL.forEach(form -> forms.addArg(form.declare()));
    line.getCommandSpec().addArgGroup(forms.build());
    return line;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String output = file.or(() -> option).orElse(Destination.STANDARD_OUTPUT);
    OutputFiles.check("--output", output);
    String job = "/jobs/" + ServerClient.segment(id);
    String where = "--output " + output;
    Download download = new Download(server.client(shell));
    Optional<ExportForm> form =
        ExportForm.ALL.stream()
            .filter(one -> spec.commandLine().getParseResult().hasMatchedOption(one.option()))
            .findFirst();
    if (form.filter(ExportForm::byInterval).isEmpty()) {
      refuseRange();
    }
    if (form.isEmpty()) {
      refuseTerminal();
      download.to(job + "/archive", where, output, shell);
    } else if (form.get().option().equals(OutputForm.JSON)) {
      download.prettyTo(job + form.get().path(), where, output, shell);
    } else if (form.get().equals(ExportForm.TEXT)) {
      OutputFiles.write("--output", output, text(job), shell);
    } else {
      download.to(job + form.get().path() + range(), where, output, shell);
    }
    return ExitStatus.OK;
  }

  private void refuseTerminal() throws CommandException {
    if (file.isEmpty() && option.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "job export",
              "a whole job is bytes, which do not go to standard output",
              "name a file, or give " + ExportForm.choice(_ -> true)));
    }
  }

  private String text(String job) throws CommandException, InterruptedException {
    JsonNode result = server.client(shell).get(ServerClient.figures(job));
    RunDocument run = Json.mapper().treeToValue(result, RunDocument.class);
    return String.join("\n", TextReport.of(RunReport.of(run, ""), Terminal.PIPE)) + "\n";
  }

  private void refuseRange() throws CommandException {
    if (from.isPresent() || to.isPresent()) {
      throw new CommandException(
          Problem.wrong(
              "--from and --to",
              "they are for some of the intervals",
              "use them with " + ExportForm.choice(ExportForm::byInterval)));
    }
  }

  private String range() {
    List<String> limits = new ArrayList<>();
    from.ifPresent(index -> limits.add("from=" + index));
    to.ifPresent(index -> limits.add("to=" + index));
    return limits.isEmpty() ? "" : "?" + String.join("&", limits);
  }

  /// A form in which a job's result is written to a file.
  ///
  /// @param option that asks for it, with its dashes
  /// @param path below the job's, from which the server gives it; empty if it is made here
  /// @param byInterval whether some of the intervals can be had alone
  private record ExportForm(String option, String help, String path, boolean byInterval) {
    /// The only form that is made here, from the result.
    static final ExportForm TEXT =
        new ExportForm("--text", "Write the result as 'job show' prints it.", "", false);

    static final List<ExportForm> ALL =
        Stream.concat(
                OutputForm.ALL.stream()
                    .filter(form -> !form.path().isEmpty())
                    .sorted(Comparator.comparing(form -> !form.byInterval()))
                    .map(ExportForm::of),
                Stream.of(
                    new ExportForm(
                        "--hlog",
                        "Write the latencies as a log of HdrHistogram.",
                        "/latencies.hlog",
                        false),
                    TEXT))
            .toList();

    private static ExportForm of(OutputForm form) {
      return new ExportForm(
          form.option(), "Write " + form.what() + ".", form.path(), form.byInterval());
    }

    OptionSpec declare() {
      return OptionSpec.builder(option).type(boolean.class).description(help).build();
    }

    /// `--csv, --influx or --otlp`, for sentences.
    static String choice(Predicate<ExportForm> among) {
      List<String> options = ALL.stream().filter(among).map(ExportForm::option).toList();
      int last = options.size() - 1;
      return String.join(", ", options.subList(0, last)) + " or " + options.get(last);
    }
  }
}
