package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Files that a user names as the value of a parameter: see
/// [dev.broadside.core.param.Parameter.Text#ofFiles].
public final class TextFiles {
  private static final String HEADER = "\\file ";
  private static final int MAX_BYTES = 1 << 20;

  private TextFiles() {}

  /// The texts of files, each after its header; texts that were read already stay as they are.
  ///
  /// @param where the files were named
  /// @param names between commas, each with `@` and a word after it if need be
  /// @param folder in which they lie
  public static String read(String where, String names, Path folder) throws CommandException {
    if (names.startsWith(HEADER)) {
      return names;
    }
    StringBuilder texts = new StringBuilder();
    for (String name : names.split(",", -1)) {
      if (!name.isBlank()) {
        String text = text(where, folder.resolve(name.strip().replaceFirst("@\\w*$", "")));
        texts.append(HEADER).append(name.strip()).append('\n').append(text);
        texts.append(text.endsWith("\n") ? "" : "\n");
      }
    }
    return texts.toString();
  }

  private static String text(String where, Path file) throws CommandException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw refused(where, file, "it is too large");
      }
      return Files.readString(file).replace("\r\n", "\n");
    } catch (NoSuchFileException _) {
      throw refused(where, file, "it does not exist");
    } catch (IOException e) {
      throw refused(where, file, "it cannot be read (" + Causes.of(e) + ")");
    }
  }

  private static CommandException refused(String where, Path file, String what) {
    return new CommandException(
        Problem.wrong(where + ", file " + file, what, "name another text file"));
  }
}
