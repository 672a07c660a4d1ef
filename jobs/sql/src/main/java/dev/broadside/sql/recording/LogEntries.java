package dev.broadside.sql.recording;

import dev.broadside.sql.recording.LogFormat.LeftOut;
import java.util.Optional;
import java.util.function.Consumer;

/// Takes the lines of a log in order, and puts entries of several lines together.
///
/// @param <E> what the first line of an entry says besides its text
abstract class LogEntries<E> {
  private final Consumer<RecordedStatement> out;
  private final LeftOut leftOut;
  private final StringBuilder text = new StringBuilder();

  /// The entry whose lines are coming.
  private Optional<E> open = Optional.empty();

  LogEntries(Consumer<RecordedStatement> out, LeftOut leftOut) {
    this.out = out;
    this.leftOut = leftOut;
  }

  /// @param line bounded in length, without its end
  abstract void line(String line);

  /// All lines of an entry have come.
  abstract void take(E entry, String words);

  final Consumer<RecordedStatement> out() {
    return out;
  }

  final LeftOut leftOut() {
    return leftOut;
  }

  final void open(E entry, String words) {
    open = Optional.of(entry);
    append(words);
  }

  /// A line of the open entry, if there is one.
  final void goOn(String line) {
    if (open.isPresent()) {
      append("\n" + line);
    }
  }

  private void append(String more) {
    if (text.length() + more.length() > LineReader.LONGEST) {
      leaveOut();
    } else {
      text.append(more);
    }
  }

  final void close() {
    open.ifPresent(one -> take(one, text.toString()));
    drop();
  }

  private void drop() {
    open = Optional.empty();
    text.setLength(0);
  }

  /// A line came that is longer than any statement: what it belongs to is left out.
  ///
  /// @param start its beginning
  final void tooLong(String start) {
    line(start);
    leaveOut();
  }

  private void leaveOut() {
    leftOut.tooLong();
    drop();
  }

  /// @param whole whether the log ends with the end of a line; else its last entry may have been
  ///   cut off
  void end(boolean whole) {
    if (whole) {
      close();
    } else if (open.isPresent()) {
      leftOut.cutOff();
    }
  }
}
