package dev.broadside.client.once;

import dev.broadside.core.work.Failure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One thing that happened in an observed iteration. Events come in order.
public sealed interface IterationEvent {
  /// A try begins.
  ///
  /// @param number 0 for the first, 1 for the first repetition
  record Attempt(int number) implements IterationEvent {}

  /// An operation begins.
  record Begun(String operation) implements IterationEvent {}

  /// The operation has ended well.
  ///
  /// @param operation the one that it turned out to be
  record Ended(String operation, long nanos) implements IterationEvent {}

  /// A statement, or another call, was answered; of a query, all its rows were read.
  ///
  /// @param text the SQL; of another call, the name of the method
  /// @param parameters in order, as people read them
  /// @param rows read or written; empty if the call has none
  /// @param reads whether the rows were read
  /// @param failure the error that was answered instead; empty if it ended well
  record Answered(
      String text,
      List<String> parameters,
      OptionalLong rows,
      boolean reads,
      long nanos,
      Optional<String> failure)
      implements IterationEvent {
    public Answered {
      parameters = List.copyOf(parameters);
    }
  }

  /// The job class marked that its work may take effect from here on.
  record Committing() implements IterationEvent {}

  /// The business rule rolled the transaction back.
  record RolledBack() implements IterationEvent {}

  /// The job class counted rows.
  record Counted(long rows, boolean read) implements IterationEvent {}

  /// The job class added to one of its own figures.
  record Added(String figure, long amount) implements IterationEvent {}

  /// The try ended well.
  record Done(long nanos) implements IterationEvent {}

  /// The try failed.
  record Failed(Failure failure, long nanos) implements IterationEvent {}
}
