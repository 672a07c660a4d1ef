package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.param.Problem;
import dev.broadside.sql.SqlPack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that stands in the place of a job class: a job class in SQL, or a job.
public final class WordFile {
  private static final long MAX_BYTES = 4 << 20;

  private WordFile() {}

  /// What a file holds.
  public enum Kind {
    /// A job class, which [SqlPack] makes a pack of.
    JOB_CLASS,
    /// A job document.
    JOB,
    OTHER
  }

  /// Whether a word can only be a file: ids of job classes have no dots.
  public static boolean isFile(String word) {
    return word.endsWith(".yaml") || word.endsWith(".yml") || word.endsWith(".json");
  }

  /// What a file holds, told by its keys.
  public static Kind kind(Path file) throws CommandException {
    if (!isFile(file.toString()) || !Files.isRegularFile(file)) {
      return Kind.OTHER;
    }
    try {
      if (SqlPack.isOne(file)) {
        return Kind.JOB_CLASS;
      }
      boolean small = Files.size(file) <= MAX_BYTES;
      String key =
          "(?s).*(^\\uFEFF?|[\\n{,])\\s*[\"']?" + JobDocument.JOB_CLASS.path() + "[\"']?\\s*:.*";
      return small && Files.readString(file).matches(key) ? Kind.JOB : Kind.OTHER;
    } catch (IOException e) {
      throw InputFile.unreadable(file, e);
    }
  }

  /// The kind of a file that is to be run.
  public static Kind toRun(Path file) throws CommandException {
    if (!Files.exists(file)) {
      throw InputFile.missing(file);
    }
    Kind kind = kind(file);
    if (kind == Kind.OTHER) {
      throw new CommandException(
          Problem.wrong(
              "file " + file,
              "it is neither a job class in SQL, which has the key job-class, nor a job, which has"
                  + " the key "
                  + JobDocument.JOB_CLASS.path(),
              "give it one of the two"));
    }
    return kind;
  }
}
