package dev.broadside.client.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class WorkerFramesTest {
  private final BlockingQueue<Message> heard = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> closed = new LinkedBlockingQueue<>();

  private final class Ear implements Link.Listener {
    @Override
    public void received(Message message) {
      heard.add(message);
    }

    @Override
    public void closed(String reason) {
      closed.add(reason);
    }
  }

  private WorkerFrames frames(InputStream in, OutputStream out) {
    return WorkerFrames.start("test", in, out, _ -> new Ear());
  }

  @Test
  void aLinkWhosePeerIsGoneDropsWhatIsSent() throws InterruptedException {
    WorkerFrames link = frames(InputStream.nullInputStream(), OutputStream.nullOutputStream());

    assertEquals("the other side closed the stream", closed.take());
    link.send(new Message.Ping(0));
    assertEquals(0, link.pendingBytes());
  }

  @Test
  void messagesArriveInOrderAndWhatWasQueuedBeforeCloseIsStillWritten() throws Exception {
    PipedInputStream in = new PipedInputStream(1 << 16);
    PipedOutputStream keepOpen = new PipedOutputStream();
    WorkerFrames sender = frames(new PipedInputStream(keepOpen), new PipedOutputStream(in));
    for (int i = 0; i < 100; i++) {
      sender.send(new Message.Ping(i));
    }
    sender.close();
    frames(in, OutputStream.nullOutputStream());

    for (int i = 0; i < 100; i++) {
      assertEquals(new Message.Ping(i), heard.take());
    }
    assertTrue(sender.awaitWritten(Duration.ofMinutes(2)));
    assertEquals(0, sender.pendingBytes());
    assertEquals("the other side closed the stream", closed.take());
  }

  @Test
  void nothingIsPendingOnlyWhereAllHasLeftTheProcess() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    OutputStream pipe =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            reached.countDown();
            try {
              goesOn.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
          }
        };
    PipedOutputStream keepOpen = new PipedOutputStream();
    WorkerFrames sender = frames(new PipedInputStream(keepOpen), pipe);
    sender.send(new Message.Ping(1));
    reached.await();

    assertTrue(sender.pendingBytes() > 0);
    goesOn.countDown();
    Await.until(sender::pendingBytes, bytes -> bytes == 0);
  }

  @Test
  void aLengthThatNoFrameHasClosesTheLink() throws InterruptedException {
    frames(
        new ByteArrayInputStream(new byte[] {0x7F, 0, 0, 0, 1}), OutputStream.nullOutputStream());

    assertTrue(closed.take().contains("is not one of Broadside's"));
  }

  @Test
  void aPeerThatReadsNoMoreDoesNotBlockTheSender() throws Exception {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    PipedOutputStream keepOpen = new PipedOutputStream();
    WorkerFrames sender = frames(new PipedInputStream(keepOpen), broken);
    sender.send(new Message.Ping(1));

    assertTrue(sender.awaitWritten(Duration.ofMinutes(2)));
    assertEquals(0, sender.pendingBytes());
  }
}
