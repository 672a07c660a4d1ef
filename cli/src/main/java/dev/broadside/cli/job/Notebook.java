package dev.broadside.cli.job;

import static dev.broadside.cli.remote.ServerClient.segment;

import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.param.PlainText;
import dev.broadside.server.api.job.NoteRoutes;
import dev.broadside.server.api.job.NotebookRoutes;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.JsonNode;

/// The commands of `broadside job` for what people say of jobs, and for the files that they lay
/// beside them.
@Command(addMethodSubcommands = false)
abstract sealed class Notebook permits JobCommand {
  private static final int LONGEST_LINE = 2_000;

  final Shell shell;

  Notebook(Shell shell) {
    this.shell = shell;
  }

  @Command(
      name = "note",
      description =
          "Note something that happened: it is seen on the job's charts and in its exports.")
  int note(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Parameters(index = "1", paramLabel = "TEXT", description = "What happened, in one line.")
          String text,
      @Option(
              names = "--at",
              paramLabel = "INSTANT",
              converter = Moment.class,
              description = "When, such as 2026-01-31T18:00:00Z. Default: now.")
          Optional<Instant> at)
      throws CommandException, InterruptedException {
    NoteRoutes.Note note = new NoteRoutes.Note(text, at);
    JsonNode mark = remote.client(shell).post("/jobs/" + segment(id) + "/notes", note);
    String place = NumberText.elapsed(mark.path("atMillis").asDouble() / 1e3);
    return remote.print(shell, mark, "noted at " + place + " of " + id);
  }

  /// Reads a moment.
  static final class Moment implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException _) {
        throw new TypeConversionException(
            "'" + text + "' is no moment: write it as 2026-01-31T18:00:00Z");
      }
    }
  }

  @Command(
      name = "comment",
      description = {
        "Comment on a job, in any state; 'job comments' shows it.",
        "Use 'job note' for what belongs to a moment of its load."
      })
  int comment(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Parameters(index = "1", paramLabel = "TEXT", description = "At most 2,000 characters.")
          String text)
      throws CommandException, InterruptedException {
    String path = "/jobs/" + segment(id) + "/comments";
    JsonNode comment = remote.client(shell).post(path, new NotebookRoutes.Said(text));
    String number = comment.path("number").asString("");
    return remote.print(shell, comment, "comment " + number + " on " + id);
  }

  /// Which comments or files of a job are to be deleted.
  static final class Gone {
    @Option(
        names = "--delete",
        paramLabel = "ONE",
        description = "Delete this one, by its name or number, and list the others.")
    private List<String> gone = List.of();
  }

  @Command(name = "comments", description = "Print the comments on a job, oldest first.")
  int comments(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Mixin Gone gone)
      throws CommandException, InterruptedException {
    return kept(remote, id, "comments", gone, Notebook::comment);
  }

  private static Stream<String> comment(JsonNode one) {
    String head =
        one.path("number").asString("")
            + "  "
            + one.path("at").asString("")
            + "  "
            + one.path("author").asString("");
    Stream<String> text =
        one.path("text")
            .asString("")
            .lines()
            .map(line -> "   " + PlainText.line(line, LONGEST_LINE));
    return Stream.concat(Stream.of(PlainText.line(head)), text);
  }

  @Command(
      name = "attach",
      description = {
        "Attach files to a job, in any state: plans, settings, graphs of other tools.",
        "At most 16 MiB each; at most 50 files, and 64 MiB together, for a job."
      })
  int attach(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "The files.")
          List<Path> files)
      throws CommandException, InterruptedException {
    for (Path file : files) {
      InputFile.check(file);
    }
    ServerClient client = remote.client(shell);
    String path = "/jobs/" + segment(id) + "/attachments?name=";
    List<JsonNode> kept = new ArrayList<>();
    for (Path file : files) {
      JsonNode one = client.upload(path + segment(String.valueOf(file.getFileName())), file);
      kept.add(one);
      if (!remote.json()) {
        shell.out().println(attachment(one));
      }
    }
    return remote.print(shell, Map.of("attachments", kept), List::of);
  }

  @Command(name = "attachments", description = "List the files that are attached to a job.")
  int attachments(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Mixin Gone gone)
      throws CommandException, InterruptedException {
    return kept(remote, id, "attachments", gone, one -> Stream.of(attachment(one)));
  }

  private static String attachment(JsonNode file) {
    return PlainText.line(
        "%s  %,d bytes  %s  %s  sha256:%s"
            .formatted(
                file.path("name").asString(""),
                file.path("size").asLong(0),
                file.path("at").asString(""),
                file.path("author").asString(""),
                file.path("sha256").asString("")));
  }

  /// Deletes some comments or files of a job, and lists the others.
  ///
  /// @param what `comments` or `attachments`, as the API names them
  private int kept(
      Remote remote, String id, String what, Gone gone, Function<JsonNode, Stream<String>> lines)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    String path = "/jobs/" + segment(id) + "/" + what;
    for (String one : gone.gone) {
      client.delete(path + "/" + segment(one));
    }
    JsonNode kept = client.get(path);
    return remote.print(shell, kept, () -> kept.path(what).valueStream().flatMap(lines).toList());
  }

  @Command(name = "attachment", description = "Download a file that is attached to a job.")
  int attachment(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Parameters(index = "1", paramLabel = "NAME", description = "As 'job attachments' lists it.")
          String name,
      @Option(
              names = {"-o", "--output"},
              required = true,
              paramLabel = "FILE",
              description = "File to write; - for standard output.")
          String output)
      throws CommandException, InterruptedException {
    return bring(server, "/jobs/" + segment(id) + "/attachments/" + segment(name), output);
  }

  /// Downloads a path to the file that `--output` names.
  final int bring(ServerOptions server, String path, String output)
      throws CommandException, InterruptedException {
    OutputFiles.check("--output", output);
    new Download(server.client(shell)).to(path, "--output " + output, output, shell);
    return ExitStatus.OK;
  }
}
