package dev.broadside.cli.output;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.study.StudyDocument;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.exc.JacksonIOException;

/// A run, or a study, as one JSON document.
///
/// Its figures stand before its intervals and are known only after them, so intervals are written
/// to a part beside the target, a line each, and put in their place at the end. Where that fails
/// the part is left.
final class JsonOutput implements RunOutput {
  private final String target;
  private final Shell shell;
  private final RunJson runs = new RunJson();

  /// How many intervals each run has that has ended.
  private final List<Long> counts = new ArrayList<>();

  private Optional<Part> part = Optional.empty();
  private long count;
  private boolean whole;

  /// Where the intervals of all runs lie until the end.
  private record Part(Path file, Destination out) {}

  JsonOutput(String target, Shell shell) {
    this.target = target;
    this.shell = shell;
  }

  @Override
  public void begins(RunHead head) throws IOException {
    if (part.isEmpty()) {
      Path file = Destination.partOf(target);
      part = Optional.of(new Part(file, Destination.open(file, shell)));
    }
  }

  @Override
  public void interval(IntervalDocument interval) throws IOException {
    try {
      part.orElseThrow().out().line(runs.interval(interval));
    } catch (IOException e) {
      throw left(e);
    }
    count++;
  }

  @Override
  public void ended(RunDocument run) {
    counts.add(count);
    count = 0;
  }

  /// Writes to what is opened for it.
  private interface Writing {
    void to(OutputStream out, Lines lines) throws IOException;
  }

  @Override
  public void finished(RunDocument run) throws IOException {
    write((out, lines) -> runs.writePretty(runs.tree(run), lines.next(counts.getFirst()), out));
  }

  @Override
  public void finished(StudyDocument study) throws IOException {
    write((out, lines) -> {
      Stream<RunJson.WrittenStep> steps =
          IntStream.range(0, study.steps().size())
              .mapToObj(i ->
                  new RunJson.WrittenStep(
                      study.steps().get(i).threads(),
                      study.steps().get(i).point(),
                      runs.tree(study.steps().get(i).run()),
                      lines.next(counts.get(i))));
      runs.writePretty(study.study(), steps, out);
    });
  }

  private void write(Writing writing) throws IOException {
    try (Lines lines = new Lines(part);
        Destination out = Destination.open(target, shell)) {
      writing.to(out, lines);
      whole = true;
    } catch (JacksonIOException e) {
      throw left(e);
    } catch (IOException e) {
      throw left(e);
    }
  }

  private IOException left(Exception cause) {
    String where = part.map(left -> "; its intervals are left in " + left.file()).orElse("");
    return new IOException(Causes.of(cause) + where, cause);
  }

  /// The intervals of one run after those of another.
  private static final class Lines implements AutoCloseable {
    private final BufferedReader reader;

    Lines(Optional<Part> part) throws IOException {
      this.reader =
          part.isPresent()
              ? Files.newBufferedReader(part.get().file())
              : new BufferedReader(BufferedReader.nullReader());
    }

    RunJson.Intervals next(long count) {
      return taker -> {
        for (long i = 0; i < count; i++) {
          taker.take(Optional.ofNullable(reader.readLine()).orElseThrow());
        }
      };
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /// Deletes the part if it is no longer needed: the document is complete, or nothing was run.
  @Override
  public void close() throws IOException {
    if (part.isPresent()) {
      part.get().out().close();
      if (whole || (count == 0 && counts.isEmpty())) {
        Files.deleteIfExists(part.get().file());
      }
    }
  }
}
