package dev.broadside.cli.file;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import dev.broadside.sql.recording.LogFormat;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside convert-log`.
@Command(
    name = "convert-log",
    description = {
      "Make a recording of a database's log, to be played by the job class replay.",
      "It is written to standard output, a line of JSON for each statement. Its"
          + " texts hold the values that stand in the log."
    })
public final class ConvertLogCommand implements Callable<Integer> {
  private static final String READABLE = "name a file that can be read";

  private final Shell shell;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description =
          "mysql-general: the general log of MySQL or MariaDB. postgresql: PostgreSQL's log with"
              + " log_line_prefix '%%m [%%p] ' and log_statement all, or"
              + " log_min_duration_statement 0.")
  private String format = "";

  @Parameters(paramLabel = "LOG", description = "The log's file.")
  private Path log = Path.of("");

  public ConvertLogCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException {
    Optional<LogFormat> known =
        Arrays.stream(LogFormat.values()).filter(one -> one.word().equals(format)).findFirst();
    if (known.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "option --format", "there is no such format", "give mysql-general or postgresql"));
    }
    // What is no UTF-8 becomes a replacement character.
    try (Reader reader = new InputStreamReader(Files.newInputStream(log), StandardCharsets.UTF_8)) {
      AtomicBoolean empty = new AtomicBoolean(true);
      String summary =
          known
              .get()
              .convert(
                  reader,
                  one -> {
                    empty.set(false);
                    shell.out().print(one.json() + "\n");
                  });
      shell.out().flush();
      if (empty.get()) {
        throw refused(
            "it has no statement of format " + format + " (" + summary + ")",
            "give its own format, and see the settings in the documentation");
      }
      shell.err().println(summary);
      return ExitStatus.OK;
    } catch (NoSuchFileException _) {
      throw refused("it does not exist", READABLE);
    } catch (IOException e) {
      throw refused("it cannot be read (" + Causes.of(e) + ")", READABLE);
    }
  }

  private CommandException refused(String what, String mend) {
    return new CommandException(Problem.wrong("log " + log, what, mend));
  }
}
