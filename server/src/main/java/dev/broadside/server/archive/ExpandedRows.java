package dev.broadside.server.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/// What a compressed file of rows expands to, counted while it is read, whatever its headers say.
/// For one thread.
final class ExpandedRows extends GZIPInputStream {
  /// In bytes. The longest is the result of a job with very many agents or phases.
  static final int LARGEST_ROW = 64 << 20;

  /// A job's log, comments and attached files, which people fill with what they like, are never
  /// more; beyond that no file that a server wrote expands to [#MOST_RATIO] times its size.
  private static final long FREE_BYTES = 256L << 20;

  private static final int MOST_RATIO = 100;
  private static final long MOST_BYTES = 1L << 40;
  private static final long MOST_WAITING = 8L << 20;
  private static final int PIECE = 1 << 16;

  private long compressed;
  private long expanded;
  private long rowBegan;
  private long emptied;

  /// More comes out of a file than any job is.
  static final class TooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooMuchException(String what) {
      super(what);
    }
  }

  ExpandedRows(InputStream file) throws IOException {
    super(file, PIECE);
  }

  /// Another row begins about here: its reader reads a little ahead.
  void next() {
    rowBegan = expanded;
  }

  /// Whether what was read since this was last true is as much as ought to wait in memory.
  boolean muchWaits() {
    boolean much = expanded - emptied > MOST_WAITING;
    emptied = much ? expanded : emptied;
    return much;
  }

  @Override
  protected void fill() throws IOException {
    super.fill();
    compressed += len;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    expanded += Math.max(0, read);
    if (expanded - rowBegan > LARGEST_ROW) {
      throw new TooMuchException("it has a row of more than " + mib(LARGEST_ROW));
    }
    long most = Math.min(MOST_BYTES, FREE_BYTES + MOST_RATIO * compressed);
    if (expanded > most) {
      throw new TooMuchException("it expands to more than " + mib(most));
    }
    return read;
  }

  private static String mib(long bytes) {
    return String.format(Locale.ROOT, "%,d MiB", bytes >> 20);
  }
}
