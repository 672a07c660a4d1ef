package dev.broadside.client.link;

import dev.broadside.client.process.WorkerFrames;
import dev.broadside.core.wire.Link;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.function.Function;

class WorkerFramesTest extends LinkContract {
  private static final int PIPE = 64 * 1024;

  @Override
  Ends connect(Function<Link, Link.Listener> left, Function<Link, Link.Listener> right)
      throws Exception {
    PipedInputStream toLeft = new PipedInputStream(PIPE);
    PipedInputStream toRight = new PipedInputStream(PIPE);
    PipedOutputStream fromLeft = new PipedOutputStream(toRight);
    PipedOutputStream fromRight = new PipedOutputStream(toLeft);
    return new Ends(
        WorkerFrames.start("left", toLeft, fromLeft, left),
        WorkerFrames.start("right", toRight, fromRight, right));
  }
}
