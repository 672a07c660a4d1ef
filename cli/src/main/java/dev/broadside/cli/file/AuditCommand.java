package dev.broadside.cli.file;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.server.archive.RefusedArchive;
import dev.broadside.server.results.Recount;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `broadside audit`.
@Command(
    name = "audit",
    description = {
      "Verify the result of an ended job from its records, without its server.",
      "Its seal is computed again, its records are added up again, and the result"
          + " is compared with them.",
      "Exit status: 0 the result is BALANCED and agrees with its records; 4 it does not."
    })
public final class AuditCommand implements Callable<Integer> {
  private static final Pattern ADDRESS =
      Pattern.compile("(https?://[^/]+)(?:/api/v1)?/jobs/([^/?#]+)[/?#]?.*");

  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  @Parameters(
      index = "0",
      paramLabel = "FILE|URL",
      description =
          "A file of 'broadside job export ID FILE', or a job's address on its server, such as "
              + "https://192.0.2.5:8080/jobs/ID.")
  private String what = "";

  public AuditCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    Recount recount = recount();
    remote.print(shell, recount, () -> text(recount).stream().map(PlainText::line).toList());
    return recount.audit().balanced() && recount.differences().isEmpty()
        ? ExitStatus.OK
        : ExitStatus.INVALID_RUN;
  }

  private Recount recount() throws CommandException, InterruptedException {
    try (InputStream file = open()) {
      Path scratch = Files.createTempDirectory("broadside-audit");
      try {
        return Recount.of(file, scratch, new SystemTime());
      } finally {
        Folders.delete(scratch);
      }
    } catch (RefusedArchive e) {
      throw new CommandException(Problem.wrong(what, e.problem().what(), e.problem().mend()));
    } catch (IOException e) {
      throw new CommandException(
          Problem.wrong(
              what,
              "it cannot be read (" + Causes.of(e) + ")",
              "give the file that 'broadside job export ID FILE' wrote, or a job's address"));
    }
  }

  private InputStream open() throws CommandException, InterruptedException, IOException {
    Matcher address = ADDRESS.matcher(what);
    return address.matches()
        ? remote
            .client(shell, address.group(1))
            .open("/jobs/" + ServerClient.segment(address.group(2)) + "/archive")
        : Files.newInputStream(Path.of(what));
  }

  private static List<String> text(Recount recount) {
    List<String> lines = new ArrayList<>();
    lines.add(recount.job() + ": its records are those under its seal, " + shown(recount.seal()));
    lines.add(recount.audit().sentence());
    recount.audit().findings().forEach(finding -> lines.add("- " + finding));
    recount.differences().forEach(difference -> lines.add("- " + difference));
    if (recount.differences().isEmpty()) {
      lines.add("its result and its intervals say what its records say");
    }
    return lines;
  }

  private static String shown(ResultSeal seal) {
    return seal.amendments().isEmpty()
        ? "SHA-256 " + seal.sha256() + " of " + seal.at()
        : "SHA-256 "
            + seal.amendments().getLast().sha256()
            + " of "
            + seal.amendments().getLast().at();
  }
}
