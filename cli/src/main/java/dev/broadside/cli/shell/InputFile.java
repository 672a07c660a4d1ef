package dev.broadside.cli.shell;

import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A file that the user names, and the sentences that refuse it.
public final class InputFile {
  private InputFile() {}

  /// The text of a file.
  ///
  /// @param most how many bytes it may have
  /// @param tooLarge what is wrong if it has more
  /// @param mend what to do then
  public static String text(Path file, long most, String tooLarge, String mend)
      throws CommandException {
    try {
      if (Files.size(file) > most) {
        throw new CommandException(Problem.wrong("file " + file, tooLarge, mend));
      }
      return Files.readString(file);
    } catch (NoSuchFileException _) {
      throw missing(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /// Refuses anything that is no file, or cannot be read.
  public static void check(Path file) throws CommandException {
    if (!Files.exists(file)) {
      throw missing(file);
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new CommandException(
          Problem.wrong("file " + file, "it is no file that can be read", "name one that can"));
    }
  }

  public static CommandException missing(Path file) {
    return new CommandException(
        Problem.wrong("file " + file, "it does not exist", "name one that does"));
  }

  public static CommandException unreadable(Path file, IOException e) {
    return new CommandException(
        Problem.wrong(
            "file " + file, "it cannot be read (" + Causes.of(e) + ")", "name one that can"));
  }
}
