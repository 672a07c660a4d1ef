package dev.broadside.cli.output;

import dev.broadside.cli.shell.Causes;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.study.StudyDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.exc.JacksonIOException;

/// Everything that a run, or a study, is written to while it goes on.
///
/// One that takes no more is given up, which is noted at once and a problem at the end; the run and
/// the others go on. For one thread.
public final class RunOutputs implements AutoCloseable {
  private final Map<String, RunOutput> outputs;
  private final Consumer<String> note;
  private final List<Problem> problems = new ArrayList<>();
  private boolean finishing;

  /// Something that is to be written.
  private interface Event {
    void to(RunOutput output) throws IOException;
  }

  /// @param outputs by the option that asked for them
  /// @param note hears at once of what fails
  RunOutputs(Map<String, RunOutput> outputs, Consumer<String> note) {
    this.outputs = new LinkedHashMap<>(outputs);
    this.note = note;
  }

  /// A run's load begins.
  public void begins(RunHead head) {
    each(output -> output.begins(head));
  }

  /// An interval of it has closed.
  public void interval(IntervalDocument interval) {
    each(output -> output.interval(interval));
  }

  /// A run has ended; more of the same study may follow.
  public void ended(RunDocument run) {
    each(output -> output.ended(run));
  }

  /// The only run has ended.
  ///
  /// @return what could not be written
  public List<Problem> finish(RunDocument run) {
    finishing = true;
    ended(run);
    return finish(output -> output.finished(run));
  }

  /// The study has ended, each of whose runs was said to have.
  ///
  /// @return what could not be written
  public List<Problem> finish(StudyDocument study) {
    finishing = true;
    return finish(output -> output.finished(study));
  }

  private List<Problem> finish(Event last) {
    each(last);
    // Some file systems say only now that they have no room.
    each(RunOutput::close);
    outputs.clear();
    return List.copyOf(problems);
  }

  private void each(Event event) {
    outputs
        .entrySet()
        .removeIf(output -> {
          try {
            event.to(output.getValue());
            return false;
          } catch (IOException | JacksonIOException e) {
            failed(output.getKey(), e);
            close(output.getValue());
            return true;
          }
        });
  }

  /// The error if an output could not be written.
  static Problem unwritten(String where, Exception e) {
    return Problem.wrong(
        where, "it could not be written (" + Causes.of(e) + ")", "make room, or name another file");
  }

  private void failed(String option, Exception e) {
    Problem problem = unwritten(option, e);
    problems.add(problem);
    if (!finishing) {
      note.accept(problem.sentence());
    }
  }

  private static void close(RunOutput output) {
    try {
      output.close();
    } catch (IOException _) {
      // What was written is in the file, and an error was reported for the rest.
    }
  }

  @Override
  public void close() {
    outputs.values().forEach(RunOutputs::close);
  }
}
