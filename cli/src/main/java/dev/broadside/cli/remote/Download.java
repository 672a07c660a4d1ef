package dev.broadside.cli.remote;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;

/// Downloads something that may not fit into memory to a file or to standard output. The file
/// appears whole, or stays as it was: a download that breaks off is deleted.
public final class Download {
  /// A server that loses power during an answer does not say so.
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private final ServerClient client;

  public Download(ServerClient client) {
    this.client = client;
  }

  /// Prints a job's result as JSON for people.
  public void printResult(String id, Shell shell) throws CommandException, InterruptedException {
    String path = "/jobs/" + ServerClient.segment(id) + "/results";
    prettyTo(path, "standard output", Destination.STANDARD_OUTPUT, shell);
  }

  /// Downloads a resource as it is.
  ///
  /// @param path below `/api/v1`
  /// @param where what the user calls the target
  /// @param target a file, or `-`
  public void to(String path, String where, String target, Shell shell)
      throws CommandException, InterruptedException {
    bring(path, where, target, shell, InputStream::transferTo);
  }

  /// Downloads JSON, indented for people.
  public void prettyTo(String path, String where, String target, Shell shell)
      throws CommandException, InterruptedException {
    bring(path, where, target, shell, RunJson::copyPretty);
  }

  /// Copies an answer to its destination.
  private interface Transfer {
    void move(InputStream from, Destination out) throws IOException;
  }

  private void bring(String path, String where, String target, Shell shell, Transfer transfer)
      throws CommandException, InterruptedException {
    try (InputStream in = new WatchedStream(client.open(path), SILENCE, new SystemTime())) {
      if (Destination.isFile(target)) {
        bringFile(in, where, Path.of(target), shell, transfer);
      } else {
        try (Destination out = Destination.open(target, shell)) {
          move(in, where, out, transfer);
        }
      }
    } catch (IOException e) {
      throw unwritten(where, e);
    }
  }

  private void bringFile(InputStream in, String where, Path target, Shell shell, Transfer transfer)
      throws CommandException, IOException {
    Path part = Destination.partOf(target.toString());
    try {
      try (Destination out = Destination.open(part, shell)) {
        move(in, where, out, transfer);
      }
      // Through a link, so that the link stays one.
      Path file = Files.exists(target) ? target.toRealPath() : target;
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void move(InputStream in, String where, Destination out, Transfer transfer)
      throws CommandException {
    try {
      transfer.move(in, out);
    } catch (IOException | JacksonException e) {
      throw out.broken() ? unwritten(where, e) : client.brokenOff(e);
    }
  }

  private static CommandException unwritten(String where, Exception e) {
    return CommandException.failure(
        List.of(
            Problem.wrong(
                where,
                "it could not be written (" + Causes.of(e) + ")",
                "make room, or name another file")));
  }
}
