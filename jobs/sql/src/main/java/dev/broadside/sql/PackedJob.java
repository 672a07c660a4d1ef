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
  /// Where the file lies in a pack, and beside it what it names.
  static final String FOLDER = "META-INF/broadside/job/";

  static final String FILE = FOLDER + "job.yaml";

  public PackedJob() {
    super(read());
  }

  private static JobFile read() {
    String text =
        resource(FILE).orElseThrow(() -> new IllegalStateException("no " + FILE + " in the pack"));
    return switch (JobFileReader.read("job.yaml", text, name -> resource(FOLDER + name))) {
      case JobFile.Reading.Good(JobFile file) -> file;
      case JobFile.Reading.Bad(List<Problem> problems) ->
          throw new IllegalStateException(problems.getFirst().sentence());
    };
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
