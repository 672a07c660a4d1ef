package dev.broadside.cli.remote;

import dev.broadside.core.time.Time;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// An answer's body that breaks if nothing comes for a while: a server that loses power does not
/// close its connections. For one thread.
final class WatchedStream extends FilterInputStream {
  private final Duration silence;
  private final Time time;
  private volatile boolean silent;

  /// @param body the response's; closing it ends a read of another thread
  /// @param silence how long nothing may come
  WatchedStream(InputStream body, Duration silence, Time time) {
    super(body);
    this.silence = silence;
    this.time = time;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Time.Timer watch = time.runIn(silence, this::giveUp);
    try {
      int read = in.read(bytes, offset, length);
      if (read < 0 && silent) {
        throw broken();
      }
      return read;
    } catch (IOException e) {
      throw silent ? broken() : e;
    } finally {
      watch.cancel();
    }
  }

  private IOException broken() {
    return new IOException("nothing came for " + silence.toSeconds() + " s");
  }

  private void giveUp() {
    silent = true;
    try {
      in.close();
    } catch (IOException _) {
      // The reader fails in any case.
    }
  }
}
