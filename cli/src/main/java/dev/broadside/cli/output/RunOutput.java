package dev.broadside.cli.output;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.study.StudyDocument;
import java.io.Closeable;
import java.io.IOException;

/// One form in which a run is written while it goes on, or the runs of a study, one after the
/// other. None holds more than an interval. For one thread.
interface RunOutput extends Closeable {
  /// A run's load begins.
  default void begins(RunHead head) throws IOException {}

  default void interval(IntervalDocument interval) throws IOException {}

  /// A run has ended; its load may never have begun.
  ///
  /// @param run without its intervals
  default void ended(RunDocument run) throws IOException {}

  /// Everything has ended, and it was this one run.
  default void finished(RunDocument run) throws IOException {}

  /// Everything has ended, and it was a study.
  default void finished(StudyDocument study) throws IOException {}

  @Override
  default void close() throws IOException {}
}
