package dev.broadside.sql;

import dev.broadside.core.param.Problem;
import dev.broadside.sql.file.JobFile;
import dev.broadside.sql.file.JobFileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The job class of the file in its pack, as agents find it: the pack was made by [SqlPack].
public final class PackedJob extends SqlJob {
  /// The folder of the file's attachments in a pack.
  static final String FOLDER = "META-INF/broadside/job/";

  /// The place of the file.
  static final String FILE = "META-INF/broadside/job.yaml";

  /// The place of its author's name for it.
  static final String NAME = "META-INF/broadside/job.name";

  public PackedJob() {
    super(read());
  }

  private static JobFile read() {
    return switch (JobFileReader.read(
        required(NAME), required(FILE), name -> resource(FOLDER + name))) {
      case JobFile.Reading.Good(JobFile file) -> file;
      case JobFile.Reading.Bad(List<Problem> problems) ->
          throw new IllegalStateException(problems.getFirst().sentence());
    };
  }

  private static String required(String name) {
    return resource(name).orElseThrow(() -> new IllegalStateException("the pack has no " + name));
  }

  private static Optional<String> resource(String name) {
    try (InputStream in = PackedJob.class.getClassLoader().getResourceAsStream(name)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
