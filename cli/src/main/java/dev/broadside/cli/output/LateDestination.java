package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/// A [Destination] for lines that is not touched before there is something to write. For one
/// thread.
final class LateDestination implements Closeable {
  private final String target;
  private final Shell shell;
  private Optional<Destination> out = Optional.empty();

  /// @param target a file, or `-`
  LateDestination(String target, Shell shell) {
    this.target = target;
    this.shell = shell;
  }

  /// Opens it if it is not open yet, and empties the file.
  ///
  /// @return takes the lines
  Destination open() throws IOException {
    if (out.isEmpty()) {
      out = Optional.of(Destination.open(target, shell));
    }
    return out.get();
  }

  /// Appends a line, whole or not at all.
  void line(String text) throws IOException {
    open().line(text);
  }

  @Override
  public void close() throws IOException {
    if (out.isPresent()) {
      out.get().close();
    }
  }
}
